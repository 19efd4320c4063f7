//! `list`: which artifacts are there.

use rusqlite::{Connection, ToSql};
use serde::Serialize;

use super::filter::{Limit, Scope};
use crate::error::Result;
use crate::report::{Column, Listing, Tabular};
use crate::time::Timestamp;

const ROWS: &str = concat!(include_str!("scope.sql"), include_str!("list.sql"));
const COUNT: &str = concat!(include_str!("scope.sql"), include_str!("list_count.sql"));

/// What `list` is asked.
#[derive(Debug, Default)]
pub struct Request {
    pub scope: Scope,
    pub kind: Option<String>,
    pub limit: Limit,
}

/// One artifact.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    pub artifact: String,
    pub kind: String,
    pub natural_id: String,
    pub task: Option<String>,
    /// Counted from 1, oldest first.
    pub revision: i64,
    pub current: bool,
    pub when: Timestamp,
    pub status: Option<String>,
    pub source: String,
    pub warnings: i64,
    pub title: String,
}

impl Tabular for Item {
    fn columns() -> Vec<Column<Self>> {
        vec![
            Column::hidden("artifact", |i| (&i.artifact).into()),
            Column::shown("kind", |i| (&i.kind).into()),
            Column::shown("natural_id", |i| (&i.natural_id).into()),
            Column::shown("task", |i| i.task.as_ref().into()),
            Column::shown("revision", |i| i.revision.into()),
            Column::hidden("current", |i| i.current.into()),
            Column::shown("when", |i| i.when.to_string().into()),
            Column::shown("status", |i| i.status.as_ref().into()),
            Column::hidden("source", |i| (&i.source).into()),
            Column::shown("warnings", |i| i.warnings.into()),
            Column::shown("title", |i| (&i.title).into()),
        ]
    }
}

/// The artifacts in scope, latest first.
///
/// # Errors
/// What SQLite says.
pub fn list(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let scope = request.scope.params();
    let kind: (&str, &dyn ToSql) = (":kind", &request.kind);
    let limit = request.limit.sql();

    let count_params: Vec<_> = scope.iter().copied().chain([kind]).collect();
    let total: i64 = connection.prepare_cached(COUNT)?.query_one(&*count_params, |row| row.get(0))?;

    let row_params: Vec<_> = count_params.into_iter().chain([(":limit", &limit as &dyn ToSql)]).collect();
    let mut statement = connection.prepare_cached(ROWS)?;
    let items = statement
        .query_map(&*row_params, |row| {
            Ok(Item {
                artifact: row.get("artifact")?,
                kind: row.get("kind")?,
                natural_id: row.get("natural_id")?,
                task: row.get("task")?,
                revision: row.get("revision")?,
                current: row.get("current")?,
                when: row.get("when_us")?,
                status: row.get("status")?,
                source: row.get("source")?,
                warnings: row.get("warnings")?,
                title: row.get("title")?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Listing::new("list", total.cast_unsigned(), items))
}
