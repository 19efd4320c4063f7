//! `casebook citations`

use super::{Context, FindingArgs, LimitArgs, ScopeArgs};
use crate::error::Result;
use crate::query::citations;

/// The sources, each counted once however it is spelled
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only sources that no finding rests on
    #[arg(long)]
    unused: bool,
    /// Only sources whose worst assessment is this
    #[arg(long, value_enum)]
    reliability: Option<citations::Reliability>,
    /// In which order
    #[arg(long, value_enum, default_value_t)]
    sort: citations::Sort,
    #[command(flatten)]
    findings: FindingArgs,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    limit: LimitArgs,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let listing = context.archive()?.read(|connection| {
        let request = citations::Request {
            scope: context.scope(&args.scope, connection)?,
            filter: args.findings.filter(),
            unused: args.unused,
            reliability: args.reliability,
            sort: args.sort,
            limit: args.limit.limit(),
        };
        citations::citations(connection, &request)
    })?;
    context.print(&listing)
}
