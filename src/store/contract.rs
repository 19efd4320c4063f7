//! Schemas and rules files that people bring, kept once by their digest; and schemas saved under a name.
//!
//! May use `digest`, `error`, `time`. Invariant: what an artifact was held to is never taken out, so a document can
//! be held to it again when its file is gone.

use rusqlite::{Connection, OptionalExtension as _, named_params};

use crate::digest::Digest;
use crate::error::Result;
use crate::time::Timestamp;

const FIND: &str = "SELECT id FROM contract WHERE digest = ?";
const INSERT: &str = "INSERT INTO contract (digest, kind, bytes) VALUES (:digest, :kind, :bytes)";
const NAMES: &str = "SELECT name FROM saved_schema ORDER BY name";
const REMOVE: &str = "DELETE FROM saved_schema WHERE name = ?";

/// What a contract is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Schema,
    Rules,
}

/// A schema or a rules file as it came.
#[derive(Clone, Copy, Debug)]
pub struct Brought<'a> {
    pub sort: Sort,
    pub bytes: &'a [u8],
}

/// A schema saved under a name.
#[derive(Clone, Debug)]
pub struct Saved {
    pub name: String,
    pub bytes: Vec<u8>,
    pub digest: Digest,
    /// The path or URL it was read from.
    pub origin: String,
    pub saved_at: Timestamp,
}

/// Keeps a contract, unless its very bytes are kept; returns its row id.
///
/// # Errors
/// What SQLite says.
pub fn keep(connection: &Connection, brought: &Brought<'_>) -> Result<i64> {
    let digest = Digest::of(brought.bytes);
    let found = connection.prepare_cached(FIND)?.query_row([digest], |row| row.get("id")).optional()?;
    if let Some(id) = found {
        return Ok(id);
    }
    let kind = match brought.sort {
        Sort::Schema => "schema",
        Sort::Rules => "rules",
    };
    let parameters = named_params! { ":digest": digest, ":kind": kind, ":bytes": brought.bytes };
    Ok(connection.prepare_cached(INSERT)?.insert(parameters)?)
}

/// Saves a schema under a name nothing is saved under yet.
///
/// # Errors
/// What SQLite says.
pub fn save(connection: &Connection, name: &str, bytes: &[u8], origin: &str, now: Timestamp) -> Result<()> {
    let contract = keep(connection, &Brought { sort: Sort::Schema, bytes })?;
    connection.prepare_cached(include_str!("insert_saved_schema.sql"))?.execute(named_params! {
        ":name": name,
        ":contract": contract,
        ":origin": origin,
        ":saved_at": now,
    })?;
    Ok(())
}

/// The schema saved under a name.
///
/// # Errors
/// What SQLite says.
pub fn saved(connection: &Connection, name: &str) -> Result<Option<Saved>> {
    let mut statement = connection.prepare_cached(include_str!("find_saved_schema.sql"))?;
    let read = |row: &rusqlite::Row<'_>| {
        Ok(Saved {
            name: name.to_owned(),
            bytes: row.get("bytes")?,
            digest: row.get("digest")?,
            origin: row.get("origin")?,
            saved_at: row.get("saved_at")?,
        })
    };
    Ok(statement.query_row(named_params! { ":name": name }, read).optional()?)
}

/// The names of saved schemas, in order.
///
/// # Errors
/// What SQLite says.
pub fn saved_names(connection: &Connection) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached(NAMES)?;
    Ok(statement.query_map((), |row| row.get("name"))?.collect::<rusqlite::Result<_>>()?)
}

/// Takes a name away; the schema itself stays for what was held to it. Whether there was one.
///
/// # Errors
/// What SQLite says.
pub fn remove(connection: &Connection, name: &str) -> Result<bool> {
    Ok(connection.prepare_cached(REMOVE)?.execute([name])? > 0)
}
