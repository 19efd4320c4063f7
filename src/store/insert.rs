//! From a document's rows to INSERTs.
//!
//! May use `error` and the row types. Invariant: row ids of keyed tables and of the full-text index
//! only ascend, in the order in which rows are added. FTS5 writes a segment whenever a rowid drops,
//! so the order is what makes it fast.

use std::collections::HashMap;

use rusqlite::types::Null;
use rusqlite::{CachedStatement, Connection, OptionalExtension as _};

use super::rows::{Cell, Dimension, Part, RowRef, Rows, Table};
use crate::error::Result;

/// Shared keys remembered from one document to the next; beyond this they are looked up again.
const REMEMBERED_KEYS: usize = 100_000;

const LAST_SEARCH_ID: &str = "SELECT coalesce((SELECT last FROM search_part ORDER BY last DESC LIMIT 1), 0)";
const SEARCH_PART: &str = "INSERT INTO search_part (last, artifact, part, rows, item) VALUES (?, ?, ?, ?, ?)";
const SEARCH: &str = "INSERT INTO search (rowid, main, support) VALUES (?, ?, ?)";

impl Dimension {
    fn find(self) -> &'static str {
        match self {
            Self::Source => "SELECT id FROM source WHERE key = ?",
            Self::ThemeName => "SELECT id FROM theme_name WHERE key = ?",
        }
    }

    fn insert(self) -> &'static str {
        match self {
            Self::Source => "INSERT INTO source (key) VALUES (?)",
            Self::ThemeName => "INSERT INTO theme_name (key) VALUES (?)",
        }
    }
}

/// What is known of the archive after a transaction, so that the next need not look it up.
#[derive(Debug, Default)]
pub struct Memory {
    /// SQLite's mark of other connections' commits when this was learnt.
    data_version: i64,
    last_ids: Vec<(&'static Table, i64)>,
    last_search_id: Option<i64>,
    shared: HashMap<(Dimension, Box<str>), i64>,
}

/// Inserts rows into one transaction.
pub(super) struct RowWriter<'t> {
    connection: &'t Connection,
    memory: Memory,
    inserts: Vec<(&'static Table, CachedStatement<'t>)>,
    search_part: CachedStatement<'t>,
    search: CachedStatement<'t>,
}

impl<'t> RowWriter<'t> {
    /// Takes what `memory` holds, unless somebody else has written since, and leaves it empty: it
    /// must not outlive a transaction that is rolled back.
    pub fn new(connection: &'t Connection, memory: &mut Memory) -> Result<Self> {
        let data_version = connection.pragma_query_value(None, "data_version", |row| row.get(0))?;
        let mut memory = std::mem::take(memory);
        if memory.data_version != data_version {
            memory = Memory { data_version, ..Memory::default() };
        }
        Ok(Self {
            connection,
            memory,
            inserts: Vec::new(),
            search_part: connection.prepare_cached(SEARCH_PART)?,
            search: connection.prepare_cached(SEARCH)?,
        })
    }

    pub fn into_memory(self) -> Memory {
        self.memory
    }

    /// Inserts the rows of one artifact and the texts it is found by.
    pub fn insert(&mut self, artifact: i64, rows: &Rows) -> Result<()> {
        let before = self.reserve_ids(rows)?;
        for (table, cells) in rows.iter() {
            let insert = self.statement(table)?;
            for (index, &cell) in cells.iter().enumerate() {
                self.bind(insert, index + 1, cell, artifact, rows, &before)?;
            }
            self.inserts[insert].1.raw_execute()?;
        }
        self.index(artifact, rows, &before)
    }

    /// Gives out the ids of the document's rows; returns the last id before them in each table.
    fn reserve_ids(&mut self, rows: &Rows) -> Result<Vec<(&'static Table, i64)>> {
        let mut before = Vec::with_capacity(rows.keyed().len());
        for &(table, count) in rows.keyed() {
            let known = self.memory.last_ids.iter().position(|(known, _)| *known == table);
            let slot = if let Some(slot) = known {
                slot
            } else {
                let last = self.connection.prepare_cached(table.last_id)?.query_one((), |row| row.get(0))?;
                self.memory.last_ids.push((table, last));
                self.memory.last_ids.len() - 1
            };
            let last = &mut self.memory.last_ids[slot].1;
            before.push((table, *last));
            *last += i64::from(count);
        }
        Ok(before)
    }

    /// Where the table's INSERT stands in `self.inserts`.
    fn statement(&mut self, table: &'static Table) -> Result<usize> {
        if let Some(slot) = self.inserts.iter().position(|(known, _)| *known == table) {
            return Ok(slot);
        }
        self.inserts.push((table, self.connection.prepare_cached(table.insert)?));
        Ok(self.inserts.len() - 1)
    }

    fn bind(
        &mut self,
        insert: usize,
        at: usize,
        cell: Cell,
        artifact: i64,
        rows: &Rows,
        before: &[(&'static Table, i64)],
    ) -> Result<()> {
        if let Cell::Shared { dimension, start, len } = cell {
            let id = self.shared(dimension, rows.text(start, len))?;
            return Ok(self.inserts[insert].1.raw_bind_parameter(at, id)?);
        }
        let statement = &mut self.inserts[insert].1;
        match cell {
            Cell::Int(value) => statement.raw_bind_parameter(at, value),
            Cell::Real(value) => statement.raw_bind_parameter(at, value),
            Cell::Text { start, len } => statement.raw_bind_parameter(at, rows.text(start, len)),
            Cell::Blob { start, len } => statement.raw_bind_parameter(at, rows.blob(start, len)),
            Cell::Artifact => statement.raw_bind_parameter(at, artifact),
            Cell::Row(row) => statement.raw_bind_parameter(at, row_id(before, row)),
            Cell::Null | Cell::Shared { .. } => statement.raw_bind_parameter(at, Null),
        }?;
        Ok(())
    }

    /// The id of a shared dimension's entry, made if it is new.
    fn shared(&mut self, dimension: Dimension, key: &str) -> Result<i64> {
        let remembered = (dimension, Box::from(key));
        if let Some(&id) = self.memory.shared.get(&remembered) {
            return Ok(id);
        }
        let found: Option<i64> = self
            .connection
            .prepare_cached(dimension.find())?
            .query_row([key], |row| row.get(0))
            .optional()?;
        let id = match found {
            Some(id) => id,
            None => self.connection.prepare_cached(dimension.insert())?.insert([key])?,
        };
        if self.memory.shared.len() >= REMEMBERED_KEYS {
            self.memory.shared.clear();
        }
        self.memory.shared.insert(remembered, id);
        Ok(id)
    }

    fn index(&mut self, artifact: i64, rows: &Rows, before: &[(&'static Table, i64)]) -> Result<()> {
        let mut id = match self.memory.last_search_id {
            Some(id) => id,
            None => self.connection.prepare_cached(LAST_SEARCH_ID)?.query_one((), |row| row.get(0))?,
        };
        for run in rows.search().chunk_by(|a, b| b.part.follows(a.part)) {
            for entry in run {
                id += 1;
                let [main, support] = rows.search_text(entry);
                self.search.execute((id, main, support))?;
            }
            let last = match run[run.len() - 1].part {
                Part::Row(row) => row_id(before, row),
                Part::Place(_, seq) => seq,
            };
            self.search_part.execute((id, artifact, run[0].part.name(), run.len(), last))?;
        }
        self.memory.last_search_id = Some(id);
        Ok(())
    }
}

fn row_id(before: &[(&'static Table, i64)], row: RowRef) -> i64 {
    let (_, last) = before
        .iter()
        .find(|(table, _)| *table == row.table)
        .expect("a reference is handed out only for a row of a keyed table");
    last + 1 + i64::from(row.index)
}
