//! The one thing a schema cannot say: that an integer fits in 64 bits.
//!
//! May use `code`, `diagnostic`. Invariant: only values that the schema types as integers are looked at;
//! elsewhere numbers may be of any size.

use serde_json::{Number, Value};

use crate::code::Code;
use crate::diagnostic::{Diagnostic, push_pointer};

/// One diagnostic for each integer of a typed field that a signed 64-bit integer cannot hold.
pub(super) fn oversized(root: &Value, document: &Value) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    walk(root, root, document, "", &mut found);
    found
}

fn walk(root: &Value, schema: &Value, value: &Value, pointer: &str, found: &mut Vec<Diagnostic>) {
    let local = schema["$ref"].as_str().and_then(|target| root.pointer(target.strip_prefix('#')?));
    let schema = local.unwrap_or(schema);
    match value {
        Value::Number(number) if schema["type"] == "integer" && is_oversized(number) => {
            let message = format!("{number} does not fit in a signed 64-bit integer");
            found.push(Diagnostic::new(Code::JsonNumberRange, pointer, message));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                walk(root, &schema["items"], item, &push_pointer(pointer, &index.to_string()), found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                let declared = schema["properties"].get(key).unwrap_or(&schema["additionalProperties"]);
                walk(root, declared, member, &push_pointer(pointer, key), found);
            }
        }
        _ => {}
    }
}

fn is_oversized(number: &Number) -> bool {
    number.as_i64().is_none() && number.as_f64().is_some_and(|n| n.fract() == 0.0 && whole(n).is_none())
}

/// A floating point number as the integer it stands for, if it is whole and 64 bits hold it.
#[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
pub fn whole(number: f64) -> Option<i64> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    (number.fract() == 0.0 && (-LIMIT..LIMIT).contains(&number)).then_some(number as i64)
}
