//! `actions`: what the runs advise, and whether what they advise it on still stands.

use rusqlite::{Connection, Row, ToSql};
use serde::Serialize;

use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::origin::{HasOrigin, Link, Origin, links_cell, origin_columns};
use super::sql::{Json, Params, Tally, chosen, items};
use crate::error::Result;
use crate::report::{Column, Listing, Tabular};

macro_rules! by {
    ($order:literal) => {
        chosen!("finding_filter.sql", "item_state.sql", "actions.sql"; page "actions_page.sql" by rank $order)
    };
}

const TALLY: &str = chosen!("finding_filter.sql", "item_state.sql", "actions.sql"; by rank);

/// The order of the answer; ties go by artifact and local id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// Most urgent first, within that the shaky ones, within that the latest
    #[default]
    Priority,
    /// Latest first
    When,
}

impl Sort {
    fn sql(self) -> &'static str {
        match self {
            Self::Priority => by!("rank, is_shaky DESC, when_us DESC, uuid, local_id"),
            Self::When => by!("when_us DESC, uuid, local_id"),
        }
    }
}

/// What `actions` is asked.
#[derive(Debug, Default)]
pub struct Request {
    pub scope: Scope,
    pub filter: FindingFilter,
    /// Only those that rest on a finding in doubt.
    pub shaky: bool,
    pub sort: Sort,
    pub limit: Limit,
}

/// One actionable item.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    pub id: String,
    pub action: String,
    pub rationale: Option<String>,
    pub priority: String,
    pub effort: Option<String>,
    pub based_on: Vec<Link>,
    /// `contradicted ID`, `blocked ID`, `low-confidence ID` (below 0.5), `missing ID`, in the order of
    /// `based_on`.
    pub shaky: Vec<String>,
    #[serde(flatten)]
    pub origin: Origin,
}

impl Item {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("local_id")?,
            action: row.get("action")?,
            rationale: row.get("rationale")?,
            priority: row.get("priority")?,
            effort: row.get("effort")?,
            based_on: row.get::<_, Json<_>>("based_on")?.0,
            shaky: row.get::<_, Json<_>>("shaky")?.0,
            origin: Origin::from_row(row)?,
        })
    }
}

impl HasOrigin for Item {
    fn origin(&self) -> &Origin {
        &self.origin
    }
}

impl Tabular for Item {
    fn columns() -> Vec<Column<Self>> {
        let mut columns = vec![
            Column::shown("id", |i: &Self| (&i.id).into()),
            Column::shown("action", |i| (&i.action).into()),
            Column::hidden("rationale", |i| i.rationale.as_ref().into()),
            Column::shown("priority", |i| (&i.priority).into()),
            Column::shown("effort", |i| i.effort.as_ref().into()),
            Column::hidden("based_on", |i| links_cell(&i.based_on)),
            Column::shown("shaky", |i| (&i.shaky).into()),
        ];
        columns.extend(origin_columns());
        columns
    }
}

/// The actionable items in scope.
///
/// # Errors
/// What SQLite says.
pub fn actions(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let own: (_, &dyn ToSql) = (":shaky", &request.shaky);
    let mut params: Params =
        request.scope.params().into_iter().chain(request.filter.touching()).chain([own]).collect();
    let tally = Tally::take(connection, TALLY, &params)?;
    let last_rank = tally.last_rank(request.limit, request.sort == Sort::default());
    params.push((":last_rank", &last_rank));
    let items = items(connection, request.sort.sql(), &params, request.limit, Item::from_row)?;
    Ok(Listing::new("actions", tally.total(), items))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::fixture::Fixture;

    fn archive() -> Fixture {
        let f = Fixture::new();
        let old = f.run("T1", "res_a", "2026-01-01");
        let new = f.run("T1", "res_b", "2026-01-02");
        for (run, id, confidence) in
            [(old, "find_1", 0.9), (old, "find_2", 0.49), (old, "find_3", 0.5), (new, "find_1", 0.8)]
        {
            f.finding(run, id, confidence);
        }
        f.contradiction(old, "contra_1", "one and two", &["find_1", "find_2"]);
        let settled = f.contradiction(old, "contra_2", "two and three", &["find_3"]);
        f.set("UPDATE contradiction SET resolution = 'so', requires_consensus = 0 WHERE id = ?", settled);
        f.gap(old, "gap_1", "why", &["find_2"]);
        f.gap(old, "gap_2", "closed", &["find_3"]);
        f.record("gap", ("T1", "res_a"), "gap_2", "closed", "accepted", "2026-01-03");
        f.action(old, "action_1", &["find_3", "find_2", "find_9", "find_1", "find_2"]);
        f.action(old, "action_2", &["find_3"]);
        f.action(new, "action_3", &["find_1"]);
        let urgent = f.action(old, "action_4", &[]);
        f.set("UPDATE action SET priority = 'critical' WHERE id = ?", urgent);
        f
    }

    fn ids(request: &Request) -> Vec<String> {
        actions(archive().db(), request).unwrap().items.into_iter().map(|item| item.id).collect()
    }

    #[test]
    fn the_most_urgent_come_first_then_the_shaky_then_the_latest() {
        let listing = actions(archive().db(), &Request::default()).unwrap();
        let ids: Vec<_> = listing.items.iter().map(|i| &*i.id).collect();
        assert_eq!(ids, ["action_4", "action_1", "action_3", "action_2"]);
        let [idle, shaky, sound, settled] = &listing.items[..] else { panic!("four actions") };
        let based: Vec<_> = shaky.based_on.iter().map(|l| (&*l.id, l.is_missing())).collect();
        assert_eq!(based, [("find_3", false), ("find_2", false), ("find_9", true), ("find_1", false)]);
        assert_eq!(
            shaky.shaky,
            [
                "blocked find_2",
                "contradicted find_2",
                "low-confidence find_2",
                "missing find_9",
                "contradicted find_1"
            ]
        );
        assert!(
            idle.shaky.is_empty() && sound.shaky.is_empty(),
            "the same id in another run is another finding"
        );
        assert!(
            settled.shaky.is_empty(),
            "0.5 is not low, what is settled blocks nothing: {:?}",
            settled.shaky
        );
    }

    #[test]
    fn filters_select() {
        assert_eq!(ids(&Request { shaky: true, ..Request::default() }), ["action_1"]);
        assert_eq!(ids(&Request { sort: Sort::When, ..Request::default() })[0], "action_3");
        let weak = FindingFilter { max_confidence: Some(0.5), ..FindingFilter::default() };
        assert_eq!(ids(&Request { filter: weak, ..Request::default() }), ["action_1", "action_2"]);
    }
}
