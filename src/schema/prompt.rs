//! A schema in words: the text that asks a model for JSON of that schema.
//!
//! Invariants: the same schema gives the same text; every keyword that constrains a value is in it, in
//! words or as it stands; a schema that contains itself is told once.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::view::{Library, View};

/// How every request for JSON ends.
pub const REQUEST: &str = "Print only the JSON, in one fenced json block.";

/// Keywords that are told in words, or that constrain nothing.
#[rustfmt::skip]
const TOLD: [&str; 38] = [
    "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "$comment", "$defs",
    "definitions", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "type",
    "const", "enum", "minLength", "maxLength", "pattern", "format", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "minItems", "maxItems", "properties", "required", "additionalProperties", "anyOf", "oneOf",
    "allOf", "$ref", "$recursiveRef",
];

/// How many lists inside one another are told in one phrase.
const MAX_LISTS: usize = 4;

/// The text that asks for JSON of a schema. `name` is what the schema is called; `others` are documents
/// that it may refer to by their `$id`.
pub fn prompt(name: &str, schema: &Value, others: &[&Value]) -> String {
    let library = Library::new(schema, others);
    let root = library.root();
    let mut writer = Writer { library: &library, told: HashMap::new(), out: String::new() };
    let _ = writeln!(writer.out, "Answer with one JSON object of the schema \"{name}\"{}\n", purpose(&root));
    writer.inside(&root, name, 0);
    let _ = writeln!(writer.out, "\n{REQUEST}");
    writer.out
}

struct Writer<'l, 'a> {
    library: &'l Library<'a>,
    /// Schemas whose inside has been told, and the field it was told of.
    told: HashMap<*const Map<String, Value>, String>,
    out: String,
}

impl<'a> Writer<'_, 'a> {
    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.out, "{:width$}- {text}", "", width = indent * 2);
    }

    fn field(&mut self, name: &str, note: &str, view: &View<'a>, indent: usize) {
        let line = format!("{name} ({}{note}){}", self.kind(view, 0), purpose(view));
        self.line(indent, &line);
        self.inside(view, name, indent + 1);
    }

    /// What is known of the parts of a value, and of the parts of its items.
    fn inside(&mut self, view: &View<'a>, label: &str, indent: usize) {
        if has_parts(view) {
            let identity = view.identity();
            if let Some(before) = identity.and_then(|identity| self.told.get(&identity)) {
                let line = format!("the same as in {before}");
                return self.line(indent, &line);
            }
            self.told.extend(identity.map(|identity| (identity, label.to_owned())));
            self.parts(view, indent);
        }
        if let Some(items) = self.items_with_parts(view) {
            self.inside(&items, label, indent);
        }
    }

    fn parts(&mut self, view: &View<'a>, indent: usize) {
        self.keys(view, indent);
        for (index, (document, form)) in view.forms().into_iter().enumerate() {
            let form = self.library.view(document, form);
            self.field(&format!("form {}", index + 1), "", &form, indent);
        }
        let rest = view.without(&TOLD);
        if !rest.is_empty() {
            self.line(indent, &format!("must also satisfy this JSON Schema: {}", Value::Object(rest)));
        }
    }

    /// The schema of the items, or of their items, that has something to tell. Lists may hold themselves.
    fn items_with_parts(&self, view: &View<'a>) -> Option<View<'a>> {
        let mut seen = Vec::new();
        let mut next = view.schema("items");
        while let Some((document, schema)) = next {
            let items = self.library.view(document, schema);
            let known = seen.contains(&items.identity());
            if known || has_parts(&items) {
                return (!known).then_some(items);
            }
            seen.push(items.identity());
            next = items.schema("items");
        }
        None
    }

    fn keys(&mut self, view: &View<'a>, indent: usize) {
        let (required, properties) = (view.required(), view.properties());
        let given = required.iter().filter_map(|name| properties.get_key_value(name));
        let free = properties.iter().filter(|(name, _)| !required.contains(name));
        for name in required.iter().filter(|name| !properties.contains_key(*name)) {
            self.line(indent, &format!("{name} is required"));
        }
        for (name, &(document, schema)) in given.chain(free) {
            let note = if required.contains(name) { ", required" } else { ", optional" };
            let property = self.library.view(document, schema);
            self.field(name, note, &property, indent);
        }
        match view.get("additionalProperties") {
            Some((_, Value::Bool(false))) => self.line(indent, "no other keys"),
            Some((document, schema @ Value::Object(_))) => {
                let others = self.library.view(document, schema);
                self.field("any other key", "", &others, indent);
            }
            _ => {}
        }
    }

    /// What a value may be, in a few words.
    fn kind(&self, view: &View<'a>, depth: usize) -> String {
        if let Some((_, value)) = view.get("const") {
            return format!("exactly {value}");
        }
        if let Some((_, Value::Array(values))) = view.get("enum") {
            return format!("one of {}", join(values.iter().map(Value::to_string), ", "));
        }
        let types = view.types();
        if !types.is_empty() {
            return join(types.into_iter().map(|name| self.kind_of_type(view, name, depth)), " or ");
        }
        let words = match view.forms().is_empty() {
            false => "one of the forms below",
            true if has_keys(view) => "object",
            true => "any value",
        };
        words.to_owned()
    }

    fn kind_of_type(&self, view: &View<'a>, name: &str, depth: usize) -> String {
        let format = view.text("format").filter(|_| name == "string").map(|format| format!("{format} "));
        let items = view.schema("items").filter(|_| name == "array" && depth < MAX_LISTS);
        let of = items.map(|(document, schema)| self.kind(&self.library.view(document, schema), depth + 1));
        let of = of.map(|kind| format!(" of {kind}"));
        let limits = limits(view, name).map(|limits| format!(", {limits}"));
        let pattern = view.text("pattern").filter(|_| name == "string");
        let pattern = pattern.map(|pattern| format!(", matching the regular expression {pattern}"));
        let name = name.to_owned();
        [format, Some(name), of, limits, pattern].into_iter().flatten().collect()
    }
}

fn has_keys(view: &View<'_>) -> bool {
    ["properties", "required", "additionalProperties"].into_iter().any(|keyword| view.get(keyword).is_some())
}

fn has_parts(view: &View<'_>) -> bool {
    has_keys(view) || !view.forms().is_empty() || !view.without(&TOLD).is_empty()
}

/// The limits that a schema sets to values of a type.
fn limits(view: &View<'_>, name: &str) -> Option<String> {
    let number = |keyword| view.get(keyword).map(|(_, value)| value).filter(|value| value.is_number());
    let (low, high, unit) = match name {
        "string" => (number("minLength"), number("maxLength"), " characters"),
        "array" => (number("minItems"), number("maxItems"), " items"),
        "integer" | "number" => (number("minimum"), number("maximum"), ""),
        _ => return None,
    };
    let closed = match (low, high) {
        (Some(low), Some(high)) if low == high => Some(format!("exactly {low}{unit}")),
        (Some(low), Some(high)) => Some(format!("{low} to {high}{unit}")),
        (Some(low), None) => Some(format!("at least {low}{unit}")),
        (None, Some(high)) => Some(format!("at most {high}{unit}")),
        (None, None) => None,
    };
    let open =
        |keyword, words| number(keyword).filter(|_| unit.is_empty()).map(|limit| format!("{words} {limit}"));
    let all = [closed, open("exclusiveMinimum", "more than"), open("exclusiveMaximum", "less than")];
    Some(join(all.into_iter().flatten(), ", ")).filter(|limits| !limits.is_empty())
}

/// A schema's description as the end of a line, whatever white space it has.
fn purpose(view: &View<'_>) -> String {
    let words = view.text("description").map(|text| join(text.split_whitespace().map(str::to_owned), " "));
    words.filter(|words| !words.is_empty()).map_or_else(String::new, |words| format!(": {words}"))
}

fn join(parts: impl Iterator<Item = String>, separator: &str) -> String {
    parts.collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lines(schema: &Value) -> Vec<String> {
        let text = prompt("mine", schema, &[]);
        let inner = text
            .strip_prefix("Answer with one JSON object of the schema \"mine\"\n\n")
            .and_then(|text| text.strip_suffix("\nPrint only the JSON, in one fenced json block.\n"))
            .unwrap_or_else(|| panic!("{text}"));
        inner.lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_built_in_schema_in_words() {
        let schema: Value = serde_json::from_str(include_str!("../../schemas/report-executive.schema.json"))
            .expect("a built-in schema is JSON");
        let expected = "\
Answer with one JSON object of the schema \"executive\": The session told to somebody who does not write software.

- what (string, required): What was done, in 2 or 3 sentences of plain language
- who (string, required): Who took part, by role rather than by the name of a technology
- when (string, required): The day, and how long it took
- outcome (string, required): Whether it succeeded, wholly or in part, and what follows from that
- next_actions (array of string, 1 to 6 items, required): What should happen next
- no other keys

Print only the JSON, in one fenced json block.
";
        assert_eq!(prompt("executive", &schema, &[]), expected);
    }

    #[test]
    fn every_kind_of_limit_is_told() {
        let schema = json!({"type": "object", "properties": {
            "a": {"type": "string", "minLength": 3, "maxLength": 10, "pattern": "^x"},
            "b": {"type": "string", "format": "date-time"},
            "c": {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
            "d": {"type": ["integer", "null"], "minimum": 1},
            "e": {"enum": ["x", 2, null]},
            "f": {"const": "v1"},
            "g": {"type": "array", "items": {"type": "array", "items": {"type": "boolean"}}, "minItems": 2, "maxItems": 2},
            "h": {"type": "array", "uniqueItems": true},
            "i": true,
            "j": {"type": "string", "description": "Two\n  lines"},
        }});
        assert_eq!(
            lines(&schema),
            [
                "- a (string, 3 to 10 characters, matching the regular expression ^x, optional)",
                "- b (date-time string, optional)",
                "- c (number, at least 0, less than 1, optional)",
                "- d (integer, at least 1 or null, optional)",
                "- e (one of \"x\", 2, null, optional)",
                "- f (exactly \"v1\", optional)",
                "- g (array of array of boolean, exactly 2 items, optional)",
                "- h (array, optional)",
                "  - must also satisfy this JSON Schema: {\"uniqueItems\":true}",
                "- i (any value, optional)",
                "- j (string, optional): Two lines",
            ]
        );
    }

    #[test]
    fn nested_parts_are_indented_and_required_keys_come_first() {
        let schema = json!({
            "type": "object",
            "required": ["z", "list"],
            "properties": {
                "a": {"type": "object", "additionalProperties": {"type": "integer"}},
                "list": {"type": "array", "items": {"type": "object", "required": ["id"], "additionalProperties": false,
                    "properties": {"id": {"type": "string"}, "at": {"type": "string"}}}},
                "z": {"anyOf": [{"type": "string", "description": "A name"},
                    {"type": "object", "properties": {"n": {"type": "integer"}}}]},
            },
        });
        assert_eq!(
            lines(&schema),
            [
                "- z (one of the forms below, required)",
                "  - form 1 (string): A name",
                "  - form 2 (object)",
                "    - n (integer, optional)",
                "- list (array of object, required)",
                "  - id (string, required)",
                "  - at (string, optional)",
                "  - no other keys",
                "- a (object, optional)",
                "  - any other key (integer)",
            ]
        );
    }

    #[test]
    fn references_are_followed_and_told_once() {
        let schema = json!({
            "type": "object",
            "properties": {
                "child": {"$ref": "#", "description": "One below"},
                "first": {"$ref": "#/$defs/place", "description": "Where it began"},
                "last": {"$ref": "#/$defs/place"},
                "loop": {"$ref": "#/$defs/loop"},
            },
            "$defs": {
                "place": {"type": "object", "description": "A place", "properties": {"x": {"type": "integer"}}},
                "loop": {"type": "array", "items": {"$ref": "#/$defs/loop"}},
            },
        });
        assert_eq!(
            lines(&schema),
            [
                "- child (object, optional): One below",
                "  - the same as in mine",
                "- first (object, optional): Where it began",
                "  - x (integer, optional)",
                "- last (object, optional): A place",
                "  - the same as in first",
                "- loop (array of array of array of array of array, optional)",
            ]
        );
    }

    #[test]
    fn other_documents_are_found_by_their_id() {
        let common = json!({"$id": "https://example.org/common.json", "$defs": {"t": {"type": "string", "pattern": "Z$"}}});
        let schema = json!({"type": "object", "properties": {"at": {"$ref": "common.json#/$defs/t"}}});
        let text = prompt("mine", &schema, &[&common]);
        assert!(text.contains("- at (string, matching the regular expression Z$, optional)\n"), "{text}");
    }

    #[test]
    fn what_has_no_words_is_told_as_it_stands() {
        let schema = json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}], "dependentRequired": {"a": ["b"]}});
        assert_eq!(
            lines(&schema),
            [
                "- a (string, optional)",
                "- b (string, optional)",
                "- form 1 (object)",
                "  - a is required",
                "- form 2 (object)",
                "  - b is required",
                "- must also satisfy this JSON Schema: {\"dependentRequired\":{\"a\":[\"b\"]}}",
            ]
        );
    }
}
