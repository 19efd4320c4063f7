//! The parts of a review.
//!
//! Invariant: a finding is shown as its reviewer wrote it, with all that it says.

use rusqlite::{Connection, named_params};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::Result;
use crate::query::record::{Record, record, records};

record! {
    /// What a reviewer came to.
    pub struct Review {
        reviewer: Option<String>,
        /// How many.
        findings_count: i64,
        /// The gravest of its findings.
        gravest: Option<String>,
    }
}

record! {
    /// A problem that a reviewer found.
    pub struct ReviewFinding {
        /// SHA-1 of `file:line:rule_key`.
        id: String,
        severity: String,
        rule_key: String,
        category: Option<String>,
        file: String,
        /// 0 is the file as a whole.
        line: i64,
        title: Option<String>,
        detail: Option<String>,
        recommended_action: Option<String>,
        brief_ref: Option<String>,
        /// All of it, as the document has it.
        body: Box<RawValue> as json,
    }
}

/// Everything in a review.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewParts {
    /// The gravest first.
    pub findings: Vec<ReviewFinding>,
}

impl ReviewParts {
    pub(in crate::query) fn load(connection: &Connection, artifact: i64) -> Result<Self> {
        let params = named_params! { ":artifact": artifact };
        Ok(Self { findings: records(connection, include_str!("review/findings.sql"), params)? })
    }
}

/// The review of an artifact.
pub(in crate::query) fn review(connection: &Connection, artifact: i64) -> Result<Review> {
    let mut statement = connection.prepare_cached(include_str!("review/review.sql"))?;
    Ok(statement.query_one(named_params! { ":artifact": artifact }, Review::from_row)?)
}
