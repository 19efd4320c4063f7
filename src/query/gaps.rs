//! `gaps`: what is not known yet, in research runs and in packets.

use rusqlite::{Connection, Row, ToSql};
use serde::{Deserialize, Serialize};

use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::origin::{HasOrigin, Link, Origin, links_cell, origin_columns};
use super::sql::{Json, Params, chosen, count, items};
use super::state::State;
use crate::error::Result;
use crate::report::{Cell, Column, Listing, Tabular};
use crate::time::Timestamp;

macro_rules! by {
    ($order:literal) => {
        chosen!("finding_filter.sql", "item_state.sql", "gaps.sql"; page "gaps_page.sql" by $order)
    };
}

const COUNT: &str = chosen!("finding_filter.sql", "item_state.sql", "gaps.sql");
const GROUPS: &str = concat!(
    include_str!("scope.sql"),
    include_str!("finding_filter.sql"),
    include_str!("item_state.sql"),
    include_str!("gaps.sql"),
    include_str!("gaps_group.sql"),
);
const COUNT_GROUPS: &str = concat!(
    include_str!("scope.sql"),
    include_str!("finding_filter.sql"),
    include_str!("item_state.sql"),
    include_str!("gaps.sql"),
    "SELECT count(DISTINCT text_digest) FROM chosen",
);

/// The order of the answer; ties go by artifact and local id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// Most important first, within that what blocks most, within that the oldest
    #[default]
    Importance,
    /// What blocks most first
    Blocked,
    /// Oldest first
    Age,
}

impl Sort {
    fn sql(self) -> &'static str {
        match self {
            Self::Importance => by!("importance_rank, blocked_count DESC, when_us, uuid, local_id"),
            Self::Blocked => by!("blocked_count DESC, importance_rank, when_us, uuid, local_id"),
            Self::Age => by!("when_us, uuid, local_id"),
        }
    }
}

/// How important a gap is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Importance {
    Critical,
    High,
    Medium,
    Low,
}

impl Importance {
    fn as_str(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

/// What `gaps` is asked.
#[derive(Debug)]
pub struct Request {
    pub scope: Scope,
    pub filter: FindingFilter,
    /// Settled ones too, and those that only an earlier revision has.
    pub all: bool,
    pub importance: Option<Importance>,
    pub sort: Sort,
    pub limit: Limit,
    /// The moment from which ages are counted.
    pub now: Timestamp,
}

/// One gap.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// `research` or `packet`.
    pub kind: String,
    /// Of a packet's: `gap-` and the first eight hex digits of its text's digest.
    pub id: String,
    pub description: String,
    pub importance: Option<String>,
    pub state: String,
    pub blocked_findings: Vec<Link>,
    /// Over the findings it blocks that exist.
    pub blocked_mean_confidence: Option<f64>,
    pub suggested_sources: Vec<String>,
    /// Whole days since the run or packet.
    pub age_days: i64,
    /// Other runs and packets whose current revision has a gap with the same text but for spelling.
    pub also_in: Vec<String>,
    /// Of a packet's: `budget`, `item-limit`, `no-records`, `budget-exceeded`, `dispatch` or `other`.
    pub class: Option<String>,
    /// What took it out of the state `open`.
    pub why: Option<String>,
    #[serde(flatten)]
    pub origin: Origin,
}

impl Item {
    fn from_row(row: &Row<'_>, now: Timestamp) -> rusqlite::Result<Self> {
        let State { state, why } = State::from_row(row)?;
        let origin = Origin::from_row(row)?;
        Ok(Self {
            kind: row.get("kind")?,
            id: row.get("local_id")?,
            description: row.get("description")?,
            importance: row.get("importance")?,
            state,
            blocked_findings: row.get::<_, Json<_>>("blocked_findings")?.0,
            blocked_mean_confidence: row.get("blocked_mean_confidence")?,
            suggested_sources: row.get::<_, Json<_>>("suggested_sources")?.0,
            age_days: origin.when.days_until(now),
            also_in: row.get::<_, Json<_>>("also_in")?.0,
            class: row.get("class")?,
            why,
            origin,
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
            Column::hidden("kind", |i: &Self| (&i.kind).into()),
            Column::shown("id", |i| (&i.id).into()),
            Column::shown("description", |i| (&i.description).into()),
            Column::shown("importance", |i| i.importance.as_ref().into()),
            Column::shown("state", |i| (&i.state).into()),
            Column::shown("blocked_findings", |i| links_cell(&i.blocked_findings)),
            Column::hidden("blocked_mean_confidence", |i| i.blocked_mean_confidence.into()),
            Column::hidden("suggested_sources", |i| (&i.suggested_sources).into()),
            Column::shown("age_days", |i| i.age_days.into()),
            Column::shown("also_in", |i| (&i.also_in).into()),
            Column::hidden("class", |i| i.class.as_ref().into()),
            Column::hidden("why", |i| i.why.as_ref().into()),
        ];
        columns.extend(origin_columns());
        columns
    }
}

/// The gaps of several runs that say the same.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// As the earliest of them spells it.
    pub description: String,
    /// The highest among them.
    pub importance: Option<String>,
    /// Different runs and packets.
    pub runs: i64,
    pub tasks: i64,
    pub count: i64,
    pub first_seen: Timestamp,
    pub last_seen: Timestamp,
    pub members: Vec<Member>,
}

/// One gap of a group.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Member {
    pub run: String,
    pub id: String,
    pub task: Option<String>,
    pub artifact: String,
}

impl Group {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            description: row.get("description")?,
            importance: row.get("importance")?,
            runs: row.get("runs")?,
            tasks: row.get("tasks")?,
            count: row.get("count")?,
            first_seen: row.get("first_seen")?,
            last_seen: row.get("last_seen")?,
            members: row.get::<_, Json<_>>("members")?.0,
        })
    }
}

impl Tabular for Group {
    fn columns() -> Vec<Column<Self>> {
        vec![
            Column::shown("description", |g: &Self| (&g.description).into()),
            Column::shown("importance", |g| g.importance.as_ref().into()),
            Column::shown("runs", |g| g.runs.into()),
            Column::shown("tasks", |g| g.tasks.into()),
            Column::hidden("count", |g| g.count.into()),
            Column::shown("first_seen", |g| g.first_seen.to_string().into()),
            Column::shown("last_seen", |g| g.last_seen.to_string().into()),
            Column::hidden("members", |g| {
                Cell::List(g.members.iter().map(|m| [&*m.run, "/", &m.id].concat()).collect())
            }),
        ]
    }
}

impl Request {
    /// The parameters of the statements, `scope` being the request's own, reaching as far as it must.
    fn params<'a>(&'a self, scope: &'a Scope, own: &'a Own) -> Params<'a> {
        let own: [(_, &dyn ToSql); 3] =
            [(":open", &own.open), (":last", &own.last), (":importance", &own.importance)];
        scope.params().into_iter().chain(self.filter.touching()).chain(own).collect()
    }

    fn own(&self) -> Own {
        Own {
            open: !self.all,
            last: self.all && !self.scope.all_revisions,
            importance: self.importance.map(Importance::as_str),
        }
    }
}

/// The parameters that only `gaps` has.
struct Own {
    open: bool,
    last: bool,
    importance: Option<&'static str>,
}

/// The gaps in scope.
///
/// # Errors
/// What SQLite says.
pub fn gaps(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let (scope, own) = (request.scope.reaching(request.all), request.own());
    let params = request.params(&scope, &own);
    let total = count(connection, COUNT, &params)?;
    let item = |row: &Row<'_>| Item::from_row(row, request.now);
    let items = items(connection, request.sort.sql(), &params, request.limit, item)?;
    Ok(Listing::new("gaps", total, items))
}

/// The gaps in scope, one row a text, those of most runs first.
///
/// # Errors
/// What SQLite says.
pub fn groups(connection: &Connection, request: &Request) -> Result<Listing<Group>> {
    let (scope, own) = (request.scope.reaching(request.all), request.own());
    let params = request.params(&scope, &own);
    let total = count(connection, COUNT_GROUPS, &params)?;
    let items = items(connection, GROUPS, &params, request.limit, Group::from_row)?;
    Ok(Listing::new("gaps", total, items))
}
