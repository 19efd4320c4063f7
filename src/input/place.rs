//! From byte offsets to lines, columns and the line of text to show.
//!
//! May use `diagnostic`. Invariant: lines and columns are those of the source file, counted from 1,
//! columns in code points; a line ends at a line feed.

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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn excerpts_of_long_lines_are_cut_on_both_sides() {
        let text = "x".repeat(100) + "根" + &"y".repeat(100);
        let places = Places::new(&text, Position::START);
        let expected = format!("…{}根{}…", "x".repeat(40), "y".repeat(39));
        assert_eq!(places.excerpt(100), Excerpt { text: expected, caret: 41 });
    }
}
