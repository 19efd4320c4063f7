//! The parts of a research run.
//!
//! Invariant: parts come in the order of their document, and repeat what it repeats.

use std::collections::BTreeMap;

use rusqlite::{Connection, named_params};
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::error::Result;
use crate::query::record::{Record, ToCell, record, records, to_cell};
use crate::report::Cell;
use crate::time::Timestamp;

/// The factors of a run's confidence, each from 0 to 1, named as documents name them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Factors {
    pub source_quality: Option<f64>,
    pub source_diversity: Option<f64>,
    pub evidence_strength: Option<f64>,
    pub consistency: Option<f64>,
    pub recency: Option<f64>,
}

impl Factors {
    /// Each factor with its name.
    pub fn named(&self) -> [(&'static str, Option<f64>); 5] {
        [
            ("sourceQuality", self.source_quality),
            ("sourceDiversity", self.source_diversity),
            ("evidenceStrength", self.evidence_strength),
            ("consistency", self.consistency),
            ("recency", self.recency),
        ]
    }
}

record! {
    /// What a run was asked and how it went.
    pub struct Run {
        short_name: String,
        status: String,
        version: Option<String>,
        query: String,
        context: Option<String>,
        expanded: Vec<String> as json,
        exclusions: Vec<String> as json,
        domains: Vec<String> as json,
        confidence: Option<f64>,
        factors: Factors as json,
        caveats: Vec<String> as json,
        searched: i64,
        used: i64,
        /// Sources by the tool that found them.
        by_tool: BTreeMap<String, i64> as json,
        created: Timestamp,
        completed: Option<Timestamp>,
        /// Seconds.
        duration: Option<i64>,
    }
}

record! {
    /// A finding.
    pub struct Finding {
        #[serde(skip)]
        row: i64 as hidden,
        id: String,
        claim: String,
        confidence: f64,
        relevance: Option<f64>,
        category: Option<String>,
        tags: Vec<String> as json,
        evidence_count: i64,
        /// Different sources among its citations.
        independent_sources: i64,
        /// How many sources the document claims.
        source_count: Option<i64>,
    }
}

record! {
    /// A quote that a finding rests on, and the citation it was taken from.
    pub struct Evidence {
        finding: String,
        #[serde(skip)]
        finding_row: i64 as hidden,
        quote: String,
        weight: Option<f64>,
        /// How the quote matches the excerpt of its citation.
        quote_match: String,
        /// As the evidence names it.
        citation: String,
        /// The document has no such citation; all that follows is then null.
        missing: bool,
        title: Option<String>,
        #[serde(rename = "type")]
        source_type: Option<String>,
        url: Option<String>,
        canonical_url: Option<String>,
        reliability: Option<String>,
        tool: Option<String>,
        author: Option<String>,
        date: Option<String>,
        #[serde(skip)]
        source: Option<i64> as hidden,
    }
}

record! {
    /// A citation.
    pub struct Citation {
        id: String,
        title: String,
        #[serde(rename = "type")]
        source_type: String,
        url: Option<String>,
        canonical_url: Option<String>,
        author: Option<String>,
        date: Option<String>,
        reliability: Option<String>,
        tool: Option<String>,
        excerpt: Option<String>,
        /// The findings that cite it.
        findings: Vec<String> as json,
        #[serde(skip)]
        source: i64 as hidden,
    }
}

/// A finding that something else in its document names.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FindingRef {
    pub id: String,
    #[serde(skip_serializing)]
    pub row: Option<i64>,
    pub claim: Option<String>,
    pub confidence: Option<f64>,
    /// The document has no such finding.
    pub missing: bool,
}

/// A side of a contradiction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Side {
    pub finding: String,
    #[serde(skip_serializing)]
    pub row: Option<i64>,
    pub claim: Option<String>,
    pub confidence: Option<f64>,
    pub independent_sources: Option<i64>,
    /// The sum of the weights of its evidence.
    pub evidence_weight: Option<f64>,
    /// The document has no such finding.
    pub missing: bool,
}

impl From<&Side> for FindingRef {
    fn from(side: &Side) -> Self {
        Self {
            id: side.finding.clone(),
            row: side.row,
            claim: side.claim.clone(),
            confidence: side.confidence,
            missing: side.missing,
        }
    }
}

record! {
    /// A theme.
    pub struct Theme {
        id: String,
        name: String,
        strength: Option<String>,
        description: Option<String>,
        findings: Vec<FindingRef> as json,
    }
}

record! {
    /// A gap of a run.
    pub struct Gap {
        id: String,
        description: String,
        importance: Option<String>,
        state: String,
        /// What was noted when its state was last recorded.
        note: Option<String>,
        /// The later revision that no longer has it.
        absent_from: Option<String>,
        blocked_findings: Vec<FindingRef> as json,
        suggested_sources: Vec<String> as json,
        #[serde(skip)]
        text_digest: Digest as hidden,
    }
}

record! {
    /// A contradiction.
    pub struct Contradiction {
        id: String,
        description: String,
        severity: Option<String>,
        /// True when not stated.
        requires_consensus: bool,
        state: String,
        /// What was noted when its state was last recorded.
        note: Option<String>,
        /// The later revision that no longer has it.
        absent_from: Option<String>,
        resolution: Option<String>,
        sides: Vec<Side> as json,
        #[serde(skip)]
        text_digest: Digest as hidden,
    }
}

record! {
    /// A recommended action.
    pub struct Action {
        id: String,
        action: String,
        rationale: Option<String>,
        priority: String,
        effort: Option<String>,
        based_on: Vec<FindingRef> as json,
    }
}

record! {
    /// What somebody decided about a gap or contradiction.
    pub struct Decision {
        at: Timestamp,
        state: String,
        by: Option<String>,
        note: String,
        finding: Option<String>,
        record: String,
    }
}

to_cell! {
    Vec<FindingRef> => |findings| Cell::List(findings.iter().map(|f| name(&f.id, f.missing)).collect());
    Vec<Side> => |sides| Cell::List(sides.iter().map(|s| name(&s.finding, s.missing)).collect());
    BTreeMap<String, i64> => |counts| Cell::List(counts.iter().map(|(k, n)| format!("{k} {n}")).collect());
    Factors => |factors| Cell::List(
        factors.named().iter().filter_map(|(name, value)| value.map(|v| format!("{name} {v}"))).collect());
}

/// The statement that `$sql` continues, with the states of gaps and contradictions at hand.
macro_rules! with_state {
    ($sql:literal) => {
        concat!(
            "WITH asked AS (SELECT :artifact AS artifact)\n",
            include_str!("../item_state.sql"),
            include_str!($sql)
        )
    };
}
pub(super) use with_state;

/// An id as people read it.
pub(super) fn name(id: &str, missing: bool) -> String {
    if missing { format!("{id} (missing)") } else { id.to_owned() }
}

/// Which parts of a document are wanted.
#[derive(Clone, Debug, Default)]
pub(in crate::query) struct Pick {
    pub artifact: i64,
    /// This row alone; of evidence, that which cites this row.
    row: Option<i64>,
    /// Only these findings, and what touches them: a JSON list of rows.
    findings: Option<String>,
}

impl Pick {
    /// Every part of a document.
    pub fn all(artifact: i64) -> Self {
        Self { artifact, ..Self::default() }
    }

    /// One part of it.
    pub fn one(artifact: i64, row: i64) -> Self {
        Self { artifact, row: Some(row), findings: None }
    }

    /// The parts that touch these findings.
    pub fn touching(artifact: i64, findings: &[i64]) -> Self {
        let findings = serde_json::to_string(findings).expect("numbers are JSON");
        Self { artifact, row: None, findings: Some(findings) }
    }

    fn select<R: Record>(&self, connection: &Connection, sql: &str) -> Result<Vec<R>> {
        let Self { artifact, row, findings } = self;
        records(connection, sql, named_params! { ":artifact": artifact, ":row": row, ":findings": findings })
    }

    pub fn findings(&self, connection: &Connection) -> Result<Vec<Finding>> {
        self.select(connection, include_str!("run/findings.sql"))
    }

    pub fn evidence(&self, connection: &Connection) -> Result<Vec<Evidence>> {
        self.select(connection, include_str!("run/evidence.sql"))
    }

    pub fn citations(&self, connection: &Connection) -> Result<Vec<Citation>> {
        self.select(connection, include_str!("run/citations.sql"))
    }

    pub fn themes(&self, connection: &Connection) -> Result<Vec<Theme>> {
        self.select(connection, include_str!("run/themes.sql"))
    }

    pub fn gaps(&self, connection: &Connection) -> Result<Vec<Gap>> {
        self.select(connection, with_state!("run/gaps.sql"))
    }

    pub fn contradictions(&self, connection: &Connection) -> Result<Vec<Contradiction>> {
        self.select(connection, with_state!("run/contradictions.sql"))
    }

    pub fn actions(&self, connection: &Connection) -> Result<Vec<Action>> {
        self.select(connection, include_str!("run/actions.sql"))
    }
}

/// The run of an artifact.
pub(in crate::query) fn run(connection: &Connection, artifact: i64) -> Result<Run> {
    let mut statement = connection.prepare_cached(include_str!("run/run.sql"))?;
    Ok(statement.query_one(named_params! { ":artifact": artifact }, Run::from_row)?)
}

/// Everything in a run.
#[derive(Clone, Debug, Serialize)]
pub struct RunParts {
    pub findings: Vec<Finding>,
    pub evidence: Vec<Evidence>,
    pub citations: Vec<Citation>,
    pub themes: Vec<Theme>,
    pub contradictions: Vec<Contradiction>,
    pub gaps: Vec<Gap>,
    pub actions: Vec<Action>,
}

impl RunParts {
    pub(in crate::query) fn load(connection: &Connection, artifact: i64) -> Result<Self> {
        let all = Pick::all(artifact);
        Ok(Self {
            findings: all.findings(connection)?,
            evidence: all.evidence(connection)?,
            citations: all.citations(connection)?,
            themes: all.themes(connection)?,
            contradictions: all.contradictions(connection)?,
            gaps: all.gaps(connection)?,
            actions: all.actions(connection)?,
        })
    }
}

/// What in its document uses a finding.
#[derive(Clone, Debug, Default, Serialize)]
pub struct UsedBy {
    pub themes: Vec<Theme>,
    pub contradictions: Vec<Contradiction>,
    pub gaps: Vec<Gap>,
    pub actions: Vec<Action>,
}

impl UsedBy {
    pub(in crate::query) fn load(connection: &Connection, pick: &Pick) -> Result<Self> {
        Ok(Self {
            themes: pick.themes(connection)?,
            contradictions: pick.contradictions(connection)?,
            gaps: pick.gaps(connection)?,
            actions: pick.actions(connection)?,
        })
    }
}

impl From<&Finding> for FindingRef {
    fn from(finding: &Finding) -> Self {
        Self {
            id: finding.id.clone(),
            row: Some(finding.row),
            claim: Some(finding.claim.clone()),
            confidence: Some(finding.confidence),
            missing: false,
        }
    }
}
