//! `casebook packets`

use super::{Context, LimitArgs, ScopeArgs};
use crate::error::Result;
use crate::query::packets;

/// Which context packets there are: for whom, how large, what they lack
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this project
    #[arg(long)]
    project: Option<String>,
    /// Only packets for this role
    #[arg(long)]
    role: Option<String>,
    /// Only packets of this step
    #[arg(long)]
    step: Option<String>,
    /// In which order
    #[arg(long, value_enum, default_value_t)]
    sort: packets::Sort,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    limit: LimitArgs,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let listing = context.archive()?.read(|connection| {
        let request = packets::Request {
            scope: context.scope(&args.scope, connection)?,
            project: args.project.clone(),
            role: args.role.clone(),
            step: args.step.clone(),
            sort: args.sort,
            limit: args.limit.limit(),
        };
        packets::packets(connection, &request)
    })?;
    context.print(&listing)
}
