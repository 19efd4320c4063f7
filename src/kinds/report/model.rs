//! A report as casebook holds it, borrowed from its document.
//!
//! May use `code`, `diagnostic`, `time`. Invariant: a bare report is one whose envelope says nothing.

use serde::Deserialize;
use serde_json::Value;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::kinds::integer::Integer;
use crate::schema::Schema;
use crate::time::Timestamp;

/// How it went with a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Status {
    #[default]
    Ok,
    NoLlm,
    ValidationFailed,
}

impl Status {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::NoLlm => "no-llm",
            Self::ValidationFailed => "validation-failed",
        }
    }
}

/// A moment, and how the document spells it.
pub(super) type When = (Timestamp, String);

/// A report with what its envelope says.
#[derive(Debug, Default)]
pub(super) struct Report<'a> {
    pub schema: &'a str,
    pub session: Option<&'a str>,
    pub named: Option<&'a str>,
    pub lang: Option<&'a str>,
    pub started: Option<When>,
    pub ended: Option<When>,
    pub generated: Option<When>,
    pub status: Status,
    /// The schema, and what is left of the report without what the schema does not know; `None` for a
    /// degraded report.
    pub content: Option<(&'a Schema, Value)>,
    pub raw_output: Option<&'a str>,
    pub errors: Option<&'a Value>,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    meta: Meta<'a>,
    status: Status,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Meta<'a> {
    session_id: &'a str,
    schema_name: &'a str,
    title: Option<&'a str>,
    started_at: Option<Integer>,
    ended_at: Option<Integer>,
    generated_at: Option<Integer>,
    lang: Option<&'a str>,
}

/// The moments that RFC 3339 can spell, in milliseconds: the years 1 to 9999.
const CALENDAR: std::ops::RangeInclusive<i64> = -62_135_596_800_000..=253_402_300_799_999;

impl<'a> Report<'a> {
    /// Reads an envelope that passed its schema. `None` if a number in it is out of range; `time.invalid`
    /// among the diagnostics if a moment is none.
    pub fn read(value: &'a Value, diagnostics: &mut Vec<Diagnostic>) -> Option<Self> {
        let Envelope { meta, status } = Envelope::deserialize(value).ok()?;
        let mut when = |key: &str, time: Option<Integer>| moment(key, time?, diagnostics);
        let raw_output = ["raw_output", "rawOutput"].into_iter().find_map(|key| value.get(key)?.as_str());
        Some(Self {
            schema: meta.schema_name,
            session: Some(meta.session_id),
            named: meta.title,
            lang: meta.lang,
            started: when("startedAt", meta.started_at),
            ended: when("endedAt", meta.ended_at),
            generated: when("generatedAt", meta.generated_at),
            status,
            content: None,
            raw_output,
            errors: value.get("errors"),
        })
    }

    /// What the report is called: its envelope knows, or its content does; otherwise what it says first.
    pub fn title(&self) -> Option<&str> {
        let content = self.content.as_ref();
        let called = content.and_then(|(_, content)| content.get("title")?.as_str());
        let first = || {
            let (schema, content) = content?;
            in_order(schema.document(), content).into_iter().find_map(|(_, value)| value.as_str())
        };
        self.named.or(called).or_else(first).filter(|title| !title.trim().is_empty())
    }
}

fn moment(key: &str, Integer(millis): Integer, diagnostics: &mut Vec<Diagnostic>) -> Option<When> {
    if CALENDAR.contains(&millis) {
        return Some((Timestamp(millis * 1000), millis.to_string()));
    }
    let message = format!("{millis} milliseconds since 1970 is no moment of the years 1 to 9999");
    let diagnostic = Diagnostic::new(Code::TimeInvalid, format!("/meta/{key}"), message);
    diagnostics.push(diagnostic.hint("write milliseconds since 1970-01-01T00:00:00Z"));
    None
}

/// The parts of a report in the order of its schema: what is required first, in its order there.
pub(super) fn in_order<'a>(schema: &'a Value, content: &'a Value) -> Vec<(&'a str, &'a Value)> {
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let first = required.iter().filter_map(Value::as_str);
    let members = content.as_object().into_iter().flatten();
    let rest = members.map(|(name, _)| name.as_str());
    let mut sections: Vec<(&str, &Value)> = Vec::new();
    for name in first.chain(rest) {
        let known = sections.iter().any(|(known, _)| *known == name);
        sections.extend(content.get(name).filter(|_| !known).map(|value| (name, value)));
    }
    sections
}
