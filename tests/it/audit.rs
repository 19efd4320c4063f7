//! `audit`: every rule once on a run whose figures were made for it.

use serde_json::{Value, json};

use crate::harness::{Casebook, research};

fn finding(id: &str, confidence: f64, quotes: &[(&str, &str)]) -> Value {
    let evidence: Vec<_> = quotes.iter().map(|(id, q)| json!({ "citationId": id, "quote": q })).collect();
    json!({ "id": id, "claim": format!("claim of {id}"), "confidence": confidence, "evidence": evidence })
}

/// Mean confidence of its findings: (0.9 + 0.4 + 0.5 + 0.2) / 4 = 0.5.
fn boastful() -> Value {
    let cite = |id: &str, url: &str, reliability: &str, excerpt: &str| {
        json!({ "id": id, "type": "documentation", "title": id, "url": url, "reliability": reliability,
                "excerpt": excerpt })
    };
    let mut run = research("T001", "res_0000000a");
    run["sources"] = json!({ "searched": 2, "used": 3, "citations": [
        cite("cite_000001", "https://example.org/a", "high", "It is kept on disk."),
        cite("cite_000002", "https://www.example.org/a/#top", "high", "It is kept on disk."),
        cite("cite_000003", "https://example.org/b", "low", "It is slow."),
    ]});
    let mut one =
        finding("find_000001", 0.9, &[("cite_000001", "kept on disk"), ("cite_000002", "kept on disk")]);
    one["sourceCount"] = 2.into();
    run["findings"] = json!([
        one,
        finding("find_000002", 0.4, &[("cite_000003", "It is fast.")]),
        finding("find_000003", 0.5, &[("cite_000003", "slow"), ("cite_000001", "kept")]),
        finding("find_000004", 0.2, &[]),
    ]);
    run["themes"] = json!([
        { "id": "theme_0001", "name": "Speed", "strength": "strong", "findingIds": ["find_000002", "find_000004"] },
        { "id": "theme_0002", "name": "Disk", "strength": "strong", "findingIds": ["find_000001", "find_000003"] },
    ]);
    run["contradictions"] = json!([
        { "id": "contra_0001", "description": "a", "findingIds": ["find_000001", "find_000002"],
          "resolution": "the first is right" },
        { "id": "contra_0002", "description": "b", "findingIds": ["find_000001", "find_000003"],
          "resolution": "the first is right", "requiresConsensus": false },
    ]);
    run["confidence"] = json!({ "overall": 0.7 });
    run
}

fn rows(casebook: &Casebook, args: &[&str]) -> Vec<Value> {
    let told = casebook.run(["audit", "--json"].iter().chain(args)).code(0).json();
    assert_eq!(told["total"], told["items"].as_array().unwrap().len());
    let keys = ["severity", "rule", "subject", "declared", "computed"];
    let row = |item: &Value| keys.iter().map(|key| item[key].clone()).collect();
    told["items"].as_array().unwrap().iter().map(row).collect()
}

#[test]
fn every_rule_names_what_was_declared_and_what_was_counted() {
    let casebook = Casebook::new().with(boastful());
    assert_eq!(
        Value::from(rows(&casebook, &[])),
        json!([
            ["error", "used-exceeds-searched", "res_0000000a", 3, 2],
            ["error", "quote-absent", "find_000002", "It is fast.", "cite_000003"],
            ["warning", "single-source", "find_000001", 0.9, 1],
            ["warning", "source-count", "find_000001", 2, 1],
            ["warning", "overall-above-findings", "res_0000000a", 0.7, 0.5],
            ["warning", "weak-sources", "find_000002", 0.4, "low"],
            ["warning", "no-evidence", "find_000004", 0.2, 0],
            ["warning", "weak-theme", "theme_0001", "strong", 0.3],
            ["warning", "words-only", "contra_0001", "the first is right", "open"],
            ["note", "same-source", "cite_000002", "cite_000002", "cite_000001"],
            ["note", "theme-of-one-run", "theme_0001", "strong", 1],
            ["note", "theme-of-one-run", "theme_0002", "strong", 1],
        ]),
        "by severity, then confidence"
    );
}

#[test]
fn a_decision_answers_the_rule_about_words() {
    let casebook = Casebook::new().with(boastful());
    casebook.run(["resolve", "contra_0001", "--state", "resolved", "--note", "agreed"]).code(0);
    assert!(rows(&casebook, &["--rule", "words-only"]).is_empty());
}

#[test]
fn a_theme_that_another_run_has_too_is_not_of_one_run() {
    let mut other = boastful();
    other["_meta"]["researchId"] = "res_0000000b".into();
    other["themes"] = json!([{
        "id": "theme_0009", "name": " DISK", "strength": "weak", "findingIds": ["find_000001", "find_000003"],
    }]);
    let casebook = Casebook::new().with(boastful()).with(other);
    let seen = rows(&casebook, &["--rule", "theme-of-one-run"]);
    assert_eq!(seen.iter().map(|row| row[2].clone()).collect::<Vec<_>>(), ["theme_0001"]);
}

#[test]
fn a_gate_looks_beyond_the_page() {
    let clean = Casebook::new().with(research("T001", "res_0000000a"));
    clean.run(["audit", "--fail-on", "warning"]).code(0);
    let casebook = Casebook::new().with(boastful());
    for (gate, exit) in [("error", 1), ("warning", 1), ("no-evidence", 1), ("erorr", 2)] {
        casebook.run(["audit", "--limit", "1", "--fail-on", gate]).code(exit);
    }
    casebook.run(["audit", "--rule", "same-source", "--fail-on", "warning"]).code(0);
    casebook.run(["audit", "--task", "T002", "--fail-on", "error"]).code(0);
}
