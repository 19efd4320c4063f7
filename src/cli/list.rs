//! `casebook list`

use super::{Context, LimitArgs, ScopeArgs};
use crate::error::Result;
use crate::query::list;

/// Which artifacts are there, latest first
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this kind: research, packet
    #[arg(long)]
    kind: Option<String>,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    limit: LimitArgs,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let request =
        list::Request { scope: args.scope.scope()?, kind: args.kind.clone(), limit: args.limit.limit() };
    let listing = context.archive()?.read(|connection| list::list(connection, &request))?;
    context.print(&listing)
}
