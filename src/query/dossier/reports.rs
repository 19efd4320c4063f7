//! The session reports of a dossier, the latest first.
//!
//! Invariant: a report that could not be written as asked says so.

use rusqlite::{Connection, Row};
use serde::Serialize;

use crate::error::Result;
use crate::query::filter::{Limit, Scope};
use crate::query::origin::Origin;
use crate::query::sql::{Params, count, items};
use crate::report::Listing;
use crate::time::Timestamp;

/// One report of a session.
#[derive(Clone, Debug, Serialize)]
pub struct ReportRow {
    pub title: String,
    pub schema: String,
    pub session: Option<String>,
    pub status: String,
    /// It holds what there was instead of what was asked for.
    pub degraded: bool,
    pub started_at: Option<Timestamp>,
    pub ended_at: Option<Timestamp>,
    #[serde(flatten)]
    pub origin: Origin,
}

impl ReportRow {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            title: row.get("title")?,
            schema: row.get("schema")?,
            session: row.get("session")?,
            status: row.get("status")?,
            degraded: row.get("degraded")?,
            started_at: row.get("started_at")?,
            ended_at: row.get("ended_at")?,
            origin: Origin::from_row(row)?,
        })
    }
}

const COUNT: &str = concat!(include_str!("../scope.sql"), include_str!("reports_count.sql"));
const PAGE: &str = concat!(include_str!("../scope.sql"), include_str!("reports.sql"));

/// The reports in scope.
pub(super) fn reports(connection: &Connection, scope: &Scope, limit: Limit) -> Result<Listing<ReportRow>> {
    let params: Params = scope.params().to_vec();
    let total = count(connection, COUNT, &params)?;
    let items = items(connection, PAGE, &params, limit, ReportRow::from_row)?;
    Ok(Listing::new("report", total, items))
}
