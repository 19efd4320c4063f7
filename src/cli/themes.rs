//! `casebook themes`

use super::{Context, FindingArgs, LimitArgs, ScopeArgs};
use crate::error::Result;
use crate::query::themes;

/// What returns from run to run, under whatever spelling
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only themes of at least this many runs [default: 2; 1 with --run]
    #[arg(long, value_name = "N")]
    recurring: Option<u32>,
    /// In which order
    #[arg(long, value_enum, default_value_t)]
    sort: themes::Sort,
    #[command(flatten)]
    findings: FindingArgs,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    limit: LimitArgs,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let listing = context.archive()?.read(|connection| {
        let request = themes::Request {
            scope: context.scope(&args.scope, connection)?,
            filter: args.findings.filter(),
            recurring: args.recurring,
            sort: args.sort,
            limit: args.limit.limit(),
        };
        themes::themes(connection, &request)
    })?;
    context.print(&listing)
}
