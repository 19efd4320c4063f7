//! Tokens with the RFC 6901 pointer of what each belongs to.
//!
//! May use `diagnostic`. Invariant: one pass, no recursion, and memory bounded by the text however
//! deep it is: below the first level too many, pointers stop growing.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::MAX_DEPTH;
use super::lex::{Fault, Kind, Lexer, Token};
use crate::diagnostic::extend_pointer;

/// A lexer that knows where it is.
#[derive(Debug)]
pub(super) struct Trace<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    pointer: String,
    frames: Vec<Frame>,
}

/// An open container.
#[derive(Debug)]
struct Frame {
    /// The length of the container's own pointer.
    base: usize,
    object: bool,
    /// The index of the next element, if it is an array.
    index: usize,
}

impl<'a> Trace<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, lexer: Lexer::new(text.as_bytes()), pointer: String::new(), frames: Vec::new() }
    }

    /// The next token; after it [`Self::pointer`] is that of the value, the key's member, or the
    /// container closed.
    pub fn next(&mut self) -> Result<Option<Token>, Fault> {
        let token = self.lexer.next()?;
        if let Some(token) = &token {
            self.step(token);
        }
        Ok(token)
    }

    /// The pointer of the last token.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The pointer of the innermost open container.
    pub fn container(&self) -> &str {
        &self.pointer[..self.base()]
    }

    /// The pointer of what a fault of the lexer spoils: a value that is there but wrong, or else the
    /// container around it.
    pub fn spoiled(&self, fault: Fault) -> String {
        let closes = matches!(self.text.as_bytes().get(self.at()), Some(b'}' | b']'));
        let value = self.lexer.expects_value() && !closes && fault != Fault::End { string: None };
        match self.frames.last() {
            Some(frame) if value && frame.object => self.pointer.clone(),
            Some(frame) if value => format!("{}/{}", self.container(), frame.index),
            _ => self.container().to_owned(),
        }
    }

    /// As [`Lexer::at`].
    pub fn at(&self) -> usize {
        self.lexer.at()
    }

    /// As [`Lexer::level`].
    pub fn level(&self) -> usize {
        self.lexer.level()
    }

    fn base(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.base)
    }

    fn step(&mut self, token: &Token) {
        let level = self.lexer.level();
        match token.kind {
            Kind::Close if self.frames.len() > level => {
                let frame = self.frames.pop().expect("a frame is open");
                self.pointer.truncate(frame.base);
            }
            Kind::Open if self.frames.len() + 1 == level && level <= MAX_DEPTH + 1 => {
                self.enter_element();
                let object = self.text.as_bytes()[token.span.start] == b'{';
                self.frames.push(Frame { base: self.pointer.len(), object, index: 0 });
            }
            Kind::Key if self.frames.len() == level => {
                self.pointer.truncate(self.base());
                extend_pointer(&mut self.pointer, &unquote(&self.text[token.span.clone()]));
            }
            Kind::Text | Kind::Number | Kind::Word | Kind::NotFinite if self.frames.len() == level => {
                self.enter_element();
            }
            _ => {}
        }
    }

    /// Moves the pointer on to the next element, if the innermost container is an array.
    fn enter_element(&mut self) {
        if let Some(frame) = self.frames.last_mut().filter(|frame| !frame.object) {
            self.pointer.truncate(frame.base);
            write!(self.pointer, "/{}", frame.index).expect("a string takes all");
            frame.index += 1;
        }
    }
}

/// The text of a string token. One that holds half of a surrogate pair is no text; its escapes stay.
pub(super) fn unquote(token: &str) -> Cow<'_, str> {
    let inner = &token[1..token.len() - 1];
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    serde_json::from_str(token).map_or(Cow::Borrowed(inner), Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_follow_the_tokens() {
        let text = r#"{"a/b":[1,{"c~":null}],"d":{}}"#;
        let mut trace = Trace::new(text);
        let mut seen = Vec::new();
        while let Some(token) = trace.next().expect("JSON") {
            seen.push(format!("{} {}", &text[token.span], trace.pointer()));
        }
        let expected = [
            "{ ",
            "\"a/b\" /a~1b",
            "[ /a~1b",
            "1 /a~1b/0",
            "{ /a~1b/1",
            "\"c~\" /a~1b/1/c~0",
            "null /a~1b/1/c~0",
            "} /a~1b/1",
            "] /a~1b",
            "\"d\" /d",
            "{ /d",
            "} /d",
            "} ",
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn pointers_stop_growing_below_the_levels_a_document_may_have() {
        let text = "[".repeat(1000) + "1" + &"]".repeat(1000);
        let mut trace = Trace::new(&text);
        let mut longest = 0;
        while trace.next().expect("JSON").is_some() {
            longest = longest.max(trace.pointer().len());
        }
        assert_eq!(longest, 2 * MAX_DEPTH);
        assert_eq!(trace.pointer(), "");
    }
}
