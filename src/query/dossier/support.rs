//! What the findings of a dossier rest on, and what uses them: three statements for all of them.
//!
//! Invariant: a finding has its support at its own place, be it empty; quotes beyond the first few are
//! counted by the finding, never dropped unseen.

use std::collections::{BTreeSet, HashMap};

use rusqlite::{Connection, named_params};
use serde::Serialize;

use crate::digest::Digest;
use crate::error::Result;
use crate::query::findings;
use crate::query::part::run::Evidence;
use crate::query::record::{record, records};
use crate::time::Timestamp;

/// How many quotes of one finding a dossier has. More do not make a reader surer.
const QUOTES: i64 = 12;

/// What one finding rests on and what uses it.
#[derive(Clone, Debug, Serialize)]
pub struct Support {
    pub finding: String,
    pub artifact: String,
    /// The first of its quotes.
    pub evidence: Vec<Evidence>,
    pub used_by: Vec<Use>,
}

record! {
    /// A theme, contradiction, gap or action that names the finding.
    pub struct Use {
        #[serde(skip)]
        finding_row: i64 as hidden,
        kind: String,
        id: String,
        text: String,
        /// Of a contradiction or gap.
        state: Option<String>,
    }
}

record! {
    /// A run, and where it came from.
    pub struct RunRef {
        artifact: String,
        run: String,
        task: Option<String>,
        when: Timestamp,
        query: String,
        status: String,
        confidence: Option<f64>,
        version: Option<String>,
        source: String,
        line: i64,
        raw_digest: Digest,
        batch: String,
        ingested_at: Timestamp,
    }
}

const USES: &str = concat!(
    "WITH asked AS (SELECT NULL AS artifact)\n",
    include_str!("../item_state.sql"),
    include_str!("uses.sql")
);

/// The support of these findings, and their runs in the order of their artifacts.
pub(super) fn support(
    connection: &Connection,
    findings: &[findings::Item],
) -> Result<(Vec<Support>, Vec<RunRef>)> {
    let rows: Vec<_> = findings.iter().map(|finding| finding.row).collect();
    let rows = serde_json::to_string(&rows).expect("numbers are JSON");
    let params = named_params! { ":findings": rows, ":quotes": QUOTES };
    let evidence: Vec<Evidence> = records(connection, include_str!("evidence.sql"), params)?;
    let uses: Vec<Use> = records(connection, USES, named_params! { ":findings": rows })?;
    let (mut evidence, mut uses) = (by(evidence, |e| e.finding_row), by(uses, |u| u.finding_row));
    let support = findings.iter().map(|finding| Support {
        finding: finding.id.clone(),
        artifact: finding.origin.artifact.clone(),
        evidence: evidence.remove(&finding.row).unwrap_or_default(),
        used_by: uses.remove(&finding.row).unwrap_or_default(),
    });
    let artifacts: BTreeSet<_> = findings.iter().map(|finding| &*finding.origin.artifact).collect();
    let artifacts = serde_json::to_string(&artifacts).expect("texts are JSON");
    let runs = records(connection, include_str!("runs.sql"), named_params! { ":artifacts": artifacts })?;
    Ok((support.collect(), runs))
}

fn by<T>(items: Vec<T>, finding: fn(&T) -> i64) -> HashMap<i64, Vec<T>> {
    let mut map = HashMap::<_, Vec<T>>::new();
    for item in items {
        map.entry(finding(&item)).or_default().push(item);
    }
    map
}
