//! `casebook show`

use super::Context;
use crate::error::Result;
use crate::query::part::document;
use crate::query::resolve::resolve;
use crate::query::show;

/// One thing, whole: whatever its id names, from artifact to entry of a packet
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to show: an id, its unique beginning, or RUN/ID and TASK/RUN/ID to be exact
    id: String,
    /// Print the original bytes of the document it belongs to instead
    #[arg(long)]
    original: bool,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let archive = context.archive()?;
    if args.original {
        let bytes = archive
            .read(|connection| document::original(connection, resolve(connection, &args.id)?.artifact))?;
        return context.write(|out| out.write_all(&bytes));
    }
    let shown = archive.read(|connection| show::show(connection, &resolve(connection, &args.id)?))?;
    context.print_answer(&shown)
}
