//! `casebook contradictions`

use super::{Context, FindingArgs, LimitArgs, ScopeArgs};
use crate::error::Result;
use crate::query::contradictions;

/// What cannot all be so: both sides, and what became of it
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those that are open or reopened
    #[arg(long)]
    open: bool,
    /// Only open ones that take consensus to settle
    #[arg(long)]
    needs_consensus: bool,
    /// Those too that only an earlier revision has
    #[arg(long)]
    all: bool,
    /// In which order
    #[arg(long, value_enum, default_value_t)]
    sort: contradictions::Sort,
    #[command(flatten)]
    findings: FindingArgs,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    limit: LimitArgs,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let listing = context.archive()?.read(|connection| {
        let request = contradictions::Request {
            scope: context.scope(&args.scope, connection)?,
            filter: args.findings.filter(),
            open: args.open,
            needs_consensus: args.needs_consensus,
            earlier: args.all,
            sort: args.sort,
            limit: args.limit.limit(),
        };
        contradictions::contradictions(connection, &request)
    })?;
    context.print(&listing)
}
