//! A review as rows.
//!
//! May use the row types of `store`. Invariant: `body` has all that a finding says; the columns have what
//! can be asked for.

use super::catalogue::Rules;
use super::model::{Finding, Review};
use crate::row;
use crate::store::rows::{Owner, Part, Rows, seq};

row! { review: ReviewRow<'a> { artifact: Owner, reviewer: Option<&'a str>, findings: i64 } }
row! { keyed review_finding: FindingRow<'a> {
    artifact: Owner, seq: i64, finding_id: String, file: &'a str, path: String, line: i64, rule_key: &'a str,
    severity: &'a str, category: Option<&'a str>, title: Option<&'a str>, detail: Option<&'a str>,
    recommended_action: Option<&'a str>, brief_ref: Option<&'a str>, body: String,
} }

/// All rows of a review.
pub(super) fn project(review: &Review<'_>, rules: &Rules) -> Rows {
    let mut rows = Rows::default();
    rows.add(&ReviewRow { artifact: Owner, reviewer: review.reviewer, findings: seq(review.findings.len()) });
    for (index, finding) in review.findings.iter().enumerate() {
        project_finding(finding, index, rules, &mut rows);
    }
    rows
}

fn project_finding(finding: &Finding<'_>, index: usize, rules: &Rules, rows: &mut Rows) {
    let usual = || rules.get(finding.rule_key).map(|rule| rule.category.as_str());
    let [title, detail, action] = ["title", "detail", "recommended_action"].map(|key| finding.text(key));
    let row = rows.add(&FindingRow {
        artifact: Owner,
        seq: seq(index),
        finding_id: finding.id(),
        file: finding.file,
        path: finding.path(),
        line: finding.line,
        rule_key: finding.rule_key,
        severity: finding.severity.as_str(),
        category: finding.text("category").or_else(usual),
        title,
        detail,
        recommended_action: action,
        brief_ref: finding.text("brief_ref"),
        body: serde_json::Value::Object(finding.body.clone()).to_string(),
    });
    rows.index(Part::Row(row), title.unwrap_or_default(), [detail, action].into_iter().flatten());
}
