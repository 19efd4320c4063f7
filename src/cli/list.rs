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
    let listing = context.archive()?.read(|connection| {
        let scope = context.scope(&args.scope, connection)?;
        let request = list::Request { scope, kind: args.kind.clone(), limit: args.limit.limit() };
        list::list(connection, &request)
    })?;
    context.print(&listing)
}
