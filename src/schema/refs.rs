//! References inside a schema document: `#`, `#/$defs/name`, `#anchor`.
//!
//! Invariant: nothing outside the document is ever looked at.

use std::collections::HashMap;

use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::diagnostic::push_pointer;

/// The keywords that refer to another schema.
pub(super) const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// A schema document whose local references can be followed.
#[derive(Debug)]
pub(super) struct Refs<'a> {
    root: &'a Value,
    anchors: HashMap<&'a str, String>,
}

impl<'a> Refs<'a> {
    pub(super) fn new(root: &'a Value) -> Self {
        let mut anchors = HashMap::new();
        collect_anchors(root, "", &mut anchors);
        Self { root, anchors }
    }

    /// Whether a reference stays inside its own document.
    pub(super) fn is_local(reference: &str) -> bool {
        reference.is_empty() || reference.starts_with('#')
    }

    /// The schema a local reference names, and its pointer. `None` if there is nothing of that name.
    pub(super) fn resolve(&self, reference: &str) -> Option<(String, &'a Value)> {
        let fragment = reference.strip_prefix('#').unwrap_or(reference);
        let fragment = percent_decode_str(fragment).decode_utf8().ok()?;
        let pointer = match self.anchors.get(&*fragment) {
            Some(pointer) => pointer.clone(),
            None => fragment.into_owned(),
        };
        let target = self.root.pointer(&pointer)?;
        Some((pointer, target))
    }
}

fn collect_anchors<'a>(value: &'a Value, pointer: &str, anchors: &mut HashMap<&'a str, String>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                if let Some(name) = anchor_name(key, member) {
                    anchors.entry(name).or_insert_with(|| pointer.to_owned());
                }
                collect_anchors(member, &push_pointer(pointer, key), anchors);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect_anchors(item, &push_pointer(pointer, &index.to_string()), anchors);
            }
        }
        _ => {}
    }
}

/// The anchor that a keyword sets; before 2019-09 an id that is only a fragment.
fn anchor_name<'a>(key: &str, value: &'a Value) -> Option<&'a str> {
    match key {
        "$anchor" | "$dynamicAnchor" => value.as_str(),
        "$id" | "id" => value.as_str()?.strip_prefix('#'),
        _ => None,
    }
    .filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn local_references_are_found_whatever_their_spelling() {
        let root = json!({
            "$defs": {
                "a/b": {"$anchor": "here", "type": "string"},
                "ü": {"type": "integer"},
                "old": {"$id": "#old", "type": "null"},
            },
            "items": [{"title": "first"}],
        });
        let refs = Refs::new(&root);
        let pointer = |reference: &str| refs.resolve(reference).map(|(pointer, _)| pointer);
        assert_eq!(pointer("#").as_deref(), Some(""));
        assert_eq!(pointer("").as_deref(), Some(""));
        assert_eq!(pointer("#/$defs/a~1b").as_deref(), Some("/$defs/a~1b"));
        assert_eq!(pointer("#/$defs/%C3%BC").as_deref(), Some("/$defs/ü"));
        assert_eq!(pointer("#here").as_deref(), Some("/$defs/a~1b"));
        assert_eq!(pointer("#old").as_deref(), Some("/$defs/old"));
        assert_eq!(pointer("#/items/0").as_deref(), Some("/items/0"));
        assert_eq!(pointer("#/$defs/none"), None);
        assert_eq!(pointer("#nowhere"), None);
        assert_eq!(pointer("#/%FF"), None);
    }
}
