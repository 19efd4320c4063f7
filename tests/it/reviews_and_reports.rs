//! Reviews and reports, from files to the archive and back.

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::dump::assert_same;
use crate::harness::{Casebook, Ran};

const DB: &str = "archive.db";

fn ingest(casebook: &Casebook, args: &[&str]) -> Ran {
    casebook.run([&["ingest", "--json", "--db", DB], args].concat())
}

fn outcomes(ran: &Ran) -> Vec<String> {
    let list = ran.json()["documents"].as_array().unwrap().clone();
    list.iter().map(|document| document["outcome"].as_str().unwrap().to_owned()).collect()
}

pub fn review(reviewer: &str, severity: &str) -> Value {
    json!({"reviewer": reviewer, "findings": [
        {"file": "lib/auth/jwt.mjs", "line": 42, "rule_key": "SECURITY_INJECTION", "severity": severity,
            "title": "A token ends up in a query", "detail": "sub is pasted in", "confidence": 0.8},
    ]})
}

fn executive() -> Value {
    json!({"what": "The report tool can be installed.", "who": "A user", "when": "Today", "outcome": "Good",
        "next_actions": ["Try it", "Say what you think"]})
}

pub fn envelope(session: &str, status: &str) -> Value {
    json!({"meta": {"sessionId": session, "schemaName": "executive", "generatedAt": 1_700_000_000_000_i64},
        "status": status, "summary": executive(), "raw_output": "{\"what\": 1}"})
}

/// The rows of a query, each as its columns joined.
fn rows(casebook: &Casebook, sql: &str) -> Vec<String> {
    let connection = Connection::open(casebook.path(DB)).unwrap();
    let mut statement = connection.prepare(sql).unwrap();
    let columns = statement.column_count();
    let read = |row: &rusqlite::Row<'_>| {
        let cell = |index| {
            Ok(match row.get::<_, rusqlite::types::Value>(index)? {
                rusqlite::types::Value::Text(text) => text,
                rusqlite::types::Value::Integer(number) => number.to_string(),
                rusqlite::types::Value::Null => "-".to_owned(),
                other => format!("{other:?}"),
            })
        };
        Ok((0..columns).map(cell).collect::<rusqlite::Result<Vec<_>>>()?.join("|"))
    };
    statement.query_map((), read).unwrap().map(Result::unwrap).collect()
}

#[test]
fn a_review_is_one_a_task_and_reviewer() {
    let casebook = Casebook::new()
        .file("a.json", review("r1", "BLOCKER"))
        .file("b.json", review("r1", "MAJOR"))
        .file("bad.json", review("r1", "blocker"));
    assert_eq!(outcomes(&ingest(&casebook, &["--task", "T1", "a.json"]).code(0)), ["stored"]);
    assert_eq!(outcomes(&ingest(&casebook, &["--task", "T1", "a.json"]).code(0)), ["unchanged"]);
    assert_eq!(outcomes(&ingest(&casebook, &["--task", "T2", "a.json"]).code(0)), ["stored"]);
    assert_eq!(outcomes(&ingest(&casebook, &["a.json"]).code(0)), ["stored"], "without a task");
    assert_eq!(outcomes(&ingest(&casebook, &["--task", "T1", "b.json"]).code(0)), ["revised"]);
    let refused = ingest(&casebook, &["--task", "T1", "bad.json"]).code(1);
    assert_eq!(refused.json()["documents"][0]["diagnostics"][0]["code"], "review.severity-invalid");
    assert_eq!(rows(&casebook, "SELECT kind, task FROM quarantine"), ["review|T1"]);

    let found = rows(
        &casebook,
        "SELECT task, reviewer, id, path, line, rule_key, category, title FROM v_review_finding ORDER BY task",
    );
    // printf 'lib/auth/jwt.mjs:42:SECURITY_INJECTION' | sha1sum
    let same = "r1|d2d0e27875ae9ef0d818cb08bb6f14e6d33c4232|lib/auth/jwt.mjs|42|SECURITY_INJECTION|security|\
        A token ends up in a query";
    assert_eq!(found, ["-", "T1", "T2"].map(|task| format!("{task}|{same}")));
}

#[test]
fn an_answer_in_words_is_filed_with_all_its_words() {
    let answer = review("r1", "MAJOR").to_string();
    let words = format!(
        "\u{feff}A draft:\n```json\n{{\"findings\": []}}\n```\nThe review:\n```json\n{answer}\n```\nDone."
    );
    let casebook = Casebook::new().file("words.txt", words.as_str());
    let ran = ingest(&casebook, &["--task", "T1", "words.txt"]).code(0);
    assert_eq!(outcomes(&ran), ["stored"]);
    assert_eq!(ran.json()["documents"][0]["kind"], "review");
    assert_eq!(outcomes(&ingest(&casebook, &["--task", "T1", "words.txt"]).code(0)), ["unchanged"]);
    let start = words.find(&answer).unwrap();
    let span = format!("{}|{}|{}", words.len(), start, start + answer.len());
    let kept = "SELECT a.raw_size, e.start_byte, e.end_byte FROM artifact AS a JOIN extraction AS e ON e.artifact = a.id";
    assert_eq!(rows(&casebook, kept), [span]);
    // The same answer without words has the same content.
    let casebook = casebook.file("bare.json", answer.as_str());
    assert_eq!(outcomes(&ingest(&casebook, &["--task", "T1", "bare.json"]).code(0)), ["unchanged"]);
}

#[test]
fn reports_come_bare_and_in_envelopes() {
    let casebook = Casebook::new()
        .file("bare.json", executive())
        .file("ok.json", envelope("s-1", "ok"))
        .file("failed.json", envelope("s-2", "validation-failed"));
    let ran = ingest(&casebook, &["--task", "T1", "bare.json", "ok.json", "failed.json"]).code(0);
    assert_eq!(outcomes(&ran), ["stored", "stored", "stored"]);
    assert_eq!(ran.json()["summary"]["warnings"], 1);
    let reports =
        rows(&casebook, "SELECT session, status, degraded, \"schema\", title FROM v_report ORDER BY session");
    let title = "The report tool can be installed.";
    assert_eq!(
        reports,
        [
            format!("-|ok|0|executive|{title}"),
            format!("s-1|ok|0|executive|{title}"),
            "s-2|validation-failed|1|executive|s-2/executive".to_owned(),
        ]
    );
    let degraded = casebook.run(["show", "s-2/executive", "--json", "--db", DB]).code(0).json();
    assert_eq!(degraded["item"]["raw_output"], "{\"what\": 1}");
    assert_eq!(degraded["item"]["sections"], json!([]));
    assert_eq!(degraded["item"]["diagnostics"][0]["code"], "report.degraded");
}

#[test]
fn reviews_and_reports_are_shown_whole() {
    let casebook =
        Casebook::new().file("a.json", review("r1", "BLOCKER")).file("b.json", envelope("s-1", "ok"));
    ingest(&casebook, &["--task", "T1", "a.json", "b.json"]).code(0);
    let review = casebook.run(["show", "T1/r1", "--json", "--db", DB]).code(0).json();
    assert_eq!((&review["kind"], &review["item"]["gravest"]), (&json!("review"), &json!("BLOCKER")));
    assert_eq!(review["item"]["findings"][0]["body"]["confidence"], 0.8);
    let text = casebook.run(["show", "r1", "--db", DB]).code(0).stdout;
    assert!(text.contains("BLOCKER lib/auth/jwt.mjs:42: A token ends up in a query"), "{text}");

    let report = casebook.run(["show", "s-1/executive", "--json", "--db", DB]).code(0).json();
    let sections = report["item"]["sections"].as_array().unwrap();
    let names: Vec<_> = sections.iter().map(|section| section["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["what", "who", "when", "outcome", "next_actions", "next_actions"]);
    assert_eq!(sections[5]["text"], "Say what you think");

    for uuid in [&review, &report].map(|shown| shown["item"]["artifact"].as_str().unwrap().to_owned()) {
        casebook.run(["show", &uuid, "--json", "--db", DB]).code(0);
        casebook.run(["show", &uuid, "--db", DB]).code(0);
        casebook.run(["provenance", &uuid, "--json", "--db", DB]).code(0);
    }
    let task = casebook.run(["task", "T1", "--json", "--db", DB]).code(0).json();
    assert_eq!((&task["counts"]["review"], &task["counts"]["report"]), (&json!(1), &json!(1)));
}

#[test]
fn the_order_of_files_makes_no_difference() {
    let documents = [
        ("a.json", review("r1", "BLOCKER")),
        ("b.json", review("r1", "MAJOR")),
        ("c.json", review("r2", "MINOR")),
        ("d.json", envelope("s-1", "ok")),
        ("e.json", envelope("s-1", "no-llm")),
        ("f.json", executive()),
    ];
    let archive = |names: &[&str]| {
        let casebook = documents
            .iter()
            .fold(Casebook::new(), |casebook, (name, document)| casebook.file(name, document.clone()));
        ingest(&casebook, &[&["--task", "T1"], names].concat()).code(0);
        casebook
    };
    let mut names = documents.each_ref().map(|(name, _)| *name);
    let one = archive(&names);
    names.reverse();
    assert_same(&one.path(DB), &archive(&names).path(DB));
}
