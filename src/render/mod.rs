//! The formats. Plain functions from a report to text; no format knows a question.
//!
//! May use `report`, `diagnostic`, `code`. Invariant: the same rows in the same order in every
//! format; only looks depend on the terminal.

mod csv;
mod diagnostics;
mod github;
pub mod html;
mod json;
mod layout;
mod markdown;
mod page;
mod sarif;
mod table;
mod text;

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use serde::Serialize;

pub use self::diagnostics::diagnostics;
pub use self::github::github;
pub use self::sarif::sarif;
pub use self::text::{one_line, visible};
use crate::report::{Answer, Grid, Listing, Tabular};

/// `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// For people
    Table,
    /// One pretty-printed value
    Json,
    /// One value a line
    Ndjson,
    /// Every column, for spreadsheets
    Csv,
    /// For a page or a ticket
    Markdown,
    /// A page of its own
    Html,
}

impl Format {
    /// Whether a program reads this.
    pub fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Ndjson)
    }
}

/// What the stream can show.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// In columns of the terminal.
    pub width: usize,
    pub colour: bool,
}

impl Look {
    /// `text` in this style, if there is colour at all.
    fn paint(self, style: Style, text: impl std::fmt::Display) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const RED: Style = AnsiColor::Red.on_default().bold();
const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
const CYAN: Style = AnsiColor::Cyan.on_default().bold();

/// Writes a listing.
///
/// # Errors
/// What the writer says.
pub fn listing<T: Tabular>(
    out: &mut dyn Write,
    format: Format,
    look: Look,
    listing: &Listing<T>,
) -> io::Result<()> {
    match format {
        Format::Table => table::write(out, look, &Grid::shown(&listing.items)),
        Format::Json => json::pretty(out, listing),
        Format::Ndjson => listing.items.iter().try_for_each(|item| json::line(out, item)),
        Format::Csv => csv::write(out, &Grid::whole(&listing.items)),
        Format::Markdown => markdown::grid(out, &Grid::shown(&listing.items)),
        Format::Html => {
            let grid = Grid::shown(&listing.items);
            writeln!(out, "{}", html::answer::listing(listing.query, listing.total, &grid).0)
        }
    }
}

/// Writes an answer that is no list.
///
/// # Errors
/// What the writer says.
pub fn answer<A: Answer>(out: &mut dyn Write, format: Format, look: Look, answer: &A) -> io::Result<()> {
    match format {
        Format::Table => page::write(out, look, &answer.page()),
        Format::Csv => csv::write(out, &answer.grid()),
        Format::Markdown => markdown::page(out, &answer.page()),
        Format::Html => writeln!(out, "{}", html::answer::page(&answer.page()).0),
        Format::Json | Format::Ndjson => value(out, format, answer),
    }
}

/// Writes one JSON value: on one line for ndjson, else over several.
///
/// # Errors
/// What the writer says.
pub fn value<S: Serialize + ?Sized>(out: &mut dyn Write, format: Format, value: &S) -> io::Result<()> {
    if format == Format::Ndjson { json::line(out, value) } else { json::pretty(out, value) }
}
