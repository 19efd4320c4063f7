use serde_json::json;

use super::catalogue::Rules;
use super::*;
use crate::digest::Digest;
use crate::store::rows::Cell;

fn read<'a>(value: &'a Value, task: Option<&'a str>) -> Box<dyn Artifact + 'a> {
    let terms = Terms { form: None, rules: Rules::builtin(), task, at: None, canonical: Digest::of(b"x") };
    check(value, &terms).artifact.expect("a valid review")
}

fn identity(value: &Value, task: Option<&str>) -> Identity {
    read(value, task).identity()
}

#[test]
fn a_reviewer_has_one_review_of_a_task() {
    let by = |reviewer: &str| json!({"reviewer": reviewer, "findings": []});
    let first = identity(&by("r1"), Some("T1"));
    assert_eq!((first.natural_id.as_str(), first.natural_key.as_str()), ("r1", r#"["T1","r1"]"#));
    assert_eq!((first.task.as_deref(), first.title.as_str()), (Some("T1"), "r1: 0 findings"));
    let keys = [
        identity(&by("r1"), Some("T2")).natural_key,
        identity(&by("r2"), Some("T1")).natural_key,
        identity(&by("r1"), None).natural_key,
        identity(&json!({"findings": []}), Some("T1")).natural_key,
        first.natural_key,
    ];
    for (index, key) in keys.iter().enumerate() {
        assert!(!keys[..index].contains(key), "{key}");
    }
    assert_eq!(identity(&json!({"findings": []}), None).natural_id, "review-2d711642b726");
}

#[test]
fn findings_are_rows_with_all_they_say() {
    let finding = finding_body();
    let value = json!({"reviewer": "r", "findings": [finding]});
    let rows = read(&value, None).rows();
    let (_, cells) = rows.iter().find(|(table, _)| table.name == "review_finding").expect("a finding");
    let texts: Vec<_> = cells
        .iter()
        .filter_map(|cell| match *cell {
            Cell::Text { start, len } => Some(rows.text(start, len)),
            _ => None,
        })
        .collect();
    let [id, file, path, rule, severity, category, title, body] = texts[..] else { panic!("{texts:?}") };
    // printf '%s' './lib\a.mjs:7:SECURITY_INJECTION' | sha1sum
    assert_eq!(id, "e3c7b856777f0818f2d75f378d17b00121036eb7");
    assert_eq!((file, path), ("./lib\\a.mjs", "lib/a.mjs"));
    assert_eq!((rule, severity, category, title), ("SECURITY_INJECTION", "MAJOR", "security", "T"));
    assert_eq!(serde_json::from_str::<Value>(body).expect("JSON"), finding_body());
    let searched: Vec<_> =
        rows.search().iter().map(|entry| (entry.part.name(), rows.search_text(entry))).collect();
    assert_eq!(searched, [("review_finding", ["T", ""])]);
}

fn finding_body() -> Value {
    json!({"file": "./lib\\a.mjs", "line": 7.0, "rule_key": "SECURITY_INJECTION", "severity": "MAJOR", "title": "T",
        "detail": 3, "original_rule_key": "X"})
}
