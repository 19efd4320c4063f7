//! Reports: a session told in the form of a schema, built-in or brought along.
//!
//! May use what `kinds` may. Invariant: a report whose schema it passes is kept without what the schema does
//! not know; one that says itself that it failed is kept as it is, and said to be degraded.

mod model;
mod rows;

use serde_json::{Value, json};

use self::model::{Report, Status};
use super::{Artifact, Form, Identity, Read, Terms};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, clip};
use crate::schema::{Builtin, ENVELOPE, REPORTS};
use crate::store::rows::Rows;

/// The longest title that is made up from a report's text, in code points.
const TITLE: usize = 120;

/// Whether a document is a report inside its envelope.
pub(crate) fn is_envelope(value: &Value) -> bool {
    value.pointer("/meta/schemaName").is_some()
}

/// The built-in report that a bare object comes nearest to: the largest share of its keys is there, at
/// least half of them, and no other report has as large a share.
pub(crate) fn nearest(value: &Value) -> Option<&'static Builtin> {
    let object = value.as_object()?;
    let share = |report: &'static Builtin| {
        let required = report.schema().document()["required"].as_array().map_or(&[][..], Vec::as_slice);
        let there = required.iter().filter_map(Value::as_str).filter(|key| object.contains_key(*key)).count();
        (there * 60 / required.len(), report)
    };
    let shares = REPORTS.map(share);
    let (largest, report) = shares.into_iter().max_by_key(|(share, _)| *share)?;
    let alone = shares.iter().filter(|(share, _)| *share == largest).count() == 1;
    (largest >= 30 && alone).then_some(report)
}

/// Checks any value as a report.
pub(super) fn check<'a>(value: &'a Value, terms: &Terms<'a>) -> Read<'a> {
    let mut diagnostics = Vec::new();
    let report = if is_envelope(value) {
        check_envelope(value, terms.form, &mut diagnostics)
    } else {
        let form = terms.form.unwrap_or_else(|| nearest(value).unwrap_or(REPORTS[0]).into());
        Some(Report { schema: form.name, ..Report::default() }.with(form, value, "", &mut diagnostics))
    };
    let schema = report.as_ref().map_or(ENVELOPE.name, |report| report.schema);
    let artifact = report.map(|report| Box::new(Filed { report, terms: *terms }) as Box<dyn Artifact + 'a>);
    Read { diagnostics, schema, artifact }
}

fn check_envelope<'a>(
    value: &'a Value,
    named: Option<Form<'a>>,
    found: &mut Vec<Diagnostic>,
) -> Option<Report<'a>> {
    found.extend(ENVELOPE.schema().check(value));
    if !found.is_empty() {
        return None;
    }
    let Some(report) = Report::read(value, found) else {
        found.extend(ENVELOPE.schema().oversized(value));
        return None;
    };
    let form = named.or_else(|| builtin(report.schema));
    if report.status != Status::Ok {
        let message = format!("the report says of itself: {}", report.status.as_str());
        found.push(Diagnostic::new(Code::ReportDegraded, "/status", message));
        return Some(Report { schema: form.map_or(report.schema, |form| form.name), ..report });
    }
    match (form, value.get("summary")) {
        (Some(form), Some(summary)) => Some(report.with(form, summary, "/summary", found)),
        (Some(_), None) => {
            let missing =
                Diagnostic::new(Code::SchemaRequired, "", "missing key \"summary\"").keyword("required");
            found.push(missing.hint("a report that is ok has its content there"));
            None
        }
        (None, _) => {
            let known = REPORTS.map(|report| report.name).join(", ");
            let message = format!("no schema is called \"{}\"", report.schema);
            let hint = format!("built-in: {known}; name an own schema with --schema");
            found.push(Diagnostic::new(Code::KindUnknown, "/meta/schemaName", message).hint(hint));
            None
        }
    }
}

fn builtin(name: &str) -> Option<Form<'static>> {
    REPORTS.into_iter().find(|report| report.name == name).map(Form::from)
}

impl<'a> Report<'a> {
    /// The report with its content, which stands at `base` in the document.
    fn with(self, form: Form<'a>, content: &Value, base: &str, found: &mut Vec<Diagnostic>) -> Self {
        let mut content = content.clone();
        let pruned = form.schema.prune(&mut content);
        let placed = |fault: Diagnostic| Diagnostic { pointer: [base, &fault.pointer].concat(), ..fault };
        found.extend(pruned.faults.into_iter().map(placed));
        found.extend(pruned.dropped.into_iter().map(|pointer| {
            let message = "the schema does not know this key, so the report is kept without it";
            Diagnostic::new(Code::PruneDropped, [base, &pointer].concat(), message)
        }));
        Self { schema: form.name, content: Some((form.schema, content)), ..self }
    }
}

/// A report, and what it is filed under.
struct Filed<'a> {
    report: Report<'a>,
    terms: Terms<'a>,
}

impl Artifact for Filed<'_> {
    /// One session has one report of a schema at a time; a bare report stands alone.
    fn identity(&self) -> Identity {
        let Self { report, terms } = self;
        let schema = report.schema;
        let (natural_id, natural_key) = match report.session {
            Some(session) => (format!("{session}/{schema}"), json!([terms.task, session, schema])),
            None => (
                format!("{schema}-{}", terms.short()),
                json!([terms.task, null, schema, terms.canonical.to_string()]),
            ),
        };
        Identity {
            title: clip(report.title().unwrap_or(&natural_id), TITLE),
            natural_id,
            natural_key: natural_key.to_string(),
            task: terms.task.map(str::to_owned),
            status: Some(report.status.as_str().to_owned()),
            version: None,
            when: report.generated.clone().or_else(|| terms.when()),
        }
    }

    fn rows(&self) -> Rows {
        rows::project(&self.report)
    }
}

/// The natural id of a document, as far as it can be read from any value.
pub(super) fn name(value: &Value) -> Option<String> {
    let text = |pointer| value.pointer(pointer).and_then(Value::as_str);
    let (session, schema) = (text("/meta/sessionId")?, text("/meta/schemaName")?);
    Some(format!("{session}/{schema}"))
}

#[cfg(test)]
mod tests;
