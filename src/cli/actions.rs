//! `casebook actions`

use super::{Context, FindingArgs, LimitArgs, ScopeArgs};
use crate::error::Result;
use crate::query::actions;

/// What the runs advise, and whether what they advise it on still stands
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those that rest on a finding in doubt
    #[arg(long)]
    shaky: bool,
    /// In which order
    #[arg(long, value_enum, default_value_t)]
    sort: actions::Sort,
    #[command(flatten)]
    findings: FindingArgs,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    limit: LimitArgs,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let listing = context.archive()?.read(|connection| {
        let request = actions::Request {
            scope: context.scope(&args.scope, connection)?,
            filter: args.findings.filter(),
            shaky: args.shaky,
            sort: args.sort,
            limit: args.limit.limit(),
        };
        actions::actions(connection, &request)
    })?;
    context.print(&listing)
}
