//! `resolve`: what people decide about gaps and contradictions, and what becomes of it.

use serde_json::{Value, json};

use crate::harness::{Casebook, packet, research};

/// A run with a gap and a contradiction.
fn disputed(id: &str) -> Value {
    let mut run = research("T001", id);
    run["findings"].as_array_mut().unwrap().push(json!({
        "id": "find_00000b", "claim": "The cache is lost on a restart.", "confidence": 0.4,
        "evidence": [{ "citationId": "cite_00000a", "quote": "Nothing is kept." }],
    }));
    run["gaps"] =
        json!([{ "id": "gap_0001", "description": "How long does it take?", "importance": "high" }]);
    run["contradictions"] = json!([{
        "id": "contra_0001", "description": "Kept or lost", "findingIds": ["find_00000a", "find_00000b"],
    }]);
    run
}

fn states(casebook: &Casebook, question: &str) -> Vec<(String, String)> {
    let answer = casebook.run([question, "--all", "--json"]).code(0).json();
    let text = |item: &Value, key: &str| item[key].as_str().unwrap().to_owned();
    answer["items"].as_array().unwrap().iter().map(|i| (text(i, "id"), text(i, "state"))).collect()
}

fn is(id: &str, state: &str) -> Vec<(String, String)> {
    vec![(id.to_owned(), state.to_owned())]
}

#[test]
fn the_newest_record_counts_and_none_is_lost() {
    let casebook = Casebook::new().with(disputed("res_0000000a"));
    assert_eq!(states(&casebook, "gaps"), is("gap_0001", "open"));
    for state in ["accepted", "resolved", "reopened", "resolved"] {
        let note = format!("it is {state}");
        let args = ["resolve", "gap_0001", "--state", state, "--note", &note, "--by", "lead"];
        let told = casebook.run(args.iter().chain(&["--finding", "find_00000b", "--json"])).code(0).json();
        assert_eq!((&told["query"], &told["total"]), (&json!("resolve"), &json!(1)));
        assert_eq!(told["items"][0]["finding"], "T001/res_0000000a/find_00000b");
        assert_eq!(
            states(&casebook, "gaps"),
            is("gap_0001", state),
            "the clock stands still, the order does not"
        );
    }
    assert_eq!(casebook.run(["gaps", "--json"]).code(0).json()["total"], 0);
    let shown = casebook.run(["show", "gap_0001", "--json"]).code(0).json();
    let history = shown["item"]["history"].as_array().unwrap();
    let notes: Vec<_> = history.iter().map(|record| record["note"].as_str().unwrap()).collect();
    assert_eq!(notes, ["it is accepted", "it is resolved", "it is reopened", "it is resolved"]);
    assert!(history.iter().all(|record| record["by"] == "lead"));
    assert_eq!(states(&casebook, "contradictions"), is("contra_0001", "open"));
    casebook.run(["resolve", "contra_0001", "--state", "accepted", "--note", "both, for now"]).code(0);
    assert_eq!(states(&casebook, "contradictions"), is("contra_0001", "accepted"));
}

#[test]
fn a_record_follows_its_text_into_revisions_and_no_other() {
    let casebook = Casebook::new().with(disputed("res_0000000a"));
    casebook.run(["resolve", "gap_0001", "--state", "resolved", "--note", "measured"]).code(0);
    let revision = |version: &str, text: &str| {
        let mut run = disputed("res_0000000a");
        run["_meta"]["version"] = version.into();
        run["gaps"][0]["description"] = text.into();
        run
    };
    let casebook = casebook.with(revision("1.1.0", "how  LONG does it take?"));
    assert_eq!(states(&casebook, "gaps"), is("gap_0001", "resolved"), "case and spacing are no other text");
    let casebook = casebook.with(revision("1.2.0", "Does it take longer on Mondays?"));
    let open = casebook.run(["gaps", "--json"]).code(0).json();
    assert_eq!((&open["total"], &open["items"][0]["state"]), (&json!(1), &json!("open")));
    assert_eq!(casebook.run(["show", "gap_0001", "--json"]).code(0).json()["item"]["history"], json!([]));
}

#[test]
fn absence_from_a_later_revision_closes_and_a_record_reopens() {
    let mut later = disputed("res_0000000a");
    later["_meta"]["version"] = "1.1.0".into();
    later["gaps"] = json!([]);
    let casebook = Casebook::new().with(disputed("res_0000000a")).with(later);
    assert_eq!(states(&casebook, "gaps"), is("gap_0001", "resolved"));
    let why = casebook.run(["gaps", "--all", "--json"]).code(0).json()["items"][0]["why"].clone();
    let current = casebook.run(["list", "--json"]).code(0).json()["items"][0]["artifact"].clone();
    assert_eq!(why, format!("absent from {}", current.as_str().unwrap()));
    casebook.run(["resolve", "gap_0001", "--state", "reopened", "--note", "not answered"]).code(0);
    assert_eq!(states(&casebook, "gaps"), is("gap_0001", "reopened"));
}

#[test]
fn a_gap_of_a_packet_can_be_settled() {
    let mut handed = packet("app", "plan-1", "T001");
    handed["budget"]["unresolvedGaps"] = json!(["context item limit reached"]);
    let casebook = Casebook::new().with(handed);
    let id = states(&casebook, "gaps")[0].0.clone();
    casebook.run(["resolve", &id, "--state", "accepted", "--note", "--; \u{202e}\"<b>"]).code(0);
    assert_eq!(states(&casebook, "gaps"), is(&id, "accepted"));
}

#[test]
fn what_cannot_be_decided_is_refused_and_nothing_is_written() {
    let casebook = Casebook::new().with(disputed("res_0000000a")).with(disputed("res_0000000b"));
    let fails = |ids: &[&str], note: &str, exit: i32, code: &str| {
        let args = ["resolve", "--json", "--state", "resolved", "--note", note];
        let told = casebook.run(args.iter().chain(ids)).code(exit).json();
        assert_eq!(told["error"]["code"], code, "{ids:?}");
        told["error"]["candidates"].clone()
    };
    let candidates = fails(&["gap_0001"], "so", 3, "id.ambiguous");
    assert_eq!(candidates, json!(["res_0000000a/gap_0001", "res_0000000b/gap_0001"]));
    fails(&["res_0000000a/gap_0001", "gap_%"], "so", 3, "id.missing");
    fails(&["res_0000000a/find_00000a"], "so", 2, "usage");
    fails(&["res_0000000a/gap_0001"], " ", 2, "usage");
    fails(&["res_0000000a/gap_0001", "--finding", "res_0000000a/gap_0001"], "so", 2, "usage");
    let all = casebook.run(["gaps", "--all", "--json"]).code(0).json();
    assert!(all["items"].as_array().unwrap().iter().all(|item| item["state"] == "open"));
}
