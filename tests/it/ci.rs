//! What `validate` tells a build server: SARIF and the commands of a GitHub workflow.

use serde_json::{Value, json};

use super::harness::{Casebook, research};

/// The schema that the standard itself publishes; <https://github.com/oasis-tcs/sarif-spec/issues/583> says
/// that it may be built into software as it stands. One of its patterns is no regular expression, a slip
/// that the errata of the standard mend.
fn standard() -> jsonschema::Validator {
    let schema = fs_err::read_to_string("tests/sarif-schema-2.1.0.json").unwrap();
    let mut schema: Value = serde_json::from_str(&schema).unwrap();
    for place in ["/definitions/run", "/definitions/toolComponent"] {
        let pattern = schema.pointer_mut(&format!("{place}/properties/language/pattern")).unwrap();
        assert_eq!(*pattern, "^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$");
        *pattern = json!("^[a-zA-Z]{2}(-[a-zA-Z]{2})?$");
    }
    jsonschema::options().should_validate_formats(true).build(&schema).unwrap()
}

#[track_caller]
fn demand_valid(log: &Value) {
    let faults: Vec<_> =
        standard().iter_errors(log).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

/// A research output with a key that would command what shows it, under a name that would end any field it
/// is put into.
fn hostile() -> Casebook {
    let mut document = research("T001", "res_00000001");
    document["status"] = json!("[here](https://example.org)\u{202e}\r\n::stop-commands::x");
    document["::add-mask::{0}\u{1b}[2J"] = json!(1);
    Casebook::new().file("a b,c::d%.json", document)
}

#[test]
fn every_sample_is_a_log_of_the_standard() {
    let casebook = Casebook::new();
    let samples = concat!(env!("CARGO_MANIFEST_DIR"), "/sample-data");
    let ran = casebook.run(["validate", "--format", "sarif", samples]).code(1);
    let log = ran.json();
    demand_valid(&log);
    let told = casebook.run(["validate", "--json", samples]).code(1).json();
    let found: Vec<&Value> = told["documents"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|d| d["diagnostics"].as_array().unwrap())
        .collect();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), found.len());
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for (result, diagnostic) in results.iter().zip(found) {
        assert_eq!([&result["ruleId"], &result["level"]], [&diagnostic["code"], &diagnostic["severity"]]);
        assert_eq!(
            rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()]["id"],
            result["ruleId"]
        );
        let region = &result["locations"][0]["physicalLocation"]["region"];
        assert_eq!(
            [&region["startLine"], &region["startColumn"]],
            [&diagnostic["line"], &diagnostic["column"]]
        );
    }
    let summary = &told["summary"];
    let head = format!("note: {} documents: ", summary["documents"]);
    assert!(ran.stderr.starts_with(&head), "{}", ran.stderr);
}

#[test]
fn a_log_of_nothing_is_valid_too() {
    let casebook = Casebook::new().file("run.json", research("T001", "res_00000001"));
    let log = casebook.run(["validate", "--format", "sarif", "run.json"]).code(0).json();
    demand_valid(&log);
    assert_eq!(log["runs"][0]["results"], json!([]));
    assert!(!casebook.path(".casebook").exists());
}

#[test]
fn no_document_writes_the_log() {
    let log = hostile().run(["validate", "--format", "sarif", "a b,c::d%.json"]).code(1).json();
    demand_valid(&log);
    let results = log["runs"][0]["results"].as_array().unwrap();
    for result in results {
        let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert_eq!(uri, "a%20b%2Cc%3A%3Ad%25.json");
        let text = result["message"]["text"].as_str().unwrap();
        assert!(!text.contains(['\u{1b}', '\u{202e}']) && !text.replace("\\](", "").contains("]("), "{text}");
        assert!(!text.replace("{{", "").replace("}}", "").contains(['{', '}']), "{text}");
    }
    assert!(results.iter().any(|result| result["ruleId"] == "schema.additional-property"));
}

#[test]
fn no_document_commands_the_workflow() {
    let ran = hostile().run(["validate", "--format", "github", "a b,c::d%.json"]).code(1);
    let lines: Vec<_> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ran.stdout);
    for line in lines {
        assert!(line.starts_with("::error file=a b%2Cc%3A%3Ad%25.json,line=1,col="), "{line}");
        let (properties, message) = line[2..].split_once("::").unwrap();
        assert_eq!(properties.split(',').count(), 4, "{properties}");
        assert!(!message.contains(['\u{1b}', '\u{202e}', '\r']), "{message}");
    }
    assert_eq!(ran.stderr, "note: 1 document: 1 invalid; 2 errors\n");
}

#[test]
fn only_validate_speaks_to_build_servers() {
    let casebook = Casebook::new().with(research("T001", "res_00000001"));
    for args in [["gaps", "sarif"], ["stats", "github"], ["list", "sarif"], ["explain", "github"]] {
        let ran = casebook.run([args[0], "--format", args[1]]).code(2);
        assert_eq!(ran.stdout, "");
        let expected = format!("error: --format {} is of 'validate' alone\nhint: ", args[1]);
        assert!(ran.stderr.starts_with(&expected), "{}", ran.stderr);
    }
    let untouched = casebook.file("run.json", json!({}));
    untouched.run(["ingest", "--format", "sarif", "run.json"]).code(2);
    assert_eq!(untouched.run(["quarantine", "list", "--json"]).code(0).json()["total"], 0);
}
