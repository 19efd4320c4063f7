//! JSON, in UTF-8: one value over several lines, or one value a line.
//!
//! Invariant: what is written is what the type serialises to; nothing is escaped but what JSON asks.

use std::io::{self, Write};

use serde::Serialize;

/// Writes a value over several lines.
pub(super) fn pretty<S: Serialize + ?Sized>(out: &mut dyn Write, value: &S) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Writes a value on a line of its own.
pub(super) fn line<S: Serialize + ?Sized>(out: &mut dyn Write, value: &S) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}
