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
    let is = |kind: &str| filed.what.kind == kind;

    let around = Around::load(connection, thing, &part.what)?;
    let run = is("research").then(|| run::run(connection, artifact)).transpose()?;
    let chain = if is("packet") { chain::follow(connection, artifact)? } else { Vec::new() };
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
            What::Packet(_)
            | What::PacketItem(_)
            | What::PacketGap(_)
            | What::Review(_)
            | What::Report(_) => Self::default(),
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::query::fixture::{Fixture, uuid};
    use crate::query::resolve::resolve;

    fn asked(fixture: &Fixture, id: &str) -> Value {
        let thing = resolve(fixture.db(), id).expect(id);
        serde_json::to_value(provenance(fixture.db(), &thing).expect(id)).expect("JSON")
    }

    /// The values of one key in a list.
    fn each(list: &Value, key: &str) -> Value {
        list.as_array().expect("a list").iter().map(|item| item[key].clone()).collect()
    }

    fn archive() -> Fixture {
        let fixture = Fixture::new();
        let run = fixture.run("T1", "res_1", "2026-02-01");
        let a = fixture.finding(run, "find_a", 0.9);
        fixture.finding(run, "find_b", 0.5);
        let cited = fixture.citation(run, "cite_1", "https://example.org/a");
        fixture.evidence(a, Ok(cited));
        fixture.evidence(a, Err("cite_lost"));
        fixture.theme(run, "theme_1", "speed", &["find_a", "find_lost"]);
        fixture.gap(run, "gap_1", "what of b", &["find_b"]);
        fixture.contradiction(run, "contra_1", "a against b", &["find_a", "find_b"]);
        fixture.action(run, "action_1", &["find_a"]);

        let other = fixture.run("T2", "res_2", "2026-01-01");
        let c = fixture.finding(other, "find_c", 0.5);
        fixture.evidence(c, Ok(fixture.citation(other, "cite_9", "https://example.org/a")));

        fixture.packet("before", "T1", "s1", "2026-02-01", &[]);
        fixture.packet("after", "T1", "s2", "2026-02-02", &["s1"]);
        fixture.packet("elsewhere", "T2", "s1", "2026-01-01", &[]);
        fixture
    }

    #[test]
    fn a_finding_rests_on_evidence_and_carries_what_uses_it() {
        let answer = asked(&archive(), "find_a");
        assert_eq!(answer["subject"]["kind"], "finding");
        assert_eq!(answer["subject"]["claim"], "claim of find_a");
        assert_eq!(answer["findings"], json!([]));
        assert_eq!(
            answer["evidence"],
            json!([
                { "finding": "find_a", "quote": "quote 0", "weight": 0.5, "quote_match": "exact", "citation": "cite_1",
                  "missing": false, "title": "title of cite_1", "type": "web", "url": "https://example.org/a#part",
                  "canonical_url": "https://example.org/a", "reliability": "medium", "tool": "tavily",
                  "author": null, "date": null },
                { "finding": "find_a", "quote": "quote 1", "weight": 0.5, "quote_match": "exact",
                  "citation": "cite_lost", "missing": true, "title": null, "type": null, "url": null,
                  "canonical_url": null, "reliability": null, "tool": null, "author": null, "date": null },
            ])
        );
        assert_eq!(answer["run"]["run"], "res_1");
        assert_eq!(answer["artifact"]["artifact"], json!(uuid(1)));
        assert_eq!(answer["artifact"]["source"], "runs/a.json");
        assert_eq!(each(&answer["artifact"]["revisions"], "artifact"), json!([uuid(1)]));
        assert_eq!(each(&answer["context"], "packet"), json!(["p/before"]));
        let used_by = &answer["used_by"];
        assert_eq!(each(&used_by["themes"], "id"), json!(["theme_1"]));
        assert_eq!(each(&used_by["contradictions"], "state"), json!(["open"]));
        assert_eq!(used_by["gaps"], json!([]));
        assert_eq!(each(&used_by["actions"], "id"), json!(["action_1"]));
        assert_eq!(
            answer["shared_sources"],
            json!([{ "run": "res_2", "task": "T2", "artifact": uuid(2), "when": "2026-01-01T00:00:00Z",
                     "sources": ["https://example.org/a"], "findings": ["find_c"] }])
        );
    }

    #[test]
    fn what_names_findings_rests_on_theirs() {
        let fixture = archive();
        let theme = asked(&fixture, "theme_1");
        assert_eq!(each(&theme["findings"], "id"), json!(["find_a", "find_lost"]));
        assert_eq!(each(&theme["findings"], "missing"), json!([false, true]));
        assert_eq!(each(&theme["evidence"], "citation"), json!(["cite_1", "cite_lost"]));
        let gap = asked(&fixture, "gap_1");
        assert_eq!((each(&gap["findings"], "id"), &gap["evidence"]), (json!(["find_b"]), &json!([])));
        let contradiction = asked(&fixture, "contra_1");
        assert_eq!(each(&contradiction["findings"], "id"), json!(["find_a", "find_b"]));
    }

    #[test]
    fn a_citation_carries_the_findings_that_cite_it() {
        let answer = asked(&archive(), "cite_1");
        assert_eq!(each(&answer["findings"], "id"), json!(["find_a"]));
        assert_eq!(each(&answer["used_by"]["themes"], "id"), json!(["theme_1"]));
        assert_eq!(each(&answer["shared_sources"], "run"), json!(["res_2"]));
    }

    #[test]
    fn a_run_holds_all_of_it_and_a_packet_has_no_run() {
        let fixture = archive();
        let run = asked(&fixture, "res_1");
        assert_eq!(each(&run["findings"], "id"), json!(["find_a", "find_b"]));
        assert_eq!(each(&run["used_by"]["gaps"], "id"), json!(["gap_1"]));
        let packet = asked(&fixture, "after");
        assert_eq!((&packet["run"], &packet["evidence"]), (&Value::Null, &json!([])));
        assert_eq!(each(&packet["context"], "packet"), json!(["p/before"]));
        assert_eq!(each(&packet["chain"], "packet"), json!(["p/before"]));
    }

    #[test]
    fn a_chain_ends_where_it_comes_back_or_breaks_off() {
        let fixture = Fixture::new();
        fixture.packet("a", "T1", "s1", "2026-01-01", &["s2", "s9"]);
        fixture.packet("b", "T1", "s2", "2026-01-02", &["s3"]);
        fixture.packet("c", "T1", "s3", "2026-01-03", &["s1", "s2"]);
        let chain = &asked(&fixture, "a")["chain"];
        assert_eq!(each(chain, "step_id"), json!(["s2", "s3", "s1", "s2", "s9"]));
        assert_eq!(each(chain, "depth"), json!([1, 2, 3, 3, 1]));
        assert_eq!(each(chain, "missing"), json!([false, false, false, false, true]));
        assert_eq!(
            each(chain, "cycle"),
            json!([null, null, ["p/a", "p/b", "p/c", "p/a"], ["p/b", "p/c", "p/b"], null])
        );
        fixture.packet("alone", "T2", "s1", "2026-01-01", &["s1"]);
        assert_eq!(each(&asked(&fixture, "alone")["chain"], "cycle"), json!([["p/alone", "p/alone"]]));
    }

    #[test]
    fn two_ways_to_one_packet_are_walked_once() {
        let fixture = Fixture::new();
        fixture.packet("root", "T1", "s0", "2026-01-01", &[]);
        fixture.packet("left", "T1", "s1", "2026-01-02", &["s0"]);
        fixture.packet("right", "T1", "s2", "2026-01-02", &["s0"]);
        fixture.packet("top", "T1", "s3", "2026-01-03", &["s1", "s2"]);
        let chain = &asked(&fixture, "top")["chain"];
        assert_eq!(each(chain, "packet"), json!(["p/left", "p/root", "p/right", "p/root"]));
        assert_eq!(each(chain, "repeated"), json!([false, false, false, true]));
    }

    #[test]
    fn a_chain_of_thousands_is_walked_and_drawn() {
        let fixture = Fixture::new();
        for n in 0..3000 {
            let follows = format!("s{}", n + 1);
            fixture.packet(&format!("k{n}"), "T1", &format!("s{n}"), "2026-01-01", &[&follows]);
        }
        let thing = resolve(fixture.db(), "k0").expect("the first");
        let answer = provenance(fixture.db(), &thing).expect("an answer");
        assert_eq!(answer.chain.len(), 3000);
        let mut lines = 0;
        let page = crate::report::Answer::page(&answer);
        for section in &page.sections {
            for block in &section.blocks {
                if let crate::report::Block::Tree(tree) = block {
                    tree.walk(&mut |_| lines += 1);
                }
            }
        }
        assert!(lines > 3000);
    }
}
