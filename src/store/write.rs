//! Filing artifacts inside a transaction that the caller owns.
//!
//! May use `error`, `id`, `time`, `digest`, `diagnostic`. Invariant: an artifact is filed whole, and nothing that
//! is there is changed but which revision of its lineage is current.

use rusqlite::{Connection, OptionalExtension as _, named_params};

use super::batch::Batch;
use super::contract::{Brought, keep};
use super::diagnostics;
pub use super::insert::Memory;
use super::insert::RowWriter;
use super::quarantine::{Refused, refuse};
use super::rows::Rows;
use crate::code::Severity;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::error::Result;
use crate::id::ArtifactId;
use crate::time::Timestamp;

const FIND_LINEAGE: &str = "SELECT id FROM lineage WHERE kind = :kind AND natural_key = :natural_key";
const INSERT_LINEAGE: &str = "INSERT INTO lineage (kind, natural_key) VALUES (:kind, :natural_key)";
const INSERT_ORIGINAL: &str = "INSERT INTO original (artifact, bytes) VALUES (:artifact, :bytes)";

/// An artifact about to be filed: what the archive keeps of it besides its rows.
#[derive(Clone, Copy, Debug)]
pub struct NewArtifact<'a> {
    pub id: ArtifactId,
    pub kind: &'a str,
    pub schema: &'a str,
    pub natural_key: &'a str,
    pub natural_id: &'a str,
    pub task: Option<&'a str>,
    pub title: &'a str,
    pub status: Option<&'a str>,
    pub version: Option<&'a str>,
    /// The moment the document speaks for, and its own spelling of it; `None` if it names none.
    pub when: Option<(Timestamp, &'a str)>,
    pub canonical_digest: Digest,
    pub raw_digest: Digest,
    /// Bytes before compression.
    pub raw_size: u64,
    /// The original bytes, zstd.
    pub original: &'a [u8],
    pub source: &'a str,
    pub source_line: u64,
    /// JSON: the codes denied and allowed, `None` if none.
    pub rules: Option<&'a str>,
    /// What it was stored with; only warnings are kept.
    pub diagnostics: &'a [Diagnostic],
}

/// What filing an artifact did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filed {
    /// The first of its lineage.
    Stored,
    /// Other content of a lineage that was there.
    Revised,
    /// This very content was there; nothing was written.
    Unchanged,
}

/// Whether an artifact is in the archive.
///
/// # Errors
/// What SQLite says.
pub fn holds(connection: &Connection, id: ArtifactId) -> Result<bool> {
    Ok(connection.prepare_cached("SELECT 1 FROM artifact WHERE uuid = ?")?.exists([id])?)
}

/// What filing this artifact would do.
///
/// # Errors
/// What SQLite says.
pub fn foresee(connection: &Connection, id: ArtifactId, kind: &str, natural_key: &str) -> Result<Filed> {
    if holds(connection, id)? {
        return Ok(Filed::Unchanged);
    }
    let lineage = find_lineage(connection, kind, natural_key)?;
    Ok(if lineage.is_some() { Filed::Revised } else { Filed::Stored })
}

fn find_lineage(connection: &Connection, kind: &str, natural_key: &str) -> Result<Option<i64>> {
    let parameters = named_params! { ":kind": kind, ":natural_key": natural_key };
    Ok(connection.prepare_cached(FIND_LINEAGE)?.query_row(parameters, |row| row.get("id")).optional()?)
}

/// Files artifacts into one transaction.
pub struct Writer<'t> {
    connection: &'t Connection,
    rows: RowWriter<'t>,
    batch: Option<Batch>,
    now: Timestamp,
    brought: &'t [Brought<'t>],
}

impl<'t> Writer<'t> {
    /// A writer for the transaction open on `connection`. `memory` is left empty until
    /// [`Self::finish`] gives it back. Without a `batch`, one begins with the first write.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn new(
        connection: &'t Connection,
        memory: &mut Memory,
        batch: Option<Batch>,
        now: Timestamp,
    ) -> Result<Self> {
        Ok(Self { connection, rows: RowWriter::new(connection, memory)?, batch, now, brought: &[] })
    }

    /// The same, with the schema and rules that its documents are held to: kept when a batch begins.
    #[must_use]
    pub fn bringing(self, brought: &'t [Brought<'t>]) -> Self {
        Self { brought, ..self }
    }

    /// What was learnt, and the batch if there is one: to be kept once the transaction is committed.
    pub fn finish(self) -> (Memory, Option<Batch>) {
        (self.rows.into_memory(), self.batch)
    }

    /// The batch, if anything was written.
    pub fn batch(&self) -> Option<Batch> {
        self.batch
    }

    /// The row id of the batch, which now begins if it has not.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn begin_batch(&mut self) -> Result<i64> {
        if let Some(batch) = self.batch {
            return Ok(batch.row);
        }
        for brought in self.brought {
            keep(self.connection, brought)?;
        }
        Ok(self.batch.insert(Batch::begin(self.connection, self.now)?).row)
    }

    /// Keeps a document that was refused.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn refuse(&mut self, refused: &Refused<'_>) -> Result<()> {
        let batch = self.begin_batch()?;
        refuse(self.connection, refused, batch, self.now)
    }

    /// Files an artifact, unless this very content is there already.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn file(&mut self, new: &NewArtifact<'_>, rows: &Rows) -> Result<Filed> {
        let filed = foresee(self.connection, new.id, new.kind, new.natural_key)?;
        if filed != Filed::Unchanged {
            let batch = self.begin_batch()?;
            let lineage = self.lineage(new)?;
            let artifact = self.artifact(new, lineage, batch)?;
            insert_warnings(self.connection, artifact, new.diagnostics)?;
            self.rows.insert(artifact, rows)?;
        }
        Ok(filed)
    }

    fn lineage(&self, new: &NewArtifact<'_>) -> Result<i64> {
        if let Some(id) = find_lineage(self.connection, new.kind, new.natural_key)? {
            return Ok(id);
        }
        let parameters = named_params! { ":kind": new.kind, ":natural_key": new.natural_key };
        Ok(self.connection.prepare_cached(INSERT_LINEAGE)?.insert(parameters)?)
    }

    fn artifact(&self, new: &NewArtifact<'_>, lineage: i64, batch: i64) -> Result<i64> {
        let artifact =
            self.connection.prepare_cached(include_str!("insert_artifact.sql"))?.insert(named_params! {
                ":uuid": new.id,
                ":kind": new.kind,
                ":schema_name": new.schema,
                ":lineage": lineage,
                ":natural_id": new.natural_id,
                ":task": new.task,
                ":title": new.title,
                ":status": new.status,
                ":version": new.version,
                ":version_key": version_key(new.version),
                ":when_us": new.when.map_or(self.now, |(moment, _)| moment),
                ":when_text": new.when.map(|(_, text)| text),
                ":canonical_digest": new.canonical_digest,
                ":raw_digest": new.raw_digest,
                ":raw_size": new.raw_size,
                ":source": new.source,
                ":source_line": new.source_line,
                ":rules": new.rules,
                ":batch": batch,
                ":ingested_at": self.now,
            })?;
        self.connection
            .prepare_cached(INSERT_ORIGINAL)?
            .execute(named_params! { ":artifact": artifact, ":bytes": new.original })?;
        self.connection
            .prepare_cached(include_str!("update_current.sql"))?
            .execute(named_params! { ":lineage": lineage })?;
        Ok(artifact)
    }
}

fn insert_warnings(connection: &Connection, artifact: i64, diagnostics: &[Diagnostic]) -> Result<()> {
    let warnings = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning);
    diagnostics::insert(connection, include_str!("insert_diagnostic.sql"), artifact, warnings)
}

/// A version in a spelling that sorts, as text, in the order of its numbers: each is preceded by
/// how many digits it has, and that by how many digits the count has. No version is 1.0.0.
fn version_key(version: Option<&str>) -> String {
    let part = |number: &str| {
        let digits = number.trim_start_matches('0');
        let digits = if digits.is_empty() { "0" } else { digits };
        let length = digits.len().to_string();
        format!("{}{length}{digits}", length.len())
    };
    version.unwrap_or("1.0.0").split('.').map(part).collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_keys_sort_as_numbers_of_any_length() {
        assert_eq!(version_key(None), "111.110.110");
        let long = format!("1.{}.0", "9".repeat(400));
        let longer = format!("1.1{}.0", "0".repeat(400));
        let ascending = ["0.9.9", "1.0.0", "1.0.1", "1.2.0", "1.10.0", &long, &longer, "2.0.0", "10.0.0"];
        let keys: Vec<_> = ascending.map(|version| version_key(Some(version))).to_vec();
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
        assert_eq!(version_key(Some("01.002.0")), version_key(Some("1.2.0")));
    }
}
