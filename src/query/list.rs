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
            Column::shown("when", |i| i.when.into()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::fixture::{Fixture, uuid};

    #[test]
    fn revisions_are_counted_and_the_latest_comes_first() {
        let fixture = Fixture::new();
        fixture.revision("T1", "res_1", "2026-03-01", "1.0.0", "completed");
        fixture.revision("T1", "res_1", "2026-01-01", "1.1.0", "partial");
        fixture.packet("a", "T2", "s1", "2026-02-01", &[]);
        let asked = |request: &Request| -> Vec<(String, i64, bool)> {
            let listing = list(fixture.db(), request).expect("an answer");
            assert_eq!(listing.total, listing.items.len() as u64);
            listing.items.into_iter().map(|item| (item.artifact, item.revision, item.current)).collect()
        };
        assert_eq!(asked(&Request::default()), [(uuid(3), 1, true), (uuid(2), 2, true)]);
        let all = Scope { all_revisions: true, ..Scope::default() };
        let all = Request { scope: all, ..Request::default() };
        assert_eq!(asked(&all), [(uuid(1), 1, false), (uuid(3), 1, true), (uuid(2), 2, true)]);
        assert_eq!(
            asked(&Request { kind: Some("packet".into()), ..Request::default() }),
            [(uuid(3), 1, true)]
        );
        assert_eq!(
            asked(&Request { sort: Sort::Task, ..Request::default() }),
            [(uuid(2), 2, true), (uuid(3), 1, true)]
        );
    }

    #[test]
    fn a_filter_on_findings_keeps_the_runs_that_have_one() {
        let fixture = Fixture::new();
        let run = fixture.run("T1", "res_1", "2026-03-01");
        let finding = fixture.finding(run, "find_a", 0.5);
        fixture.tag(finding, &["x"]);
        fixture.run("T1", "res_2", "2026-03-01");
        let filter = FindingFilter { tag: Some("x".into()), ..FindingFilter::default() };
        let listing = list(fixture.db(), &Request { filter, ..Request::default() }).expect("an answer");
        assert_eq!((listing.total, listing.items[0].natural_id.as_str()), (1, "res_1"));
    }
}
