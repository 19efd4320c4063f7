//! `provenance`: what a thing rests on, and what rests on it.
//!
//! Invariant: a link that leads nowhere is listed as missing, and a chain that comes back to where it
//! has been says so and ends there.

mod chain;
mod tree;

use rusqlite::{Connection, named_params};
use serde::Serialize;

pub use self::chain::Followed;
use super::part::document::{self, Artifact, Revision};
use super::part::run::{self, Evidence, Finding, FindingRef, Pick, Run, UsedBy};
use super::part::{Part, What};
use super::record::{record, records};
use super::resolve::{Kind, Thing};
use crate::error::Result;
use crate::time::Timestamp;

/// The answer: everything around one thing. What does not fit its kind is empty or null.
#[derive(Clone, Debug, Serialize)]
pub struct Provenance {
    format: u8,
    query: &'static str,
    pub subject: Subject,
    /// The findings between the thing and the evidence: those a theme, gap, contradiction or action
    /// names, those that cite a citation, all of a run.
    pub findings: Vec<FindingRef>,
    pub evidence: Vec<Evidence>,
    pub run: Option<Part<Run>>,
    pub artifact: Filed,
    /// Packets of the same task that were there when the run spoke, oldest first.
    pub context: Vec<Context>,
    /// What a packet follows, and what that follows.
    pub chain: Vec<Followed>,
    pub used_by: UsedBy,
    /// Other runs that rest on the same sources, oldest first.
    pub shared_sources: Vec<Sharing>,
}

/// The thing asked about.
#[derive(Clone, Debug, Serialize)]
pub struct Subject {
    pub kind: Kind,
    #[serde(flatten)]
    pub part: Part<What>,
}

/// The document it belongs to, as the archive keeps it.
#[derive(Clone, Debug, Serialize)]
pub struct Filed {
    #[serde(flatten)]
    pub part: Part<Artifact>,
    pub revisions: Vec<Revision>,
}

record! {
    /// A packet that was there.
    pub struct Context {
        packet: String,
        artifact: String,
        project: String,
        role: String,
        step_id: String,
        attempt: i64,
        when: Timestamp,
        objective: String,
    }
}

record! {
    /// Another run that rests on the same sources.
    pub struct Sharing {
        run: String,
        task: Option<String>,
        artifact: String,
        when: Timestamp,
        /// Canonical URLs, or type and title.
        sources: Vec<String> as json,
        /// Its findings that rest on them.
        findings: Vec<String> as json,
    }
}

/// Everything around a thing.
///
/// # Errors
/// What SQLite says.
pub fn provenance(connection: &Connection, thing: &Thing) -> Result<Provenance> {
    let artifact = thing.artifact;
    let part = Part::load(connection, thing)?;
    let filed = Part { what: document::artifact(connection, artifact)?, origin: thing.origin() };
    let is_run = filed.what.kind == "research";

    let around = Around::load(connection, thing, &part.what)?;
    let run = is_run.then(|| run::run(connection, artifact)).transpose()?;
    let chain = if is_run { Vec::new() } else { chain::follow(connection, artifact)? };
    Ok(Provenance {
        format: 1,
        query: "provenance",
        shared_sources: shared(connection, thing.lineage, &around.sources)?,
        findings: around.findings,
        evidence: around.evidence,
        used_by: around.used_by,
        run: run.map(|what| Part { what, origin: thing.origin() }),
        artifact: Filed { part: filed, revisions: document::revisions(connection, artifact)? },
        context: context(connection, thing)?,
        chain,
        subject: Subject { kind: thing.kind, part },
    })
}

/// What lies next to a thing in its run.
#[derive(Default)]
struct Around {
    findings: Vec<FindingRef>,
    evidence: Vec<Evidence>,
    used_by: UsedBy,
    sources: Vec<i64>,
}

impl Around {
    fn load(connection: &Connection, thing: &Thing, what: &What) -> Result<Self> {
        let artifact = thing.artifact;
        let mut around = match what {
            What::Run(_) | What::Artifact(_) => Self::run(connection, artifact)?,
            What::Finding(finding) => Self {
                findings: Vec::new(),
                used_by: UsedBy::load(connection, &Pick::touching(artifact, &[finding.row]))?,
                ..Self::below(connection, artifact, vec![finding.into()])?
            },
            What::Citation(citation) => {
                Self { sources: vec![citation.source], ..Self::citing(connection, thing)? }
            }
            What::Theme(theme) => Self::below(connection, artifact, theme.findings.clone())?,
            What::Gap(gap) => Self::below(connection, artifact, gap.blocked_findings.clone())?,
            What::Contradiction(contradiction) => {
                Self::below(connection, artifact, contradiction.sides.iter().map(FindingRef::from).collect())?
            }
            What::Action(action) => Self::below(connection, artifact, action.based_on.clone())?,
            What::Packet(_) | What::PacketItem(_) | What::PacketGap(_) => Self::default(),
        };
        around.sources.extend(around.evidence.iter().filter_map(|evidence| evidence.source));
        Ok(around)
    }

    /// These findings and what they rest on.
    fn below(connection: &Connection, artifact: i64, findings: Vec<FindingRef>) -> Result<Self> {
        let rows: Vec<_> = findings.iter().filter_map(|finding| finding.row).collect();
        let evidence = Pick::touching(artifact, &rows).evidence(connection)?;
        Ok(Self { findings, evidence, ..Self::default() })
    }

    /// The findings that cite a citation, and what uses them.
    fn citing(connection: &Connection, thing: &Thing) -> Result<Self> {
        let evidence = Pick::one(thing.artifact, thing.row).evidence(connection)?;
        let rows: Vec<_> = evidence.iter().map(|evidence| evidence.finding_row).collect();
        let touching = Pick::touching(thing.artifact, &rows);
        Ok(Self {
            findings: refs(&touching.findings(connection)?),
            used_by: UsedBy::load(connection, &touching)?,
            evidence,
            ..Self::default()
        })
    }

    /// All of a run.
    fn run(connection: &Connection, artifact: i64) -> Result<Self> {
        let all = Pick::all(artifact);
        Ok(Self {
            findings: refs(&all.findings(connection)?),
            evidence: all.evidence(connection)?,
            used_by: UsedBy::load(connection, &all)?,
            ..Self::default()
        })
    }
}

fn refs(findings: &[Finding]) -> Vec<FindingRef> {
    findings.iter().map(FindingRef::from).collect()
}

fn context(connection: &Connection, thing: &Thing) -> Result<Vec<Context>> {
    let params = named_params! { ":task": thing.task, ":when": thing.when_us, ":lineage": thing.lineage };
    records(connection, include_str!("provenance/context.sql"), params)
}

fn shared(connection: &Connection, lineage: i64, sources: &[i64]) -> Result<Vec<Sharing>> {
    let mut sources = sources.to_vec();
    sources.sort_unstable();
    sources.dedup();
    let sources = serde_json::to_string(&sources).expect("numbers are JSON");
    let params = named_params! { ":sources": sources, ":lineage": lineage };
    records(connection, include_str!("provenance/shared.sql"), params)
}
