//! The canonical form of a JSON value: RFC 8785, except that integers keep all their digits.
//!
//! May use `digest`. Invariant: documents that differ only in white space, key order, escapes or the
//! spelling of a number have one canonical form.

use serde_json::{Map, Number, Value};

use crate::diagnostic::push_pointer;
use crate::digest::Digest;

/// An integer literal too large for 64 bits, and the pointer of its place.
pub(super) type BigInteger = (String, String);

/// The digest of the canonical form. `literals` holds the integers that `value` could not.
pub(super) fn digest(value: &Value, literals: &[BigInteger]) -> Digest {
    let mut form = Form { out: Vec::with_capacity(4096), literals };
    form.value(value, "");
    Digest::of(&form.out)
}

struct Form<'a> {
    out: Vec<u8>,
    literals: &'a [BigInteger],
}

impl Form<'_> {
    /// Pointers cost, so they are kept only where a literal must be found by one.
    fn step(&self, pointer: &str, step: &str) -> String {
        if self.literals.is_empty() { String::new() } else { push_pointer(pointer, step) }
    }

    fn value(&mut self, value: &Value, pointer: &str) {
        match value {
            Value::Null => self.out.extend_from_slice(b"null"),
            Value::Bool(true) => self.out.extend_from_slice(b"true"),
            Value::Bool(false) => self.out.extend_from_slice(b"false"),
            Value::Number(number) => self.number(number, pointer),
            Value::String(text) => self.string(text),
            Value::Array(values) => {
                self.out.push(b'[');
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        self.out.push(b',');
                    }
                    let step = if self.literals.is_empty() { String::new() } else { index.to_string() };
                    self.value(value, &self.step(pointer, &step));
                }
                self.out.push(b']');
            }
            Value::Object(members) => self.object(members, pointer),
        }
    }

    fn object(&mut self, members: &Map<String, Value>, pointer: &str) {
        self.out.push(b'{');
        for (index, (key, value)) in in_utf16_order(members).into_iter().enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            self.string(key);
            self.out.push(b':');
            self.value(value, &self.step(pointer, key));
        }
        self.out.push(b'}');
    }

    fn string(&mut self, text: &str) {
        serde_json::to_writer(&mut self.out, text).expect("writing to memory");
    }

    fn number(&mut self, number: &Number, pointer: &str) {
        if let Some((_, literal)) = self.literals.iter().find(|(place, _)| place == pointer) {
            self.out.extend_from_slice(literal.as_bytes());
        } else if number.is_f64() {
            let value = number.as_f64().expect("an f64");
            let mut buffer = ryu_js::Buffer::new();
            self.out.extend_from_slice(buffer.format_finite(value).as_bytes());
        } else {
            serde_json::to_writer(&mut self.out, number).expect("writing to memory");
        }
    }
}

/// The members by the UTF-16 code units of their keys. The map is already in order of code points,
/// which is the same unless a key has a character beyond the surrogates.
fn in_utf16_order(members: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut ordered: Vec<_> = members.iter().collect();
    if members.keys().any(|key| key.bytes().any(|byte| byte >= 0xee)) {
        ordered.sort_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(json: &str) -> String {
        let (value, exact) = super::super::parse::parse(json).expect(json);
        let literals = if exact { Vec::new() } else { super::super::scan::big_integers(json) };
        let mut form = Form { out: Vec::new(), literals: &literals };
        form.value(&value, "");
        String::from_utf8(form.out).expect("UTF-8")
    }

    #[test]
    fn numbers_are_written_as_ecmascript_writes_them() {
        let json =
            "[333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001, 1.0, 1e2, -0, -0.0]";
        assert_eq!(canonical(json), "[333333333.3333333,1e+30,4.5,0.002,1e-27,1,100,0,0]");
    }

    #[test]
    fn integers_keep_their_digits() {
        for literal in [
            "9007199254740993",
            "18446744073709551615",
            "123456789012345678901234567890",
            "-9223372036854775809",
        ] {
            assert_eq!(canonical(&format!("{{\"a\": [0, {literal}]}}")), format!("{{\"a\":[0,{literal}]}}"));
        }
    }

    #[test]
    fn keys_are_ordered_by_utf16_code_units() {
        let json =
            r#"{"\ufb33": 1, "\ud83d\ude00": 2, "\u20ac": 3, "\u0080": 4, "\r": 5, "1": 6, "\u00f6": 7}"#;
        assert_eq!(
            canonical(json),
            "{\"\\r\":5,\"1\":6,\"\u{80}\":4,\"ö\":7,\"€\":3,\"😀\":2,\"\u{fb33}\":1}"
        );
    }

    #[test]
    fn strings_are_escaped_only_where_they_must_be() {
        let json = r#""\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/""#;
        assert_eq!(canonical(json), "\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"");
    }
}
