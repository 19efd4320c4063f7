//! `stats`: how much the archive holds.
//!
//! Invariant: documents, findings, citations and sources are counted as the questions count them, in
//! current revisions; gaps and contradictions as `gaps --all` and `contradictions --all` list them.

use rusqlite::Connection;
use serde::Serialize;

use super::record::{Record as _, record};
use super::task::Counts;
use crate::error::Result;
use crate::report::{Answer, Page, Section};
use crate::time::Timestamp;

/// The answer.
#[derive(Clone, Debug, Serialize)]
pub struct Stats {
    format: u8,
    query: &'static str,
    /// Documents, each in its current revision.
    pub artifacts: Counts,
    #[serde(flatten)]
    pub counted: Counted,
    pub gaps: States,
    pub contradictions: States,
    pub bytes: Bytes,
}

record! {
    /// What can be counted in one go.
    pub struct Counted {
        findings: i64,
        citations: i64,
        /// Different sources that are cited.
        sources: i64,
        /// Superseded revisions; `list --all-revisions` has as many more.
        revisions: i64,
        quarantine: i64,
        /// When the last ingest began that wrote something.
        last_ingest: Option<Timestamp>,
    }
}

/// How many gaps or contradictions are in which state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct States {
    pub open: i64,
    pub resolved: i64,
    pub accepted: i64,
    pub reopened: i64,
}

/// Where the bytes are. `search` is an estimate, and with it `rows`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bytes {
    /// Original documents, packed.
    pub originals: i64,
    /// Tables and their indexes.
    pub rows: i64,
    /// The full-text index.
    pub search: i64,
    pub file: i64,
}

impl States {
    fn add(&mut self, state: &str, items: i64) {
        *match state {
            "resolved" => &mut self.resolved,
            "accepted" => &mut self.accepted,
            "reopened" => &mut self.reopened,
            _ => &mut self.open,
        } += items;
    }

    fn fields(self, section: Section) -> Section {
        section
            .field("open", self.open)
            .field("resolved", self.resolved)
            .field("accepted", self.accepted)
            .field("reopened", self.reopened)
    }
}

const STATES: &str = concat!(
    "WITH asked AS (SELECT NULL AS artifact)\n",
    include_str!("item_state.sql"),
    include_str!("stats/states.sql")
);

/// Counts and sizes.
///
/// # Errors
/// What SQLite says.
pub fn stats(connection: &Connection) -> Result<Stats> {
    let (gaps, contradictions) = states(connection)?;
    let mut counts = connection.prepare(include_str!("stats/counts.sql"))?;
    Ok(Stats {
        format: 1,
        query: "stats",
        artifacts: artifacts(connection)?,
        counted: counts.query_one([], Counted::from_row)?,
        gaps,
        contradictions,
        bytes: bytes(connection)?,
    })
}

fn artifacts(connection: &Connection) -> Result<Counts> {
    let mut statement = connection.prepare(include_str!("stats/kinds.sql"))?;
    let mut rows = statement.query([])?;
    let mut counts = Counts::default();
    while let Some(row) = rows.next()? {
        counts.add(&row.get::<_, String>("kind")?, row.get("documents")?);
    }
    Ok(counts)
}

/// Counts as `--all` lists: the last revision of each item, whatever its state.
fn states(connection: &Connection) -> Result<(States, States)> {
    let mut statement = connection.prepare(STATES)?;
    let mut rows = statement.query([])?;
    let [mut gaps, mut contradictions] = [States::default(); 2];
    while let Some(row) = rows.next()? {
        let kind: String = row.get("kind")?;
        let states = if kind == "gap" { &mut gaps } else { &mut contradictions };
        states.add(&row.get::<_, String>("state")?, row.get("items")?);
    }
    Ok((gaps, contradictions))
}

fn bytes(connection: &Connection) -> Result<Bytes> {
    let mut statement = connection.prepare(include_str!("stats/bytes.sql"))?;
    let bytes = statement.query_one([], |row| {
        let [originals, search, file] = [row.get("originals")?, row.get("search")?, row.get("file")?];
        let rows: i64 = file - row.get::<_, i64>("free")? - originals - search;
        Ok(Bytes { originals, rows: rows.max(0), search, file })
    })?;
    Ok(bytes)
}

impl Answer for Stats {
    fn page(&self) -> Page {
        let Bytes { originals, rows, search, file } = self.bytes;
        Page::new("the archive")
            .section(self.artifacts.fields(Section::new("artifacts")))
            .section(self.counted.fields(Section::new("in them")))
            .section(self.gaps.fields(Section::new("gaps")))
            .section(self.contradictions.fields(Section::new("contradictions")))
            .section(
                Section::new("bytes")
                    .field("originals", originals)
                    .field("rows", rows)
                    .field("search", search)
                    .field("file", file),
            )
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::query::fixture::Fixture;

    #[test]
    fn current_revisions_are_counted_and_earlier_ones_by_themselves() {
        let fixture = Fixture::new();
        let old = fixture.revision("T1", "res_1", "2026-01-01", "1.0.0", "completed");
        fixture.finding(old, "find_a", 0.5);
        fixture.gap(old, "gap_1", "closed since", &[]);
        fixture.gap(old, "gap_2", "still there", &[]);
        fixture.citation(old, "cite_1", "https://example.org/gone");
        let new = fixture.revision("T1", "res_1", "2026-02-01", "1.1.0", "completed");
        fixture.finding(new, "find_a", 0.5);
        fixture.finding(new, "find_b", 0.5);
        fixture.gap(new, "gap_2", "still there", &[]);
        fixture.citation(new, "cite_1", "https://example.org/a");
        fixture.citation(new, "cite_2", "https://example.org/a");
        let packet = fixture.packet("a", "T1", "s1", "2026-01-01", &[]);
        for key in [Some("mode"), Some("mode"), None] {
            fixture.item(packet, "contradictions", None, key);
        }

        let stats = serde_json::to_value(stats(fixture.db()).expect("an answer")).expect("JSON");
        assert_eq!(stats["artifacts"], json!({ "research": 1, "packet": 1, "review": 0, "report": 0 }));
        assert_eq!((&stats["findings"], &stats["citations"]), (&json!(2), &json!(2)));
        assert_eq!((&stats["sources"], &stats["revisions"]), (&json!(1), &json!(1)));
        assert_eq!(stats["gaps"], json!({ "open": 1, "resolved": 1, "accepted": 0, "reopened": 0 }));
        assert_eq!(
            stats["contradictions"],
            json!({ "open": 2, "resolved": 0, "accepted": 0, "reopened": 0 })
        );
        assert_eq!(
            (&stats["quarantine"], &stats["last_ingest"]),
            (&json!(0), &json!("2026-06-01T00:00:00Z"))
        );
    }

    #[test]
    fn an_empty_archive_has_its_counts_too() {
        let fixture = Fixture::new();
        fixture.db().execute("DELETE FROM batch", []).expect("no batch");
        let stats = stats(fixture.db()).expect("an answer");
        assert_eq!((stats.counted.findings, stats.counted.last_ingest), (0, None));
        assert!(stats.bytes.file > 0 && stats.bytes.rows > 0);
    }
}
