//! Checking again what is in quarantine, and filing what passes today.
//!
//! May use `input`, `store`. Invariant: an entry leaves quarantine in the transaction that files its content.

use rusqlite::{OptionalExtension as _, named_params};

use super::prepare::{Prepared, Verdict, Worker, brought, rules};
use super::{Done, Request, Summary, Tell};
use crate::diagnostic::Position;
use crate::error::Result;
use crate::input::{Document, Extent};
use crate::store::Archive;
use crate::store::batch::Batch;
use crate::store::original::unpack;
use crate::store::quarantine::{discard, refuse_again};
use crate::store::write::{Memory, Writer};
use crate::time::Timestamp;

/// Checks these entries of the quarantine again, each by its row id, and files those that pass.
///
/// # Errors
/// What the archive says, and what `tell` returns.
pub fn retry(archive: &mut Archive, entries: &[i64], request: &Request, tell: &mut Tell<'_>) -> Result<Done> {
    let now = Timestamp::now();
    let (rules, brought) = (rules(request), brought(request));
    let mut batch: Option<Batch> = None;
    let mut summary = Summary::default();
    for &entry in entries {
        // Another process may have dealt with it in the meantime.
        let Some((document, task)) = load(archive, entry)? else { continue };
        let task = request.task.clone().or(task);
        let request = Request { task, ..request.clone() };
        let mut prepared = Worker::new(None, &request)?.prepare(Ok(document))?;
        batch = archive.write(|transaction| {
            let mut writer = Writer::new(transaction, &mut Memory::default(), batch, now)?.bringing(&brought);
            let Prepared { report, size, verdict } = &mut prepared;
            match verdict {
                Verdict::Valid(valid) => {
                    let new = valid.artifact(*size, report, rules.as_deref());
                    let filed = writer.file(&new, &valid.projection.rows)?;
                    report.settle(filed);
                    discard(transaction, entry)?;
                }
                Verdict::Invalid(_) | Verdict::Settled => {
                    let batch = writer.begin_batch()?;
                    refuse_again(transaction, entry, &report.source, &report.diagnostics, batch, now)?;
                }
            }
            Ok(writer.finish().1)
        })?;
        summary.add(&prepared.report);
        tell(prepared.report)?;
    }
    if let Some(batch) = batch {
        archive.write(|transaction| batch.end(transaction, &summary.counts()))?;
    }
    Ok(Done { batch: batch.map(|batch| batch.id), summary })
}

/// An entry as the document it was, and the task it was refused under.
fn load(archive: &Archive, entry: i64) -> Result<Option<(Document, Option<String>)>> {
    archive.read(|connection| {
        let mut statement = connection.prepare_cached(include_str!("load_quarantined.sql"))?;
        let found = statement.query_row(named_params! { ":entry": entry }, |row| {
            let packed: Vec<u8> = row.get("bytes")?;
            let source: String = row.get("source")?;
            let start = Position { line: row.get("source_line")?, column: 1 };
            let cut = Extent::Cut { size: row.get("size")?, digest: row.get("digest")? };
            let cut = (!row.get::<_, bool>("complete")?).then_some(cut);
            Ok((packed, source, start, cut, row.get("task")?))
        });
        let Some((packed, source, start, cut, task)) = found.optional()? else { return Ok(None) };
        let document = Document::new(source, unpack(&packed)?);
        // Among other documents, words are no answer but a bad line.
        let extent = if start == Position::START { document.extent } else { Extent::Whole };
        Ok(Some((Document { start, extent: cut.unwrap_or(extent), ..document }, task)))
    })
}
