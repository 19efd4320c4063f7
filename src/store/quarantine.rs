//! Keeping what was refused.
//!
//! May use `error`, `time`, `digest`, `diagnostic`. Invariant: the same bytes of the same kind and task are one
//! entry, however often they come; each time is one more attempt.

use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::diagnostics;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::error::Result;
use crate::time::Timestamp;

const FIND: &str = "SELECT id FROM quarantine WHERE key = ?";
const FORGET_DIAGNOSTICS: &str = "DELETE FROM quarantine_diagnostic WHERE quarantine = ?";

/// A document that was refused.
#[derive(Clone, Copy, Debug)]
pub struct Refused<'a> {
    /// `None` if it is of no known kind.
    pub kind: Option<&'a str>,
    pub task: Option<&'a str>,
    pub source: &'a str,
    pub source_line: u64,
    /// Bytes of the document, whether or not all were kept.
    pub size: u64,
    /// The digest of all of them.
    pub digest: Digest,
    /// Whether `bytes` holds all of them.
    pub complete: bool,
    /// JSON: the codes denied and allowed, `None` if none.
    pub rules: Option<&'a str>,
    /// What was kept, zstd.
    pub bytes: &'a [u8],
    pub diagnostics: &'a [Diagnostic],
}

impl Refused<'_> {
    /// What the entry is known by: the digest of the bytes' digest, kind and task.
    pub fn key(&self) -> Digest {
        let part = |text: Option<&str>| text.unwrap_or_default().as_bytes().to_vec();
        Digest::of_parts(&[&self.digest.0, &part(self.kind), &part(self.task)])
    }
}

/// Keeps a refused document, or counts one more attempt of one that is kept already.
///
/// # Errors
/// What SQLite says.
pub fn refuse(connection: &Connection, refused: &Refused<'_>, batch: i64, now: Timestamp) -> Result<()> {
    let key = refused.key();
    let known: Option<i64> =
        connection.prepare_cached(FIND)?.query_row([key], |row| row.get("id")).optional()?;
    let entry = match known {
        Some(entry) => entry,
        None => insert(connection, refused, key, now)?,
    };
    insert_attempt(connection, entry, refused.source, batch, now)
}

fn insert(connection: &Connection, refused: &Refused<'_>, key: Digest, now: Timestamp) -> Result<i64> {
    let entry = connection.prepare_cached(include_str!("insert_quarantine.sql"))?.insert(named_params! {
        ":key": key,
        ":kind": refused.kind,
        ":task": refused.task,
        ":source": refused.source,
        ":source_line": refused.source_line,
        ":first_seen": now,
        ":size": refused.size,
        ":digest": refused.digest,
        ":complete": refused.complete,
        ":rules": refused.rules,
        ":bytes": refused.bytes,
    })?;
    insert_diagnostics(connection, entry, refused.diagnostics)?;
    Ok(entry)
}

/// Records that an entry was checked again and what is now said against it.
///
/// # Errors
/// What SQLite says.
pub fn refuse_again(
    connection: &Connection,
    entry: i64,
    source: &str,
    diagnostics: &[Diagnostic],
    batch: i64,
    now: Timestamp,
) -> Result<()> {
    insert_attempt(connection, entry, source, batch, now)?;
    connection.prepare_cached(FORGET_DIAGNOSTICS)?.execute([entry])?;
    insert_diagnostics(connection, entry, diagnostics)
}

/// Takes an entry out, with its bytes and all that was said of it.
///
/// # Errors
/// What SQLite says.
pub fn discard(connection: &Connection, entry: i64) -> Result<()> {
    connection.prepare_cached("DELETE FROM quarantine WHERE id = ?")?.execute([entry])?;
    Ok(())
}

fn insert_attempt(
    connection: &Connection,
    entry: i64,
    source: &str,
    batch: i64,
    now: Timestamp,
) -> Result<()> {
    connection.prepare_cached(include_str!("insert_attempt.sql"))?.execute(named_params! {
        ":quarantine": entry,
        ":batch": batch,
        ":at": now,
        ":source": source,
    })?;
    Ok(())
}

fn insert_diagnostics(connection: &Connection, entry: i64, diagnostics: &[Diagnostic]) -> Result<()> {
    diagnostics::insert(connection, include_str!("insert_quarantine_diagnostic.sql"), entry, diagnostics)
}
