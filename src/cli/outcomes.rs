//! Saying what became of each document: `ingest` and `quarantine retry`.
//!
//! Invariant: what was told of a document is told in the order of the input, in every format.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Context;
use super::output::Progress;
use crate::code::{Code, Severity};
use crate::error::{Error, ErrorKind, Result};
use crate::id::BatchId;
use crate::ingest::{Done, Outcome, Report, Summary};
use crate::render::{self, Format};
use crate::report::{Column, Listing, Tabular};
use crate::store::Archive;

/// Above so many documents only those that changed something are listed.
const LISTED: u64 = 1000;

/// Gathers what became of each document, and prints it.
pub(super) struct Outcomes<'a> {
    context: &'a mut Context,
    progress: Progress,
    list_all: bool,
    dry_run: bool,
    documents: u64,
    listed: Vec<Report>,
    /// How often each warning and note was given.
    codes: BTreeMap<Code, u64>,
}

/// The answer in JSON.
#[derive(Serialize)]
struct Answer<'a> {
    format: u8,
    archive: Option<String>,
    created: bool,
    dry_run: bool,
    batch: Option<BatchId>,
    documents: &'a [Report],
    /// `all`, or `changed`: then `documents` leaves out what was stored for the first time or
    /// unchanged, and warnings and notes are only counted.
    listed: &'static str,
    /// Warnings and notes by code.
    codes: BTreeMap<Code, u64>,
    summary: Summary,
}

impl<'a> Outcomes<'a> {
    pub fn new(context: &'a mut Context, list_all: bool) -> Self {
        let progress = context.counter("documents");
        let (listed, codes) = (Vec::new(), BTreeMap::new());
        Self { context, progress, list_all, dry_run: false, documents: 0, listed, codes }
    }

    /// Of an ingest that only says what it would do.
    pub fn dry_run(self) -> Self {
        Self { dry_run: true, ..self }
    }

    /// Takes the next document's report; formats that can, print it at once.
    pub fn take(&mut self, report: Report) -> Result<()> {
        self.documents += 1;
        self.progress.advance(1);
        for diagnostic in report.diagnostics.iter().filter(|d| d.severity != Severity::Error) {
            *self.codes.entry(diagnostic.code).or_default() += 1;
        }
        match self.context.format() {
            Format::Ndjson => return self.context.print_value(&report),
            Format::Table => return self.print_diagnostics(&report),
            Format::Json | Format::Csv | Format::Markdown | Format::Html => {}
        }
        if self.documents == LISTED + 1 && !self.list_all {
            self.listed.retain(is_change);
        }
        if self.lists_all() || is_change(&report) {
            self.listed.push(report);
        }
        Ok(())
    }

    fn lists_all(&self) -> bool {
        self.list_all || self.documents <= LISTED
    }

    fn print_diagnostics(&mut self, report: &Report) -> Result<()> {
        let verbose = self.context.verbose();
        let shown = report.diagnostics.iter().filter(|d| verbose || d.severity == Severity::Error);
        let look = self.context.look();
        self.context.write(|out| render::diagnostics(out, look, &report.source, shown))
    }

    /// Prints what is left to be said.
    ///
    /// # Errors
    /// [`ErrorKind::Rejected`] if a document was.
    pub fn finish(mut self, done: Done, archive: Option<&Archive>) -> Result<()> {
        drop(self.progress);
        let all = self.list_all || self.documents <= LISTED;
        if !all && !self.context.verbose() {
            for report in &mut self.listed {
                report.diagnostics.retain(|diagnostic| diagnostic.severity == Severity::Error);
            }
        }
        match self.context.format() {
            Format::Ndjson => {}
            Format::Json => self.context.print_value(&Answer {
                format: 1,
                archive: archive.map(|archive| archive.path().display().to_string()),
                created: archive.is_some_and(Archive::was_created),
                dry_run: self.dry_run,
                batch: done.batch,
                documents: &self.listed,
                listed: if all { "all" } else { "changed" },
                codes: self.codes,
                summary: done.summary,
            })?,
            Format::Csv | Format::Markdown | Format::Html => {
                let items: Vec<_> = self.listed.into_iter().map(Row).collect();
                self.context.print(&Listing::new("ingest", self.documents, items))?;
            }
            Format::Table => {
                let text = summary(&done.summary, &self.codes);
                self.context.write(|out| writeln!(out, "{text}"))?;
                if self.dry_run {
                    self.context.note("this was a dry run: nothing was written");
                }
            }
        }
        let rejected = done.summary.rejected > 0;
        if rejected { Err(Error::new(ErrorKind::Rejected, "documents were rejected")) } else { Ok(()) }
    }
}

fn is_change(report: &Report) -> bool {
    matches!(report.outcome, Outcome::Revised | Outcome::Rejected)
}

/// `3 documents: 1 stored, 2 rejected`, and below it the warnings and notes by code.
fn summary(summary: &Summary, codes: &BTreeMap<Code, u64>) -> String {
    let counts = [
        (summary.stored, "stored"),
        (summary.revised, "revised"),
        (summary.unchanged, "unchanged"),
        (summary.rejected, "rejected"),
        (summary.withheld, "withheld"),
    ];
    let counts = counts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}"));
    let plural = if summary.documents == 1 { "" } else { "s" };
    let documents = format!("{} document{plural}", summary.documents);
    let outcomes = counts.collect::<Vec<_>>().join(", ");
    let head = if outcomes.is_empty() { documents } else { format!("{documents}: {outcomes}") };
    let codes = codes.iter().map(|(code, count)| format!("{count:>6} {} {code}", code.entry().severity));
    [head].into_iter().chain(codes).collect::<Vec<_>>().join("\n")
}

/// A report as a row of a table.
#[derive(Serialize)]
#[serde(transparent)]
struct Row(Report);

impl Tabular for Row {
    fn columns() -> Vec<Column<Self>> {
        vec![
            Column::shown("source", |r| (&r.0.source).into()),
            Column::shown("line", |r| r.0.line.cast_signed().into()),
            Column::shown("kind", |r| r.0.kind.into()),
            Column::shown("id", |r| r.0.id.as_ref().into()),
            Column::shown("artifact", |r| r.0.artifact.map(|id| id.to_string()).into()),
            Column::shown("outcome", |r| r.0.outcome.as_str().into()),
            Column::shown("diagnostics", |r| {
                (&r.0.diagnostics.iter().map(|d| d.code.to_string()).collect::<Vec<_>>()).into()
            }),
        ]
    }
}
