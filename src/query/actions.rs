//! `actions`: what the runs advise, and whether what they advise it on still stands.

use rusqlite::{Connection, Row, ToSql};
use serde::Serialize;

use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::origin::{HasOrigin, Link, Origin, links_cell, origin_columns};
use super::sql::{Json, Params, chosen, count, items};
use crate::error::Result;
use crate::report::{Column, Listing, Tabular};

macro_rules! by {
    ($order:literal) => {
        chosen!("finding_filter.sql", "item_state.sql", "actions.sql"; page "actions_page.sql" by $order)
    };
}

const COUNT: &str = chosen!("finding_filter.sql", "item_state.sql", "actions.sql");

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
            Self::Priority => by!("priority_rank, is_shaky DESC, when_us DESC, uuid, local_id"),
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
    let params: Params =
        request.scope.params().into_iter().chain(request.filter.touching()).chain([own]).collect();
    let total = count(connection, COUNT, &params)?;
    let items = items(connection, request.sort.sql(), &params, request.limit, Item::from_row)?;
    Ok(Listing::new("actions", total, items))
}
