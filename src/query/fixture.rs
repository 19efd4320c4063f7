//! Archives made by hand, row by row, for the tests of questions.
//!
//! Invariant: whatever a test does not say has one plain value, and the `n`-th artifact has the id that
//! [`uuid`] gives.

use rusqlite::{Connection, params};

use crate::digest::Digest;
use crate::store::Archive;
use crate::time::Timestamp;

/// Inserts a row and gives its id.
macro_rules! insert {
    ($db:expr, $table:ident { $($column:ident : $value:expr),+ $(,)? }) => {{
        let sql = concat!(
            "INSERT INTO ", stringify!($table), " (\"", insert!(@join $($column)+), "\") VALUES (",
            insert!(@marks $($column)+), ")"
        );
        $db.execute(sql, params![$($value),+]).expect(sql);
        $db.last_insert_rowid()
    }};
    (@join $first:ident $($rest:ident)*) => { concat!(stringify!($first) $(, "\", \"", stringify!($rest))*) };
    (@marks $first:ident $($rest:ident)*) => { concat!("?" $(, insert!(@mark $rest))*) };
    (@mark $any:ident) => { ", ?" };
}

/// An archive in memory.
pub(super) struct Fixture {
    archive: Archive,
}

/// The id of the `n`-th artifact, counted from 1.
pub(super) fn uuid(n: i64) -> String {
    format!("00000000-0000-5000-8000-{n:012}")
}

/// A moment of RFC 3339, or the first of a date.
pub(super) fn at(text: &str) -> Timestamp {
    let whole = if text.len() == 10 { format!("{text}T00:00:00Z") } else { text.to_owned() };
    Timestamp::parse(&whole).expect(text)
}

impl Fixture {
    pub fn new() -> Self {
        let archive = Archive::in_memory().expect("an archive in memory");
        let fixture = Self { archive };
        insert!(fixture.db(), batch { uuid: "batch", started_at: at("2026-06-01"), version: "0.1.0" });
        fixture
    }

    pub fn db(&self) -> &Connection {
        self.archive.connection()
    }

    /// A run of status `completed` and version 1.0.0, without confidence.
    pub fn run(&self, task: &str, id: &str, when: &str) -> i64 {
        self.revision(task, id, when, "1.0.0", "completed")
    }

    /// The same with a version and a status.
    pub fn revision(&self, task: &str, id: &str, when: &str, version: &str, status: &str) -> i64 {
        let artifact =
            self.artifact("research", &format!("{task}/{id}"), id, task, when, version, Some(status));
        insert!(
            self.db(),
            run {
                artifact: artifact,
                research_id: id,
                short_name: "short",
                status: status,
                query: "What is known about it?",
                created_us: at(when),
                created_text: when,
                searched: 3,
                used: 2,
            }
        );
        artifact
    }

    /// Gives a run its confidence and one factor of it.
    pub fn confidence(&self, artifact: i64, overall: f64, recency: Option<f64>) {
        let sql = "UPDATE run SET overall = ?, recency = ? WHERE artifact = ?";
        self.db().execute(sql, params![overall, recency, artifact]).expect(sql);
    }

    #[expect(clippy::too_many_arguments, reason = "what an artifact has")]
    fn artifact(
        &self,
        kind: &str,
        key: &str,
        natural_id: &str,
        task: &str,
        when: &str,
        version: &str,
        status: Option<&str>,
    ) -> i64 {
        let db = self.db();
        let sql = "INSERT INTO lineage (kind, natural_key) VALUES (?, ?) ON CONFLICT DO NOTHING";
        db.execute(sql, params![kind, key]).expect(sql);
        let sql = "SELECT id FROM lineage WHERE kind = ? AND natural_key = ?";
        let lineage: i64 = db.query_one(sql, params![kind, key], |row| row.get(0)).expect(sql);
        let sql = "SELECT count(*) + 1 FROM artifact";
        let n: i64 = db.query_one(sql, [], |row| row.get(0)).expect(sql);
        let digest = Digest::of(uuid(n).as_bytes());
        let artifact = insert!(
            db,
            artifact {
                uuid: uuid(n),
                kind: kind,
                schema_name: kind,
                lineage: lineage,
                natural_id: natural_id,
                task: task,
                title: natural_id,
                status: status,
                version: version,
                version_key: version,
                when_us: at(when),
                when_text: when,
                canonical_digest: digest,
                raw_digest: digest,
                raw_size: 100,
                source: "runs/a.json",
                source_line: 1,
                batch: 1,
                ingested_at: at("2026-06-01"),
            }
        );
        let sql = "UPDATE lineage SET current = (
                     SELECT id FROM artifact WHERE lineage = ?1
                     ORDER BY version_key DESC, when_us DESC, canonical_digest DESC LIMIT 1)
                   WHERE id = ?1";
        db.execute(sql, [lineage]).expect(sql);
        artifact
    }

    pub fn finding(&self, artifact: i64, id: &str, confidence: f64) -> i64 {
        let claim = format!("claim of {id}");
        let finding = insert!(
            self.db(),
            finding {
                artifact: artifact,
                seq: self.next("finding", artifact),
                local_id: id,
                claim: claim,
                confidence: confidence,
                independent_sources: 0,
                evidence_count: 0,
            }
        );
        let entry =
            insert!(self.db(), search_part { artifact: artifact, part: "finding", rows: 1, item: finding });
        let sql = "INSERT INTO search (rowid, main) VALUES (?, ?)";
        self.db().execute(sql, params![entry, claim]).expect(sql);
        finding
    }

    pub fn tag(&self, finding: i64, tags: &[&str]) {
        for (seq, tag) in tags.iter().enumerate() {
            insert!(self.db(), finding_tag { finding: finding, seq: seq, tag: tag });
        }
    }

    /// A citation of a web page, reliability medium.
    pub fn citation(&self, artifact: i64, id: &str, url: &str) -> i64 {
        let db = self.db();
        let sql = "INSERT INTO source (key) VALUES (?) ON CONFLICT DO NOTHING";
        db.execute(sql, [url]).expect(sql);
        let sql = "SELECT id FROM source WHERE key = ?";
        let source: i64 = db.query_one(sql, [url], |row| row.get(0)).expect(sql);
        insert!(db, citation {
            artifact: artifact, seq: self.next("citation", artifact), local_id: id, source: source, type: "web",
            title: format!("title of {id}"), url: format!("{url}#part"), reliability: "medium", tool: "tavily", findings: 0,
        })
    }

    /// Evidence from a citation, or from one that the document does not have.
    pub fn evidence(&self, finding: i64, citation: Result<i64, &str>) {
        let db = self.db();
        let sql = "SELECT local_id, source FROM citation WHERE id = ?";
        let (row, id, source) = match citation {
            Ok(row) => {
                let (id, source) = db.query_one(sql, [row], |r| Ok((r.get(0)?, r.get(1)?))).expect(sql);
                (Some(row), id, Some::<i64>(source))
            }
            Err(id) => (None, id.to_owned(), None),
        };
        let sql = "SELECT count(*) FROM evidence WHERE finding = ?";
        let seq: i64 = db.query_one(sql, [finding], |row| row.get(0)).expect(sql);
        insert!(
            db,
            evidence {
                finding: finding,
                seq: seq,
                citation: row,
                citation_id: id,
                source: source,
                quote: format!("quote {seq}"),
                weight: 0.5,
                quote_match: "exact",
            }
        );
        let sql = "UPDATE citation SET findings = (
                     SELECT count(DISTINCT e.finding) FROM evidence AS e JOIN finding AS f ON f.id = e.finding
                     WHERE e.source = citation.source AND f.artifact = citation.artifact)
                   WHERE id = (
                     SELECT min(c.id) FROM citation AS c JOIN finding AS f ON f.artifact = c.artifact
                     WHERE c.source = ?1 AND f.id = ?2)";
        db.execute(sql, params![source, finding]).expect(sql);
    }

    pub fn theme(&self, artifact: i64, id: &str, name: &str, findings: &[&str]) -> i64 {
        let db = self.db();
        let key = name.trim().to_lowercase();
        let sql = "INSERT INTO theme_name (key) VALUES (?) ON CONFLICT DO NOTHING";
        db.execute(sql, [&key]).expect(sql);
        let sql = "SELECT id FROM theme_name WHERE key = ?";
        let theme_name: i64 = db.query_one(sql, [&key], |row| row.get(0)).expect(sql);
        let seq = self.next("theme", artifact);
        let theme = insert!(
            db,
            theme {
                artifact: artifact,
                seq: seq,
                local_id: id,
                theme_name: theme_name,
                name: name,
                findings: 0
            }
        );
        for (seq, id) in findings.iter().enumerate() {
            insert!(
                db,
                theme_finding { theme: theme, seq: seq, finding: self.named(artifact, id), finding_id: id }
            );
        }
        let sql = "UPDATE theme SET findings = (
                     SELECT count(DISTINCT finding_id) FROM theme_finding JOIN theme AS t ON t.id = theme
                     WHERE t.artifact = ?1 AND t.theme_name = ?2)
                   WHERE id = (SELECT min(id) FROM theme WHERE artifact = ?1 AND theme_name = ?2)";
        db.execute(sql, [artifact, theme_name]).expect(sql);
        theme
    }

    pub fn gap(&self, artifact: i64, id: &str, description: &str, blocks: &[&str]) -> i64 {
        let db = self.db();
        let gap = insert!(
            db,
            gap {
                artifact: artifact,
                seq: self.next("gap", artifact),
                local_id: id,
                description: description,
                text_digest: Digest::of(description.as_bytes()),
                importance: "high",
                blocked_count: blocks.len(),
            }
        );
        for (seq, id) in blocks.iter().enumerate() {
            insert!(
                db,
                gap_finding { gap: gap, seq: seq, finding: self.named(artifact, id), finding_id: id }
            );
        }
        gap
    }

    pub fn contradiction(&self, artifact: i64, id: &str, description: &str, findings: &[&str]) -> i64 {
        let db = self.db();
        let contradiction = insert!(
            db,
            contradiction {
                artifact: artifact,
                seq: self.next("contradiction", artifact),
                local_id: id,
                description: description,
                text_digest: Digest::of(description.as_bytes()),
            }
        );
        for (seq, id) in findings.iter().enumerate() {
            insert!(
                db,
                contradiction_finding {
                    contradiction: contradiction,
                    seq: seq,
                    finding: self.named(artifact, id),
                    finding_id: id,
                }
            );
        }
        contradiction
    }

    pub fn action(&self, artifact: i64, id: &str, findings: &[&str]) -> i64 {
        let db = self.db();
        let action = insert!(
            db,
            action {
                artifact: artifact,
                seq: self.next("action", artifact),
                local_id: id,
                action: format!("do {id}"),
                priority: "high",
            }
        );
        for (seq, id) in findings.iter().enumerate() {
            insert!(
                db,
                action_finding {
                    action: action,
                    seq: seq,
                    finding: self.named(artifact, id),
                    finding_id: id
                }
            );
        }
        action
    }

    /// A packet of the project `p` that follows these steps.
    pub fn packet(&self, id: &str, task: &str, step: &str, when: &str, follows: &[&str]) -> i64 {
        let natural_id = format!("p/{id}");
        let artifact = self.artifact("packet", &natural_id, &natural_id, task, when, "1.0.0", None);
        insert!(
            self.db(),
            packet {
                artifact: artifact,
                packet_id: id,
                project: "p",
                role: "builder",
                task_id: task,
                step_id: step,
                step_attempt: 1,
                objective: "Build it",
                permission: "edit",
                plan_hash: "default",
                active_step: 0,
                total_steps: 3,
                allocated_tokens: 1000,
                estimated_tokens: 400,
            }
        );
        for (seq, step) in follows.iter().enumerate() {
            insert!(
                self.db(),
                packet_predecessor {
                    artifact: artifact,
                    seq: seq,
                    step_id: step,
                    role: "planner",
                    status: "passed",
                    summary: "done",
                    settled_us: at("2025-12-31"),
                    settled_text: "2025-12-31T00:00:00Z",
                }
            );
        }
        artifact
    }

    /// An entry of a packet's environment.
    pub fn item(&self, artifact: i64, section: &str, id: Option<&str>, state_key: Option<&str>) -> i64 {
        let sql = "SELECT count(*) FROM packet_item WHERE artifact = ? AND section = ?";
        let seq: i64 = self.db().query_one(sql, params![artifact, section], |row| row.get(0)).expect(sql);
        insert!(
            self.db(),
            packet_item {
                artifact: artifact,
                section: section,
                seq: seq,
                local_id: id,
                state_key: state_key,
                summary: "an entry",
                body: r#"{"summary":"an entry"}"#,
            }
        )
    }

    /// A gap that a packet could not resolve.
    pub fn packet_gap(&self, artifact: i64, text: &str) {
        let sql = "SELECT count(*) FROM packet_gap WHERE artifact = ?";
        let seq: i64 = self.db().query_one(sql, [artifact], |row| row.get(0)).expect(sql);
        let digest = Digest::of(text.as_bytes());
        insert!(
            self.db(),
            packet_gap { artifact: artifact, seq: seq, text: text, text_digest: digest, class: "other" }
        );
    }

    /// What somebody decided about a gap or contradiction with this text.
    pub fn record(&self, kind: &str, run: (&str, &str), id: &str, text: &str, state: &str, when: &str) {
        insert!(
            self.db(),
            resolution {
                uuid: format!("{state} {when}"),
                kind: kind,
                task: run.0,
                run: run.1,
                local_id: id,
                text_digest: Digest::of(text.as_bytes()),
                state: state,
                note: "decided",
                at: at(when),
            }
        );
    }

    /// Changes the row of this id, by an UPDATE that takes it as its one parameter.
    pub fn set(&self, sql: &str, id: i64) {
        assert_eq!(self.db().execute(sql, [id]).expect(sql), 1, "{sql}");
    }

    fn named(&self, artifact: i64, finding: &str) -> Option<i64> {
        let sql = "SELECT max(id) FROM finding WHERE artifact = ? AND local_id = ?";
        self.db().query_one(sql, params![artifact, finding], |row| row.get(0)).expect(sql)
    }

    fn next(&self, table: &str, artifact: i64) -> i64 {
        let sql = match table {
            "finding" => "SELECT count(*) FROM finding WHERE artifact = ?",
            "citation" => "SELECT count(*) FROM citation WHERE artifact = ?",
            "theme" => "SELECT count(*) FROM theme WHERE artifact = ?",
            "gap" => "SELECT count(*) FROM gap WHERE artifact = ?",
            "contradiction" => "SELECT count(*) FROM contradiction WHERE artifact = ?",
            _ => "SELECT count(*) FROM action WHERE artifact = ?",
        };
        self.db().query_one(sql, [artifact], |row| row.get(0)).expect(sql)
    }
}
