//! A review as casebook holds it: what the fields that count say, and the rest as it came.
//!
//! May use `code`, `diagnostic`, `nearest`. Invariant: every fault of the fields that count is reported,
//! each with a code of its own; what only describes a finding is never a fault.

use serde_json::{Map, Value};

use super::catalogue::{Grade, Rules};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, push_pointer};
use crate::nearest::closest;
use crate::schema::whole;

/// What one reviewer found.
#[derive(Debug, PartialEq)]
pub(crate) struct Review<'a> {
    pub reviewer: Option<&'a str>,
    pub findings: Vec<Finding<'a>>,
}

/// One problem that a reviewer found.
#[derive(Debug, PartialEq)]
pub(crate) struct Finding<'a> {
    /// As written.
    pub file: &'a str,
    /// Counted from 1; 0 is the file as a whole.
    pub line: i64,
    pub rule_key: &'a str,
    pub severity: Grade,
    /// The whole finding, with whatever else it says.
    pub body: &'a Map<String, Value>,
}

impl<'a> Finding<'a> {
    /// Lower-case hex SHA-1 of `file:line:rule_key`, all as written.
    pub fn id(&self) -> String {
        sha1_smol::Sha1::from(format!("{}:{}:{}", self.file, self.line, self.rule_key)).digest().to_string()
    }

    /// The path that reviewers who spell it differently mean: forward slashes, no `./`.
    pub fn path(&self) -> String {
        let slashed = self.file.replace('\\', "/");
        let steps = slashed.split('/').enumerate().filter(|&(index, step)| {
            // The first step is empty in an absolute path.
            step != "." && (index == 0 || !step.is_empty())
        });
        steps.map(|(_, step)| step).collect::<Vec<_>>().join("/")
    }

    /// A text that describes the finding, if it is one.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.body.get(key)?.as_str()
    }
}

/// Reads a review: an object with `findings`, or the bare list of them.
///
/// # Errors
/// `None` if there is an error among the diagnostics.
pub(crate) fn read<'a>(
    document: &'a Value,
    rules: &Rules,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Review<'a>> {
    let reviewer = document.get("reviewer").and_then(Value::as_str).filter(|name| !name.trim().is_empty());
    if reviewer.is_none() {
        let diagnostic =
            Diagnostic::new(Code::ReviewReviewerMissing, "", "the review does not name its reviewer");
        diagnostics.push(diagnostic.hint("add \"reviewer\", a name that is the same in every review"));
    }
    let (pointer, list) = if document.is_array() {
        ("", document)
    } else if let Some(list) = document.get("findings") {
        ("/findings", list)
    } else {
        diagnostics.push(Diagnostic::new(Code::ReviewFindingsMissing, "", "missing key \"findings\""));
        return None;
    };
    let Value::Array(list) = list else {
        let message = "\"findings\" must be an array, also if it is empty";
        diagnostics.push(Diagnostic::new(Code::ReviewFindingsNotArray, pointer, message));
        return None;
    };
    let findings: Vec<_> = list
        .iter()
        .enumerate()
        .map(|(index, finding)| {
            let mut reader =
                Reader { pointer: push_pointer(pointer, &index.to_string()), rules, diagnostics };
            reader.finding(finding)
        })
        .collect();
    Some(Review { reviewer, findings: findings.into_iter().collect::<Option<_>>()? })
}

struct Reader<'r> {
    pointer: String,
    rules: &'r Rules,
    diagnostics: &'r mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn finding<'a>(&mut self, finding: &'a Value) -> Option<Finding<'a>> {
        let Value::Object(body) = finding else {
            let message = "a finding must be an object";
            self.diagnostics.push(Diagnostic::new(Code::ReviewFindingNotObject, &*self.pointer, message));
            return None;
        };
        // All four are read, so that all faults are reported.
        let (file, line) = (self.file(body), self.line(body));
        let (rule_key, severity) = (self.rule_key(body), self.severity(body));
        Some(Finding { file: file?, line: line?, rule_key: rule_key?, severity: severity?, body })
    }

    fn get<'a>(&mut self, body: &'a Map<String, Value>, key: &str, missing: Code) -> Option<&'a Value> {
        let value = body.get(key);
        if value.is_none() {
            self.diagnostics.push(Diagnostic::new(missing, &*self.pointer, format!("missing key \"{key}\"")));
        }
        value
    }

    fn fault(&mut self, code: Code, key: &str, message: String, hint: String) {
        let mut diagnostic = Diagnostic::new(code, push_pointer(&self.pointer, key), message);
        // A list of keys is of use only when it is whole.
        diagnostic.hint = Some(hint);
        self.diagnostics.push(diagnostic);
    }

    fn file<'a>(&mut self, body: &'a Map<String, Value>) -> Option<&'a str> {
        let value = self.get(body, "file", Code::ReviewFileMissing)?;
        let file = value.as_str().filter(|file| !file.trim().is_empty());
        if file.is_none() {
            let message = format!("{value} is no path");
            self.fault(Code::ReviewFileInvalid, "file", message, "write a path, as a string".to_owned());
        }
        file
    }

    fn line(&mut self, body: &Map<String, Value>) -> Option<i64> {
        let value = self.get(body, "line", Code::ReviewLineMissing)?;
        let number = value.as_i64().or_else(|| value.as_f64().filter(|_| !value.is_u64()).and_then(whole));
        let line = number.filter(|&line| line >= 0);
        if line.is_none() {
            let message = format!("{value} is no line number");
            let hint = "write a whole number from 0, without quotes; 0 is the file as a whole".to_owned();
            self.fault(Code::ReviewLineInvalid, "line", message, hint);
        }
        line
    }

    fn rule_key<'a>(&mut self, body: &'a Map<String, Value>) -> Option<&'a str> {
        let value = self.get(body, "rule_key", Code::ReviewRuleKeyMissing)?;
        let key = value.as_str().filter(|key| self.rules.get(key).is_some());
        if key.is_none() {
            let keys: Vec<_> = self.rules.iter().map(|rule| rule.rule_key.as_str()).collect();
            let nearest = value.as_str().and_then(|text| closest(text, keys.iter().copied()));
            let nearest = nearest.map_or_else(String::new, |key| format!("; the nearest is {key}"));
            let message =
                format!("{} is no rule key{nearest}", crate::diagnostic::clip(&value.to_string(), 80));
            self.fault(
                Code::ReviewRuleKeyUnknown,
                "rule_key",
                message,
                format!("one of {}", keys.join(", ")),
            );
        }
        key
    }

    fn severity(&mut self, body: &Map<String, Value>) -> Option<Grade> {
        let value = self.get(body, "severity", Code::ReviewSeverityMissing)?;
        let grade = value.as_str().and_then(Grade::parse);
        if grade.is_none() {
            let message = format!("{value} is no severity");
            let hint = format!("one of {}, in capitals", Grade::ALL.map(Grade::as_str).join(", "));
            self.fault(Code::ReviewSeverityInvalid, "severity", message, hint);
        }
        grade
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn codes(document: &Value) -> (bool, Vec<(String, String)>) {
        let mut diagnostics = Vec::new();
        let review = read(document, Rules::builtin(), &mut diagnostics);
        let told = diagnostics.into_iter().map(|found| (found.pointer, found.code.to_string())).collect();
        (review.is_some(), told)
    }

    #[track_caller]
    fn faults(document: &Value, expected: &[(&str, &str)]) {
        let (valid, found) = codes(document);
        let expected: Vec<_> = expected.iter().map(|&(p, c)| (p.to_owned(), format!("review.{c}"))).collect();
        assert_eq!(found, expected, "{document}");
        assert!(!valid);
    }

    fn finding() -> Value {
        json!({"file": "src/a.rs", "line": 42, "rule_key": "MISSING_TEST", "severity": "MAJOR"})
    }

    fn with(key: &str, value: Value) -> Value {
        let mut finding = finding();
        finding[key] = value;
        json!({"reviewer": "r", "findings": [finding]})
    }

    fn without(key: &str) -> Value {
        let mut finding = finding();
        finding.as_object_mut().expect("an object").remove(key);
        json!({"reviewer": "r", "findings": [finding]})
    }

    #[test]
    fn each_field_that_counts_has_its_codes() {
        for (key, code) in [
            ("file", "file-missing"),
            ("line", "line-missing"),
            ("rule_key", "rule-key-missing"),
            ("severity", "severity-missing"),
        ] {
            faults(&without(key), &[("/findings/0", code)]);
        }
        for value in [json!(7), json!(null), json!(""), json!(["a"])] {
            faults(&with("file", value), &[("/findings/0/file", "file-invalid")]);
        }
        for value in
            [json!("42"), json!(4.2), json!("42-50"), json!(-1), json!(null), json!(1e30), json!(u64::MAX)]
        {
            faults(&with("line", value), &[("/findings/0/line", "line-invalid")]);
        }
        for value in [json!("NOPE"), json!("missing_test"), json!("MISSING_TEST "), json!(7), json!(null)] {
            faults(&with("rule_key", value), &[("/findings/0/rule_key", "rule-key-unknown")]);
        }
        for value in [json!("CRITICAL"), json!("major"), json!("MAJOR "), json!(1), json!(null)] {
            faults(&with("severity", value), &[("/findings/0/severity", "severity-invalid")]);
        }
    }

    #[test]
    fn all_faults_are_told_at_once() {
        let document = json!({"reviewer": "r", "findings": [{}, 7, {"file": 1, "line": "x", "rule_key": "A", "severity": "b"}]});
        faults(
            &document,
            &[
                ("/findings/0", "file-missing"),
                ("/findings/0", "line-missing"),
                ("/findings/0", "rule-key-missing"),
                ("/findings/0", "severity-missing"),
                ("/findings/1", "finding-not-object"),
                ("/findings/2/file", "file-invalid"),
                ("/findings/2/line", "line-invalid"),
                ("/findings/2/rule_key", "rule-key-unknown"),
                ("/findings/2/severity", "severity-invalid"),
            ],
        );
    }

    #[test]
    fn the_list_itself_must_be_there() {
        faults(&json!({"reviewer": "r"}), &[("", "findings-missing")]);
        faults(&json!({"reviewer": "r", "findings": {}}), &[("/findings", "findings-not-array")]);
        faults(&json!({"reviewer": "r", "findings": null}), &[("/findings", "findings-not-array")]);
        assert_eq!(codes(&json!({"reviewer": "r", "findings": []})), (true, vec![]));
    }

    #[test]
    fn a_review_without_reviewer_is_warned_of() {
        let warning = (String::new(), "review.reviewer-missing".to_owned());
        for document in [json!({"findings": []}), json!({"reviewer": 7, "findings": []}), json!([finding()])]
        {
            assert_eq!(codes(&document), (true, vec![warning.clone()]), "{document}");
        }
        faults(
            &json!([{"rule_key": "MISSING_TEST"}]),
            &[
                ("", "reviewer-missing"),
                ("/0", "file-missing"),
                ("/0", "line-missing"),
                ("/0", "severity-missing"),
            ],
        );
    }

    #[test]
    fn whole_numbers_are_lines_however_they_are_written() {
        for (value, line) in [(json!(0), 0), (json!(42.0), 42), (json!(1e3), 1000)] {
            let document = with("line", value);
            let review = read(&document, Rules::builtin(), &mut Vec::new()).expect("a review");
            assert_eq!(review.findings[0].line, line);
        }
    }

    #[test]
    fn what_describes_is_kept_whatever_it_is() {
        let mut odd = finding();
        odd["title"] = json!(["not", "a", "text"]);
        odd["detail"] = json!("why");
        odd["confidence"] = json!(0.8);
        let document = json!({"reviewer": "r", "findings": [odd], "schema": "x"});
        let review = read(&document, Rules::builtin(), &mut Vec::new()).expect("a review");
        let finding = &review.findings[0];
        assert_eq!((finding.text("title"), finding.text("detail")), (None, Some("why")));
        assert_eq!(finding.body["title"], json!(["not", "a", "text"]));
    }

    #[test]
    fn an_unknown_key_is_told_with_the_nearest_and_all() {
        let document = with("rule_key", json!("SECURITY_INJECTON"));
        let mut diagnostics = Vec::new();
        read(&document, Rules::builtin(), &mut diagnostics);
        assert_eq!(
            diagnostics[0].message,
            "\"SECURITY_INJECTON\" is no rule key; the nearest is SECURITY_INJECTION"
        );
        let hint = diagnostics[0].hint.as_deref().expect("the keys");
        assert!(Rules::builtin().iter().all(|rule| hint.contains(&rule.rule_key)), "{hint}");
    }

    #[test]
    fn ids_are_of_the_words_as_written_and_paths_are_not() {
        let id = |file: &str| {
            let mut written = finding();
            written["file"] = json!(file);
            let document = json!([written]);
            let review = read(&document, Rules::builtin(), &mut Vec::new()).expect("a review");
            (review.findings[0].id(), review.findings[0].path())
        };
        // printf 'src/a.rs:42:MISSING_TEST' | sha1sum
        assert_eq!(
            id("src/a.rs"),
            ("5d82c0d12a7827128f714e9c5cca78a908f17196".to_owned(), "src/a.rs".to_owned())
        );
        for other in ["./src/a.rs", "src\\a.rs", "src/./a.rs", ".\\src\\a.rs", "src//a.rs"] {
            let (hash, path) = id(other);
            assert_ne!(hash, id("src/a.rs").0, "{other}");
            assert_eq!(path, "src/a.rs", "{other}");
        }
        assert_eq!(id("/src/a.rs").1, "/src/a.rs");
        assert_eq!(id("../a.rs").1, "../a.rs");
    }
}
