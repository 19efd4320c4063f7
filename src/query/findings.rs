//! `findings`: what was found, and how well it stands.

use rusqlite::{Connection, Row, ToSql};
use serde::Serialize;

use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::origin::{HasOrigin, Origin, origin_columns};
use super::sql::{Json, Params, chosen, count, items};
use crate::error::Result;
use crate::report::{Column, Listing, Tabular};

macro_rules! by {
    ($order:literal) => {
        chosen!("finding_filter.sql", "item_state.sql", "findings.sql"; page "findings_page.sql" by $order)
    };
}

const COUNT: &str = chosen!("finding_filter.sql", "item_state.sql", "findings.sql");

/// The order of the answer; ties go by artifact and local id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// Most confident first
    #[default]
    Confidence,
    /// Most relevant first
    Relevance,
    /// Most independent sources first
    Sources,
    /// Latest first
    When,
}

impl Sort {
    fn sql(self) -> &'static str {
        match self {
            Self::Confidence => by!("confidence DESC, uuid, local_id"),
            Self::Relevance => by!("relevance DESC, confidence DESC, uuid, local_id"),
            Self::Sources => by!("independent_sources DESC, confidence DESC, uuid, local_id"),
            Self::When => by!("when_us DESC, uuid, local_id"),
        }
    }
}

/// What `findings` is asked.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent filter of the command line")]
pub struct Request {
    pub scope: Scope,
    pub filter: FindingFilter,
    /// Only those whose evidence comes from one source, or from citations that are missing.
    pub single_source: bool,
    /// Only those without evidence.
    pub no_evidence: bool,
    /// Only those that a contradiction names which is not resolved.
    pub contradicted: bool,
    /// Only those that an open gap blocks.
    pub blocked: bool,
    pub sort: Sort,
    pub limit: Limit,
}

/// One finding.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    pub id: String,
    pub claim: String,
    pub confidence: f64,
    pub relevance: Option<f64>,
    pub category: Option<String>,
    pub tags: Vec<String>,
    pub evidence_count: i64,
    /// Different sources among its citations.
    pub independent_sources: i64,
    /// How many sources the document claims.
    pub source_count: Option<i64>,
    /// Contradictions of its document that name it and are not resolved.
    pub contradicted_by: Vec<String>,
    /// Open gaps of its document that block it.
    pub blocked_by: Vec<String>,
    /// Of its citations that exist, one without a reliability counting as unknown.
    pub best_reliability: Option<String>,
    pub worst_reliability: Option<String>,
    #[serde(flatten)]
    pub origin: Origin,
}

impl Item {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get("local_id")?,
            claim: row.get("claim")?,
            confidence: row.get("confidence")?,
            relevance: row.get("relevance")?,
            category: row.get("category")?,
            tags: row.get::<_, Json<_>>("tags")?.0,
            evidence_count: row.get("evidence_count")?,
            independent_sources: row.get("independent_sources")?,
            source_count: row.get("source_count")?,
            contradicted_by: row.get::<_, Json<_>>("contradicted_by")?.0,
            blocked_by: row.get::<_, Json<_>>("blocked_by")?.0,
            best_reliability: row.get("best_reliability")?,
            worst_reliability: row.get("worst_reliability")?,
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
            Column::shown("claim", |i| (&i.claim).into()),
            Column::shown("confidence", |i| i.confidence.into()),
            Column::hidden("relevance", |i| i.relevance.into()),
            Column::hidden("category", |i| i.category.as_ref().into()),
            Column::hidden("tags", |i| (&i.tags).into()),
            Column::hidden("evidence_count", |i| i.evidence_count.into()),
            Column::shown("independent_sources", |i| i.independent_sources.into()),
            Column::hidden("source_count", |i| i.source_count.into()),
            Column::shown("contradicted_by", |i| (&i.contradicted_by).into()),
            Column::shown("blocked_by", |i| (&i.blocked_by).into()),
            Column::hidden("best_reliability", |i| i.best_reliability.as_ref().into()),
            Column::hidden("worst_reliability", |i| i.worst_reliability.as_ref().into()),
        ];
        columns.extend(origin_columns());
        columns
    }
}

/// The findings in scope that the filters select.
///
/// # Errors
/// What SQLite says.
pub fn findings(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let own: [(_, &dyn ToSql); 4] = [
        (":single_source", &request.single_source),
        (":no_evidence", &request.no_evidence),
        (":contradicted", &request.contradicted),
        (":blocked", &request.blocked),
    ];
    let params: Params =
        request.scope.params().into_iter().chain(request.filter.params()).chain(own).collect();
    let total = count(connection, COUNT, &params)?;
    let items = items(connection, request.sort.sql(), &params, request.limit, Item::from_row)?;
    Ok(Listing::new("findings", total, items))
}
