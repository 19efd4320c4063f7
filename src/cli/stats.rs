//! `casebook stats`

use super::Context;
use crate::error::Result;
use crate::query::stats;

/// How much the archive holds, and since when
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(context: &mut Context, _args: &Args) -> Result<()> {
    let stats = context.archive()?.read(stats::stats)?;
    context.print_answer(&stats)
}
