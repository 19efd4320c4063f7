//! The tokens of a JSON text and where each stands: for naming faults, finding places and cutting
//! documents apart. Values are never built here; [`super::parse`] does that.
//!
//! Uses nothing of the crate. Invariant: no recursion, so any depth is safe; and a text that lexes to
//! the end without a fault, holds no raw NUL, no number out of range and no word like NaN, is JSON.

use std::ops::Range;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Open,
    Close,
    Key,
    Text,
    Number,
    /// `true`, `false` or `null`.
    Word,
    /// NaN or an infinity in any spelling: no JSON, but its extent is clear.
    NotFinite,
}

/// One token; the span of a string holds its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: Kind,
    pub span: Range<usize>,
}

/// What the grammar allows next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    /// The `{` or `[` of the document.
    Document,
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
    /// Nothing: the document is complete.
    Nothing,
}

/// Why lexing stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The text ends too early; in a string, the offset of its opening quote.
    End { string: Option<usize> },
    /// A character that cannot stand here.
    Unexpected(Expect),
    /// A word or number that JSON does not know, of this length.
    Scalar { length: usize },
    /// A raw control character in the string that began at the offset.
    Control { string: usize },
    /// A backslash that begins no escape.
    Escape,
}

/// A pull lexer over one text. After a fault it is not to be asked again.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    expect: Expect,
    /// The open containers, outermost first: whether each is an object.
    open: Vec<bool>,
}

impl<'a> Lexer<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, expect: Expect::Document, open: Vec::new() }
    }

    /// Where the next token is looked for; after the last one, the end of the document; after a
    /// fault, its place.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Whether a value is to come next, or was when a fault was met.
    pub fn expects_value(&self) -> bool {
        matches!(self.expect, Expect::Value | Expect::ValueOrEnd)
    }

    /// How many containers are open.
    pub fn level(&self) -> usize {
        self.open.len()
    }

    fn in_object(&self) -> bool {
        self.open.last().is_some_and(|&object| object)
    }

    /// The next token, or `None` behind the end of the document.
    pub fn next(&mut self) -> Result<Option<Token>, Fault> {
        loop {
            if self.expect == Expect::Nothing {
                return Ok(None);
            }
            self.at += blank(&self.bytes[self.at..]);
            let byte = *self.bytes.get(self.at).ok_or(Fault::End { string: None })?;
            match (self.expect, byte) {
                (Expect::Colon, b':') => self.punctuation(Expect::Value),
                (Expect::CommaOrEnd, b',') => {
                    self.punctuation(if self.in_object() { Expect::Key } else { Expect::Value });
                }
                (Expect::CommaOrEnd, b'}') if self.in_object() => return Ok(Some(self.close())),
                (Expect::CommaOrEnd, b']') if !self.in_object() => return Ok(Some(self.close())),
                (Expect::KeyOrEnd, b'}') | (Expect::ValueOrEnd, b']') => return Ok(Some(self.close())),
                (Expect::Key | Expect::KeyOrEnd, b'"') => {
                    return self.string(Kind::Key, Expect::Colon).map(Some);
                }
                (Expect::Document | Expect::Value | Expect::ValueOrEnd, b'{' | b'[') => {
                    return Ok(Some(self.open(byte == b'{')));
                }
                (Expect::Value | Expect::ValueOrEnd, b'"') => {
                    return self.string(Kind::Text, Expect::CommaOrEnd).map(Some);
                }
                (Expect::Value | Expect::ValueOrEnd, _) => return self.scalar().map(Some),
                (expect, _) => return Err(Fault::Unexpected(expect)),
            }
        }
    }

    fn punctuation(&mut self, expect: Expect) {
        self.at += 1;
        self.expect = expect;
    }

    fn open(&mut self, object: bool) -> Token {
        self.open.push(object);
        self.token(Kind::Open, self.at + 1, if object { Expect::KeyOrEnd } else { Expect::ValueOrEnd })
    }

    fn close(&mut self) -> Token {
        self.open.pop();
        let expect = if self.open.is_empty() { Expect::Nothing } else { Expect::CommaOrEnd };
        self.token(Kind::Close, self.at + 1, expect)
    }

    fn token(&mut self, kind: Kind, end: usize, expect: Expect) -> Token {
        let span = self.at..end;
        self.at = end;
        self.expect = expect;
        Token { kind, span }
    }

    fn string(&mut self, kind: Kind, expect: Expect) -> Result<Token, Fault> {
        let start = self.at;
        let end = Fault::End { string: Some(start) };
        let mut at = start + 1;
        loop {
            // A raw NUL is let through: its string still ends where it ends.
            let special = |&byte: &u8| byte == b'"' || byte == b'\\' || (byte < b' ' && byte != 0);
            let Some(run) = self.bytes[at..].iter().position(special) else {
                self.at = self.bytes.len();
                return Err(end);
            };
            at += run;
            match self.bytes[at] {
                b'"' => return Ok(self.token(kind, at + 1, expect)),
                b'\\' => match escape(&self.bytes[at + 1..]) {
                    Some(Ok(length)) => at += 1 + length,
                    Some(Err(())) => {
                        self.at = at;
                        return Err(Fault::Escape);
                    }
                    None => {
                        self.at = self.bytes.len();
                        return Err(end);
                    }
                },
                _ => {
                    self.at = at;
                    return Err(Fault::Control { string: start });
                }
            }
        }
    }

    /// A number or a word: the longest run of characters that either could hold.
    fn scalar(&mut self) -> Result<Token, Fault> {
        let rest = &self.bytes[self.at..];
        let stop = |byte: &u8| !(byte.is_ascii_alphanumeric() || b"+-._".contains(byte));
        let Some(length) = rest.iter().position(stop) else {
            self.at = self.bytes.len();
            return Err(Fault::End { string: None });
        };
        let kind = match &rest[..length] {
            [] => return Err(Fault::Unexpected(self.expect)),
            b"true" | b"false" | b"null" => Kind::Word,
            run if is_number(run) => Kind::Number,
            run if is_not_finite(run) => Kind::NotFinite,
            _ => return Err(Fault::Scalar { length }),
        };
        Ok(self.token(kind, self.at + length, Expect::CommaOrEnd))
    }
}

/// How many bytes of JSON white space begin the text.
pub(super) fn blank(bytes: &[u8]) -> usize {
    bytes.iter().position(|&byte| !is_blank(byte)).unwrap_or(bytes.len())
}

/// Whether the byte is JSON white space.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// The length of the escape behind a backslash; `None` if the text ends in it.
fn escape(rest: &[u8]) -> Option<Result<usize, ()>> {
    match rest.first()? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(Ok(1)),
        b'u' => match rest[1..].iter().take(4).position(|byte| !byte.is_ascii_hexdigit()) {
            Some(_) => Some(Err(())),
            None => (rest.len() >= 5).then_some(Ok(5)),
        },
        _ => Some(Err(())),
    }
}

fn is_number(run: &[u8]) -> bool {
    let run = run.strip_prefix(b"-").unwrap_or(run);
    let (whole, run) = digits(run);
    if whole.is_empty() || (whole.len() > 1 && whole[0] == b'0') {
        return false;
    }
    let run = match run.strip_prefix(b".") {
        None => run,
        Some(run) => match digits(run) {
            ([], _) => return false,
            (_, run) => run,
        },
    };
    match run {
        [] => true,
        [b'e' | b'E', b'+' | b'-', power @ ..] | [b'e' | b'E', power @ ..] => {
            let (power, rest) = digits(power);
            !power.is_empty() && rest.is_empty()
        }
        _ => false,
    }
}

fn digits(run: &[u8]) -> (&[u8], &[u8]) {
    run.split_at(run.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(run.len()))
}

fn is_not_finite(run: &[u8]) -> bool {
    let word = run.strip_prefix(b"-").or(run.strip_prefix(b"+")).unwrap_or(run);
    [&b"nan"[..], b"inf", b"infinity"].iter().any(|name| word.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds up to the end, or the fault and its place.
    fn lex(text: &str) -> Result<Vec<Kind>, (usize, Fault)> {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut kinds = Vec::new();
        loop {
            match lexer.next() {
                Ok(Some(token)) => kinds.push(token.kind),
                Ok(None) => return Ok(kinds),
                Err(fault) => return Err((lexer.at(), fault)),
            }
        }
    }

    #[test]
    fn every_kind_of_token_is_told_apart() {
        use Kind::{Close, Key, NotFinite, Number, Open, Text, Word};
        let kinds = lex(r#"{"a": [1, -0.5e+3, true, "x\"]", NaN, {}]} rest"#);
        let expected = [Open, Key, Open, Number, Number, Word, Text, NotFinite, Open, Close, Close, Close];
        assert_eq!(kinds, Ok(expected.to_vec()));
    }

    #[test]
    fn faults_name_their_place() {
        assert_eq!(lex(r#"{"a":1,}"#), Err((7, Fault::Unexpected(Expect::Key))));
        assert_eq!(lex("[1,]"), Err((3, Fault::Unexpected(Expect::Value))));
        assert_eq!(lex("[1 2]"), Err((3, Fault::Unexpected(Expect::CommaOrEnd))));
        assert_eq!(lex("[1}"), Err((2, Fault::Unexpected(Expect::CommaOrEnd))));
        assert_eq!(lex("42"), Err((0, Fault::Unexpected(Expect::Document))));
        assert_eq!(lex("[01]"), Err((1, Fault::Scalar { length: 2 })));
        assert_eq!(lex("[None]"), Err((1, Fault::Scalar { length: 4 })));
        assert_eq!(lex("[\"a\tb\"]"), Err((3, Fault::Control { string: 1 })));
        assert_eq!(lex(r#"["\x"]"#), Err((2, Fault::Escape)));
        assert_eq!(lex(r#"["\u12g4"]"#), Err((2, Fault::Escape)));
        assert_eq!(lex(r#"["\u12"#), Err((6, Fault::End { string: Some(1) })));
        assert_eq!(lex(r#"{"a":"#), Err((5, Fault::End { string: None })));
        assert_eq!(lex("[12"), Err((3, Fault::End { string: None })));
    }

    #[test]
    fn numbers_follow_the_grammar() {
        for good in ["0", "-0", "10", "1.5", "1e5", "1E-05", "0.0e+0", "123456789012345678901234567890"] {
            assert!(is_number(good.as_bytes()), "{good}");
        }
        for bad in ["", "-", "+1", "01", "-01", ".5", "5.", "1.e5", "1e", "1e+", "0x1F", "1_000", "1.2.3"] {
            assert!(!is_number(bad.as_bytes()), "{bad}");
        }
    }

    #[test]
    fn any_depth_is_safe() {
        let text = "[".repeat(100_000) + &"]".repeat(100_000);
        assert_eq!(lex(&text).map(|kinds| kinds.len()), Ok(200_000));
    }
}
