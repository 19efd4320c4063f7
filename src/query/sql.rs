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

/// With the parts that choose, `chosen!("a.sql", "b.sql")` is the statement that counts them,
/// `chosen!(…; page "c.sql" by "order")` the one that returns the first `:limit`. Of items that have a
/// `rank`, `chosen!(…; by rank)` counts them by it, and `page "c.sql" by rank "order"` looks at none
/// beyond `:last_rank`; see [`Tally`]. A column that only the order needs is named in
/// `page "c.sql" of "*, …" by rank "order"`, so that counting does not work it out. Of groups, which must
/// all be made to find the first, each row of `page "c.sql" counted by "order"` has their `total`.
macro_rules! chosen {
    ($($part:literal),+) => {
        concat!(include_str!("scope.sql"), $(include_str!($part),)+ "SELECT count(*) FROM chosen")
    };
    ($($part:literal),+; by rank) => {
        concat!(
            include_str!("scope.sql"), $(include_str!($part),)+
            "SELECT rank, count(*) FROM chosen GROUP BY rank ORDER BY rank"
        )
    };
    ($($part:literal),+; page $page:literal by $order:literal) => {
        chosen!(@page [$($part),+] $page "*", "true" $order)
    };
    ($($part:literal),+; page $page:literal by rank $order:literal) => {
        chosen!(@page [$($part),+] $page "*", "rank <= :last_rank" $order)
    };
    ($($part:literal),+; page $page:literal of $columns:literal by rank $order:literal) => {
        chosen!(@page [$($part),+] $page $columns, "rank <= :last_rank" $order)
    };
    ($($part:literal),+; page $page:literal counted by $order:literal) => {
        chosen!($($part),+; page $page of "*" counted by $order)
    };
    ($($part:literal),+; page $page:literal of $columns:literal counted by $order:literal) => {
        chosen!(@page [$($part),+] $page concat!($columns, ", count(*) OVER () AS total"), "true" $order)
    };
    (@page [$($part:literal),+] $page:literal $columns:expr, $where:literal $order:literal) => {
        concat!(
            include_str!("scope.sql"), $(include_str!($part),)+
            ", page AS MATERIALIZED (SELECT ", $columns, " FROM chosen WHERE ", $where, " ORDER BY ", $order, " LIMIT :limit)\n",
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

/// How many items there are of each rank, the first rank first. What makes an order costly, such as a
/// state, need then be worked out for the ranks of the page alone.
pub(super) struct Tally(Vec<(i64, u64)>);

impl Tally {
    /// Runs a statement that counts by rank.
    pub fn take(connection: &Connection, sql: &str, params: &Params) -> Result<Self> {
        let mut statement = connection.prepare_cached(sql)?;
        let counts = statement.query_map(&**params, |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(Self(counts.collect::<rusqlite::Result<_>>()?))
    }

    pub fn total(&self) -> u64 {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// The rank of the last item of the first page, if they are in the order of their ranks.
    pub fn last_rank(&self, limit: Limit, by_rank: bool) -> i64 {
        let mut room = if limit.0 == 0 || !by_rank { u64::MAX } else { limit.0.into() };
        let last = self.0.iter().find(|(_, count)| {
            room = room.saturating_sub(*count);
            room == 0
        });
        last.map_or(i64::MAX, |(rank, _)| *rank)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_ends_in_the_rank_that_fills_it() {
        let tally = Tally(vec![(0, 3), (2, 4), (4, 1)]);
        assert_eq!(tally.total(), 8);
        for (limit, rank) in [(1, 0), (3, 0), (4, 2), (7, 2), (8, 4), (9, i64::MAX), (0, i64::MAX)] {
            assert_eq!(tally.last_rank(Limit(limit), true), rank, "{limit}");
        }
        assert_eq!(tally.last_rank(Limit(1), false), i64::MAX);
    }
}
