//! From a validator's error to a diagnostic: its code, its place, a message of our own.
//!
//! May use `code`, `diagnostic`. Invariant: the validator's error kind alone decides; its message text is
//! never read.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use super::hint;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, clip, push_pointer};

/// How much of a value a message shows, in code points.
const SHOWN: usize = 60;

/// The diagnostics of one error: one, but for extra keys, which get one each.
pub(super) fn explain(schema: &Value, error: &ValidationError<'_>) -> Vec<Diagnostic> {
    let pointer = error.instance_path().as_str();
    let instance = error.instance().as_ref();
    let place = Place { schema, path: error.schema_path().as_str() };
    if let Kind::AdditionalProperties { unexpected } = error.kind() {
        return unexpected.iter().map(|key| unknown_key(&place, pointer, instance, key)).collect();
    }
    let (code, message) = wording(error.kind(), instance, pointer);
    let diagnostic = Diagnostic::new(code, pointer, message).keyword(error.kind().keyword());
    vec![match hint::hint(error.kind(), instance, &place) {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    }]
}

/// The keyword that failed, in the schema that holds it.
pub(super) struct Place<'a> {
    schema: &'a Value,
    path: &'a str,
}

impl<'a> Place<'a> {
    /// The object the keyword stands in, unless it is in another document.
    pub fn schema(&self) -> Option<&'a Value> {
        self.schema.pointer(&self.path[..self.path.rfind('/')?])
    }
}

fn unknown_key(place: &Place<'_>, pointer: &str, instance: &Value, key: &str) -> Diagnostic {
    let message = format!("unknown key {}", quoted(key));
    let diagnostic = Diagnostic::new(Code::SchemaAdditionalProperty, push_pointer(pointer, key), message)
        .keyword("additionalProperties");
    match hint::known_key(place, instance, key) {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    }
}

fn wording(kind: &Kind, instance: &Value, pointer: &str) -> (Code, String) {
    let shown = shown(instance);
    match kind {
        Kind::Required { property } => (Code::SchemaRequired, format!("missing key {property}")),
        Kind::Type { kind } => {
            (Code::SchemaType, format!("expected {}, found {}", types(kind), found(instance)))
        }
        Kind::Enum { options } => (Code::SchemaEnum, format!("{shown} is not one of {}", list(options))),
        Kind::Constant { expected_value } => {
            (Code::SchemaConst, format!("{} must be {expected_value}, not {shown}", subject(pointer)))
        }
        Kind::Pattern { pattern } => (Code::SchemaPattern, format!("{shown} does not match {pattern}")),
        Kind::Format { format } => (Code::SchemaFormat, format!("{shown} is not {}", format_name(format))),
        Kind::MinLength { limit } => (Code::SchemaLength, length(instance, "at least", *limit)),
        Kind::MaxLength { limit } => (Code::SchemaLength, length(instance, "at most", *limit)),
        Kind::MinItems { limit } | Kind::MinProperties { limit } => {
            (Code::SchemaItems, count(instance, "at least", *limit))
        }
        Kind::MaxItems { limit } | Kind::MaxProperties { limit } => {
            (Code::SchemaItems, count(instance, "at most", *limit))
        }
        Kind::UniqueItems => (Code::SchemaItems, "two elements are equal, each may stand once".to_owned()),
        Kind::Minimum { limit } => (Code::SchemaRange, format!("{shown} is below the minimum of {limit}")),
        Kind::Maximum { limit } => (Code::SchemaRange, format!("{shown} is above the maximum of {limit}")),
        Kind::ExclusiveMinimum { limit } => (Code::SchemaRange, format!("{shown} must be above {limit}")),
        Kind::ExclusiveMaximum { limit } => (Code::SchemaRange, format!("{shown} must be below {limit}")),
        Kind::MultipleOf { multiple_of } => {
            (Code::SchemaRange, format!("{shown} is not a multiple of {multiple_of}"))
        }
        other => (Code::SchemaOther, format!("{shown} fails \"{}\"", other.keyword())),
    }
}

fn subject(pointer: &str) -> String {
    pointer.rfind('/').map_or_else(|| "the document".to_owned(), |at| quoted(&pointer[at + 1..]))
}

fn format_name(format: &str) -> &str {
    match format {
        "date-time" => "a time with a UTC offset (RFC 3339)",
        "date" => "a date (YYYY-MM-DD)",
        "uri" => "an absolute URI (RFC 3986)",
        other => other,
    }
}

fn types(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(JsonType::Integer) => "a whole number".to_owned(),
        TypeKind::Single(one) => one.to_string(),
        TypeKind::Multiple(set) => set.iter().map(|one| one.to_string()).collect::<Vec<_>>().join(" or "),
    }
}

fn found(instance: &Value) -> String {
    match instance {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => format!("boolean {instance}"),
        Value::Number(_) => format!("number {instance}"),
        Value::String(_) => format!("string {}", shown(instance)),
        Value::Array(_) => "array".to_owned(),
        Value::Object(_) => "object".to_owned(),
    }
}

fn length(instance: &Value, bound: &str, limit: u64) -> String {
    let length = instance.as_str().map_or(0, |text| text.chars().count());
    format!("{} has {} instead of {bound} {limit}", shown(instance), counted(length, "character"))
}

fn count(instance: &Value, bound: &str, limit: u64) -> String {
    let counted = match instance {
        Value::Array(items) => counted(items.len(), "element"),
        Value::Object(members) => counted(members.len(), "key"),
        _ => counted(0, "member"),
    };
    format!("{counted} instead of {bound} {limit}")
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn list(options: &Value) -> String {
    let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
    options.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// A value as JSON, clipped.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        other => clip(&other.to_string(), SHOWN),
    }
}

fn quoted(text: &str) -> String {
    Value::from(clip(text, SHOWN)).to_string()
}
