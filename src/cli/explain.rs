//! `casebook explain`

use serde::Serialize;

use super::Context;
use crate::code::{Code, Severity};
use crate::error::{Error, Result};
use crate::nearest::nearest;
use crate::report::{Answer, Block, Cell, Column, Field, Listing, Page, Section, Tabular};

/// What a diagnostic means, an example, how to mend it; without a code, all there are
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// For example ref.citation-missing
    code: Option<String>,
}

/// A code of the catalogue.
#[derive(Debug, Serialize)]
struct Item {
    code: Code,
    severity: Severity,
    /// Whether `--allow` may lower it.
    allowable: bool,
    meaning: &'static str,
    example: &'static str,
    mend: &'static str,
}

/// The answer about one code.
#[derive(Debug, Serialize)]
struct Explained {
    format: u8,
    query: &'static str,
    item: Item,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let Some(name) = &args.code else {
        let items: Vec<_> = Code::ALL.iter().copied().map(Item::new).collect();
        return context.print(&Listing::new("explain", items.len() as u64, items));
    };
    let code = Code::parse(name).ok_or_else(|| unknown(name))?;
    context.print_answer(&Explained { format: 1, query: "explain", item: Item::new(code) })
}

fn unknown(name: &str) -> Error {
    let error = Error::usage(format_args!("there is no code '{name}'"));
    match nearest(name, Code::ALL.iter().map(|code| code.as_str())) {
        Some(code) => error.hint(format_args!("did you mean '{code}'?")),
        None => error.hint("'casebook explain' lists all codes"),
    }
}

impl Item {
    fn new(code: Code) -> Self {
        let entry = code.entry();
        Self {
            code,
            severity: entry.severity,
            allowable: entry.allowable,
            meaning: entry.meaning,
            example: entry.example,
            mend: entry.mend,
        }
    }

    fn level(&self) -> String {
        let lowered = match (self.allowable, self.severity) {
            (false, _) => "it cannot be allowed",
            (true, Severity::Error) => "--allow makes it a warning",
            (true, Severity::Warning | Severity::Note) => "--allow silences it, --deny makes it an error",
        };
        format!("{}; {lowered}", self.severity)
    }
}

impl Answer for Explained {
    fn page(&self) -> Page {
        let item = &self.item;
        let field = |label, value: &str| Field { label, value: Cell::from(value) };
        let fields = vec![
            field("level", &item.level()),
            field("meaning", item.meaning),
            field("example", item.example),
            field("mend", item.mend),
        ];
        let section = Section { heading: String::new(), blocks: vec![Block::Fields(fields)] };
        Page::new(item.code.as_str()).section(section)
    }
}

impl Tabular for Item {
    fn columns() -> Vec<Column<Self>> {
        vec![
            Column::shown("code", |i| i.code.as_str().into()),
            Column::shown("severity", |i| i.severity.as_str().into()),
            Column::shown("allowable", |i| i.allowable.into()),
            Column::shown("meaning", |i| i.meaning.into()),
            Column::hidden("example", |i| i.example.into()),
            Column::hidden("mend", |i| i.mend.into()),
        ]
    }
}
