//! A report as rows.
//!
//! May use the row types of `store`. Invariant: every part of a report that passed its schema is in a row, in
//! the order of the schema; a part that is a list has a row an element.
//!
//! Words are found in each section, and in `raw`, which a degraded report holds instead.

use serde_json::Value;

use super::model::{Report, Status, When, in_order};
use crate::row;
use crate::schema::Schema;
use crate::store::rows::{Owner, Part, Rows, seq};
use crate::time::Timestamp;

row! { report: ReportRow<'a> {
    artifact: Owner, schema_name: &'a str, session: Option<&'a str>, status: &'a str, degraded: bool,
    lang: Option<&'a str>, started_us: Option<Timestamp>, ended_us: Option<Timestamp>,
    generated_us: Option<Timestamp>, raw_output: Option<&'a str>, errors: Option<String>,
} }
row! { keyed report_section: SectionRow<'a> {
    artifact: Owner, seq: i64, name: &'a str, position: Option<i64>, text: &'a str, body: Option<String>,
} }

/// All rows of a report.
pub(super) fn project(report: &Report<'_>) -> Rows {
    let mut rows = Rows::default();
    let at = |when: &Option<When>| when.as_ref().map(|(moment, _)| *moment);
    rows.add(&ReportRow {
        artifact: Owner,
        schema_name: report.schema,
        session: report.session,
        status: report.status.as_str(),
        degraded: report.status != Status::Ok,
        lang: report.lang,
        started_us: at(&report.started),
        ended_us: at(&report.ended),
        generated_us: at(&report.generated),
        raw_output: report.raw_output,
        errors: report.errors.map(Value::to_string),
    });
    rows.index(Part::Place("raw", 0), report.raw_output.unwrap_or_default(), None);
    if let Some((schema, content)) = &report.content {
        add_sections(schema, content, &mut rows);
    }
    rows
}

fn add_sections(schema: &Schema, content: &Value, rows: &mut Rows) {
    let mut sections = Sections { rows, count: 0 };
    for (name, value) in in_order(schema.document(), content) {
        match value {
            Value::Array(items) if !items.is_empty() => {
                let numbered = items.iter().enumerate();
                numbered.for_each(|(position, item)| sections.add(name, Some(seq(position)), item));
            }
            _ => sections.add(name, None, value),
        }
    }
}

struct Sections<'r> {
    rows: &'r mut Rows,
    count: usize,
}

impl Sections<'_> {
    fn add(&mut self, name: &str, position: Option<i64>, value: &Value) {
        let mut text = String::new();
        gather(value, &mut text);
        let body = (!value.is_string()).then(|| value.to_string());
        let row = SectionRow { artifact: Owner, seq: seq(self.count), name, position, text: &text, body };
        let row = self.rows.add(&row);
        self.rows.index(Part::Row(row), &text, None);
        self.count += 1;
    }
}

/// All that can be read in a value, a line each.
fn gather(value: &Value, text: &mut String) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| gather(item, text)),
        Value::Object(members) => members.values().for_each(|member| gather(member, text)),
        Value::Null => {}
        leaf => {
            if !text.is_empty() {
                text.push('\n');
            }
            match leaf.as_str() {
                Some(words) => text.push_str(words),
                None => text.push_str(&leaf.to_string()),
            }
        }
    }
}
