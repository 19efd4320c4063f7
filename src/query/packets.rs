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
            Self::Step => by!("task, step_id, attempt, when_us, uuid"),
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::query::fixture::{Fixture, uuid};

    #[test]
    fn a_packet_is_counted_up() {
        let fixture = Fixture::new();
        let packet = fixture.packet("a", "T1", "s1", "2026-01-01", &["s0", "s0"]);
        for key in [Some("mode"), Some("mode"), None] {
            fixture.item(packet, "contradictions", None, key);
        }
        fixture.item(packet, "currentState", None, Some("mode"));
        for (seq, kind) in ["gate", "human", "gate"].into_iter().enumerate() {
            let sql = "INSERT INTO packet_criterion (artifact, seq, local_id, description, verification_kind, required)
                       VALUES (?, ?, ?, 'it holds', ?, 1)";
            fixture.db().execute(sql, rusqlite::params![packet, seq, seq.to_string(), kind]).expect(sql);
        }
        let listing = packets(fixture.db(), &Request::default()).expect("an answer");
        assert_eq!(
            serde_json::to_value(&listing.items).expect("JSON"),
            json!([{
                "packet_id": "a", "project": "p", "role": "builder", "task_id": "T1", "step_id": "s1", "attempt": 1,
                "permission": "edit", "criteria": { "gate": 2, "witness": 0, "critic": 0, "human": 1 },
                "allocated_tokens": 1000, "estimated_tokens": 400, "gaps": 0, "contradictions": 2, "predecessors": 2,
                "run": "p/a", "task": "T1", "artifact": uuid(1), "when": "2026-01-01T00:00:00Z",
            }])
        );
    }

    #[test]
    fn filters_and_orders_select() {
        let fixture = Fixture::new();
        fixture.packet("b", "T1", "s2", "2026-01-02", &[]);
        fixture.packet("a", "T1", "s1", "2026-01-02", &[]);
        fixture.packet("c", "T1", "s1", "2026-01-03", &[]);
        let ids = |request: &Request| -> Vec<String> {
            let listing = packets(fixture.db(), request).expect("an answer");
            listing.items.into_iter().map(|item| item.packet_id).collect()
        };
        assert_eq!(ids(&Request::default()), ["c", "b", "a"]);
        assert_eq!(ids(&Request { sort: Sort::Step, ..Request::default() }), ["a", "c", "b"]);
        assert_eq!(ids(&Request { step: Some("s1".into()), limit: Limit(1), ..Request::default() }), ["c"]);
        assert!(ids(&Request { role: Some("critic".into()), ..Request::default() }).is_empty());
    }
}
