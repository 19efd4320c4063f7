//! A JSON grammar that says where things are: one pass, no recursion, no values.
//!
//! May use `code`. Invariant: it accepts exactly the texts of RFC 8259; what casebook refuses
//! beyond that (depth, repeated keys, U+0000 …) is for those who listen to its events.

use std::ops::Range;

use crate::code::Code;

/// What the grammar meets, with the bytes it spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    Open {
        at: usize,
        object: bool,
    },
    Close {
        end: usize,
    },
    /// A key of the object opened last, quotes included.
    Key(Range<usize>),
    /// A string, quotes included.
    String(Range<usize>),
    Number(Range<usize>),
    /// true, false or null.
    Word(Range<usize>),
}

/// Why a text is no JSON value, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub code: Code,
    pub at: usize,
    pub reason: &'static str,
    pub hint: &'static str,
    /// Whether the text just ends too early.
    pub cut: bool,
    /// Whether it lies in, or in place of, a value, rather than between values.
    pub in_value: bool,
}

impl Fault {
    fn new(at: usize, reason: &'static str, hint: &'static str) -> Self {
        Self { code: Code::JsonSyntax, at, reason, hint, cut: false, in_value: false }
    }

    fn cut(at: usize, reason: &'static str) -> Self {
        Self {
            code: Code::JsonSyntax,
            at,
            reason,
            hint: "the text looks cut off; write the file again",
            cut: true,
            in_value: false,
        }
    }

    fn not_finite(at: usize, reason: &'static str) -> Self {
        let hint = "leave the key out, or write null where that is allowed";
        Self { code: Code::JsonNumberRange, ..Self::new(at, reason, hint) }
    }

    fn in_value(self) -> Self {
        Self { in_value: true, ..self }
    }
}

/// Where the grammar stands inside the innermost array or object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Value,
    FirstValue,
    FirstKey,
    Key,
    AfterValue,
}

/// Reads one value from `start` on and returns where it ends. `listen` hears every event and ends the
/// reading early by returning `false`; the end is then where it stood.
pub(super) fn value(
    bytes: &[u8],
    start: usize,
    mut listen: impl FnMut(&Event) -> bool,
) -> Result<usize, Fault> {
    let mut open: Vec<bool> = Vec::new();
    let mut state = State::Value;
    let mut at = start;
    loop {
        at = skip_space(bytes, at);
        let Some(&byte) = bytes.get(at) else {
            return Err(Fault::cut(at, "the text ends before the document does"));
        };
        let event = match (state, byte) {
            (State::AfterValue, b',') => {
                state = if open.last() == Some(&true) { State::Key } else { State::Value };
                at += 1;
                continue;
            }
            (State::AfterValue | State::FirstKey, b'}') if open.last() == Some(&true) => {
                close(&mut open, &mut state, at)
            }
            (State::AfterValue | State::FirstValue, b']') if open.last() == Some(&false) => {
                close(&mut open, &mut state, at)
            }
            (State::AfterValue, _) => return Err(separator_fault(open.last() == Some(&true), at)),
            (State::Key | State::FirstKey, b'"') => {
                let end = string(bytes, at)?;
                let colon = skip_space(bytes, end);
                match bytes.get(colon) {
                    Some(b':') => state = State::Value,
                    Some(_) => {
                        return Err(Fault::new(
                            colon,
                            "a colon is missing after the key",
                            "write \"key\": value",
                        ));
                    }
                    None => return Err(Fault::cut(colon, "the text ends after a key")),
                }
                let event = Event::Key(at..end);
                at = colon + 1;
                if !listen(&event) {
                    return Ok(at);
                }
                continue;
            }
            (State::Key | State::FirstKey, _) => return Err(key_fault(byte, at)),
            (State::Value | State::FirstValue, b'{' | b'[') => {
                let object = byte == b'{';
                open.push(object);
                state = if object { State::FirstKey } else { State::FirstValue };
                Event::Open { at, object }
            }
            (State::Value | State::FirstValue, b'"') => {
                scalar(&mut state, Event::String(at..string(bytes, at).map_err(Fault::in_value)?))
            }
            (State::Value | State::FirstValue, b'-' | b'0'..=b'9') => {
                scalar(&mut state, Event::Number(at..number(bytes, at).map_err(Fault::in_value)?))
            }
            (State::Value | State::FirstValue, _) => {
                scalar(&mut state, Event::Word(at..word(bytes, at).map_err(Fault::in_value)?))
            }
        };
        at = match &event {
            Event::Open { at, .. } => at + 1,
            Event::Close { end } => *end,
            Event::Key(span) | Event::String(span) | Event::Number(span) | Event::Word(span) => span.end,
        };
        if !listen(&event) || open.is_empty() {
            return Ok(at);
        }
    }
}

fn close(open: &mut Vec<bool>, state: &mut State, at: usize) -> Event {
    open.pop();
    *state = State::AfterValue;
    Event::Close { end: at + 1 }
}

fn scalar(state: &mut State, event: Event) -> Event {
    *state = State::AfterValue;
    event
}

/// The first byte from `at` on that is not JSON white space.
pub(super) fn skip_space(bytes: &[u8], at: usize) -> usize {
    let space = bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
    at + space
}

fn separator_fault(object: bool, at: usize) -> Fault {
    if object {
        Fault::new(
            at,
            "expected ',' or '}'",
            "separate members by commas, and escape quotes inside strings as \\\"",
        )
    } else {
        Fault::new(
            at,
            "expected ',' or ']'",
            "separate elements by commas, and escape quotes inside strings as \\\"",
        )
    }
}

fn key_fault(byte: u8, at: usize) -> Fault {
    match byte {
        b'}' => Fault::new(at, "a trailing comma before '}'", "remove the comma"),
        b'\'' => Fault::new(at, "single quotes are not JSON", "write keys and strings in double quotes"),
        b'/' | b'#' => Fault::new(at, "comments are not JSON", "remove the comment"),
        _ => Fault::new(at, "a key in double quotes was expected", "write \"key\": value"),
    }
}

/// The end of the string that begins at `at`.
fn string(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    let mut at = start + 1;
    loop {
        // Most of a string is plain: leap to the next byte that means something.
        let plain = bytes[at..].iter().position(|&b| b == b'"' || b == b'\\' || b < 0x20);
        let Some(plain) = plain else {
            return Err(Fault::cut(bytes.len(), "the text ends inside a string"));
        };
        at += plain;
        match bytes[at] {
            b'"' => return Ok(at + 1),
            b'\\' => at = escape(bytes, at)?,
            b'\n' | b'\r' => {
                return Err(Fault::new(
                    at,
                    "a string runs past the end of its line",
                    "close the string, or write the line break as \\n",
                ));
            }
            _ => {
                return Err(Fault::new(
                    at,
                    "a control character inside a string",
                    "write it as an escape, for example \\t or \\u001b",
                ));
            }
        }
    }
}

fn escape(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    match bytes.get(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(at + 2),
        Some(b'u') => {
            let digits = &bytes[at + 2..bytes.len().min(at + 6)];
            match digits.iter().position(|byte| !byte.is_ascii_hexdigit()) {
                None if digits.len() == 4 => Ok(at + 6),
                None => Err(Fault::cut(bytes.len(), "the text ends inside a string")),
                Some(_) => Err(Fault::new(at, "\\u needs four hex digits", "write for example \\u00e9")),
            }
        }
        Some(_) => Err(Fault::new(at, "an unknown escape in a string", "write a backslash itself as \\\\")),
        None => Err(Fault::cut(bytes.len(), "the text ends inside a string")),
    }
}

/// The end of the number that begins at `at`.
fn number(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    let digits =
        |from: usize| from + bytes[from.min(bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
    let wrong = |at: usize| {
        if bytes[start..].starts_with(b"-Infinity") {
            return Fault::not_finite(start, "not JSON: -Infinity");
        }
        match bytes.get(at) {
            None => Fault::cut(at, "the text ends inside a number"),
            Some(_) => Fault::new(at, "a malformed number", "write numbers like 0, -1.5 or 2e10"),
        }
    };
    let whole = start + usize::from(bytes[start] == b'-');
    let mut end = digits(whole);
    if end == whole {
        return Err(wrong(end));
    }
    if bytes[whole] == b'0' && end > whole + 1 {
        return Err(Fault::new(whole, "a number with a leading zero", "write it without, or as a string"));
    }
    if bytes.get(end) == Some(&b'.') {
        let fraction = end + 1;
        end = digits(fraction);
        if end == fraction {
            return Err(wrong(end));
        }
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let exponent = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        end = digits(exponent);
        if end == exponent {
            return Err(wrong(end));
        }
    }
    Ok(end)
}

fn word(bytes: &[u8], at: usize) -> Result<usize, Fault> {
    let rest = &bytes[at..];
    for known in [&b"true"[..], b"false", b"null"] {
        if rest.starts_with(known) {
            return Ok(at + known.len());
        }
        if known.starts_with(rest) {
            return Err(Fault::cut(bytes.len(), "the text ends inside a word"));
        }
    }
    Err(match rest[0] {
        b'N' if rest.starts_with(b"NaN") => Fault::not_finite(at, "not JSON: NaN"),
        b'I' if rest.starts_with(b"Infinity") => Fault::not_finite(at, "not JSON: Infinity"),
        b'N' if rest.starts_with(b"None") => Fault::new(at, "not JSON: None", "write null"),
        b'T' if rest.starts_with(b"True") => Fault::new(at, "not JSON: True", "write true"),
        b'F' if rest.starts_with(b"False") => Fault::new(at, "not JSON: False", "write false"),
        b']' => Fault::new(at, "a trailing comma before ']'", "remove the comma"),
        b'\'' => Fault::new(at, "single quotes are not JSON", "write keys and strings in double quotes"),
        b'/' | b'#' => Fault::new(at, "comments are not JSON", "remove the comment"),
        _ => Fault::new(
            at,
            "a value was expected",
            "write a string in double quotes, a number, true, false, null, [ or {",
        ),
    })
}
