//! The only writer to stdout and stderr.

use std::io::{self, Write};

use super::Context;
use crate::error::Result;
use crate::render;
use crate::report::{Listing, Tabular};

/// The two streams of the process.
#[derive(Debug, Default)]
pub(crate) struct Output {}

impl Context {
    /// Prints a listing in the format asked for, and says on stderr when it was cut.
    pub fn print<T: Tabular>(&mut self, listing: &Listing<T>) -> Result<()> {
        let mut stdout = io::stdout().lock();
        render::listing(&mut stdout, self.format(), listing)?;
        stdout.flush()?;
        Ok(())
    }
}
