//! A schema that people bring: checked and compiled.
//!
//! Invariant: where it came from (a file, the archive, the network) makes no difference; a schema that passes cannot make casebook look at anything outside it, and everything it says is
//! acted on.

use jsonschema::{Draft, Validator};
use serde_json::Value;

use super::refs::Refs;
use super::{Schema, lint};
use crate::error::{Error, ErrorKind, Result};

/// The most properties at the top level.
pub const MAX_PROPERTIES: usize = 30;
/// The longest name of a saved schema.
const MAX_NAME: usize = 64;

/// A schema that passed every check.
#[derive(Debug)]
pub struct OwnSchema {
    pub schema: Schema,
    /// The draft it was checked and compiled under, as people name it.
    pub draft: &'static str,
    /// What is legal but makes the schema a poor prompt, or is ignored.
    pub warnings: Vec<Warning>,
}

/// A weakness of a schema.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Warning {
    /// RFC 6901 pointer into the schema.
    pub pointer: String,
    pub message: String,
}

/// Why a schema is refused, and where.
#[derive(Debug)]
pub(super) struct Refusal {
    pointer: String,
    reason: String,
    hint: Option<String>,
}

impl Refusal {
    pub(super) fn new(pointer: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { pointer: pointer.into(), reason: reason.into(), hint: None }
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    fn into_error(self) -> Error {
        let place = if self.pointer.is_empty() { "the root" } else { &self.pointer };
        let error = Error::new(
            ErrorKind::SchemaRefused,
            format_args!("schema refused: {} (at {place})", self.reason),
        );
        match self.hint {
            Some(hint) => error.hint(hint),
            None => error,
        }
    }
}

/// Whether a schema may be saved under this name: a letter or digit, then letters, digits, `_`, `-`.
pub fn is_valid_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    name.len() <= MAX_NAME
        && bytes.next().is_some_and(|first| first.is_ascii_alphanumeric())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

/// Checks and compiles a schema.
///
/// # Errors
/// [`ErrorKind::SchemaRefused`], with the first reason and its place.
pub fn load(document: Value) -> Result<OwnSchema> {
    match check(&document) {
        Ok((draft, warnings, validator)) => {
            let schema = Schema { document, validator };
            Ok(OwnSchema { schema, draft: name_of(draft), warnings })
        }
        Err(refusal) => Err(refusal.into_error()),
    }
}

fn check(document: &Value) -> Result<(Draft, Vec<Warning>, Validator), Refusal> {
    let draft = draft_of(document)?;
    check_root(document)?;
    let warnings = lint::check(&Refs::new(document), document, draft)?;
    Ok((draft, warnings, compile(document, draft)?))
}

fn draft_of(document: &Value) -> Result<Draft, Refusal> {
    let Some(dialect) = document.get("$schema") else { return Ok(Draft::Draft202012) };
    match dialect.as_str().map(Draft::from_schema_uri) {
        Some(Draft::Unknown) | None => {
            Err(Refusal::new("/$schema", format!("the dialect {dialect} is unknown"))
                .hint("leave $schema out for 2020-12, or name a draft from 04 on"))
        }
        Some(draft) => Ok(draft),
    }
}

fn name_of(draft: Draft) -> &'static str {
    match draft {
        Draft::Draft4 => "draft-04",
        Draft::Draft6 => "draft-06",
        Draft::Draft7 => "draft-07",
        Draft::Draft201909 => "2019-09",
        _ => "2020-12",
    }
}

fn check_root(document: &Value) -> Result<(), Refusal> {
    if document.get("type").and_then(Value::as_str) != Some("object") {
        return Err(
            Refusal::new("", "its root is no object schema").hint("the root needs \"type\": \"object\"")
        );
    }
    let Some(properties) = document.get("properties").and_then(Value::as_object) else {
        return Err(Refusal::new("", "its root has no \"properties\" object"));
    };
    if let Some((name, _)) = properties.iter().find(|(_, property)| !property.is_object()) {
        let pointer = crate::diagnostic::push_pointer("/properties", name);
        return Err(Refusal::new(pointer, "a property's schema must be an object"));
    }
    if properties.len() > MAX_PROPERTIES {
        let reason = format!("it has {} top-level properties, more than {MAX_PROPERTIES}", properties.len());
        return Err(Refusal::new("/properties", reason));
    }
    Ok(())
}

fn compile(document: &Value, draft: Draft) -> Result<Validator, Refusal> {
    jsonschema::options()
        .with_draft(draft)
        .should_validate_formats(true)
        .should_ignore_unknown_formats(false)
        .build(document)
        .map_err(|error| Refusal::new(error.instance_path().to_string(), error.to_string()))
}

#[cfg(test)]
#[path = "own_tests.rs"]
mod tests;
