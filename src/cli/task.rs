//! `casebook task`

use super::Context;
use crate::error::Result;
use crate::query::resolve::resolve_task;
use crate::query::task;

/// Everything filed under one task, in the order of time
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The task's id or its unique beginning
    id: String,
    /// Superseded revisions too
    #[arg(long)]
    all_revisions: bool,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let task = context.archive()?.read(|connection| {
        task::task(connection, &resolve_task(connection, &args.id)?, args.all_revisions)
    })?;
    context.print_answer(&task)
}
