//! A finding about an artifact: a code, where it is, and what to do.
//!
//! May use `code`. Invariant: a diagnostic is data. It never stops a command and carries no
//! reference to the input it speaks of.

use serde::Serialize;

use crate::code::{Code, Severity};

/// The longest message or hint, in code points; values quoted in it are clipped to fit.
pub const MESSAGE_LIMIT: usize = 200;

/// A place in a source file: line and column from 1, column in code points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Position {
    pub line: u64,
    pub column: u64,
}

impl Position {
    /// The first character of a file.
    pub const START: Self = Self { line: 1, column: 1 };
}

/// The source line a diagnostic points into, cut to a readable width, for human output only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The text of the line around the place.
    pub text: String,
    /// How many code points of `text` stand before the place.
    pub caret: usize,
}

/// One finding about one artifact.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// RFC 6901 pointer of the instance; for a missing key, of the object that lacks it.
    pub pointer: String,
    /// The schema keyword that failed, for `schema.*`.
    pub keyword: Option<String>,
    pub message: String,
    pub hint: Option<String>,
    #[serde(flatten)]
    pub position: Position,
    #[serde(skip)]
    pub excerpt: Option<Excerpt>,
}

impl Diagnostic {
    /// A diagnostic at the level of the catalogue, not yet located in the source.
    pub fn new(code: Code, pointer: impl Into<String>, message: impl AsRef<str>) -> Self {
        Self {
            code,
            severity: code.entry().severity,
            pointer: pointer.into(),
            keyword: None,
            message: clip(message.as_ref(), MESSAGE_LIMIT),
            hint: None,
            position: Position::START,
            excerpt: None,
        }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl AsRef<str>) -> Self {
        self.hint = Some(clip(hint.as_ref(), MESSAGE_LIMIT));
        self
    }

    /// Names the schema keyword that failed.
    #[must_use]
    pub fn keyword(mut self, keyword: impl Into<String>) -> Self {
        self.keyword = Some(keyword.into());
        self
    }

    /// Places the diagnostic in its source.
    #[must_use]
    pub fn at(mut self, position: Position) -> Self {
        self.position = position;
        self
    }
}

/// Cuts a text to `limit` code points, the last of which is then an ellipsis.
pub fn clip(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some(_) => text.chars().take(limit - 1).chain(['…']).collect(),
    }
}

/// The RFC 6901 pointer one step below `pointer`.
pub fn push_pointer(pointer: &str, step: &str) -> String {
    let mut out = String::with_capacity(pointer.len() + step.len() + 1);
    out.push_str(pointer);
    extend_pointer(&mut out, step);
    out
}

/// Takes an RFC 6901 pointer one step down.
pub fn extend_pointer(pointer: &mut String, step: &str) {
    pointer.push('/');
    for c in step.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => pointer.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_are_clipped_at_code_points() {
        let clipped = clip(&"汉".repeat(300), MESSAGE_LIMIT);
        assert_eq!(clipped.chars().count(), MESSAGE_LIMIT);
        assert!(clipped.ends_with("汉…"));
        assert_eq!(clip("short", MESSAGE_LIMIT), "short");
    }

    #[test]
    fn pointer_steps_are_escaped() {
        assert_eq!(push_pointer("/a", "b/c~d"), "/a/b~1c~0d");
    }
}
