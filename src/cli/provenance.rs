//! `casebook provenance`

use super::Context;
use crate::error::Result;
use crate::query::provenance;
use crate::query::resolve::resolve;

/// What a claim rests on, and what rests on it
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A finding, or anything else that `show` knows
    id: String,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let provenance = context
        .archive()?
        .read(|connection| provenance::provenance(connection, &resolve(connection, &args.id)?))?;
    context.print_answer(&provenance)
}
