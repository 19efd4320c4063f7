//! `casebook validate`

use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use serde::Serialize;

use super::Context;
use super::check::{CheckArgs, InputArgs};
use super::format::Special;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::error::{Error, ErrorKind, Result};
use crate::ingest::pipeline::ordered;
use crate::input::{Document, Unreadable, sources};
use crate::kinds::Kind;
use crate::render::{self, Format};
use crate::report::{Column, Listing, Tabular};
use crate::validate::{self, Checked, Counts, Options};

/// Documents that may be read ahead of the one that is told of.
const AHEAD: usize = 64;

/// Check documents as ingest does; write nothing
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files, folders, patterns, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    check: CheckArgs,
    #[command(flatten)]
    input: InputArgs,
}

/// One document and its verdict; an element of `documents` in JSON.
#[derive(Debug, Serialize)]
struct Report {
    source: String,
    line: u64,
    kind: Option<&'static str>,
    /// Its natural id, as far as it could be read.
    id: Option<String>,
    verdict: &'static str,
    diagnostics: Vec<Diagnostic>,
    #[serde(skip)]
    counts: Counts,
}

/// What all documents came to.
#[derive(Debug, Default, Serialize)]
struct Summary {
    documents: u64,
    valid: u64,
    invalid: u64,
    #[serde(flatten)]
    found: Counts,
}

/// The answer in JSON.
#[derive(Serialize)]
struct Answer {
    format: u8,
    documents: Vec<Report>,
    summary: Summary,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let options = Options { project: false, ..args.check.options(context)? };
    let inputs = sources(&args.paths, &args.input.options())?;
    let work = |input: Result<Document, Unreadable>| match input {
        Ok(document) => Report::new(&document, validate::check(&document, &options)),
        Err(unreadable) => Report::unreadable(unreadable),
    };
    let workers = vec![work; thread::available_parallelism().map_or(1, NonZero::get)];
    let mut progress = context.counter("documents");
    let mut summary = Summary::default();
    let mut listed = Vec::new();
    ordered(inputs, workers, AHEAD, |reports| {
        reports.try_for_each(|report| -> Result<()> {
            progress.advance(1);
            summary.add(&report);
            listed.extend(report.tell(context)?);
            Ok(())
        })
    })?;
    drop(progress);
    let invalid = summary.invalid;
    finish(context, listed, summary)?;
    if invalid > 0 { Err(Error::new(ErrorKind::Rejected, "documents are invalid")) } else { Ok(()) }
}

fn finish(context: &mut Context, documents: Vec<Report>, summary: Summary) -> Result<()> {
    match context.special() {
        Some(Special::Sarif) => {
            let found = documents
                .iter()
                .flat_map(|report| report.diagnostics.iter().map(|diagnostic| (&*report.source, diagnostic)));
            let found: Vec<_> = found.collect();
            context.write(|out| render::sarif(out, &found))?;
        }
        Some(Special::Github) => {}
        None => return finish_answer(context, documents, summary),
    }
    context.note(summary.sentence());
    Ok(())
}

fn finish_answer(context: &mut Context, documents: Vec<Report>, summary: Summary) -> Result<()> {
    match context.format() {
        Format::Ndjson => Ok(()),
        Format::Json => context.print_value(&Answer { format: 1, documents, summary }),
        Format::Csv | Format::Markdown | Format::Html => {
            context.print(&Listing::new("validate", summary.documents, documents))
        }
        Format::Table => context.write(|out| writeln!(out, "{}", summary.sentence())),
    }
}

impl Report {
    fn new(document: &Document, checked: Checked) -> Self {
        Self {
            source: document.source.to_string(),
            line: document.start.line,
            kind: checked.kind.map(Kind::as_str),
            verdict: if checked.is_valid() { "valid" } else { "invalid" },
            id: checked.natural_id,
            diagnostics: checked.diagnostics,
            counts: checked.counts,
        }
    }

    fn unreadable(unreadable: Unreadable) -> Self {
        let diagnostic = Diagnostic::new(Code::InputUnreadable, "", unreadable.message);
        let mut counts = Counts::default();
        counts.add(diagnostic.severity);
        Self {
            source: unreadable.source.to_string(),
            line: 1,
            kind: None,
            id: None,
            verdict: "invalid",
            diagnostics: vec![diagnostic],
            counts,
        }
    }

    /// Tells of the document at once, or gives it back where the answer is told as a whole.
    fn tell(self, context: &mut Context) -> Result<Option<Self>> {
        match (context.special(), context.format()) {
            (Some(Special::Github), _) => {
                context.write(|out| render::github(out, &self.source, &self.diagnostics))?;
                self.say_cut(context);
            }
            (None, Format::Ndjson) => context.print_value(&self)?,
            (None, Format::Table) => self.print(context)?,
            (Some(Special::Sarif), _)
            | (None, Format::Json | Format::Csv | Format::Markdown | Format::Html) => {
                return Ok(Some(self));
            }
        }
        Ok(None)
    }

    fn print(&self, context: &mut Context) -> Result<()> {
        let look = context.look();
        context.write(|out| render::diagnostics(out, look, &self.source, &self.diagnostics))?;
        self.say_cut(context);
        Ok(())
    }

    fn say_cut(&self, context: &Context) {
        let Counts { errors, warnings, notes } = self.counts;
        let more = (errors + warnings + notes).saturating_sub(self.diagnostics.len() as u64);
        if more > 0 {
            context.note(format_args!("{more} more in this document; --max-errors shows them"));
        }
    }
}

impl Summary {
    fn add(&mut self, report: &Report) {
        self.documents += 1;
        if report.counts.errors == 0 {
            self.valid += 1;
        } else {
            self.invalid += 1;
        }
        self.found.errors += report.counts.errors;
        self.found.warnings += report.counts.warnings;
        self.found.notes += report.counts.notes;
    }

    /// `2 documents: 1 valid, 1 invalid; 3 errors, 1 note`
    fn sentence(&self) -> String {
        let count = |n: u64, one: &str| format!("{n} {one}{}", if n == 1 { "" } else { "s" });
        let verdicts = [(self.valid, "valid"), (self.invalid, "invalid")];
        let verdicts = verdicts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}"));
        let Counts { errors, warnings, notes } = self.found;
        let found = [(errors, "error"), (warnings, "warning"), (notes, "note")];
        let found = found.iter().filter(|(n, _)| *n > 0).map(|(n, word)| count(*n, word));
        let parts = [verdicts.collect::<Vec<_>>().join(", "), found.collect::<Vec<_>>().join(", ")];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let documents = count(self.documents, "document");
        if parts.is_empty() { documents } else { format!("{documents}: {}", parts.join("; ")) }
    }
}

impl Tabular for Report {
    fn columns() -> Vec<Column<Self>> {
        vec![
            Column::shown("source", |r| (&r.source).into()),
            Column::shown("line", |r| r.line.cast_signed().into()),
            Column::shown("kind", |r| r.kind.into()),
            Column::shown("id", |r| r.id.as_ref().into()),
            Column::shown("verdict", |r| r.verdict.into()),
            Column::shown("diagnostics", |r| {
                (&r.diagnostics.iter().map(|d| d.code.to_string()).collect::<Vec<_>>()).into()
            }),
        ]
    }
}
