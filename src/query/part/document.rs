//! A document as the archive keeps it: its digests, where it came from, its revisions.
//!
//! Invariant: all revisions of a document are listed, oldest first, whichever of them was asked for.

use rusqlite::{Connection, named_params};
use serde_json::value::RawValue;

use crate::digest::Digest;
use crate::error::{Error, ErrorKind, Result};
use crate::query::record::{Record, record, records};
use crate::store::original::unpack;
use crate::time::Timestamp;

record! {
    /// One revision of a document.
    pub struct Artifact {
        kind: String,
        schema: String,
        natural_id: String,
        title: String,
        status: Option<String>,
        version: Option<String>,
        /// Counted from 1, oldest first.
        revision: i64,
        current: bool,
        /// The time it speaks for, as the document wrote it.
        when_text: Option<String>,
        source: String,
        /// The line of the source it began on.
        line: i64,
        canonical_digest: Digest,
        raw_digest: Digest,
        /// Bytes.
        raw_size: i64,
        /// The codes that were denied and allowed.
        rules: Option<Box<RawValue>> as json,
        batch: String,
        ingested_at: Timestamp,
    }
}

record! {
    /// A revision in the list of them.
    pub struct Revision {
        revision: i64,
        artifact: String,
        version: Option<String>,
        when: Timestamp,
        current: bool,
        source: String,
    }
}

record! {
    /// A warning a document was stored with.
    pub struct Warning {
        code: String,
        severity: String,
        pointer: String,
        keyword: Option<String>,
        message: String,
        hint: Option<String>,
        line: i64,
        column: i64,
    }
}

/// The archive's record of an artifact.
pub(in crate::query) fn artifact(connection: &Connection, artifact: i64) -> Result<Artifact> {
    let mut statement = connection.prepare_cached(include_str!("document/artifact.sql"))?;
    Ok(statement.query_one(named_params! { ":artifact": artifact }, Artifact::from_row)?)
}

/// The revisions of the document that this artifact is one of, oldest first.
pub(in crate::query) fn revisions(connection: &Connection, artifact: i64) -> Result<Vec<Revision>> {
    records(connection, include_str!("document/revisions.sql"), named_params! { ":artifact": artifact })
}

/// The warnings this artifact was stored with, in the order of its text.
pub(in crate::query) fn warnings(connection: &Connection, artifact: i64) -> Result<Vec<Warning>> {
    records(connection, include_str!("document/warnings.sql"), named_params! { ":artifact": artifact })
}

/// The bytes of a document as they came in.
///
/// # Errors
/// [`ErrorKind::Damaged`] if they cannot be unpacked or are not what they were; otherwise what SQLite
/// says.
pub fn original(connection: &Connection, artifact: i64) -> Result<Vec<u8>> {
    let mut statement = connection.prepare_cached(include_str!("document/original.sql"))?;
    let (uuid, digest, packed) = statement.query_one(named_params! { ":artifact": artifact }, |row| {
        Ok((
            row.get::<_, String>("uuid")?,
            row.get::<_, Digest>("raw_digest")?,
            row.get::<_, Vec<u8>>("bytes")?,
        ))
    })?;
    let bytes = unpack(&packed)?;
    if Digest::of(&bytes) != digest {
        let message = format_args!("the original of {uuid} is not what was stored");
        return Err(Error::new(ErrorKind::Damaged, message).hint("restore a backup"));
    }
    Ok(bytes)
}
