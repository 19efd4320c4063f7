//! Schemas and rules that people bring: by name, by path, and what the archive keeps of them.

use serde_json::{Value, json};

use crate::harness::{Casebook, Ran, research};

/// A schema of no kind that casebook comes with.
pub fn tide() -> Value {
    json!({"type": "object", "required": ["harbour", "metres"], "additionalProperties": false, "properties": {
        "harbour": {"type": "string", "minLength": 3, "description": "Where it was read"},
        "metres": {"type": "number", "maximum": 20, "description": "How high it stood"},
    }})
}

fn codes(ran: &Ran) -> Vec<String> {
    let documents = ran.json()["documents"].as_array().unwrap().clone();
    let found = documents.iter().flat_map(|document| document["diagnostics"].as_array().unwrap());
    found.map(|diagnostic| diagnostic["code"].as_str().unwrap().to_owned()).collect()
}

fn count(casebook: &Casebook, sql: &str) -> i64 {
    let connection = rusqlite::Connection::open(casebook.path("archive.db")).unwrap();
    connection.query_row(sql, (), |row| row.get(0)).unwrap()
}

#[test]
fn a_file_is_a_schema() {
    let casebook = Casebook::new()
        .file("tide.schema.json", tide())
        .file("good.json", json!({"harbour": "Brest", "metres": 6.5}))
        .file("bad.json", json!({"harbour": "Br", "metres": 21}));
    let good = casebook.run(["validate", "--json", "--schema", "tide.schema.json", "good.json"]).code(0);
    assert_eq!(good.json()["documents"][0]["kind"], "report");
    let bad = casebook.run(["validate", "--json", "--schema", "tide.schema.json", "bad.json"]).code(1);
    assert_eq!(codes(&bad), ["schema.length", "schema.range"]);
}

#[test]
fn unknown_names_are_unknown_whatever_they_mean_elsewhere() {
    let casebook = Casebook::new().file("a.json", json!({}));
    for name in ["__proto__", "toString", "constructor", "hasOwnProperty", "", ".", "nowhere.json"] {
        let ran = casebook.run(["validate", "--json", "--schema", name, "a.json"]).code(3);
        assert_eq!(ran.json()["error"]["code"], "input.missing", "{name}");
    }
    let near = casebook.run(["validate", "--schema", "sumary", "a.json"]).code(3);
    assert!(near.stderr.contains("did you mean 'summary'?"), "{}", near.stderr);
    let kind = casebook.run(["validate", "--schema", "research-output", "a.json"]).code(2);
    assert!(kind.stderr.contains("--kind research"), "{}", kind.stderr);
}

#[test]
fn a_refused_schema_ends_the_command_before_any_document_is_read() {
    let outside = json!({"type": "object", "properties": {"a": {"$ref": "https://example.org/a.json"}}});
    let casebook = Casebook::new()
        .file("outside.json", outside)
        .file("summary.json", tide())
        .file("large.json", [tide().to_string().as_str(), &" ".repeat(65_536)].concat().as_str());
    for schema in ["outside.json", "./summary.json", "large.json", "https://example.org/a.json", "http://a/b"]
    {
        let ran =
            casebook.run(["ingest", "--json", "--db", "archive.db", "--schema", schema, "outside.json"]);
        let error = ran.code(6).json()["error"].clone();
        assert_eq!(error["code"], "schema.refused", "{schema}");
    }
    assert!(!casebook.path("archive.db").exists());
}

#[test]
fn a_built_in_name_wins_over_a_file_and_says_so() {
    let report =
        json!({"problem": "a", "investigation": "b", "smoking_gun": "c", "why_it_failed": "d", "fix": "e"});
    let casebook = Casebook::new().file("debug", tide()).file("a.json", report);
    let ran = casebook.run(["validate", "--schema", "debug", "a.json"]).code(0);
    assert!(
        ran.stderr.contains("'debug' is the built-in schema") && ran.stderr.contains("./debug"),
        "{ran:?}"
    );
    let quiet = Casebook::new();
    let ran = quiet.file("a.json", json!({})).run(["validate", "--schema", "debug", "a.json"]).code(1);
    assert!(!ran.stderr.contains("built-in"), "{ran:?}");
}

#[test]
fn an_archive_keeps_each_schema_and_rules_file_once() {
    let rules =
        json!({"rules": [{"rule_key": "MINE", "severity": "MAJOR", "category": "a", "description": "b"}]});
    let review = |line: u32| {
        json!({"reviewer": "r", "findings": [{"file": "a.rs", "line": line, "rule_key": "MINE", "severity": "MAJOR",
            "title": "t", "detail": "d", "confidence": 0.5}]})
    };
    let casebook = Casebook::new()
        .file("tide.json", tide())
        .file("rules.json", rules)
        .file("1.json", json!({"harbour": "Brest", "metres": 6.5}))
        .file("2.json", json!({"harbour": "Dover", "metres": 5}))
        .file("r1.json", review(1))
        .file("r2.json", review(2));
    for file in ["1.json", "2.json", "2.json"] {
        casebook.run(["ingest", "--db", "archive.db", "--schema", "tide.json", file]).code(0);
    }
    for file in ["r1.json", "r2.json"] {
        casebook.run(["ingest", "--db", "archive.db", "--rules", "rules.json", file]).code(0);
    }
    assert_eq!(count(&casebook, "SELECT count(*) FROM contract WHERE kind = 'schema'"), 1);
    assert_eq!(count(&casebook, "SELECT count(*) FROM contract WHERE kind = 'rules'"), 1);
    assert_eq!(count(&casebook, "SELECT count(*) FROM artifact WHERE schema_name = 'tide'"), 2);
    let named = "SELECT count(*) FROM artifact AS a JOIN contract AS c
                 ON lower(hex(c.digest)) IN (a.rules ->> 'schema', a.rules ->> 'rules')";
    assert_eq!(count(&casebook, named), 4, "every artifact leads to what it was held to");
}

#[test]
fn what_was_refused_passes_under_a_schema_named_later() {
    let casebook =
        Casebook::new().file("tide.json", tide()).file("1.json", json!({"harbour": "Brest", "metres": 6.5}));
    casebook.run(["ingest", "--db", "archive.db", "1.json"]).code(1);
    let retry = ["quarantine", "retry", "--db", "archive.db", "--schema", "tide.json", "--task", "T9"];
    casebook.run(retry).code(0);
    assert_eq!(
        count(&casebook, "SELECT count(*) FROM artifact WHERE schema_name = 'tide' AND task = 'T9'"),
        1
    );
    assert_eq!(count(&casebook, "SELECT count(*) FROM contract"), 1);
    assert_eq!(count(&casebook, "SELECT count(*) FROM quarantine"), 0);
}

#[test]
fn a_moment_is_given_to_documents_that_name_none() {
    let casebook =
        Casebook::new().file("tide.json", tide()).file("1.json", json!({"harbour": "Brest", "metres": 6.5}));
    let at = "2026-01-18T09:30:00+01:00";
    let ingest = ["ingest", "--db", "archive.db", "--schema", "tide.json", "--at", at, "1.json"];
    casebook.run(ingest).code(0);
    // date -u -d 2026-01-18T08:30:00Z +%s
    assert_eq!(count(&casebook, "SELECT when_us FROM artifact"), 1_768_725_000_000_000);
    casebook.run(["validate", "--at", "yesterday", "1.json"]).code(2);
}

#[test]
fn words_that_begin_like_json_are_searched_when_told_so() {
    let answer = json!({"harbour": "Brest", "metres": 6.5});
    let words = format!("[note] here it is:\n```json\n{answer}\n```\n");
    let casebook = Casebook::new().file("tide.json", tide()).file("words.txt", words.as_str());
    casebook.run(["validate", "--schema", "tide.json", "words.txt"]).code(1);
    casebook.run(["validate", "--schema", "tide.json", "--extract", "words.txt"]).code(0);
}

#[test]
fn a_schema_makes_a_report_and_nothing_else() {
    let casebook = Casebook::new().file("a.json", research("T1", "res_00000001"));
    let ran = casebook.run(["validate", "--kind", "research", "--schema", "debug", "a.json"]).code(2);
    assert!(ran.stderr.contains("leave --kind out"), "{}", ran.stderr);
    casebook.run(["validate", "--kind", "report", "--schema", "debug", "a.json"]).code(1);
}

#[test]
fn a_saved_schema_is_named_from_then_on() {
    let casebook =
        Casebook::new().file("tide.json", tide()).file("1.json", json!({"harbour": "Brest", "metres": 6}));
    let run = |args: &[&str]| casebook.run([&["--db", "archive.db"], args].concat());
    let added = run(&["schema", "add", "gauge", "tide.json", "--json"]).code(0).json();
    assert_eq!(added["items"][0]["name"], "gauge");
    assert_eq!(
        run(&["schema", "add", "gauge", "tide.json", "--json"]).code(0).json(),
        added,
        "again is no harm"
    );
    run(&["validate", "--schema", "gauge", "1.json"]).code(0);
    run(&["ingest", "--schema", "gauge", "1.json"]).code(0);
    run(&["schema", "remove", "gauge"]).code(0);
    run(&["schema", "remove", "gauge"]).code(3);
    run(&["validate", "--schema", "gauge", "1.json"]).code(3);
    assert_eq!(count(&casebook, "SELECT count(*) FROM contract"), 1, "the artifact still leads to it");
}

#[test]
fn a_name_is_saved_once_and_built_in_names_never() {
    let other = json!({"type": "object", "properties": {"a": {"type": "string", "description": "A"}}});
    let casebook = Casebook::new().file("tide.json", tide()).file("other.json", other);
    let add = |name: &str, file: &str| casebook.run(["schema", "add", name, file, "--db", "archive.db"]);
    for name in ["summary", "research-output", "", "_a", "-", "a b", "a/b", "__proto__", &"a".repeat(65)] {
        add(name, "tide.json").code(2);
    }
    assert!(!casebook.path("archive.db").exists());
    add(&"a".repeat(64), "tide.json").code(0);
    add("gauge", "tide.json").code(0);
    add("gauge", "other.json").code(2);
    let list = casebook.run(["schema", "list", "--json", "--db", "archive.db"]).code(0).json();
    // Five reports, three kinds, and the two that were saved.
    assert_eq!(list["total"], 10);
    assert_eq!(list["items"][9]["name"], "gauge");
}

#[test]
fn a_schema_is_shown_and_checked_wherever_it_is_from() {
    let poor = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let casebook = Casebook::new().file("tide.json", tide()).file("poor.json", poor);
    let shown = casebook.run(["schema", "show", "tide.json", "--json"]).code(0).json();
    assert_eq!((&shown["item"]["schema"], &shown["item"]["draft"]), (&tide(), &json!("2020-12")));
    assert_eq!(casebook.run(["schema", "show", "tide.json"]).code(0).json(), tide());
    let prompt = casebook.run(["schema", "show", "tide.json", "--prompt"]).code(0).stdout;
    assert!(prompt.contains("harbour") && prompt.contains("How high it stood"), "{prompt}");
    assert!(prompt.contains("Print only the JSON"), "{prompt}");
    for name in ["summary", "research-output", "context-packet", "reviewer-output"] {
        casebook.run(["schema", "show", name, "--prompt"]).code(0);
    }
    let checked = casebook.run(["schema", "check", "poor.json"]).code(0);
    assert!(checked.stderr.contains("/properties/a"), "{}", checked.stderr);
    casebook.run(["schema", "check", "nowhere.json"]).code(3);
}

#[test]
fn extract_prints_the_object_without_what_its_schema_does_not_know() {
    let words = "Here {it} is:\n```json\n{\"harbour\": \"Brest\", \"metres\": 6.5, \"mood\": 1}\n```\nBye {}";
    let casebook = Casebook::new().file("tide.json", tide()).file("words.txt", words);
    let clean = casebook.run(["extract", "--schema", "tide.json", "words.txt"]).code(0);
    assert_eq!(clean.json(), json!({"harbour": "Brest", "metres": 6.5}));
    assert!(clean.stderr.contains("/mood") && clean.stderr.contains("prune.dropped"), "{}", clean.stderr);
    let whole = casebook.run(["extract", "words.txt"]).code(0);
    assert_eq!(whole.json()["mood"], 1);
}

#[test]
fn a_broken_last_block_is_the_answer_and_an_array_is_not_unwrapped() {
    let good = r#"{"harbour": "Brest", "metres": 6.5}"#;
    let broken = format!("```json\n{good}\n```\nno, rather:\n```json\n{{\"harbour\": \n```\n");
    let casebook = Casebook::new()
        .file("tide.json", tide())
        .file("broken.txt", broken.as_str())
        .file("array.txt", format!("[{good}]").as_str())
        .file("none.txt", "nothing here");
    for (file, code) in
        [("broken.txt", "extract.truncated"), ("array.txt", "schema.type"), ("none.txt", "extract.none")]
    {
        let ran = casebook.run(["extract", "--schema", "tide.json", file]).code(1);
        assert!(ran.stdout.is_empty() && ran.stderr.contains(code), "{file}: {ran:?}");
        let ran = casebook.run(["extract", "--json", "--schema", "tide.json", file]).code(1);
        assert_eq!(ran.json()["verdict"], "invalid");
    }
    casebook.run(["extract", "."]).code(2);
    casebook.run(["extract", "gone.txt"]).code(3);
}

#[test]
fn an_array_of_reports_is_several_documents() {
    let list = json!([{"harbour": "Brest", "metres": 6.5}, {"harbour": "Dover", "metres": 5, "mood": 1}, {"metres": 1}]);
    let casebook = Casebook::new().file("tide.json", tide()).file("list.json", list);
    let ran = casebook.run(["validate", "--json", "--schema", "tide.json", "list.json"]).code(1);
    assert_eq!(codes(&ran), ["prune.dropped", "schema.required"]);
    assert_eq!(ran.json()["summary"]["valid"], 2);
}

#[test]
fn a_schema_never_seen_goes_from_its_prompt_to_the_archive() {
    let casebook = Casebook::new().file("tide.json", tide());
    let run = |args: &[&str]| casebook.run([&["--db", "archive.db"], args].concat());
    run(&["schema", "add", "gauge", "tide.json"]).code(0);
    let prompt = run(&["schema", "show", "gauge", "--prompt"]).code(0).stdout;
    assert!(prompt.contains("\"gauge\""), "{prompt}");
    let words = "I read it.\n```json\n{\"harbour\": \"Roscoff\", \"metres\": 8.25}\n```\n";
    fs_err::write(casebook.path("answer.txt"), words).unwrap();
    let filed = run(&["ingest", "--json", "--schema", "gauge", "--task", "T7", "answer.txt"]).code(0).json();
    let artifact = filed["documents"][0]["artifact"].as_str().unwrap().to_owned();
    let shown = run(&["show", &artifact]).code(0).stdout;
    assert!(shown.contains("Roscoff") && shown.contains("8.25"), "{shown}");
}
