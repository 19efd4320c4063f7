//! The canonical form of a JSON document: RFC 8785, but for one thing. An integer beyond 2^53 keeps its
//! digits, because two documents that differ only there are different documents.
//!
//! May use `digest`, `diagnostic` (pointers). Invariant: two texts that differ only in white space, key
//! order, escapes or the spelling of a number have one canonical form.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::io::{self, BufWriter, Write};

use serde_json::{Number, Value};
use sha2::{Digest as _, Sha256};

use super::lex::Kind;
use super::trace::Trace;
use crate::diagnostic::extend_pointer;
use crate::digest::Digest;

/// Integers too long for the value that was read: pointer to literal.
pub(super) type Literals<'a> = HashMap<String, &'a str>;

/// The integers in a well-formed text that 64 bits do not hold.
pub(super) fn literals(text: &str) -> Literals<'_> {
    let mut found = Literals::new();
    let mut trace = Trace::new(text);
    while let Ok(Some(token)) = trace.next() {
        let literal = &text[token.span];
        let whole = token.kind == Kind::Number && !literal.contains(['.', 'e', 'E']);
        if whole && literal.parse::<i64>().is_err() && literal.parse::<u64>().is_err() {
            found.insert(trace.pointer().to_owned(), literal);
        }
    }
    found
}

/// The digest of the canonical form of a value read from a text with these literals.
pub(super) fn digest(value: &Value, literals: &Literals<'_>) -> Digest {
    let mut out = BufWriter::new(Sha256::new());
    write(&mut out, value, literals).expect("hashing takes all");
    let hasher = out.into_inner().expect("hashing takes all");
    Digest(hasher.finalize().into())
}

/// Writes the canonical form.
fn write(out: &mut impl Write, value: &Value, literals: &Literals<'_>) -> io::Result<()> {
    Canonical { out, literals, pointer: String::new() }.value(value)
}

struct Canonical<'a, W> {
    out: &'a mut W,
    literals: &'a Literals<'a>,
    /// Kept only when there are literals to look up.
    pointer: String,
}

impl<W: Write> Canonical<'_, W> {
    fn value(&mut self, value: &Value) -> io::Result<()> {
        match value {
            Value::Null => self.out.write_all(b"null"),
            Value::Bool(true) => self.out.write_all(b"true"),
            Value::Bool(false) => self.out.write_all(b"false"),
            Value::Number(number) => self.number(number),
            Value::String(text) => self.string(text),
            Value::Array(elements) => {
                self.out.write_all(b"[")?;
                for (index, element) in elements.iter().enumerate() {
                    if index > 0 {
                        self.out.write_all(b",")?;
                    }
                    self.inner(element, |pointer| extend_pointer(pointer, &index.to_string()))?;
                }
                self.out.write_all(b"]")
            }
            Value::Object(members) => {
                let mut members: Vec<(&String, &Value)> = members.iter().collect();
                // The map is in the order of bytes, which for ASCII is that of UTF-16 too.
                if !members.iter().all(|(key, _)| key.is_ascii()) {
                    members.sort_by(|(a, _), (b, _)| utf16_order(a, b));
                }
                self.out.write_all(b"{")?;
                for (index, (key, member)) in members.into_iter().enumerate() {
                    if index > 0 {
                        self.out.write_all(b",")?;
                    }
                    self.string(key)?;
                    self.out.write_all(b":")?;
                    self.inner(member, |pointer| extend_pointer(pointer, key))?;
                }
                self.out.write_all(b"}")
            }
        }
    }

    fn inner(&mut self, value: &Value, step: impl FnOnce(&mut String)) -> io::Result<()> {
        if self.literals.is_empty() {
            return self.value(value);
        }
        let base = self.pointer.len();
        step(&mut self.pointer);
        self.value(value)?;
        self.pointer.truncate(base);
        Ok(())
    }

    fn string(&mut self, text: &str) -> io::Result<()> {
        if text.bytes().any(|byte| matches!(byte, 0..b' ' | b'"' | b'\\')) {
            // serde_json escapes what RFC 8785 escapes, and nothing else.
            return Ok(serde_json::to_writer(&mut self.out, text)?);
        }
        self.out.write_all(b"\"")?;
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\"")
    }

    fn number(&mut self, number: &Number) -> io::Result<()> {
        let literal = (!self.literals.is_empty()).then(|| self.literals.get(self.pointer.as_str())).flatten();
        if let Some(literal) = literal {
            return self.out.write_all(literal.as_bytes());
        }
        match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) => self.out.write_all(ryu_js::Buffer::new().format_finite(float).as_bytes()),
            None => write!(self.out, "{number}"),
        }
    }
}

/// The order of two keys by their UTF-16 code units: that of their bytes, but that U+E000 to U+FFFF
/// come behind everything beyond them, which UTF-16 writes with units from D800 to DFFF.
fn utf16_order(a: &str, b: &str) -> Ordering {
    let rank = |byte: u8| if byte & 0xFE == 0xEE { byte | 0x10 } else { byte };
    a.bytes().map(rank).cmp(b.bytes().map(rank))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::input::parse::parse;

    fn canonical(text: &str) -> String {
        let loaded = parse(text).expect("JSON");
        let literals = if loaded.inexact { literals(text) } else { Literals::new() };
        let mut out = Vec::new();
        write(&mut out, &loaded.value, &literals).expect("a vector takes all");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn the_example_of_the_rfc() {
        let text = r#"{
            "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
            "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
            "literals": [null, true, false]
        }"#;
        let expected = concat!(
            r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#,
            r#""string":"€$\u000f\nA'B\"\\\\\"/"}"#
        );
        assert_eq!(canonical(text), expected);
    }

    #[test]
    fn keys_are_ordered_by_utf_16() {
        let text = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7,"":8}"#;
        let expected =
            "{\"\":8,\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"\u{1F600}\":5,\"\u{FB33}\":3}";
        assert_eq!(canonical(text), expected);
    }

    /// The sample numbers of RFC 8785, appendix B: bits of the double and its text.
    #[test]
    fn the_sample_numbers_of_the_rfc() {
        for (bits, expected) in [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] {
            // {:e} is an exact spelling, read back by the parser.
            let spelled = format!("[{:e}]", f64::from_bits(bits));
            assert_eq!(canonical(&spelled), format!("[{expected}]"), "{bits:x}");
        }
    }

    #[test]
    fn one_number_has_one_spelling() {
        assert_eq!(canonical("[1.0, 1, 1e0, 10e-1]"), "[1,1,1,1]");
        assert_eq!(canonical("[-0, -0.0, 0, 0e9]"), "[0,0,0,0]");
        assert_eq!(canonical("[1e2, 100, 100.0]"), "[100,100,100]");
        assert_eq!(canonical("[1.0000000000000001]"), "[1]");
    }

    #[test]
    fn big_integers_keep_their_digits() {
        let text = "[9007199254740993, -9007199254740993, 18446744073709551615, -9223372036854775808]";
        assert_eq!(canonical(text), text.replace(' ', ""));
        let text = r#"{"a/b":[{"c":18446744073709551616},-9223372036854775809],"d":1e2}"#;
        assert_eq!(canonical(text), text.replace("1e2", "100"));
        assert_ne!(canonical("[100000000000000000000001]"), canonical("[100000000000000000000002]"));
    }

    proptest! {
        #[test]
        fn keys_sort_as_utf_16_does(a in "\\PC{0,4}", b in "\\PC{0,4}") {
            prop_assert_eq!(utf16_order(&a, &b), a.encode_utf16().cmp(b.encode_utf16()));
        }

        #[test]
        fn agrees_with_another_implementation(value in crate::input::testing::json()) {
            let mut out = Vec::new();
            write(&mut out, &value, &Literals::new()).expect("a vector takes all");
            let other = serde_json_canonicalizer::to_vec(&value).expect("canonical");
            prop_assert_eq!(String::from_utf8(out), String::from_utf8(other));
        }
    }
}
