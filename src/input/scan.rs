//! All that is wrong with a text that should be one JSON document.
//!
//! May use `code`, `diagnostic`. Invariant: finds a fault if, and only if, [`super::parse`] refuses the
//! text; the wording of a fault of grammar is [`super::syntax`]'s.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::MAX_DEPTH;
use super::lex::{Fault, Kind, Token, blank};
use super::place::Places;
use super::syntax;
use super::trace::{Trace, unquote};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Position};

/// The most faults listed of one document; a text that has more is not worth the memory.
const MAX_FAULTS: usize = 10_000;

/// The faults of a text that begins at `start` in its source, located, in the order of the text: all
/// those that leave the grammar clear, and the first that does not.
pub(super) fn faults(text: &str, start: Position) -> Vec<Diagnostic> {
    let mut scan = Scan {
        text,
        trace: Trace::new(text),
        places: Places::new(text, start),
        keys: Vec::new(),
        found: Vec::new(),
    };
    match scan.document() {
        Err(fault) => scan.syntax(fault),
        Ok(()) => scan.trailing(),
    }
    scan.found
}

struct Scan<'a> {
    text: &'a str,
    trace: Trace<'a>,
    places: Places<'a>,
    /// The keys of each open container and the lines they are on; an array has none.
    keys: Vec<HashMap<String, u64>>,
    found: Vec<Diagnostic>,
}

impl Scan<'_> {
    fn document(&mut self) -> Result<(), Fault> {
        while let Some(token) = self.trace.next()? {
            match token.kind {
                Kind::Open if self.trace.level() > MAX_DEPTH => self.too_deep(&token)?,
                Kind::Open => self.keys.push(HashMap::new()),
                Kind::Close => drop(self.keys.pop()),
                Kind::Key => self.key(&token),
                Kind::Text => self.string(&token),
                Kind::Number => self.number(&token),
                Kind::NotFinite => self.not_finite(&token),
                Kind::Word => {}
            }
            if self.found.len() >= MAX_FAULTS {
                break;
            }
        }
        Ok(())
    }

    /// Reports the first level too many and passes over what is inside.
    fn too_deep(&mut self, token: &Token) -> Result<(), Fault> {
        let message = format!("nested deeper than {MAX_DEPTH} levels");
        let fault = Diagnostic::new(Code::JsonTooDeep, self.trace.pointer(), message)
            .hint("flatten the structure, or store it as a string");
        self.push(token.span.start, fault);
        while self.trace.level() > MAX_DEPTH {
            self.trace.next()?;
        }
        Ok(())
    }

    fn key(&mut self, token: &Token) {
        let line = self.places.at(token.span.start).line;
        let key = unquote(&self.text[token.span.clone()]).into_owned();
        let keys = self.keys.last_mut().expect("a key stands in an object");
        match keys.entry(key) {
            Entry::Vacant(entry) => drop(entry.insert(line)),
            Entry::Occupied(entry) => {
                let (first, pointer) = (*entry.get(), self.trace.pointer());
                let message = format!("{pointer} is given on line {first} and again on line {line}");
                let fault = Diagnostic::new(Code::JsonDuplicateKey, pointer, message)
                    .hint("keep one of the two; readers would disagree about which one counts");
                self.push(token.span.start, fault);
            }
        }
        self.string(token);
    }

    /// Reports what the grammar allows in a string and the archive does not: once each.
    fn string(&mut self, token: &Token) {
        let string = &self.text[token.span.clone()];
        let (nul, half) = contents(string);
        // A key is no instance; its object is.
        let pointer = if token.kind == Kind::Key { self.trace.container() } else { self.trace.pointer() };
        let nul = nul.then(|| {
            Diagnostic::new(Code::TextNul, pointer, "the string holds the character U+0000")
                .hint("remove it: tools that read the archive would cut the text there")
        });
        let half = half.map(|escape| {
            let message = format!("the string holds {escape}, one half of a surrogate pair");
            Diagnostic::new(Code::JsonSurrogate, pointer, message)
                .hint("remove it, or write the whole character; the text may have been cut in the middle of an emoji")
        });
        for fault in nul.into_iter().chain(half) {
            self.push(token.span.start, fault);
        }
    }

    fn number(&mut self, token: &Token) {
        let literal = &self.text[token.span.clone()];
        if literal.parse().is_ok_and(f64::is_finite) {
            return;
        }
        let message = format!("{literal} is beyond the range of numbers");
        let fault = Diagnostic::new(Code::JsonNumberRange, self.trace.pointer(), message)
            .hint("the largest number is about 1.8e308; write a longer one as a string");
        self.push(token.span.start, fault);
    }

    fn not_finite(&mut self, token: &Token) {
        let message = format!("not JSON: {}", &self.text[token.span.clone()]);
        let fault = Diagnostic::new(Code::JsonNumberRange, self.trace.pointer(), message)
            .hint("leave the key out, or write null where that is allowed");
        self.push(token.span.start, fault);
    }

    fn trailing(&mut self) {
        let end = self.trace.at();
        let rest = &self.text[end..];
        let offset = end + blank(rest.as_bytes());
        if offset < self.text.len() && self.found.len() < MAX_FAULTS {
            self.push(offset, syntax::trailing(&self.text[offset..]));
        }
    }

    fn syntax(&mut self, fault: Fault) {
        let at = self.trace.at();
        let diagnostic = syntax::describe(self.text, at, fault, self.trace.spoiled(fault));
        self.push(at, diagnostic);
    }

    fn push(&mut self, offset: usize, mut fault: Diagnostic) {
        self.places.place(&mut fault, offset);
        self.found.push(fault);
    }
}

/// Whether a string token holds a NUL, and the first escape in it that is half of a surrogate pair.
fn contents(string: &str) -> (bool, Option<&str>) {
    let mut nul = string.contains('\0');
    let mut half = None;
    let mut rest = string;
    while let Some(at) = rest.find('\\') {
        rest = &rest[at..];
        let Some(unit) = code_unit(rest) else {
            rest = &rest[2..];
            continue;
        };
        nul |= unit == 0;
        let leads = (0xD800..0xDC00).contains(&unit);
        let pair = leads && code_unit(&rest[6..]).is_some_and(|next| (0xDC00..0xE000).contains(&next));
        if (0xD800..0xE000).contains(&unit) && !pair {
            half.get_or_insert(&rest[..6]);
        }
        rest = &rest[if pair { 12 } else { 6 }..];
    }
    (nul, half)
}

/// The code unit of the `\u` escape that begins the text, if one does.
fn code_unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::input::parse::parse;
    use crate::input::testing::{broken, json};

    /// Code, pointer, line and column of each fault.
    fn found(text: &str) -> Vec<(&'static str, String, u64, u64)> {
        faults(text, Position::START)
            .into_iter()
            .map(|fault| (fault.code.as_str(), fault.pointer, fault.position.line, fault.position.column))
            .collect()
    }

    fn one(text: &str) -> Diagnostic {
        let mut faults = faults(text, Position::START);
        assert_eq!(faults.len(), 1, "{faults:?}");
        faults.remove(0)
    }

    #[test]
    fn faults_that_leave_the_grammar_clear_are_all_found() {
        let text = concat!(
            "{\n",
            "  \"a\": 1, \"b\": {\"c\": NaN},\r\n",
            "  \"根\": \"x\\u0000\\ud83d\", \"a\": 2,\n",
            "  \"d\": [1e400, -Infinity, \"\\ude00\"],\n",
            "  \"n\\u0000\": 0, \"b\": null, \"a\": 3\n",
            "}",
        );
        let expected = [
            ("json.number-range", "/b/c", 2, 22),
            ("text.nul", "/根", 3, 8),
            ("json.surrogate", "/根", 3, 8),
            ("json.duplicate-key", "/a", 3, 25),
            ("json.number-range", "/d/0", 4, 9),
            ("json.number-range", "/d/1", 4, 16),
            ("json.surrogate", "/d/2", 4, 27),
            ("text.nul", "", 5, 3),
            ("json.duplicate-key", "/b", 5, 17),
            ("json.duplicate-key", "/a", 5, 28),
        ];
        let found = found(text);
        let found: Vec<_> =
            found.iter().map(|(code, pointer, l, c)| (*code, pointer.as_str(), *l, *c)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_duplicate_key_names_both_lines() {
        let fault = one("{\"q\": {\"overall\": 0.2,\n\"overall\": 0.95}}");
        assert_eq!(fault.message, "/q/overall is given on line 1 and again on line 2");
        assert_eq!(fault.position, Position { line: 2, column: 1 });
    }

    #[test]
    fn escapes_do_not_hide_a_duplicate_key() {
        assert_eq!(found(r#"{"a":1,"\u0061":2}"#), [("json.duplicate-key", "/a".to_owned(), 1, 8)]);
    }

    #[test]
    fn the_first_fault_of_grammar_is_placed_and_explained() {
        for (text, line, column, message, hint) in [
            ("{\"a\": 1,\n}", 2, 1, "a comma before the closing }", "remove the comma"),
            ("[1,\n 2,]", 2, 4, "a comma before the closing ]", "remove the comma"),
            ("{'a': 1}", 1, 2, "expected a key in double quotes or }, found '", "straight double quotes"),
            (
                "{“a”: 1}",
                1,
                2,
                "expected a key in double quotes or }, found U+201C",
                "straight double quotes",
            ),
            ("{a: 1}", 1, 2, "expected a key in double quotes or }, found a", "double quotes"),
            ("{\"根因\" 1}", 1, 7, "expected a colon behind the key, found 1", ""),
            ("{\"a\": 1 // one\n}", 1, 9, "expected a comma or the closing bracket, found /", "no comments"),
            ("{\"a\": 1\n\"b\": 2}", 2, 1, "expected a comma or the closing bracket, found \"", "a comma"),
            ("{\"a\": [1}", 1, 9, "expected a comma or the closing bracket, found }", "pair up"),
            ("{\"a\": }", 1, 7, "expected a value, found }", "missing value"),
            ("{\"a\": None}", 1, 7, "None is no JSON value", "write null"),
            ("{\"a\": True}", 1, 7, "True is no JSON value", "write true"),
            ("{\"a\": 007}", 1, 7, "007 is no JSON value", "leading zero"),
            ("{\"a\": 2026-01-18}", 1, 7, "2026-01-18 is no JSON value", "double quotes"),
            ("{\"a\": .5}", 1, 7, ".5 is no JSON value", "both sides"),
            ("{\"a\": \"x\ty\"}", 1, 9, "a tab inside the string \"x\ty\"}", "\\t"),
            ("{\"a\": \"x\n}", 1, 9, "a line break inside the string \"x", "close the string"),
            ("{\"a\": \"C:\\dir\"}", 1, 10, "a backslash before d is no escape", "\\\\"),
            ("{\"a\": \"half", 1, 12, "the text ends inside the string \"half", "cut short"),
            ("{\"a\": [1, 2\n", 2, 1, "the text ends before the document does", "cut short"),
            ("Here it is: {}", 1, 1, "expected a document, which begins with { or [, found H", "object"),
            ("{\"a\":\u{a0}1}", 1, 6, "expected a value, found U+00A0", "plain spaces"),
        ] {
            let fault = one(text);
            assert_eq!(fault.code, Code::JsonSyntax, "{text}");
            assert_eq!(fault.message, message, "{text}");
            assert_eq!((fault.position.line, fault.position.column), (line, column), "{text}");
            assert!(fault.hint.clone().unwrap_or_default().contains(hint), "{text}: {:?}", fault.hint);
        }
    }

    #[test]
    fn a_fault_of_grammar_points_to_the_value_it_spoils_or_the_container_it_is_in() {
        assert_eq!(one(r#"{"a": [{"b": 1,}]}"#).pointer, "/a/0");
        assert_eq!(one(r#"{"a": [1, x]}"#).pointer, "/a/1");
        assert_eq!(one(r#"{"a": 1, "b": 'x'}"#).pointer, "/b");
        assert_eq!(one(r#"{"a": 1, "b": "half"#).pointer, "/b");
        assert_eq!(one(r#"{"a": 1, "b\x": 2}"#).pointer, "");
        assert_eq!(one(r#"{"a": [1, "#).pointer, "/a");
    }

    #[test]
    fn text_behind_a_document_is_placed() {
        let fault = one("{\"a\":2}\n TRAILER");
        assert_eq!((fault.code, fault.position), (Code::JsonTrailing, Position { line: 2, column: 2 }));
        assert_eq!(one("{\"a\":2}{}").code, Code::JsonTrailing);
    }

    #[test]
    fn the_129th_level_is_one_too_many() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert_eq!(found(&nested(128)), []);
        assert!(parse(&nested(128)).is_some());
        let pointer = "/0".repeat(128);
        assert_eq!(found(&nested(129)), [("json.too-deep", pointer.clone(), 1, 129)]);
        assert_eq!(found(&nested(100_000)), [("json.too-deep", pointer, 1, 129)]);
        assert!(parse(&nested(129)).is_none());
        assert!(parse(&nested(100_000)).is_none());
        let objects = |levels: usize| "{\"a\":".repeat(levels - 1) + "{}" + &"}".repeat(levels - 1);
        assert!(parse(&objects(128)).is_some() && faults(&objects(128), Position::START).is_empty());
        assert!(parse(&objects(129)).is_none() && !faults(&objects(129), Position::START).is_empty());
    }

    #[test]
    fn a_text_full_of_faults_is_bounded() {
        let text = format!("{{{}\"a\":1}}", "\"a\":1,".repeat(20_000));
        assert_eq!(faults(&text, Position::START).len(), MAX_FAULTS);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn the_scanner_and_the_parser_agree(text in broken()) {
            let faults = faults(&text, Position::START);
            prop_assert_eq!(parse(&text).is_some(), faults.is_empty(), "{:?}", faults);
            let plain = serde_json::from_str::<serde_json::Value>(&text);
            if let Some(loaded) = parse(&text) {
                prop_assert_eq!(loaded.value, plain.expect("no stricter than we are"));
            }
        }

        #[test]
        fn good_json_has_no_fault(value in json()) {
            let text = value.to_string();
            prop_assert_eq!(faults(&text, Position::START), []);
            prop_assert_eq!(parse(&text).map(|loaded| loaded.value), Some(value));
        }

        #[test]
        fn faults_come_in_order(text in broken()) {
            let faults = faults(&text, Position::START);
            prop_assert!(faults.is_sorted_by_key(|fault| fault.position));
        }
    }
}
