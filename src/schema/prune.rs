//! Checking a document that may say more than its schema knows.
//!
//! May use `diagnostic`. Invariant: a key that nothing declares never fails a document; whatever is dropped is
//! named.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;

use super::{Schema, explain};
use crate::diagnostic::{Diagnostic, push_pointer};

/// What a schema makes of a document.
#[derive(Debug, Default)]
pub struct Pruned {
    /// What is wrong with it, unlocated, in no order.
    pub faults: Vec<Diagnostic>,
    /// The pointers of what was dropped.
    pub dropped: Vec<String>,
}

impl Schema {
    /// Drops the keys that the schema neither declares nor allows, and checks what is left.
    pub fn prune(&self, document: &mut Value) -> Pruned {
        let mut pruned = Pruned::default();
        loop {
            let mut extra = Vec::new();
            pruned.faults.clear();
            for error in self.validator.iter_errors(document) {
                match undeclared(&error) {
                    Some(pointers) => extra.extend(pointers),
                    None => pruned.faults.extend(explain::explain(&self.document, &error)),
                }
            }
            extra.retain(|pointer| remove(document, pointer));
            if extra.is_empty() {
                return pruned;
            }
            pruned.dropped.extend(extra);
        }
    }
}

/// The undeclared keys that this error is about, if it is about nothing else. Where a value may take
/// several forms, those of the form it comes nearest to.
fn undeclared(error: &ValidationError<'_>) -> Option<Vec<String>> {
    match error.kind() {
        Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
            let pointer = error.instance_path().as_str();
            Some(unexpected.iter().map(|key| push_pointer(pointer, key)).collect())
        }
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => context
            .iter()
            .filter_map(|form| form.iter().map(undeclared).collect::<Option<Vec<_>>>())
            .map(|pointers| pointers.concat())
            .min_by_key(Vec::len),
        _ => None,
    }
}

fn remove(document: &mut Value, pointer: &str) -> bool {
    let Some((object, key)) = pointer.rsplit_once('/') else { return false };
    let key = key.replace("~1", "/").replace("~0", "~");
    let object = document.pointer_mut(object).and_then(Value::as_object_mut);
    object.is_some_and(|members| members.remove(&key).is_some())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{SUMMARY, own};
    use super::*;

    fn prune(schema: &Value, mut document: Value) -> (Value, Vec<String>, Vec<String>) {
        let schema = own::load(schema.clone()).expect("a good schema").schema;
        let mut pruned = schema.prune(&mut document);
        pruned.dropped.sort();
        (document, pruned.dropped, pruned.faults.into_iter().map(|fault| fault.code.to_string()).collect())
    }

    #[test]
    fn undeclared_keys_are_dropped_at_every_level() {
        let schema = json!({
            "type": "object", "additionalProperties": false,
            "properties": {
                "open": {"type": "object"},
                "list": {"type": "array", "items": {"type": "object", "additionalProperties": false,
                    "properties": {"id": {"type": "integer"}}}},
            },
        });
        let document =
            json!({"open": {"any": 1}, "list": [{"id": 1}, {"id": "x", "a/b": 2}], "~x": {"deep": 1}});
        let (clean, dropped, faults) = prune(&schema, document);
        assert_eq!(clean, json!({"open": {"any": 1}, "list": [{"id": 1}, {"id": "x"}]}));
        assert_eq!(dropped, ["/list/1/a~1b", "/~0x"]);
        assert_eq!(faults, ["schema.type"]);
    }

    #[test]
    fn the_nearest_form_decides_what_is_undeclared() {
        let form = |key: &str| {
            json!({"type": "object", "additionalProperties": false,
            "properties": {key: {"type": "integer"}}})
        };
        let schema = json!({"type": "object", "properties": {"v": {"anyOf": [form("a"), form("b")]}}});
        let (clean, dropped, faults) = prune(&schema, json!({"v": {"b": 1, "c": 2}}));
        assert_eq!((clean, dropped.join(" "), faults.len()), (json!({"v": {"b": 1}}), "/v/c".to_owned(), 0));
        let (_, dropped, faults) = prune(&schema, json!({"v": {"b": "x", "c": 2, "d": 3}}));
        assert_eq!(
            (dropped.join(" "), faults.len()),
            ("/v/b /v/c /v/d".to_owned(), 0),
            "form a fits, emptied"
        );
        let (_, dropped, faults) = prune(&schema, json!({"v": 7}));
        assert_eq!((dropped.len(), faults), (0, vec!["schema.other".to_owned()]));
    }

    #[test]
    fn a_valid_document_loses_nothing() {
        let mut document = json!({"title": "t", "duration": "d", "summary": "s", "key_steps": ["a"], "decisions": [],
            "outcomes": []});
        let before = document.clone();
        let pruned = SUMMARY.schema().prune(&mut document);
        assert!(pruned.faults.is_empty() && pruned.dropped.is_empty());
        assert_eq!(document, before);
    }
}
