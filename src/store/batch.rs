//! The record of an ingest that wrote something.
//!
//! May use `error`, `id`, `time`. Invariant: a batch without an outcome was cut short.

use rusqlite::{Connection, named_params};

use crate::error::Result;
use crate::id::BatchId;
use crate::time::Timestamp;

const LAST: &str = "SELECT coalesce(max(id), 0) FROM batch";
const BEGIN: &str =
    "INSERT INTO batch (id, uuid, started_at, version) VALUES (:id, :uuid, :started_at, :version)";

/// A batch that has begun.
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// Its row id.
    pub row: i64,
    pub id: BatchId,
}

/// What became of the documents of a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub documents: u64,
    pub stored: u64,
    pub revised: u64,
    pub unchanged: u64,
    pub rejected: u64,
}

impl Batch {
    /// Records that a batch begins.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn begin(connection: &Connection, now: Timestamp) -> Result<Self> {
        let row = connection.prepare_cached(LAST)?.query_one((), |row| row.get::<_, i64>(0))? + 1;
        let id = BatchId::new(now, row);
        connection.prepare_cached(BEGIN)?.execute(named_params! {
            ":id": row,
            ":uuid": id,
            ":started_at": now,
            ":version": env!("CARGO_PKG_VERSION"),
        })?;
        Ok(Self { row, id })
    }

    /// Records how it ended.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn end(&self, connection: &Connection, counts: &Counts) -> Result<()> {
        connection.prepare_cached(include_str!("insert_batch_outcome.sql"))?.execute(named_params! {
            ":batch": self.row,
            ":documents": counts.documents,
            ":stored": counts.stored,
            ":revised": counts.revised,
            ":unchanged": counts.unchanged,
            ":rejected": counts.rejected,
        })?;
        Ok(())
    }
}
