//! From byte offsets and pointers to lines, columns and the line of text to show.
//!
//! May use `diagnostic`. Invariant: lines and columns are those of the source file, counted from 1,
//! columns in code points; a line ends at a line feed.

use std::collections::HashMap;

use super::lex::Kind;
use super::trace::Trace;
use crate::diagnostic::{Diagnostic, Excerpt, Position};

/// The most code points an excerpt shows on either side of its place.
const REACH: usize = 40;

/// The place behind these bytes, if they begin at `from`.
pub(super) fn advance(from: Position, passed: &[u8]) -> Position {
    let (line, rest) = match memchr::memrchr(b'\n', passed) {
        None => (from, passed),
        Some(last) => {
            let breaks = memchr::memchr_iter(b'\n', &passed[..=last]).count() as u64;
            (Position { line: from.line + breaks, column: 1 }, &passed[last + 1..])
        }
    };
    // Every code point has one byte that continues no other.
    let points = rest.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64;
    Position { line: line.line, column: line.column + points }
}

/// The places of one text. Asked in ascending order it reads the text once.
#[derive(Debug)]
pub(super) struct Places<'a> {
    text: &'a str,
    at: usize,
    here: Position,
}

impl<'a> Places<'a> {
    /// The places of a text that begins at `start` in its source.
    pub fn new(text: &'a str, start: Position) -> Self {
        Self { text, at: 0, here: start }
    }

    /// The place of this byte, which does not lie before the last one asked for.
    pub fn at(&mut self, offset: usize) -> Position {
        self.here = advance(self.here, &self.text.as_bytes()[self.at..offset]);
        self.at = offset;
        self.here
    }

    /// The diagnostic, placed at this byte, which does not lie before the last one asked for.
    pub fn place(&mut self, diagnostic: &mut Diagnostic, offset: usize) {
        diagnostic.position = self.at(offset);
        diagnostic.excerpt = Some(self.excerpt(offset));
    }

    fn excerpt(&self, offset: usize) -> Excerpt {
        let (before, after) = self.text.split_at(offset);
        let mut lead: Vec<char> = before.chars().rev().take_while(|&c| c != '\n').take(REACH + 1).collect();
        if lead.len() > REACH {
            lead[REACH] = '…';
        }
        let mut tail: Vec<char> = after.chars().take_while(|&c| c != '\n').take(REACH + 1).collect();
        if tail.len() > REACH {
            tail[REACH] = '…';
        }
        let text: String = lead.iter().rev().chain(&tail).collect();
        Excerpt { text: text.trim_end_matches('\r').to_owned(), caret: lead.len() }
    }
}

/// Places diagnostics of a well-formed text by their pointers; one that points nowhere is placed at the
/// nearest instance above.
pub(super) fn locate(text: &str, start: Position, diagnostics: &mut [Diagnostic]) {
    let mut wanted: HashMap<String, Vec<&mut Diagnostic>> = HashMap::new();
    for diagnostic in diagnostics {
        wanted.entry(diagnostic.pointer.clone()).or_default().push(diagnostic);
    }
    while !wanted.is_empty() {
        let mut places = Places::new(text, start);
        let mut trace = Trace::new(text);
        while let Ok(Some(token)) = trace.next() {
            if matches!(token.kind, Kind::Key | Kind::Close) {
                continue;
            }
            for diagnostic in wanted.remove(trace.pointer()).into_iter().flatten() {
                places.place(diagnostic, token.span.start);
            }
            if wanted.is_empty() {
                break;
            }
        }
        let missed = std::mem::take(&mut wanted);
        for (pointer, diagnostics) in missed {
            if let Some(above) = pointer.rfind('/') {
                wanted.entry(pointer[..above].to_owned()).or_default().extend(diagnostics);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;

    fn at(line: u64, column: u64) -> Position {
        Position { line, column }
    }

    #[test]
    fn columns_are_code_points_and_lines_end_at_line_feeds() {
        assert_eq!(advance(Position::START, "根因a".as_bytes()), at(1, 4));
        assert_eq!(advance(Position::START, b"a\r\nb\r\n"), at(3, 1));
        assert_eq!(advance(at(7, 5), "é".as_bytes()), at(7, 6));
        assert_eq!(advance(at(7, 5), "é\nxy".as_bytes()), at(8, 3));
    }

    #[test]
    fn pointers_become_the_first_character_of_their_instance() {
        let text = "{\n  \"根\": [1, {\"b\": \"x\"}],\r\n  \"c\": 2\n}";
        let pointers = ["/c", "", "/根/1/b", "/根/0", "/no/such", "/根/1/x/y"];
        let mut diagnostics: Vec<_> =
            pointers.iter().map(|&pointer| Diagnostic::new(Code::SchemaType, pointer, "")).collect();
        locate(text, at(10, 1), &mut diagnostics);
        let positions: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.position).collect();
        assert_eq!(positions, [at(12, 8), at(10, 1), at(11, 18), at(11, 9), at(10, 1), at(11, 12)]);
        let excerpt = diagnostics[2].excerpt.as_ref().expect("an excerpt");
        assert_eq!((excerpt.text.as_str(), excerpt.caret), ("  \"根\": [1, {\"b\": \"x\"}],", 17));
    }

    #[test]
    fn excerpts_of_long_lines_are_cut_on_both_sides() {
        let text = "x".repeat(100) + "根" + &"y".repeat(100);
        let places = Places::new(&text, Position::START);
        let expected = format!("…{}根{}…", "x".repeat(40), "y".repeat(39));
        assert_eq!(places.excerpt(100), Excerpt { text: expected, caret: 41 });
    }
}
