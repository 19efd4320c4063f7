//! Naming what is wrong with a text that `parse` refused, and where.
//!
//! May use `code`, `diagnostic`. Invariant: a text has a fault here if, and only if, `parse` refuses it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::canonical::BigInteger;
use super::syntax::{self, Event};
use super::{Document, MAX_DEPTH, locate};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, extend_pointer, push_pointer};

/// One array or object that is open, on the way to the place being read.
#[derive(Debug)]
struct Level {
    object: bool,
    /// The length of the pointer of the array or object itself.
    base: usize,
    /// The index of the next element.
    index: usize,
    /// Where each key of an object was first seen.
    seen: HashMap<String, usize>,
}

/// The way from the document's root to the place being read.
#[derive(Debug, Default)]
pub(super) struct Path {
    levels: Vec<Level>,
    pointer: String,
}

impl Path {
    /// Takes note of an event before it is looked at. `json` is what the event's spans refer to.
    pub fn enter(&mut self, event: &Event, json: &[u8]) {
        match event {
            Event::Key(span) => {
                let base = self.levels.last().map_or(0, |level| level.base);
                self.pointer.truncate(base);
                extend_pointer(&mut self.pointer, &key_text(&json[span.clone()]));
            }
            Event::Close { .. } => {
                let level = self.levels.pop();
                self.pointer.truncate(level.map_or(0, |level| level.base));
            }
            _ => {
                if let Some(level) = self.levels.last()
                    && !level.object
                {
                    self.pointer.truncate(level.base);
                    extend_pointer(&mut self.pointer, &level.index.to_string());
                }
            }
        }
    }

    /// Takes note of an event after it was looked at.
    pub fn leave(&mut self, event: &Event) {
        if let Event::Open { object, .. } = *event {
            let base = self.pointer.len();
            self.levels.push(Level { object, base, index: 0, seen: HashMap::new() });
        } else if !matches!(event, Event::Key(_))
            && let Some(level) = self.levels.last_mut()
        {
            level.index += 1;
        }
    }

    /// The pointer of a fault: of the value it spoils, or of the array or object around it.
    fn fault_pointer(&self, in_value: bool) -> String {
        let Some(level) = self.levels.last() else { return String::new() };
        match (in_value, level.object) {
            (true, true) => self.pointer.clone(),
            (true, false) => push_pointer(&self.pointer[..level.base], &level.index.to_string()),
            (false, _) => self.pointer[..level.base].to_owned(),
        }
    }

    /// The RFC 6901 pointer of the value being read.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }
}

/// Every fault of a text that is no acceptable document, in order of position.
pub(super) fn faults(document: &Document, json: &str) -> Vec<Diagnostic> {
    let skipped = document.raw.len() - json.len();
    let at = |diagnostic: Diagnostic, offset: usize| {
        let place = offset + skipped;
        let mut diagnostic = diagnostic.at(locate::position(document, place));
        diagnostic.excerpt = Some(locate::excerpt(document, place));
        diagnostic
    };
    let start = syntax::skip_space(json.as_bytes(), 0);
    if start == json.len() {
        let diagnostic = Diagnostic::new(Code::InputEmpty, "", "there is nothing in it");
        return vec![at(diagnostic.hint("check that the producer wrote its output"), 0)];
    }
    let mut scan = Scan { json, path: Path::default(), found: Vec::new(), too_deep: false };
    match syntax::value(json.as_bytes(), start, |event| scan.hear(event)) {
        Ok(end) if !scan.too_deep => scan.trailing(end),
        Ok(_) => {}
        Err(fault) => {
            let pointer = scan.path.fault_pointer(fault.in_value);
            let diagnostic = Diagnostic::new(fault.code, pointer, fault.reason).hint(fault.hint);
            scan.found.push((fault.at, diagnostic));
        }
    }
    let mut found: Vec<_> = scan.found;
    found.sort_by_key(|(offset, diagnostic)| (*offset, diagnostic.code.as_str()));
    found.into_iter().map(|(offset, diagnostic)| at(diagnostic, offset)).collect()
}

/// Every integer literal that 64 bits cannot hold, with the pointer of its place.
pub(super) fn big_integers(json: &str) -> Vec<BigInteger> {
    let mut found = Vec::new();
    let mut path = Path::default();
    // The text was parsed before, so it has no fault.
    let _ = syntax::value(json.as_bytes(), 0, |event| {
        path.enter(event, json.as_bytes());
        if let Event::Number(span) = event {
            let literal = &json[span.clone()];
            let integer = !literal.contains(['.', 'e', 'E']);
            if integer && literal.parse::<i64>().is_err() && literal.parse::<u64>().is_err() {
                found.push((path.pointer().to_owned(), literal.to_owned()));
            }
        }
        path.leave(event);
        true
    });
    found
}

struct Scan<'a> {
    json: &'a str,
    path: Path,
    found: Vec<(usize, Diagnostic)>,
    too_deep: bool,
}

impl Scan<'_> {
    /// Looks at one event; `false` ends the reading.
    fn hear(&mut self, event: &Event) -> bool {
        self.path.enter(event, self.json.as_bytes());
        match event {
            Event::Key(span) => self.key(span),
            Event::String(span) => self.string(span),
            Event::Number(span) => self.number(span),
            Event::Open { at, .. } if self.path.levels.len() == MAX_DEPTH => {
                self.too_deep = true;
                let message = format!("arrays and objects are nested more than {MAX_DEPTH} levels deep");
                self.add(Code::JsonTooDeep, *at, &message, "flatten the value");
                return false;
            }
            _ => {}
        }
        self.path.leave(event);
        true
    }

    fn key(&mut self, span: &Range<usize>) {
        self.string(span);
        let level = self.path.levels.last_mut().expect("a key stands in an object");
        let key = key_text(&self.json.as_bytes()[span.clone()]).into_owned();
        let first = *level.seen.entry(key).or_insert(span.start);
        if first != span.start {
            let pointer = self.path.pointer();
            let line = 1 + memchr::memchr_iter(b'\n', &self.json.as_bytes()[first..span.start]).count();
            let back = match line - 1 {
                0 => "on the same line".to_owned(),
                1 => "one line above".to_owned(),
                lines => format!("{lines} lines above"),
            };
            let message = format!("the key {pointer} is given twice, first {back}");
            self.add(Code::JsonDuplicateKey, span.start, &message, "keep one of the two");
        }
    }

    fn string(&mut self, span: &Range<usize>) {
        let text = &self.json[span.clone()];
        for (offset, unit) in escaped_units(text) {
            match unit {
                Unit::Nul => self.add(
                    Code::TextNul,
                    span.start + offset,
                    "the string holds the character U+0000",
                    "remove the character",
                ),
                Unit::Lone(surrogate) => self.add(
                    Code::JsonSurrogate,
                    span.start + offset,
                    &format!("\\u{surrogate:04x} is half of a surrogate pair"),
                    "write the whole pair, or remove the half",
                ),
            }
        }
    }

    fn number(&mut self, span: &Range<usize>) {
        let literal = &self.json[span.clone()];
        if literal.parse::<f64>().is_ok_and(f64::is_infinite) {
            let message = format!("the number {literal} is too large to be held");
            self.add(Code::JsonNumberRange, span.start, &message, "write a number below 1.8e308");
        }
    }

    fn trailing(&mut self, end: usize) {
        let at = syntax::skip_space(self.json.as_bytes(), end);
        if at < self.json.len() {
            self.path = Path::default();
            self.add(Code::JsonTrailing, at, "text follows the end of the document", "remove it");
        }
    }

    fn add(&mut self, code: Code, at: usize, message: &str, hint: &str) {
        self.found.push((at, Diagnostic::new(code, self.path.pointer(), message).hint(hint)));
    }
}

/// A unit of a string that casebook refuses.
enum Unit {
    Nul,
    Lone(u16),
}

/// The refused units of a string literal, each with its offset.
fn escaped_units(literal: &str) -> Vec<(usize, Unit)> {
    let bytes = literal.as_bytes();
    let escape = |at: usize| match bytes.get(at..at + 2) {
        Some(b"\\u") => u16::from_str_radix(&literal[at + 2..at + 6], 16).ok(),
        _ => None,
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(backslash) = memchr::memchr(b'\\', &bytes[at..]) {
        at += backslash;
        let Some(unit) = escape(at) else {
            at += 2;
            continue;
        };
        let pair = matches!(unit, 0xd800..0xdc00) && matches!(escape(at + 6), Some(0xdc00..0xe000));
        match unit {
            0 => found.push((at, Unit::Nul)),
            0xd800..0xe000 if !pair => found.push((at, Unit::Lone(unit))),
            _ => {}
        }
        at += if pair { 12 } else { 6 };
    }
    found
}

/// The text of a key. A key with a fault of its own is taken as it is written.
fn key_text(literal: &[u8]) -> Cow<'_, str> {
    let inner = &literal[1..literal.len() - 1];
    if memchr::memchr(b'\\', inner).is_none() {
        return String::from_utf8_lossy(inner);
    }
    serde_json::from_slice(literal).map_or_else(|_| String::from_utf8_lossy(inner), Cow::Owned)
}
