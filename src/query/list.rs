//! `list`: which artifacts are there.

use rusqlite::{Connection, ToSql};

use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::record::{Record as _, record};
use super::sql::{Params, chosen, count, items};
use crate::error::Result;
use crate::report::{Column, Listing, Tabular};
use crate::time::Timestamp;

macro_rules! by {
    ($order:literal) => {
        chosen!("finding_filter.sql", "list.sql"; page "list_page.sql" by $order)
    };
}

const COUNT: &str = chosen!("finding_filter.sql", "list.sql");

/// The order of the answer; ties go by artifact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// Latest first
    #[default]
    When,
    /// By task, the latest of each first
    Task,
    /// By natural id
    Id,
}

impl Sort {
    fn sql(self) -> &'static str {
        match self {
            Self::When => by!("when_us DESC, uuid"),
            Self::Task => by!("task, when_us DESC, uuid"),
            Self::Id => by!("natural_id, when_us DESC, uuid"),
        }
    }
}

/// What `list` is asked.
#[derive(Debug, Default)]
pub struct Request {
    pub scope: Scope,
    pub filter: FindingFilter,
    pub kind: Option<String>,
    pub sort: Sort,
    pub limit: Limit,
}

record! {
    /// One artifact.
    pub struct Item {
        artifact: String,
        kind: String,
        natural_id: String,
        task: Option<String>,
        /// Counted from 1, oldest first.
        revision: i64,
        current: bool,
        when: Timestamp,
        status: Option<String>,
        source: String,
        warnings: i64,
        title: String,
    }
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

/// The artifacts in scope that the filters select.
///
/// # Errors
/// What SQLite says.
pub fn list(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let kind: (&str, &dyn ToSql) = (":kind", &request.kind);
    let params: Params =
        request.scope.params().into_iter().chain(request.filter.touching()).chain([kind]).collect();
    let total = count(connection, COUNT, &params)?;
    let items = items(connection, request.sort.sql(), &params, request.limit, Item::from_row)?;
    Ok(Listing::new("list", total, items))
}
