//! `validate` and `explain` through the binary.

use serde_json::{Value, json};

use super::harness::{Casebook, Content as _, packet, research};

fn codes(document: &Value) -> Vec<&str> {
    document["diagnostics"].as_array().unwrap().iter().map(|d| d["code"].as_str().unwrap()).collect()
}

/// A research output with the value at `pointer` replaced.
fn with(pointer: &str, value: Value) -> Value {
    let mut document = research("T001", "res_00000001");
    *document.pointer_mut(pointer).unwrap() = value;
    document
}

#[test]
fn verdicts_are_told_a_document_in_the_order_of_the_input() {
    let broken = with("/findings/0/evidence/0/citationId", json!("cite_00000b"));
    let lines = [research("T001", "res_00000002"), broken, packet("p", "packet-1", "T001")];
    let lines = lines.map(|document| document.to_string()).join("\r\n\n");
    let casebook = Casebook::new().file("many.ndjson", lines.as_str());
    let ran = casebook.run(["validate", "--json", "many.ndjson"]).code(1);
    let answer = ran.json();
    assert_eq!(answer["format"], 1);
    let heads: Vec<_> = answer["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| json!([d["source"], d["line"], d["kind"], d["id"], d["verdict"], codes(d)]))
        .collect();
    assert_eq!(
        heads,
        [
            json!(["many.ndjson", 1, "research", "res_00000002", "valid", []]),
            json!([
                "many.ndjson",
                3,
                "research",
                "res_00000001",
                "invalid",
                ["ref.citation-missing", "citation.unused"]
            ]),
            json!(["many.ndjson", 5, "packet", "p/packet-1", "valid", []]),
        ]
    );
    let summary = json!({"documents": 3, "valid": 2, "invalid": 1, "errors": 1, "warnings": 0, "notes": 1});
    assert_eq!(answer["summary"], summary);
    assert_eq!(ran.stderr, "");
    assert!(!casebook.path(".casebook").exists());

    let lines = casebook.run(["validate", "--format", "ndjson", "many.ndjson"]).code(1).lines();
    assert_eq!(Value::from(lines), answer["documents"]);
}

#[test]
fn a_diagnostic_says_where_what_and_how_to_mend_it() {
    let text = "{\n  \"$schema\": \"https://cleo-dev.com/schemas/v1/rcsd-research-output.schema.json\",\n  \"_meta\": 1,\n\t\"é\": true\n}\n";
    let casebook = Casebook::new().file("run.json", text);
    let answer = casebook.run(["validate", "--json", "run.json"]).code(1).json();
    // No _meta.query: the query is what tells version 1 from 2, and this has neither.
    assert_eq!(
        codes(&answer["documents"][0]),
        [
            "schema.required",
            "schema.required",
            "schema.required",
            "schema.required",
            "schema.type",
            "schema.additional-property",
        ]
    );
    let extra = &answer["documents"][0]["diagnostics"][5];
    assert_eq!(extra["pointer"], "/é");
    assert_eq!(extra["keyword"], "additionalProperties");
    assert_eq!(json!([extra["line"], extra["column"]]), json!([4, 7]));

    let shown = casebook.run(["validate", "run.json"]).code(1).stdout;
    assert!(shown.contains("run.json:3:12: error[schema.type] expected object, found number 1\n"), "{shown}");
    assert!(shown.contains("  3 | \"_meta\": 1,\n    |          ^\n"), "{shown}");
    assert!(shown.ends_with("1 document: 1 invalid; 6 errors\n"), "{shown}");
}

#[test]
fn codes_are_denied_and_allowed() {
    let dangling = with("/findings/0/evidence/0/citationId", json!("cite_00000b"));
    let iri = with("/sources/citations/0/url", json!("https://example.com/maïs"));
    let casebook = Casebook::new().file("dangling.json", dangling).file("iri.json", iri);
    let verdict = |args: &[&str]| {
        let ran = casebook.run([&["validate", "--json"], args].concat());
        let answer = ran.json();
        let severities = answer["documents"][0]["diagnostics"].as_array().unwrap().iter();
        let severities: Vec<_> = severities.map(|d| d["severity"].as_str().unwrap().to_owned()).collect();
        (ran.code.unwrap(), severities)
    };
    let owned = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(verdict(&["dangling.json"]), (1, owned(&["error", "note"])));
    assert_eq!(
        verdict(&["dangling.json", "--allow", "ref.citation-missing"]),
        (0, owned(&["warning", "note"]))
    );
    let both = ["dangling.json", "--allow", "ref.citation-missing", "--allow", "citation.unused"];
    assert_eq!(verdict(&both), (0, owned(&["warning"])));
    assert_eq!(verdict(&["dangling.json", "--deny", "citation.unused"]), (1, owned(&["error", "error"])));
    assert_eq!(verdict(&["iri.json"]), (1, owned(&["error"])));
    assert_eq!(verdict(&["iri.json", "--allow", "schema.format"]), (0, owned(&["warning"])));
}

#[test]
fn what_the_tables_cannot_hold_is_never_allowed() {
    let casebook = Casebook::new().file("run.json", with("/_meta/createdAt", json!("2026-01-18T10:00:00")));
    let refused = casebook.run(["validate", "run.json", "--allow", "id.duplicate"]).code(2);
    assert!(refused.stderr.contains("'id.duplicate' cannot be allowed"), "{}", refused.stderr);
    casebook.run(["validate", "run.json", "--allow", "id.duplicated"]).code(2);
    // The format may be let off, but a run without a moment has no place in time.
    let answer = casebook.run(["validate", "--json", "run.json", "--allow", "schema.format"]).code(1).json();
    assert_eq!(codes(&answer["documents"][0]), ["schema.format", "time.invalid"]);
    let answer = casebook.run(["validate", "--json", "run.json"]).code(1).json();
    assert_eq!(codes(&answer["documents"][0]), ["schema.format"]);
}

#[test]
fn cutting_the_list_changes_no_count() {
    let mut many = research("T001", "res_00000001");
    let citation = many["sources"]["citations"][0].clone();
    let more = (1..30).map(|n| {
        let mut more = citation.clone();
        more["id"] = json!(format!("cite_{n:06x}"));
        more
    });
    many["sources"]["citations"].as_array_mut().unwrap().extend(more.filter(|c| c["id"] != "cite_00000a"));
    many["sources"]["used"] = json!(7);
    let casebook = Casebook::new().file("run.json", many);
    let answer = casebook.run(["validate", "--json", "--max-errors", "3", "run.json"]).code(0).json();
    assert_eq!(
        codes(&answer["documents"][0]),
        ["citation.unused", "count.used-exceeds-searched", "count.used-mismatch"]
    );
    assert_eq!(answer["summary"]["warnings"], 2);
    assert_eq!(answer["summary"]["notes"], 28);
}

#[test]
fn a_kind_named_is_a_kind_believed() {
    let casebook = Casebook::new().file("packet.json", packet("p", "packet-1", "T001"));
    casebook.run(["validate", "packet.json", "--kind", "packet"]).code(0);
    let answer = casebook.run(["validate", "--json", "packet.json", "--kind", "research"]).code(1).json();
    assert_eq!(answer["documents"][0]["kind"], "research");
    assert!(codes(&answer["documents"][0]).contains(&"schema.required"));
    casebook.run(["validate", "packet.json", "--kind", "packets"]).code(2);
}

#[test]
fn standard_input_is_a_source() {
    let casebook = Casebook::new();
    let mut command = casebook.command(["validate", "--json", "-"]);
    let mut child =
        command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), &research("T001", "res_00000001").bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["documents"][0]["source"], "-");
    assert_eq!(answer["summary"]["valid"], 1);
}

#[test]
fn explain_knows_every_code_and_the_nearest() {
    let casebook = Casebook::new();
    let answer = casebook.run(["explain", "--json", "time.invalid"]).code(0).json();
    assert_eq!(answer["item"]["severity"], "error");
    assert_eq!(answer["item"]["allowable"], false);
    let all = casebook.run(["explain", "--json"]).code(0).json();
    for item in all["items"].as_array().unwrap() {
        casebook.run(["explain", item["code"].as_str().unwrap()]).code(0);
    }
    let unknown = casebook.run(["explain", "time.invald"]).code(2);
    assert_eq!(unknown.stderr, "error: there is no code 'time.invald'\nhint: did you mean 'time.invalid'?\n");
}
