//! The one writer of an ingest.
//!
//! May use `store`. Invariant: batches of documents are committed in the order of the input, each
//! whole; nothing is written for a document whose content is there.

use std::thread::sleep;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::pipeline::{Next, Ordered};
use super::prepare::{Prepared, Verdict, brought, rules};
use super::{Done, Outcome, Request, Summary, Tell};
use crate::error::Result;
use crate::store::Archive;
use crate::store::batch::Batch;
use crate::store::contract::Brought;
use crate::store::write::{Filed, Memory, Writer, holds};
use crate::time::Timestamp;

/// A transaction ends after so many documents, so many bytes of them, or so long a wait for more.
const DOCUMENTS: usize = 512;
const BYTES: u64 = 6 << 20;
const WAIT: Duration = Duration::from_millis(200);

/// How long the archive is left free between two transactions, so that other writers get their turn.
const PAUSE: Duration = Duration::from_millis(3);

type Checked = Ordered<Result<Prepared>>;

/// Files everything that was checked.
pub(super) fn file<'a>(
    archive: &'a mut Archive,
    prepared: &mut Checked,
    request: &'a Request,
    tell: &mut Tell<'_>,
) -> Result<Done> {
    let mut filing = Filing {
        archive,
        rules: rules(request),
        brought: brought(request),
        now: Timestamp::now(),
        memory: Memory::default(),
        batch: None,
        summary: Summary::default(),
        tell,
    };
    if request.atomic {
        filing.all_or_nothing(prepared)?;
    } else {
        filing.in_batches(prepared)?;
    }
    Ok(Done { batch: filing.batch.map(|batch| batch.id), summary: filing.summary })
}

struct Filing<'a, 't> {
    archive: &'a mut Archive,
    rules: Option<String>,
    brought: Vec<Brought<'a>>,
    now: Timestamp,
    memory: Memory,
    batch: Option<Batch>,
    summary: Summary,
    tell: &'a mut Tell<'t>,
}

impl Filing<'_, '_> {
    fn in_batches(&mut self, checked: &mut Checked) -> Result<()> {
        loop {
            let (documents, last) = gather(checked)?;
            self.commit(documents, last)?;
            if last {
                return Ok(());
            }
            sleep(PAUSE);
        }
    }

    /// Writes a batch of documents, and with the last of them how the whole ingest came out.
    fn commit(&mut self, mut documents: Vec<Prepared>, last: bool) -> Result<()> {
        let idle = documents.iter().all(|document| matches!(document.verdict, Verdict::Settled));
        if !idle || (last && self.batch.is_some()) {
            (self.memory, self.batch) = self.archive.write(|transaction| {
                let mut writer =
                    Writer::new(transaction, &mut self.memory, self.batch, self.now)?.bringing(&self.brought);
                for document in &mut documents {
                    write(&mut writer, document, self.rules.as_deref())?;
                }
                if let (true, Some(batch)) = (last, writer.batch()) {
                    batch.end(transaction, &self.summary.and(&documents).counts())?;
                }
                Ok(writer.finish())
            })?;
        }
        self.report(documents)
    }

    fn report(&mut self, documents: Vec<Prepared>) -> Result<()> {
        self.summary = self.summary.and(&documents);
        documents.into_iter().try_for_each(|document| (self.tell)(document.report))
    }

    /// Writes everything in one transaction, or nothing but what was refused.
    fn all_or_nothing(&mut self, checked: &mut Checked) -> Result<()> {
        let mut documents = Vec::new();
        let written = self.archive.write_if(|transaction| {
            let mut writer =
                Writer::new(transaction, &mut self.memory, self.batch, self.now)?.bringing(&self.brought);
            let mut clean = true;
            for document in checked {
                let mut document = document?;
                clean &= document.report.outcome != Outcome::Rejected;
                if clean {
                    write(&mut writer, &mut document, self.rules.as_deref())?;
                }
                document.forget_rows();
                documents.push(document);
            }
            if let (true, Some(batch)) = (clean, writer.batch()) {
                batch.end(transaction, &self.summary.and(&documents).counts())?;
            }
            Ok((clean.then(|| writer.finish()), clean))
        })?;
        match written {
            Some(learnt) => (self.memory, self.batch) = learnt,
            None => self.archive.read(|connection| withhold(connection, &mut documents))?,
        }
        if self.batch.is_some() { self.report(documents) } else { self.commit(documents, true) }
    }
}

/// Takes the documents of the next transaction; whether they are the last.
fn gather(checked: &mut Checked) -> Result<(Vec<Prepared>, bool)> {
    let Some(first) = checked.next() else { return Ok((Vec::new(), true)) };
    let mut documents = vec![first?];
    let mut bytes = documents[0].size;
    let deadline = Instant::now() + WAIT;
    while documents.len() < DOCUMENTS && bytes < BYTES {
        match checked.next_before(deadline) {
            Next::Item(document) => documents.push(document?),
            Next::Late => break,
            Next::End => return Ok((documents, true)),
        }
        bytes += documents.last().map_or(0, |document| document.size);
    }
    Ok((documents, false))
}

/// Writes what one document calls for, and notes what came of it.
fn write(writer: &mut Writer<'_>, document: &mut Prepared, rules: Option<&str>) -> Result<()> {
    let Prepared { report, size, verdict } = document;
    match verdict {
        Verdict::Settled => {}
        Verdict::Invalid(invalid) => writer.refuse(&invalid.refused(*size, report, rules))?,
        Verdict::Valid(valid) => {
            let filed = writer.file(&valid.artifact(*size, report, rules), &valid.projection.rows)?;
            report.settle(filed);
        }
    }
    Ok(())
}

/// After a roll-back: what is valid is withheld, unless it was in the archive before.
fn withhold(connection: &Connection, documents: &mut [Prepared]) -> Result<()> {
    for Prepared { report, .. } in documents {
        if let Some(id) = report.artifact {
            if holds(connection, id)? {
                report.settle(Filed::Unchanged);
            } else {
                report.withhold();
            }
        }
    }
    Ok(())
}
