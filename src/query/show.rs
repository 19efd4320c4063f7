//! `show`: one thing, whole.
//!
//! Invariant: what is shown is what the archive holds, all of it; nothing is cut and no link left out.

mod page;

use rusqlite::{Connection, named_params};
use serde::Serialize;

use super::part::document::{self, Revision, Warning};
use super::part::packet::{self, Packet, PacketParts};
use super::part::report::{self, ReportParts, SessionReport};
use super::part::review::{self, Review, ReviewParts};
use super::part::run::{self, Decision, Evidence, Pick, Run, RunParts, UsedBy};
use super::part::{Part, What};
use super::record::records;
use super::resolve::{Kind, Thing};
use crate::digest::Digest;
use crate::error::Result;

/// The answer: one thing.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    format: u8,
    query: &'static str,
    pub kind: Kind,
    pub item: Item,
}

/// A thing with what belongs to it.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    #[serde(flatten)]
    pub part: Part<What>,
    #[serde(flatten)]
    pub more: More,
}

/// What belongs to a thing, by its kind.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum More {
    Artifact {
        content: Box<Content>,
        #[serde(flatten)]
        kept: Kept,
    },
    Run {
        #[serde(flatten)]
        parts: Box<RunParts>,
        #[serde(flatten)]
        kept: Kept,
    },
    Packet {
        #[serde(flatten)]
        parts: Box<PacketParts>,
        #[serde(flatten)]
        kept: Kept,
    },
    Review {
        #[serde(flatten)]
        parts: ReviewParts,
        #[serde(flatten)]
        kept: Kept,
    },
    Report {
        #[serde(flatten)]
        parts: ReportParts,
        #[serde(flatten)]
        kept: Kept,
    },
    Finding {
        evidence: Vec<Evidence>,
        used_by: UsedBy,
    },
    Citation {
        evidence: Vec<Evidence>,
    },
    Decided {
        history: Vec<Decision>,
    },
    Nothing {},
}

/// What an artifact is a revision of.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Content {
    Run(Whole<Run, RunParts>),
    Packet(Whole<Packet, PacketParts>),
    Review(Whole<Review, ReviewParts>),
    Report(Whole<SessionReport, ReportParts>),
}

/// A document and its parts.
#[derive(Clone, Debug, Serialize)]
pub struct Whole<R, P> {
    #[serde(flatten)]
    pub record: R,
    #[serde(flatten)]
    pub parts: P,
}

/// What the archive keeps beside a document.
#[derive(Clone, Debug, Serialize)]
pub struct Kept {
    pub revisions: Vec<Revision>,
    pub diagnostics: Vec<Warning>,
}

/// All there is of a thing.
///
/// # Errors
/// What SQLite says.
pub fn show(connection: &Connection, thing: &Thing) -> Result<Shown> {
    let part = Part::load(connection, thing)?;
    let more = more(connection, thing, &part.what)?;
    Ok(Shown { format: 1, query: "show", kind: thing.kind, item: Item { part, more } })
}

fn more(connection: &Connection, thing: &Thing, what: &What) -> Result<More> {
    let artifact = thing.artifact;
    let kept = || kept(connection, artifact);
    let run_parts = || RunParts::load(connection, artifact);
    let packet_parts = || PacketParts::load(connection, artifact);
    let decided =
        |kind, digest| history(connection, thing, kind, digest).map(|history| More::Decided { history });
    Ok(match what {
        What::Artifact(record) => {
            let content = match record.kind.as_str() {
                "packet" => Content::Packet(Whole {
                    record: packet::packet(connection, artifact)?,
                    parts: packet_parts()?,
                }),
                "review" => Content::Review(Whole {
                    record: review::review(connection, artifact)?,
                    parts: ReviewParts::load(connection, artifact)?,
                }),
                "report" => Content::Report(Whole {
                    record: report::report(connection, artifact)?,
                    parts: ReportParts::load(connection, artifact)?,
                }),
                _ => Content::Run(Whole { record: run::run(connection, artifact)?, parts: run_parts()? }),
            };
            More::Artifact { content: Box::new(content), kept: kept()? }
        }
        What::Run(_) => More::Run { parts: Box::new(run_parts()?), kept: kept()? },
        What::Packet(_) => More::Packet { parts: Box::new(packet_parts()?), kept: kept()? },
        What::Review(_) => More::Review { parts: ReviewParts::load(connection, artifact)?, kept: kept()? },
        What::Report(_) => More::Report { parts: ReportParts::load(connection, artifact)?, kept: kept()? },
        What::Finding(finding) => {
            let touching = Pick::touching(artifact, &[finding.row]);
            let used_by = UsedBy::load(connection, &touching)?;
            More::Finding { evidence: touching.evidence(connection)?, used_by }
        }
        What::Citation(_) => {
            More::Citation { evidence: Pick::one(artifact, thing.row).evidence(connection)? }
        }
        What::Gap(gap) => decided("gap", gap.text_digest)?,
        What::PacketGap(gap) => decided("gap", gap.text_digest)?,
        What::Contradiction(contradiction) => decided("contradiction", contradiction.text_digest)?,
        What::Theme(_) | What::Action(_) | What::PacketItem(_) => More::Nothing {},
    })
}

fn kept(connection: &Connection, artifact: i64) -> Result<Kept> {
    Ok(Kept {
        revisions: document::revisions(connection, artifact)?,
        diagnostics: document::warnings(connection, artifact)?,
    })
}

/// What was decided about a gap or contradiction, oldest first.
fn history(connection: &Connection, thing: &Thing, kind: &str, digest: Digest) -> Result<Vec<Decision>> {
    let params = named_params! {
        ":kind": kind,
        ":run": thing.natural_id,
        ":task": thing.task,
        ":local_id": thing.local_id,
        ":text_digest": digest,
    };
    records(connection, include_str!("part/run/history.sql"), params)
}

#[cfg(test)]
mod tests {
    use rusqlite::params;
    use serde_json::{Value, json};

    use super::*;
    use crate::query::fixture::{Fixture, at, uuid};
    use crate::query::resolve::resolve;

    fn shown(fixture: &Fixture, id: &str) -> Value {
        let thing = resolve(fixture.db(), id).expect(id);
        serde_json::to_value(show(fixture.db(), &thing).expect(id)).expect("JSON")
    }

    #[test]
    fn a_finding_is_shown_with_its_evidence_and_its_uses() {
        let fixture = Fixture::new();
        let run = fixture.run("T1", "res_1", "2026-02-01");
        let finding = fixture.finding(run, "find_a", 0.9);
        fixture.tag(finding, &["x", "y"]);
        fixture.evidence(finding, Err("cite_lost"));
        fixture.theme(run, "theme_1", "speed", &["find_a", "find_lost"]);
        let answer = shown(&fixture, "find_a");
        assert_eq!(
            (&answer["format"], &answer["query"], &answer["kind"]),
            (&json!(1), &json!("show"), &json!("finding"))
        );
        let item = &answer["item"];
        assert_eq!(item["id"], "find_a");
        assert_eq!(item["tags"], json!(["x", "y"]));
        assert_eq!(item["source_count"], Value::Null);
        assert_eq!(item["evidence"][0]["missing"], true);
        assert_eq!(
            item["used_by"]["themes"],
            json!([{ "id": "theme_1", "name": "speed", "strength": null, "description": null, "findings": [
                { "id": "find_a", "claim": "claim of find_a", "confidence": 0.9, "missing": false },
                { "id": "find_lost", "claim": null, "confidence": null, "missing": true },
            ]}])
        );
        assert_eq!((&item["run"], &item["task"]), (&json!("res_1"), &json!("T1")));
        assert_eq!((&item["artifact"], &item["when"]), (&json!(uuid(1)), &json!("2026-02-01T00:00:00Z")));
    }

    #[test]
    fn a_gap_is_shown_with_what_was_decided_about_this_text() {
        let fixture = Fixture::new();
        let run = fixture.run("T1", "res_1", "2026-02-01");
        fixture.gap(run, "gap_1", "what of b", &["find_lost"]);
        let record = |uuid: &str, when: &str, state: &str, text: &str| {
            let sql = "INSERT INTO resolution (uuid, kind, task, run, local_id, text_digest, state, note, at)
                       VALUES (?, 'gap', 'T1', 'res_1', 'gap_1', ?, ?, 'because', ?)";
            let values = params![uuid, Digest::of(text.as_bytes()), state, at(when)];
            fixture.db().execute(sql, values).expect(sql);
        };
        record("r2", "2026-03-02", "reopened", "what of b");
        record("r1", "2026-03-01", "accepted", "what of b");
        record("r3", "2026-03-03", "resolved", "another gap of that id");
        let item = &shown(&fixture, "gap_1")["item"];
        assert_eq!((&item["state"], &item["note"]), (&json!("reopened"), &json!("because")));
        let states: Value =
            item["history"].as_array().expect("a list").iter().map(|d| d["state"].clone()).collect();
        assert_eq!(states, json!(["accepted", "reopened"]));
        assert_eq!(item["blocked_findings"][0]["missing"], true);
    }

    #[test]
    fn an_artifact_is_shown_with_all_its_revisions() {
        let fixture = Fixture::new();
        fixture.revision("T1", "res_1", "2026-02-01", "1.1.0", "completed");
        let old = fixture.revision("T1", "res_1", "2026-03-01", "1.0.0", "partial");
        fixture.finding(old, "find_a", 0.5);
        let item = &shown(&fixture, &uuid(2))["item"];
        assert_eq!((&item["revision"], &item["current"]), (&json!(1), &json!(false)));
        assert_eq!(item["content"]["findings"][0]["id"], "find_a");
        assert_eq!(
            item["revisions"],
            json!([
                { "revision": 1, "artifact": uuid(2), "version": "1.0.0", "when": "2026-03-01T00:00:00Z",
                  "current": false, "source": "runs/a.json" },
                { "revision": 2, "artifact": uuid(1), "version": "1.1.0", "when": "2026-02-01T00:00:00Z",
                  "current": true, "source": "runs/a.json" },
            ])
        );
        assert_eq!(shown(&fixture, "res_1")["item"]["findings"], json!([]));
    }

    #[test]
    fn a_packet_is_shown_with_the_packets_of_its_task() {
        let fixture = Fixture::new();
        fixture.packet("a", "T1", "s1", "2026-01-01", &["s0"]);
        fixture.packet("b", "T1", "s2", "2026-01-02", &["s1"]);
        fixture.packet("other", "T2", "s0", "2026-01-02", &[]);
        let item = &shown(&fixture, "b")["item"];
        let chain = &item["chain"];
        assert_eq!((&chain[0]["packet"], &chain[1]["packet"]), (&json!("p/a"), &json!("p/b")));
        assert_eq!(
            chain[0]["predecessors"],
            json!([{ "step_id": "s0", "role": "planner", "status": "passed", "settled_at": "2025-12-31T00:00:00Z",
                     "packets": [], "missing": true }])
        );
        assert_eq!(chain[1]["predecessors"][0]["packets"], json!(["p/a"]));
        assert_eq!(chain.as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn an_entry_of_a_packet_is_shown_as_the_document_has_it() {
        let fixture = Fixture::new();
        let packet = fixture.packet("a", "T1", "s1", "2026-01-01", &[]);
        fixture.item(packet, "currentState", Some("k1"), Some("mode"));
        let answer = shown(&fixture, "a/k1");
        assert_eq!(answer["kind"], "packet-item");
        assert_eq!(answer["item"]["body"], json!({ "summary": "an entry" }));
        assert_eq!((&answer["item"]["state_key"], &answer["item"]["run"]), (&json!("mode"), &json!("p/a")));
    }
}
