use serde_json::json;

use super::*;
use crate::code::Severity;
use crate::digest::Digest;
use crate::kinds::review::catalogue::Rules;
use crate::schema::own;
use crate::store::rows::Cell;
use crate::time::Timestamp;

fn terms() -> Terms<'static> {
    Terms { form: None, rules: Rules::builtin(), task: Some("T1"), at: None, canonical: Digest::of(b"x") }
}

fn read(value: &Value) -> Read<'_> {
    check(value, &terms())
}

fn is_valid(read: &Read<'_>) -> bool {
    read.artifact.is_some() && read.diagnostics.iter().all(|found| found.severity != Severity::Error)
}

fn identity(read: &Read<'_>) -> Identity {
    assert!(is_valid(read));
    read.artifact.as_ref().expect("a valid report").identity()
}

fn told(read: &Read<'_>) -> Vec<(String, String)> {
    let mut told: Vec<_> =
        read.diagnostics.iter().map(|found| (found.pointer.clone(), found.code.to_string())).collect();
    told.sort();
    told
}

fn faults(value: &Value) -> Vec<(String, String)> {
    let read = read(value);
    assert!(!is_valid(&read), "{value}");
    told(&read)
}

fn pair(pointer: &str, code: &str) -> (String, String) {
    (pointer.to_owned(), code.to_owned())
}

fn executive() -> Value {
    json!({"what": "w", "who": "p", "when": "today", "outcome": "good", "next_actions": ["rest", "go on"]})
}

fn envelope(status: &str, summary: &Value) -> Value {
    json!({"meta": {"sessionId": "s-1", "schemaName": "executive", "generatedAt": 1_700_000_000_000_i64},
        "status": status, "summary": summary})
}

/// The rows of a table, each as its texts and numbers.
fn rows(read: &Read<'_>, table: &str) -> Vec<String> {
    assert!(is_valid(read));
    let rows = read.artifact.as_ref().expect("a valid report").rows();
    let cell = |cell: &Cell| match *cell {
        Cell::Text { start, len } => rows.text(start, len).to_owned(),
        Cell::Int(number) => number.to_string(),
        Cell::Null => "-".to_owned(),
        _ => "*".to_owned(),
    };
    let of = rows.iter().filter(|(found, _)| found.name == table);
    of.map(|(_, cells)| cells.iter().map(cell).collect::<Vec<_>>().join("|")).collect()
}

#[test]
fn a_bare_report_stands_alone() {
    let value = executive();
    let read = read(&value);
    assert_eq!(told(&read), []);
    assert_eq!(read.schema, "executive");
    let identity = identity(&read);
    assert_eq!(identity.natural_id, "executive-2d711642b726");
    assert_eq!((identity.task.as_deref(), identity.when.clone()), (Some("T1"), None));
    assert_eq!(rows(&read, "report"), ["*|executive|-|ok|0|-|-|-|-|-|-"]);
    assert_eq!(
        rows(&read, "report_section"),
        [
            "*|*|0|what|-|w|-",
            "*|*|1|who|-|p|-",
            "*|*|2|when|-|today|-",
            "*|*|3|outcome|-|good|-",
            "*|*|4|next_actions|0|rest|-",
            "*|*|5|next_actions|1|go on|-",
        ]
    );
}

#[test]
fn an_envelope_names_its_session_and_its_time() {
    let value = envelope("ok", &executive());
    let read = read(&value);
    assert_eq!(told(&read), []);
    let identity = identity(&read);
    assert_eq!(identity.natural_id, "s-1/executive");
    assert_eq!(identity.natural_key, r#"["T1","s-1","executive"]"#);
    assert_eq!(identity.when, Some((Timestamp(1_700_000_000_000_000), "1700000000000".to_owned())));
    assert_eq!(identity.title, "w", "what it says first");
    assert_eq!(rows(&read, "report"), ["*|executive|s-1|ok|0|-|-|-|1700000000000000|-|-"]);
}

#[test]
fn undeclared_keys_are_dropped_and_named() {
    let mut summary = executive();
    summary["tokens"] = json!(123);
    assert_eq!(told(&read(&summary)), [pair("/tokens", "prune.dropped")]);
    assert_eq!(rows(&read(&summary), "report_section").len(), 6);
    assert_eq!(told(&read(&envelope("ok", &summary))), [pair("/summary/tokens", "prune.dropped")]);
    summary["what"] = json!(1);
    let expected = [pair("/tokens", "prune.dropped"), pair("/what", "schema.type")];
    assert_eq!(faults(&summary), expected);
}

#[test]
fn a_report_that_says_it_failed_is_kept_as_it_is() {
    for status in ["no-llm", "validation-failed"] {
        let mut degraded = envelope(status, &json!({"what": 7}));
        degraded["raw_output"] = json!("```json\n{");
        degraded["errors"] = json!(["/what: no string"]);
        let read = read(&degraded);
        assert_eq!(told(&read), [pair("/status", "report.degraded")]);
        let errors = r#"["/what: no string"]"#;
        let expected = format!("*|executive|s-1|{status}|1|-|-|-|1700000000000000|```json\n{{|{errors}");
        assert_eq!(rows(&read, "report"), [expected]);
        assert!(rows(&read, "report_section").is_empty());
    }
    // Its schema need not be known: it is not held to it.
    let mut strange = envelope("no-llm", &Value::Null);
    strange["meta"]["schemaName"] = json!("ours");
    strange["rawOutput"] = json!("words");
    assert_eq!(rows(&read(&strange), "report"), ["*|ours|s-1|no-llm|1|-|-|-|1700000000000000|words|-"]);
}

#[test]
fn a_report_that_says_it_is_good_must_be() {
    assert_eq!(
        faults(&envelope(
            "ok",
            &json!({"what": "w", "who": "p", "when": "t", "outcome": "o", "next_actions": []})
        )),
        [pair("/summary/next_actions", "schema.items")]
    );
    assert_eq!(faults(&envelope("ok", &json!(null))), [pair("/summary", "schema.type")]);
    let mut empty = envelope("ok", &Value::Null);
    empty.as_object_mut().expect("an object").remove("summary");
    assert_eq!(faults(&empty), [pair("", "schema.required")]);
    assert_eq!(faults(&envelope("fine", &executive())), [pair("/status", "schema.enum")]);
    let mut unknown = envelope("ok", &executive());
    unknown["meta"]["schemaName"] = json!("toString");
    assert_eq!(faults(&unknown), [pair("/meta/schemaName", "kind.unknown")]);
    unknown["meta"]["schemaName"] = json!(7);
    assert_eq!(faults(&unknown), [pair("/meta/schemaName", "schema.type")]);
}

#[test]
fn times_are_milliseconds_of_the_calendar() {
    let with = |time: Value| {
        let mut envelope = envelope("ok", &executive());
        envelope["meta"]["startedAt"] = time;
        envelope
    };
    assert_eq!(told(&read(&with(json!(253_402_300_799_999_i64)))), []);
    assert_eq!(told(&read(&with(json!(1.7e12)))), []);
    assert_eq!(faults(&with(json!(253_402_300_800_000_i64))), [pair("/meta/startedAt", "time.invalid")]);
    assert_eq!(faults(&with(json!(u64::MAX))), [pair("/meta/startedAt", "json.number-range")]);
    assert_eq!(faults(&with(json!("2026-01-01T00:00:00Z"))), [pair("/meta/startedAt", "schema.type")]);
}

#[test]
fn an_own_schema_gives_its_name_and_its_order() {
    let schema = own::load(json!({"type": "object", "required": ["verdict"], "properties": {
        "details": {"type": "object", "properties": {"a": {"type": "string"}, "n": {"type": "integer"}}},
        "none": {"type": "array", "items": {"type": "string"}},
        "verdict": {"type": "string"}}}))
    .expect("a good schema");
    let form = Form { name: "ours", schema: &schema.schema };
    let value = json!({"verdict": "good", "details": {"a": "x", "n": 2}, "none": []});
    let read = check(&value, &Terms { form: Some(form), ..terms() });
    assert_eq!(told(&read), []);
    assert_eq!(read.schema, "ours");
    assert_eq!(
        rows(&read, "report_section"),
        [
            "*|*|0|verdict|-|good|-",
            r#"*|*|1|details|-|x
2|{"a":"x","n":2}"#,
            "*|*|2|none|-||[]",
        ]
    );
}

#[test]
fn a_bare_object_is_the_report_it_comes_nearest_to() {
    let nearest = |value: Value| nearest(&value).map(|report| report.name);
    assert_eq!(nearest(executive()), Some("executive"));
    assert_eq!(nearest(json!({"problem": 1, "investigation": 1, "smoking_gun": 1})), Some("debug"));
    assert_eq!(nearest(json!({"title": 1, "duration": 1, "summary": 1})), Some("summary"), "three of six");
    assert_eq!(nearest(json!({"title": 1, "duration": 1})), None);
    assert_eq!(
        nearest(json!({"incident": 1, "root_cause": 1, "fix": 1, "problem": 1, "smoking_gun": 1})),
        None,
        "a tie"
    );
    assert_eq!(nearest(json!([])), None);
}
