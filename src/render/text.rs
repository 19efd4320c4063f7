//! Text on its way to a reader's eye: made harmless, measured, wrapped, cut.
//!
//! Uses nothing of the crate. Invariant: what [`visible`] returns can move no cursor, ring no bell
//! and reverse no line; nothing is ever cut inside a grapheme.

use std::borrow::Cow;
use std::fmt::Write as _;

use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

/// What a terminal or a page would act on instead of showing it: control characters other than the
/// line feed, line separators, and the marks that override the direction of what follows.
fn acts(c: char) -> bool {
    (c.is_control() && c != '\n')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with everything that acts written out: `\x1b`, `\u{202e}`. CRLF is a line feed.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.replace("\r\n", "\n").chars() {
        // Writing to a String cannot fail.
        let _ = match c {
            '\t' => out.write_str("    "),
            c if acts(c) && u32::from(c) < 0x100 => write!(out, "\\x{:02x}", u32::from(c)),
            c if acts(c) => write!(out, "\\u{{{:x}}}", u32::from(c)),
            c => out.write_char(c),
        };
    }
    Cow::Owned(out)
}

/// [`visible`], on one line.
pub fn one_line(text: &str) -> String {
    visible(text).split('\n').map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// How many columns of a terminal the text takes.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// The longest beginning of whole graphemes that fits into `limit` columns.
fn take(text: &str, limit: usize) -> &str {
    let mut used = 0;
    let end = text.grapheme_indices(true).find(|(_, grapheme)| {
        used += grapheme.width();
        used > limit
    });
    end.map_or(text, |(end, _)| &text[..end])
}

/// The text in lines of at most `limit` columns, broken at spaces, between wide characters, and in
/// what has neither wherever it must be. Line feeds of the text are kept.
pub(super) fn wrap(text: &str, limit: usize) -> Vec<String> {
    let limit = limit.max(2);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let mut space = if line.is_empty() { "" } else { " " };
            for piece in pieces(word) {
                if width(&line) + space.len() + width(piece) > limit && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                    space = "";
                }
                line.push_str(std::mem::take(&mut space));
                line.push_str(break_off(piece, limit, &mut lines));
            }
        }
        lines.push(line);
    }
    lines
}

/// [`wrap`], at most `height` lines, the last of which then ends in an ellipsis.
pub(super) fn clip(text: &str, limit: usize, height: usize) -> Vec<String> {
    let mut lines = wrap(text, limit);
    if lines.len() > height {
        lines.truncate(height);
        let last = lines.last_mut().expect("a height above zero");
        *last = take(last, limit.max(2) - 1).trim_end().to_owned() + "…";
    }
    lines.iter().map(|line| line.replace(NO_BREAK, " ")).collect()
}

/// A space that lines do not end at. [`clip`] shows it as any other.
pub(super) const NO_BREAK: &str = "\u{a0}";

/// A word cut where a line may end: on either side of a wide character, but not before a mark that
/// ends something, nor behind one that begins it.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let mut graphemes = word.grapheme_indices(true).peekable();
    let mut start = 0;
    std::iter::from_fn(move || {
        loop {
            let (index, grapheme) = graphemes.next()?;
            let end = index + grapheme.len();
            let next = graphemes.peek().map(|(_, next)| *next);
            let here = next.is_none_or(|next| {
                let wide = grapheme.width() > 1 || next.width() > 1;
                wide && !next.starts_with(CLOSING) && !grapheme.starts_with(OPENING)
            });
            if here {
                return Some(&word[std::mem::replace(&mut start, end)..end]);
            }
        }
    })
}

const CLOSING: [char; 21] = [
    '，', '。', '、', '！', '？', '：', '；', '）', '」', '』', '】', '》', '〉', '…', ',', '.', '!', '?',
    ':', ';', ')',
];
const OPENING: [char; 7] = ['（', '「', '『', '【', '《', '〈', '('];

/// Puts whole lines of a piece that is too long for one into `lines`, behind a slash if there is one
/// far enough on, and returns the rest of it.
fn break_off<'a>(mut piece: &'a str, limit: usize, lines: &mut Vec<String>) -> &'a str {
    while width(piece) > limit {
        let head = take(piece, limit);
        if head.is_empty() {
            break;
        }
        let slash = head.rfind('/').map(|slash| slash + 1).filter(|&end| end > head.len() / 2);
        let head = &head[..slash.unwrap_or(head.len())];
        lines.push(head.to_owned());
        piece = &piece[head.len()..];
    }
    piece
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_acts_is_written_out() {
        assert_eq!(visible("a\u{1b}]0;pwn\u{7}b"), "a\\x1b]0;pwn\\x07b");
        assert_eq!(visible("a\rb\r\nc"), "a\\x0db\nc");
        assert_eq!(visible("\u{202e}abc\u{2066}"), "\\u{202e}abc\\u{2066}");
        assert_eq!(visible("\u{9b}2J\u{7f}"), "\\x9b2J\\x7f");
        assert_eq!(visible("שלום 汉字 👩‍👩‍👧"), "שלום 汉字 👩‍👩‍👧");
        assert_eq!(one_line(" a\n\n  b\r\nc "), "a b c");
    }

    #[test]
    fn cuts_fall_between_graphemes() {
        let cut = |text, limit| clip(text, limit, 1).concat();
        assert_eq!(cut("根因分析", 8), "根因分析");
        assert_eq!(cut("根因分析", 7), "根因分…");
        assert_eq!(cut("根因分析", 6), "根因…");
        assert_eq!(cut("e\u{301}e\u{301}e\u{301}", 2), "e\u{301}…");
        assert_eq!(cut("👩‍👩‍👧👩‍👩‍👧", 3), "👩‍👩‍👧…");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("the quick brown fox", 10), ["the quick", "brown fox"]);
        assert_eq!(wrap("abcdefghij kl", 4), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(wrap("samples/valid/run.json", 16), ["samples/valid/", "run.json"]);
        assert_eq!(wrap("a\nb", 10), ["a", "b"]);
        assert_eq!(wrap("on 2026-01-18 at", 10), ["on", "2026-01-18", "at"]);
        assert_eq!(wrap("根因分析", 4), ["根因", "分析"]);
        assert_eq!(wrap("写入FTS5之前，（切开）", 8), ["写入FTS5", "之前，", "（切开）"]);
        assert_eq!(wrap("", 10), [""]);
    }

    proptest! {
        #[test]
        fn wrapped_lines_fit_and_lose_nothing(text in ".{0,80}", limit in 4usize..40) {
            let text = visible(&text).into_owned();
            let lines = wrap(&text, limit);
            prop_assert!(lines.iter().all(|line| width(line) <= limit), "{lines:?}");
            let bare = |t: &str| t.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(bare(&lines.concat()), bare(&text));
        }

        #[test]
        fn a_cut_fits(text in "\\PC{0,40}", limit in 2usize..20) {
            prop_assert!(clip(&text, limit, 2).iter().all(|line| width(line) <= limit));
        }
    }
}
