//! `quarantine list` and `quarantine show`: what was refused, and why.

use rusqlite::types::Null;
use rusqlite::{Connection, Row, ToSql, named_params};
use serde::Serialize;

use super::filter::Limit;
use crate::digest::Digest;
use crate::error::{Error, ErrorKind, Result};
use crate::report::{Answer, Column, Grid, Listing, Page, Section, Tabular};
use crate::store::original::unpack;
use crate::time::Timestamp;

const BYTES: &str = "SELECT bytes FROM quarantine WHERE id = ?";
const COUNT: &str = "SELECT count(*) FROM quarantine WHERE :kind IS NULL OR kind = :kind";

/// What `quarantine list` is asked.
#[derive(Debug, Default)]
pub struct Request {
    pub kind: Option<String>,
    pub limit: Limit,
}

/// One entry.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    pub key: Digest,
    pub kind: Option<String>,
    pub task: Option<String>,
    /// Where it came from first, and the line on which it begins there.
    pub source: String,
    pub line: u64,
    pub first_seen: Timestamp,
    pub attempts: i64,
    /// Bytes of the document, also of what was not kept.
    pub size: u64,
    /// Whether all of its bytes were kept.
    pub complete: bool,
    pub diagnostics: Vec<Said>,
}

/// A diagnostic as the archive keeps it.
#[derive(Clone, Debug, Serialize)]
pub struct Said {
    pub code: String,
    pub severity: String,
    pub pointer: String,
    pub keyword: Option<String>,
    pub message: String,
    pub hint: Option<String>,
    pub line: u64,
    pub column: u64,
}

impl Tabular for Item {
    fn columns() -> Vec<Column<Self>> {
        vec![
            Column::shown("key", |i| i.key.into()),
            Column::shown("kind", |i| i.kind.as_ref().into()),
            Column::shown("task", |i| i.task.as_ref().into()),
            Column::shown("source", |i| (&i.source).into()),
            Column::hidden("line", |i| i.line.cast_signed().into()),
            Column::shown("first_seen", |i| i.first_seen.into()),
            Column::shown("attempts", |i| i.attempts.into()),
            Column::shown("size", |i| i.size.cast_signed().into()),
            Column::hidden("complete", |i| i.complete.into()),
            Column::shown("diagnostics", |i| (&i.codes()).into()),
        ]
    }
}

impl Item {
    /// The codes of its errors, each once, in order.
    fn codes(&self) -> Vec<String> {
        let mut codes: Vec<_> =
            self.diagnostics.iter().filter(|d| d.severity == "error").map(|d| d.code.clone()).collect();
        codes.dedup();
        codes
    }
}

/// What is in quarantine, latest first.
///
/// # Errors
/// What SQLite says.
pub fn list(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let kind = named_params! { ":kind": request.kind };
    let total: i64 = connection.prepare_cached(COUNT)?.query_one(kind, |row| row.get(0))?;
    let wanted = named_params! { ":entry": Null, ":kind": request.kind, ":limit": request.limit.sql() };
    let items = items(connection, wanted)?;
    Ok(Listing::new("quarantine", total.cast_unsigned(), items))
}

/// One entry, with what was kept of its bytes.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// Always 1.
    pub format: u8,
    pub query: &'static str,
    pub item: Entry,
}

/// An entry and its bytes.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    #[serde(flatten)]
    pub item: Item,
    /// The bytes as text; `None` if they are none.
    pub text: Option<String>,
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

impl Answer for Shown {
    fn page(&self) -> Page {
        let Entry { item, text, .. } = &self.item;
        let lead = Section::lead()
            .field("kind", item.kind.as_ref())
            .field("task", item.task.as_ref())
            .field("source", format!("{}:{}", item.source, item.line))
            .field("first seen", item.first_seen.to_string())
            .field("attempts", item.attempts)
            .field("bytes", item.size.cast_signed());
        let mut said = Grid::new(["severity", "code", "line", "column", "message"]);
        for d in &item.diagnostics {
            let (line, column) = (d.line.cast_signed(), d.column.cast_signed());
            said.row([
                (&d.severity).into(),
                (&d.code).into(),
                line.into(),
                column.into(),
                (&d.message).into(),
            ]);
        }
        let content = text.as_deref().unwrap_or("(not text; --raw writes the bytes)");
        Page::new(format!("quarantined {}", item.key))
            .section(lead)
            .section(Section::new("why").grid(said))
            .section(Section::new("content").text(content))
    }
}

/// The entry of this row id.
///
/// # Errors
/// [`ErrorKind::IdMissing`] if there is none; otherwise what SQLite says.
pub fn show(connection: &Connection, entry: i64) -> Result<Shown> {
    let wanted = named_params! { ":entry": entry, ":kind": Null, ":limit": 1 };
    let item = items(connection, wanted)?.pop().ok_or_else(|| missing(&entry.to_string()))?;
    let packed: Vec<u8> = connection.prepare_cached(BYTES)?.query_one([entry], |row| row.get("bytes"))?;
    let bytes = unpack(&packed)?;
    let text = String::from_utf8(bytes.clone()).ok();
    Ok(Shown { format: 1, query: "quarantine", item: Entry { item, text, bytes } })
}

/// The row id of the entry whose key this is, or begins with this.
///
/// # Errors
/// [`ErrorKind::IdMissing`], [`ErrorKind::IdAmbiguous`]; otherwise what SQLite says.
pub fn find(connection: &Connection, key: &str) -> Result<i64> {
    let prefix = key.to_ascii_lowercase();
    let mut statement = connection.prepare_cached(include_str!("quarantine_find.sql"))?;
    let found = statement
        .query_map(named_params! { ":prefix": prefix }, |row| Ok((row.get("id")?, row.get("key")?)))?
        .collect::<rusqlite::Result<Vec<(i64, Digest)>>>()?;
    match found[..] {
        [(id, _)] => Ok(id),
        [] => Err(missing(key)),
        _ => {
            let mut error = Error::new(
                ErrorKind::IdAmbiguous,
                format_args!("'{key}' fits {} entries of the quarantine", found.len()),
            )
            .hint("write more of the key");
            error.candidates = found.iter().map(|(_, key)| key.to_string()).collect();
            Err(error)
        }
    }
}

/// The row ids of all entries, oldest first.
///
/// # Errors
/// What SQLite says.
pub fn all(connection: &Connection) -> Result<Vec<i64>> {
    let mut statement = connection.prepare_cached("SELECT id FROM quarantine ORDER BY id")?;
    Ok(statement.query_map((), |row| row.get("id"))?.collect::<rusqlite::Result<_>>()?)
}

fn missing(key: &str) -> Error {
    Error::new(ErrorKind::IdMissing, format_args!("nothing in quarantine has the key '{key}'"))
        .hint("'casebook quarantine list' shows the keys")
}

fn items(connection: &Connection, wanted: &[(&str, &dyn ToSql)]) -> Result<Vec<Item>> {
    let mut statement = connection.prepare_cached(include_str!("quarantine.sql"))?;
    let found = statement.query_map(wanted, |row| Ok((row.get("id")?, item(row)?)))?;
    found
        .map(|found| {
            let (id, mut item): (i64, Item) = found?;
            item.diagnostics = said(connection, id)?;
            Ok(item)
        })
        .collect()
}

fn item(row: &Row<'_>) -> rusqlite::Result<Item> {
    Ok(Item {
        key: row.get("key")?,
        kind: row.get("kind")?,
        task: row.get("task")?,
        source: row.get("source")?,
        line: row.get("source_line")?,
        first_seen: row.get("first_seen")?,
        attempts: row.get("attempts")?,
        size: row.get("size")?,
        complete: row.get("complete")?,
        diagnostics: Vec::new(),
    })
}

fn said(connection: &Connection, entry: i64) -> Result<Vec<Said>> {
    let mut statement = connection.prepare_cached(include_str!("quarantine_diagnostics.sql"))?;
    let rows = statement.query_map(named_params! { ":entry": entry }, |row| {
        Ok(Said {
            code: row.get("code")?,
            severity: row.get("severity")?,
            pointer: row.get("pointer")?,
            keyword: row.get("keyword")?,
            message: row.get("message")?,
            hint: row.get("hint")?,
            line: row.get("line")?,
            column: row.get("column")?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
