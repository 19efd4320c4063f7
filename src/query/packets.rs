//! `packets`: what was handed to whom, and how much of it fitted.

use rusqlite::{Connection, Row, ToSql};
use serde::{Deserialize, Serialize};

use super::filter::{Limit, Scope};
use super::origin::{HasOrigin, Origin, origin_columns};
use super::sql::{Json, Params, chosen, count, items};
use crate::error::Result;
use crate::report::{Cell, Column, Listing, Tabular};

macro_rules! by {
    ($order:literal) => {
        chosen!("packets.sql"; page "packets_page.sql" by $order)
    };
}

const COUNT: &str = chosen!("packets.sql");

/// The order of the answer; ties go by artifact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// Latest first
    #[default]
    When,
    /// By task, step and attempt
    Step,
    /// By project, the latest of each first
    Project,
}

impl Sort {
    fn sql(self) -> &'static str {
        match self {
            Self::When => by!("when_us DESC, uuid"),
            Self::Step => by!("task, step_id, step_attempt, when_us, uuid"),
            Self::Project => by!("project, when_us DESC, uuid"),
        }
    }
}

/// What `packets` is asked.
#[derive(Debug, Default)]
pub struct Request {
    pub scope: Scope,
    pub project: Option<String>,
    pub role: Option<String>,
    pub step: Option<String>,
    pub sort: Sort,
    pub limit: Limit,
}

/// How many acceptance criteria are verified in which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Criteria {
    pub gate: i64,
    pub witness: i64,
    pub critic: i64,
    pub human: i64,
}

impl Criteria {
    /// The ways that occur, with their counts.
    fn cell(self) -> Cell {
        let Self { gate, witness, critic, human } = self;
        let named = [(gate, "gate"), (witness, "witness"), (critic, "critic"), (human, "human")];
        Cell::List(named.iter().filter(|(n, _)| *n > 0).map(|(n, name)| format!("{n} {name}")).collect())
    }
}

/// One packet.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    pub packet_id: String,
    pub project: String,
    pub role: String,
    pub task_id: String,
    pub step_id: String,
    pub attempt: i64,
    pub permission: String,
    pub criteria: Criteria,
    pub allocated_tokens: i64,
    pub estimated_tokens: i64,
    /// What it says is unresolved.
    pub gaps: i64,
    /// Contradictions in its environment; entries that share a state key are one.
    pub contradictions: i64,
    pub predecessors: i64,
    #[serde(flatten)]
    pub origin: Origin,
}

impl Item {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            packet_id: row.get("packet_id")?,
            project: row.get("project")?,
            role: row.get("role")?,
            task_id: row.get("task_id")?,
            step_id: row.get("step_id")?,
            attempt: row.get("attempt")?,
            permission: row.get("permission")?,
            criteria: row.get::<_, Json<_>>("criteria")?.0,
            allocated_tokens: row.get("allocated_tokens")?,
            estimated_tokens: row.get("estimated_tokens")?,
            gaps: row.get("gaps")?,
            contradictions: row.get("contradictions")?,
            predecessors: row.get("predecessors")?,
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
            Column::shown("packet_id", |i: &Self| (&i.packet_id).into()),
            Column::hidden("project", |i| (&i.project).into()),
            Column::shown("role", |i| (&i.role).into()),
            Column::shown("task_id", |i| (&i.task_id).into()),
            Column::shown("step_id", |i| (&i.step_id).into()),
            Column::shown("attempt", |i| i.attempt.into()),
            Column::hidden("permission", |i| (&i.permission).into()),
            Column::shown("criteria", |i| i.criteria.cell()),
            Column::shown("allocated_tokens", |i| i.allocated_tokens.into()),
            Column::shown("estimated_tokens", |i| i.estimated_tokens.into()),
            Column::shown("gaps", |i| i.gaps.into()),
            Column::shown("contradictions", |i| i.contradictions.into()),
            Column::shown("predecessors", |i| i.predecessors.into()),
        ];
        let origin = origin_columns();
        columns.extend(origin.map(|column| Column { show: false, ..column }));
        columns
    }
}

/// The packets in scope that the filters select.
///
/// # Errors
/// What SQLite says.
pub fn packets(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let own: [(_, &dyn ToSql); 3] =
        [(":project", &request.project), (":role", &request.role), (":step", &request.step)];
    let params: Params = request.scope.params().into_iter().chain(own).collect();
    let total = count(connection, COUNT, &params)?;
    let items = items(connection, request.sort.sql(), &params, request.limit, Item::from_row)?;
    Ok(Listing::new("packets", total, items))
}
