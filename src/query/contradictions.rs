//! `contradictions`: which findings, or which entries of a packet, say what cannot both be so.

use rusqlite::{Connection, Row, ToSql};
use serde::{Deserialize, Serialize};

use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::origin::{HasOrigin, Origin, origin_columns};
use super::sql::{Json, Params, chosen, count, items};
use super::state::State;
use crate::error::Result;
use crate::report::{Cell, Column, Listing, Tabular};

macro_rules! by {
    ($order:literal) => {
        chosen!("finding_filter.sql", "item_state.sql", "contradictions.sql"; page "contradictions_page.sql" by $order)
    };
}

const COUNT: &str = chosen!("finding_filter.sql", "item_state.sql", "contradictions.sql");

/// The order of the answer; ties go by artifact and local id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// Most severe first, within that the unresolved ones, within that the latest
    #[default]
    Severity,
    /// Latest first
    When,
}

impl Sort {
    fn sql(self) -> &'static str {
        match self {
            Self::Severity => by!("severity_rank, settled, when_us DESC, uuid, local_id"),
            Self::When => by!("when_us DESC, uuid, local_id"),
        }
    }
}

/// What `contradictions` is asked.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent filter of the command line")]
pub struct Request {
    pub scope: Scope,
    pub filter: FindingFilter,
    /// Only open and reopened ones.
    pub open: bool,
    /// Only open ones that wait for consensus.
    pub needs_consensus: bool,
    /// Those too that only an earlier revision has.
    pub earlier: bool,
    pub sort: Sort,
    pub limit: Limit,
}

/// One contradiction.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// `research` or `packet`.
    pub kind: String,
    /// Of a packet's: the state key its entries share, else the entry's own id, else `entry-N`.
    pub id: String,
    pub description: String,
    pub severity: Option<String>,
    /// Whether it takes more than one to settle; true unless the document says otherwise.
    pub requires_consensus: bool,
    pub state: String,
    pub resolution: Option<String>,
    pub sides: Vec<Side>,
    /// What took it out of the state `open`.
    pub why: Option<String>,
    #[serde(flatten)]
    pub origin: Origin,
}

/// One side of a contradiction. A finding that is missing has its id alone; an entry of a packet has
/// its claim alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    pub finding: Option<String>,
    pub claim: Option<String>,
    pub confidence: Option<f64>,
    pub independent_sources: Option<i64>,
    /// The sum of the weights its evidence states; nothing if none is stated.
    pub evidence_weight: Option<f64>,
}

impl Side {
    /// For people: who says it, and how surely.
    fn text(&self) -> String {
        match (&self.finding, self.confidence) {
            (Some(finding), Some(confidence)) => format!("{finding} {confidence:.2}"),
            (Some(finding), None) => format!("{finding} (missing)"),
            (None, _) => self.claim.clone().unwrap_or_default(),
        }
    }
}

impl Item {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let Json(sides): Json<Vec<Side>> = row.get("sides")?;
        let described: Option<String> = row.get("description")?;
        let State { state, why } = State::from_row(row)?;
        Ok(Self {
            kind: row.get("kind")?,
            id: row.get("local_id")?,
            description: described.unwrap_or_else(|| claims(&sides)),
            severity: row.get("severity")?,
            requires_consensus: row.get("requires_consensus")?,
            state,
            resolution: row.get("resolution")?,
            sides,
            why,
            origin: Origin::from_row(row)?,
        })
    }
}

/// What a packet's contradiction is about: its entries, side by side.
fn claims(sides: &[Side]) -> String {
    sides.iter().filter_map(|side| side.claim.as_deref()).collect::<Vec<_>>().join(" / ")
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
            Column::shown("severity", |i| i.severity.as_ref().into()),
            Column::hidden("requires_consensus", |i| i.requires_consensus.into()),
            Column::shown("state", |i| (&i.state).into()),
            Column::hidden("resolution", |i| i.resolution.as_ref().into()),
            Column::shown("sides", |i| Cell::List(i.sides.iter().map(Side::text).collect())),
            Column::hidden("why", |i| i.why.as_ref().into()),
        ];
        columns.extend(origin_columns());
        columns
    }
}

/// The contradictions in scope.
///
/// # Errors
/// What SQLite says.
pub fn contradictions(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let scope = request.scope.reaching(request.earlier);
    let last = request.earlier && !request.scope.all_revisions;
    let own: [(_, &dyn ToSql); 3] =
        [(":open", &request.open), (":needs_consensus", &request.needs_consensus), (":last", &last)];
    let params: Params = scope.params().into_iter().chain(request.filter.touching()).chain(own).collect();
    let total = count(connection, COUNT, &params)?;
    let items = items(connection, request.sort.sql(), &params, request.limit, Item::from_row)?;
    Ok(Listing::new("contradictions", total, items))
}
