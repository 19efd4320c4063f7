//! Ids on the command line: what they find, how they fail, and the bytes behind them.

use serde_json::json;

use crate::harness::{Casebook, packet, research};

/// Two tasks with a run each of one id, and a packet.
fn archive() -> Casebook {
    Casebook::new()
        .with(research("T001", "res_0000000a"))
        .with(research("T002", "res_0000000a"))
        .with(packet("app", "plan-1", "T001"))
}

#[test]
fn an_ambiguous_id_names_candidates_that_are_exact() {
    let casebook = archive();
    let refused = casebook.run(["show", "find_00000a", "--json"]).code(3).json();
    assert_eq!(refused["error"]["code"], "id.ambiguous");
    let candidates = refused["error"]["candidates"].clone();
    assert_eq!(candidates, json!(["T001/res_0000000a/find_00000a", "T002/res_0000000a/find_00000a"]));
    for candidate in candidates.as_array().unwrap() {
        let shown = casebook.run(["show", candidate.as_str().unwrap(), "--json"]).code(0).json();
        assert_eq!((&shown["kind"], &shown["item"]["id"]), (&json!("finding"), &json!("find_00000a")));
    }
}

#[test]
fn an_unknown_id_is_answered_with_the_nearest() {
    let casebook = archive();
    let refused = casebook.run(["provenance", "res_0000000b", "--json"]).code(3).json();
    assert_eq!(refused["error"]["code"], "id.missing");
    assert_eq!(refused["error"]["hint"], "did you mean 'res_0000000a'?");
    casebook.run(["show", ""]).code(2);
    casebook.run(["task", "T003"]).code(3);
}

#[test]
fn the_run_filter_takes_every_form_of_an_id() {
    let casebook = archive();
    let total = |filters: &[&str]| {
        let args = ["findings", "--json"].iter().chain(filters);
        casebook.run(args).code(0).json()["total"].clone()
    };
    assert_eq!(total(&[]), 2);
    assert_eq!(total(&["--run", "T001/res_0000000a"]), 1);
    assert_eq!(total(&["--run", "T001/res_0"]), 1);
    assert_eq!(total(&["--run", "res_0000000a", "--task", "T002"]), 1);
    assert_eq!(total(&["--run", "app/plan-1"]), 0);
    let refused = casebook.run(["findings", "--json", "--run", "res_0000000a"]).code(3).json();
    assert_eq!(refused["error"]["code"], "id.ambiguous");
    let refused = casebook.run(["gaps", "--json", "--run", "res_0000000c"]).code(3).json();
    assert_eq!(refused["error"]["code"], "id.missing");
}

#[test]
fn the_original_of_anything_is_its_document_byte_for_byte() {
    let document = format!("\n{:#}\r\n", research("T001", "res_0000000a"));
    let casebook = Casebook::new().file("a.json", &*document).ingest(["a.json"]);
    for id in ["res_0000000a", "find_00000a", "cite_"] {
        assert_eq!(casebook.run(["show", id, "--original"]).code(0).stdout, document);
    }
}

#[test]
fn a_task_is_its_documents_in_the_order_of_time() {
    let casebook = archive();
    let task = casebook.run(["task", "T001", "--json"]).code(0).json();
    assert_eq!((&task["query"], &task["task"]), (&json!("task"), &json!("T001")));
    let items = task["items"].as_array().unwrap();
    assert_eq!(items[0]["natural_id"], "app/plan-1");
    assert_eq!(items[1]["natural_id"], "res_0000000a");
    assert_eq!(task["counts"], json!({ "research": 1, "packet": 1, "review": 0, "report": 0 }));
    let refused = casebook.run(["task", "T00", "--json"]).code(3).json();
    assert_eq!(refused["error"]["candidates"], json!(["T001", "T002"]));
}
