//! The parts of a report.
//!
//! Invariant: the sections stand in the order of the report's schema; a degraded report has none, and
//! shows what there is instead.

use rusqlite::{Connection, named_params};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::Result;
use crate::query::record::{Record, record, records};
use crate::time::Timestamp;

record! {
    /// What a report is of, and how it went with it.
    pub struct SessionReport {
        schema: String,
        session: Option<String>,
        title: String,
        status: String,
        degraded: bool,
        lang: Option<String>,
        started_at: Option<Timestamp>,
        ended_at: Option<Timestamp>,
        generated_at: Option<Timestamp>,
        raw_output: Option<String>,
        errors: Option<Box<RawValue>> as json,
    }
}

record! {
    /// A part of a report; of a list, one element.
    pub struct SectionPart {
        name: String,
        /// In its list, from 0.
        position: Option<i64>,
        text: String,
        /// The part, where it is not a plain text.
        body: Option<Box<RawValue>> as json,
    }
}

/// Everything in a report.
#[derive(Clone, Debug, Serialize)]
pub struct ReportParts {
    pub sections: Vec<SectionPart>,
}

impl ReportParts {
    pub(in crate::query) fn load(connection: &Connection, artifact: i64) -> Result<Self> {
        let params = named_params! { ":artifact": artifact };
        Ok(Self { sections: records(connection, include_str!("report/sections.sql"), params)? })
    }
}

/// The report of an artifact.
pub(in crate::query) fn report(connection: &Connection, artifact: i64) -> Result<SessionReport> {
    let mut statement = connection.prepare_cached(include_str!("report/report.sql"))?;
    Ok(statement.query_one(named_params! { ":artifact": artifact }, SessionReport::from_row)?)
}
