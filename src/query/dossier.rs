//! `report`: what all questions together say of an archive, or of a part of it.
//!
//! Invariant: every part is the answer of its own question to the same scope, read in one snapshot, and
//! a part that is cut says how much there is.

mod holds;
mod reports;
mod support;

use rusqlite::Connection;
use serde::Serialize;

pub use self::holds::{Holds, Importances, Reliabilities, Severities, Standing, TaskRow};
pub use self::reports::ReportRow;
pub use self::support::{RunRef, Support, Use};
use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::{actions, citations, contradictions, findings, gaps, themes, trends};
use crate::error::Result;
use crate::report::Listing;
use crate::time::{DAY, Timestamp};

/// What `report` is asked.
#[derive(Debug)]
pub struct Request {
    pub scope: Scope,
    /// The filters as they were given, by the names of their options.
    pub filters: Vec<(&'static str, String)>,
    /// What the archive is called.
    pub archive: String,
    /// How many rows each part may have.
    pub limit: Limit,
    /// The moment of the report, from which ages are counted.
    pub now: Timestamp,
}

/// The answer.
#[derive(Debug, Serialize)]
pub struct Dossier {
    format: u8,
    query: &'static str,
    pub archive: String,
    pub generated: Timestamp,
    /// Of casebook.
    pub version: &'static str,
    pub filters: std::collections::BTreeMap<&'static str, String>,
    pub holds: Holds,
    /// The latest first.
    pub tasks: Listing<TaskRow>,
    pub trends: trends::Trends,
    /// Critical ones that are open.
    pub gaps: Listing<gaps::Item>,
    /// Open ones.
    pub contradictions: Listing<contradictions::Item>,
    /// Those of two runs or more.
    pub themes: Listing<themes::Item>,
    pub actions: Listing<actions::Item>,
    pub citations: Listing<citations::Item>,
    pub reports: Listing<ReportRow>,
    pub findings: Listing<findings::Item>,
    /// What each finding above rests on, in the same order.
    pub support: Vec<Support>,
    /// The runs of these findings.
    pub runs: Vec<RunRef>,
}

/// Everything, at most `limit` rows of each part.
///
/// # Errors
/// What SQLite says.
pub fn dossier(connection: &Connection, request: Request) -> Result<Dossier> {
    let Request { scope, filters, archive, limit, now } = request;
    let (holds, tasks) = holds::holds(connection, &scope, limit)?;
    let findings = findings(connection, &scope, limit)?;
    let (support, runs) = support::support(connection, &findings.items)?;
    Ok(Dossier {
        format: 1,
        query: "report",
        trends: trend(connection, &scope, &holds)?,
        gaps: gaps(connection, &scope, limit, now)?,
        contradictions: contradictions(connection, &scope, limit)?,
        themes: themes(connection, &scope, limit)?,
        actions: actions(connection, &scope, limit)?,
        citations: citations(connection, &scope, limit)?,
        reports: reports::reports(connection, &scope, limit)?,
        archive,
        generated: now,
        version: env!("CARGO_PKG_VERSION"),
        filters: filters.into_iter().collect(),
        holds,
        tasks,
        findings,
        support,
        runs,
    })
}

/// The confidence of runs, in buckets that suit the time they span.
fn trend(connection: &Connection, scope: &Scope, holds: &Holds) -> Result<trends::Trends> {
    let days = holds.first.zip(holds.last).map_or(0, |(first, last)| (last.0 - first.0) / DAY);
    let bucket = match days {
        ..14 => trends::Bucket::Day,
        14..91 => trends::Bucket::Week,
        91..1830 => trends::Bucket::Month,
        _ => trends::Bucket::Quarter,
    };
    trends::trends(connection, &trends::Request { scope: scope.clone(), bucket, ..Default::default() })
}

fn gaps(connection: &Connection, scope: &Scope, limit: Limit, now: Timestamp) -> Result<Listing<gaps::Item>> {
    let request = gaps::Request {
        scope: scope.clone(),
        filter: FindingFilter::default(),
        all: false,
        importance: Some(gaps::Importance::Critical),
        sort: gaps::Sort::default(),
        limit,
        now,
    };
    gaps::gaps(connection, &request)
}

fn contradictions(
    connection: &Connection,
    scope: &Scope,
    limit: Limit,
) -> Result<Listing<contradictions::Item>> {
    let request = contradictions::Request { scope: scope.clone(), open: true, limit, ..Default::default() };
    contradictions::contradictions(connection, &request)
}

fn themes(connection: &Connection, scope: &Scope, limit: Limit) -> Result<Listing<themes::Item>> {
    themes::themes(connection, &themes::Request { scope: scope.clone(), limit, ..Default::default() })
}

fn actions(connection: &Connection, scope: &Scope, limit: Limit) -> Result<Listing<actions::Item>> {
    actions::actions(connection, &actions::Request { scope: scope.clone(), limit, ..Default::default() })
}

fn citations(connection: &Connection, scope: &Scope, limit: Limit) -> Result<Listing<citations::Item>> {
    citations::citations(
        connection,
        &citations::Request { scope: scope.clone(), limit, ..Default::default() },
    )
}

fn findings(connection: &Connection, scope: &Scope, limit: Limit) -> Result<Listing<findings::Item>> {
    findings::findings(connection, &findings::Request { scope: scope.clone(), limit, ..Default::default() })
}
