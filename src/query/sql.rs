//! How a question's statements are put together, and values read from their columns.
//!
//! A question that lists items has two parts in SQL: one chooses them and gives the CTE `chosen`, one
//! adds what is costly to the rows of `page`. So lists and means are made for the rows that are shown
//! and for no others, whatever the order. Invariant: both parts of one statement name one order.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, Row, ToSql};
use serde::de::DeserializeOwned;

use super::filter::Limit;
use crate::error::Result;

/// `chosen!("a.sql", "b.sql")` is the statement that counts what these parts choose, and
/// `chosen!("a.sql", "b.sql"; page "c.sql" by "order")` the one that returns the first `:limit`.
macro_rules! chosen {
    ($($part:literal),+) => {
        concat!(include_str!("scope.sql"), $(include_str!($part),)+ "SELECT count(*) FROM chosen")
    };
    ($($part:literal),+; page $page:literal by $order:literal) => {
        concat!(
            include_str!("scope.sql"), $(include_str!($part),)+
            ", page AS MATERIALIZED (SELECT * FROM chosen ORDER BY ", $order, " LIMIT :limit)\n",
            include_str!($page), "ORDER BY ", $order
        )
    };
}
pub(super) use chosen;

/// Named parameters.
pub(super) type Params<'a> = Vec<(&'static str, &'a dyn ToSql)>;

/// The number that a counting statement returns.
pub(super) fn count(connection: &Connection, sql: &str, params: &Params) -> Result<u64> {
    Ok(connection.prepare_cached(sql)?.query_one(&**params, |row| row.get(0))?)
}

/// The first `limit` rows of a statement, as items.
pub(super) fn items<T>(
    connection: &Connection,
    sql: &str,
    params: &Params,
    limit: Limit,
    item: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>> {
    let limit = limit.sql();
    let params: Params = params.iter().copied().chain([(":limit", &limit as &dyn ToSql)]).collect();
    let mut statement = connection.prepare_cached(sql)?;
    let items = statement.query_map(&*params, item)?.collect::<rusqlite::Result<_>>()?;
    Ok(items)
}

/// A column that holds JSON: a list that the statement gathered.
pub(super) struct Json<T>(pub T);

impl<T: DeserializeOwned> FromSql for Json<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        serde_json::from_str(value.as_str()?).map(Self).map_err(|error| FromSqlError::Other(error.into()))
    }
}
