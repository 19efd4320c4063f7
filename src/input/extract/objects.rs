//! Objects that stand in a text without a fence, among prose and braces that mean nothing.
//!
//! Invariant: an object inside another is never a candidate, also when the outer one is broken.

use std::ops::Range;

use memchr::{memchr, memchr3};

use super::fences::Block;
use crate::input::lex::{self, Lexer};

/// How often, in lengths of the text, braces that never close may be followed to its end.
const PATIENCE: usize = 16;

/// The tags between which agents think aloud.
const THOUGHTS: [(&str, &str); 2] = [("<think>", "</think>"), ("<thinking>", "</thinking>")];

/// What a text holds, each list in the order of the text.
#[derive(Debug, Default)]
pub(super) struct Objects {
    /// Objects, and arrays of them, that parse.
    pub whole: Vec<Range<usize>>,
    /// Objects whose braces balance but that do not parse.
    pub broken: Vec<Range<usize>>,
    /// Where an object begins that the text ends in.
    pub cut: Option<usize>,
    /// What an agent thought aloud.
    thoughts: Vec<Range<usize>>,
}

impl Objects {
    /// Whether this offset lies in what an agent thought aloud.
    pub(super) fn is_thought(&self, offset: usize) -> bool {
        let next = self.thoughts.partition_point(|thought| thought.end <= offset);
        self.thoughts.get(next).is_some_and(|thought| thought.start <= offset)
    }
}

/// Why a text does not begin with an object or an array.
#[derive(Debug, PartialEq)]
pub(super) enum Fault {
    /// It ends too early.
    End,
    /// What stands at this offset is wrong.
    At(usize),
}

/// The length of the object or array that a text begins with.
pub(super) fn read(text: &str) -> Result<usize, Fault> {
    let mut lexer = Lexer::new(text.as_bytes());
    loop {
        match lexer.next() {
            Ok(Some(_)) => {}
            Ok(None) => return Ok(lexer.at()),
            Err(lex::Fault::End { .. }) => return Err(Fault::End),
            Err(_) => return Err(Fault::At(lexer.at())),
        }
    }
}

/// Looks through a text. Fenced JSON blocks are passed over: they have been found already.
pub(super) fn scan(text: &str, fenced: &[Block]) -> Objects {
    let mut objects = Objects::default();
    let mut patience = text.len().saturating_mul(PATIENCE);
    let last_close = THOUGHTS.map(|(_, close)| text.rfind(close).unwrap_or(0));
    let mut fenced = fenced.iter().peekable();
    let mut at = 0;
    while let Some(found) = memchr3(b'{', b'[', b'<', &text.as_bytes()[at..]) {
        let start = at + found;
        while fenced.next_if(|block| block.content.end <= start).is_some() {}
        at = match fenced.peek() {
            Some(block) if block.content.start <= start => block.content.end,
            _ if text.as_bytes()[start] == b'<' => objects.think(text, start, &last_close),
            _ if is_opening(&text[start..]) => objects.open(text, start, &mut patience),
            _ => start + 1,
        };
    }
    objects
}

impl Objects {
    /// Passes over a thought that begins here, if it ends before the last closing tag.
    fn think(&mut self, text: &str, start: usize, last_close: &[usize; THOUGHTS.len()]) -> usize {
        let rest = &text[start..];
        for ((open, close), &last) in THOUGHTS.iter().zip(last_close) {
            if rest.starts_with(open)
                && last > start
                && let Some(length) = rest.find(close)
            {
                let end = start + length + close.len();
                self.thoughts.push(start..end);
                return end;
            }
        }
        start + 1
    }

    /// Takes in the object that begins here; returns where to look on.
    fn open(&mut self, text: &str, start: usize, patience: &mut usize) -> usize {
        match read(&text[start..]) {
            Ok(length) => {
                self.whole.push(start..start + length);
                start + length
            }
            Err(Fault::End) => {
                self.cut = Some(start);
                text.len()
            }
            Err(Fault::At(fault)) => match balanced(&text[start..], patience) {
                Some(length) => {
                    self.broken.push(start..start + length);
                    start + length
                }
                None => start + fault.max(1),
            },
        }
    }
}

/// Whether a text begins like an object with a key, an empty object, or an array of objects, rather
/// than with a brace somebody happened to write.
pub(super) fn is_opening(text: &str) -> bool {
    if !text.starts_with(['{', '[']) {
        return false;
    }
    let inner = text[1..].trim_start();
    if text.starts_with('[') {
        return inner.starts_with('{') && is_opening(inner);
    }
    if inner.starts_with('}') {
        return true;
    }
    let Some(key) = inner.strip_prefix('"') else { return false };
    let mut from = 0;
    while let Some(found) = memchr(b'"', &key.as_bytes()[from..]) {
        let quote = from + found;
        let escapes = key[..quote].bytes().rev().take_while(|&byte| byte == b'\\').count();
        if escapes % 2 == 0 {
            return key[quote + 1..].trim_start().starts_with(':');
        }
        from = quote + 1;
    }
    false
}

/// The length of the object or array that a text begins with, going by its brackets and strings
/// alone. `None` if it never closes, or if the patience for such things is used up.
fn balanced(text: &str, patience: &mut usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut in_string = false;
    let mut escaped = false;
    for (offset, byte) in text.bytes().enumerate().take(*patience) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => {
                depth -= 1;
                if depth == 0 {
                    return Some(offset + 1);
                }
            }
            _ => {}
        }
    }
    *patience = patience.saturating_sub(text.len());
    None
}
