//! From documents to the archive: checked on several threads, filed on one, in the order of the input.
//!
//! May use `input`, `validate`, `kinds`, `store`. Invariant: a document is reported as stored only after the
//! transaction that holds it is committed.

mod file;
pub(crate) mod pipeline;
mod prepare;
mod preview;
mod retry;

use std::num::NonZero;
use std::thread;

use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::error::Result;
use crate::id::{ArtifactId, BatchId};
use crate::input::{Document, Unreadable};
use crate::store::Archive;
use crate::store::batch;
use crate::store::write::Filed;
use crate::validate::Options;

pub use self::retry::retry;

use self::pipeline::{Ordered, ordered};
use self::prepare::{Prepared, Worker};

/// Documents read but not yet taken, so that checking goes on while others are written.
const AHEAD: usize = 128;

/// How an ingest is to be done.
#[derive(Clone, Debug, Default)]
pub struct Request {
    pub options: Options,
    /// The task of documents that name none.
    pub task: Option<String>,
    /// All or nothing.
    pub atomic: bool,
    /// Threads that check; as many as there are cores if not said. Changes no result.
    pub jobs: Option<NonZero<usize>>,
}

/// What became of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It is the first of its natural id.
    Stored,
    /// Its natural id was there with other content; both are kept.
    Revised,
    /// This very content was there. It has no diagnostics: they were told when it was stored.
    Unchanged,
    /// It is in quarantine; or it could not even be read.
    Rejected,
    /// It is valid, but another document was rejected and all or nothing was asked for.
    Withheld,
}

impl Outcome {
    /// The word used in every output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stored => "stored",
            Self::Revised => "revised",
            Self::Unchanged => "unchanged",
            Self::Rejected => "rejected",
            Self::Withheld => "withheld",
        }
    }
}

/// One document and what became of it; an element of `documents` in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub source: String,
    pub line: u64,
    pub kind: Option<&'static str>,
    /// Its natural id, as far as it could be read.
    pub id: Option<String>,
    pub artifact: Option<ArtifactId>,
    pub outcome: Outcome,
    pub diagnostics: Vec<Diagnostic>,
    /// Warnings before `--max-errors` cut the list.
    #[serde(skip)]
    pub warnings: u64,
}

impl Report {
    fn settle(&mut self, filed: Filed) {
        self.outcome = match filed {
            Filed::Stored => Outcome::Stored,
            Filed::Revised => Outcome::Revised,
            Filed::Unchanged => Outcome::Unchanged,
        };
        if filed == Filed::Unchanged {
            self.diagnostics.clear();
            self.warnings = 0;
        }
    }

    fn withhold(&mut self) {
        self.outcome = Outcome::Withheld;
        self.artifact = None;
    }
}

/// How many documents came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    pub documents: u64,
    pub stored: u64,
    pub revised: u64,
    pub unchanged: u64,
    pub rejected: u64,
    /// Valid, but not stored because another was rejected; only with `--atomic`.
    pub withheld: u64,
    /// Warnings of all of them.
    pub warnings: u64,
}

impl Summary {
    fn and(mut self, documents: &[Prepared]) -> Self {
        for document in documents {
            self.add(&document.report);
        }
        self
    }

    fn add(&mut self, report: &Report) {
        self.documents += 1;
        self.warnings += report.warnings;
        let count = match report.outcome {
            Outcome::Stored => &mut self.stored,
            Outcome::Revised => &mut self.revised,
            Outcome::Unchanged => &mut self.unchanged,
            Outcome::Rejected => &mut self.rejected,
            Outcome::Withheld => &mut self.withheld,
        };
        *count += 1;
    }

    fn counts(&self) -> batch::Counts {
        batch::Counts {
            documents: self.documents,
            stored: self.stored,
            revised: self.revised,
            unchanged: self.unchanged,
            rejected: self.rejected,
        }
    }
}

/// What an ingest came to.
#[derive(Clone, Copy, Debug)]
pub struct Done {
    /// `None` if nothing was written.
    pub batch: Option<BatchId>,
    pub summary: Summary,
}

/// What `input` reads: a document, or that something could not be read.
pub type Input = std::result::Result<Document, Unreadable>;

/// Takes each document's report, in the order of the input, as soon as it is certain.
pub type Tell<'a> = dyn FnMut(Report) -> Result<()> + 'a;

/// Checks documents and files them.
///
/// # Errors
/// What the archive says, and what `tell` returns. What was told of before is stored.
pub fn ingest(
    archive: &mut Archive,
    inputs: impl Iterator<Item = Input> + Send,
    request: &Request,
    tell: &mut Tell<'_>,
) -> Result<Done> {
    let readers = (0..jobs(request)).map(|_| archive.reader()).collect::<Result<Vec<_>>>()?;
    checked(readers, inputs, request, |prepared| file::file(archive, prepared, request, tell))
}

/// Checks documents and says what [`ingest`] would do with them. Writes nothing.
///
/// # Errors
/// As [`ingest`].
pub fn preview(
    archive: Option<&Archive>,
    inputs: impl Iterator<Item = Input> + Send,
    request: &Request,
    tell: &mut Tell<'_>,
) -> Result<Done> {
    let reader = || archive.map_or(Ok(None), Archive::reader);
    let readers = (0..jobs(request)).map(|_| reader()).collect::<Result<Vec<_>>>()?;
    checked(readers, inputs, request, |prepared| preview::preview(archive, prepared, request, tell))
}

fn jobs(request: &Request) -> usize {
    request.jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get)
}

fn checked<T>(
    readers: Vec<Option<Archive>>,
    inputs: impl Iterator<Item = Input> + Send,
    request: &Request,
    take: impl FnOnce(&mut Ordered<Result<Prepared>>) -> Result<T>,
) -> Result<T> {
    let workers = readers.into_iter().map(|reader| {
        let mut worker = Worker::new(reader, request)?;
        Ok(move |input: Input| worker.prepare(input))
    });
    ordered(inputs, workers.collect::<Result<Vec<_>>>()?, AHEAD, take)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_reported_and_stops_nothing() {
        let document = |raw: &str| Ok(Document::new("a.json", raw.as_bytes().to_vec()));
        let unreadable = Unreadable { source: "b.json".into(), message: "permission denied".to_owned() };
        for atomic in [false, true] {
            let mut archive = Archive::in_memory().expect("made");
            let inputs = [document("{}"), Err(unreadable.clone()), document("[]")];
            let request = Request { atomic, ..Request::default() };
            let mut told = Vec::new();
            let done = ingest(&mut archive, inputs.into_iter(), &request, &mut |report| {
                told.push((report.source, report.diagnostics[0].code.as_str()));
                Ok(())
            });
            assert_eq!(done.expect("no failure").summary.rejected, 3);
            assert_eq!(told[1], ("b.json".to_owned(), "input.unreadable"));
            let kept: i64 = archive
                .read(|c| Ok(c.query_row("SELECT count(*) FROM quarantine", (), |row| row.get(0))?))
                .expect("read");
            assert_eq!(kept, 2, "of what could not be read there are no bytes to keep");
        }
    }
}
