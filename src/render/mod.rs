//! The formats. Plain functions from a report to text; no format knows a question.
//!
//! May use `report`. Invariant: the same rows in the same order in every format.

use std::io::{self, Write};

use crate::report::{Listing, Tabular};

/// `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    Table,
    Json,
    Ndjson,
    Csv,
    Markdown,
}

/// Writes a listing.
///
/// # Errors
/// What the writer says.
pub fn listing<T: Tabular>(out: &mut dyn Write, format: Format, listing: &Listing<T>) -> io::Result<()> {
    match format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, listing)?;
            writeln!(out)
        }
        _ => todo!("table, ndjson, csv, markdown"),
    }
}
