//! A quote held against the excerpt of its source.
//!
//! Uses nothing of the crate. Invariant: `casebook-quote-1`, the normalisation below, folds only what
//! typesetting changes: white space, quotation marks, dashes, ellipses, soft hyphens. Never NFKC.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};

/// The shortest part of an elided quote that counts as found, in code points.
const SHORTEST_PART: usize = 4;

/// How a quote stands in an excerpt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QuoteMatch {
    /// Word for word.
    Exact,
    /// But for typesetting.
    Normalised,
    /// In parts, in their order, where the quote has an ellipsis.
    Elided,
    Absent,
    /// There is no excerpt, or nothing is quoted.
    Unchecked,
}

impl QuoteMatch {
    /// The word used in the archive and in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Normalised => "normalised",
            Self::Elided => "elided",
            Self::Absent => "absent",
            Self::Unchecked => "unchecked",
        }
    }

    /// How `quote` stands in `excerpt`.
    pub fn of(quote: &str, excerpt: Option<&str>) -> Self {
        let Some(excerpt) = excerpt.filter(|excerpt| !excerpt.trim().is_empty()) else {
            return Self::Unchecked;
        };
        if quote.trim().is_empty() {
            return Self::Unchecked;
        }
        if excerpt.contains(quote) {
            return Self::Exact;
        }
        let (quote, excerpt) = (normalised(quote), normalised(excerpt));
        if excerpt.contains(&quote) {
            return Self::Normalised;
        }
        if in_parts(&quote, &excerpt) { Self::Elided } else { Self::Absent }
    }
}

fn in_parts(quote: &str, excerpt: &str) -> bool {
    let parts: Vec<&str> =
        quote.split("...").map(|part| part.trim_matches([' ', '[', ']', '(', ')'])).collect();
    let long_enough = parts.iter().all(|part| part.is_empty() || part.chars().count() >= SHORTEST_PART);
    let mut rest = Some(excerpt);
    for part in parts.iter().filter(|part| !part.is_empty()) {
        rest = rest.and_then(|text| text.find(part).map(|at| &text[at + part.len()..]));
    }
    parts.len() > 1 && long_enough && rest.is_some_and(|rest| rest.len() < excerpt.len())
}

fn normalised(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Composing is slow, and most texts are composed.
    let composed = if is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) };
    for c in composed.chars() {
        match c {
            '\u{ad}' | '\u{200b}' | '\u{feff}' => {}
            '‘' | '’' | '‚' | '‛' | '′' => out.push('\''),
            '“' | '”' | '„' | '‟' | '«' | '»' | '″' => out.push('"'),
            '‐'..='―' | '−' => out.push('-'),
            '…' => out.push_str("..."),
            c if c.is_whitespace() => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(quote: &str, excerpt: &str) -> &'static str {
        QuoteMatch::of(quote, Some(excerpt)).as_str()
    }

    #[test]
    fn quotes_are_classed_by_how_they_are_found() {
        let excerpt =
            "Readers don't block writers \u{2013} and writers\n do not block \u{201c}readers\u{201d}.";
        assert_eq!(class("Readers don't block writers", excerpt), "exact");
        assert_eq!(class("don\u{2019}t block writers - and writers do not", excerpt), "normalised");
        assert_eq!(class("wri\u{ad}ters do not block \"readers\"", excerpt), "normalised");
        assert_eq!(class("Readers don't … do not block", excerpt), "elided");
        assert_eq!(class("Readers don't [...] do not block", excerpt), "elided");
        assert_eq!(class("do not block … Readers don't", excerpt), "absent");
        assert_eq!(class("a … b", excerpt), "absent");
        assert_eq!(class("…", excerpt), "absent");
        assert_eq!(class("readers never block", excerpt), "absent");
    }

    #[test]
    fn meaning_is_not_folded() {
        assert_eq!(class("10-9 s", "10⁻⁹ s"), "absent");
        assert_eq!(class("1", "①"), "absent");
    }

    #[test]
    fn nothing_is_not_checked() {
        assert_eq!(class("", "text"), "unchecked");
        assert_eq!(class("text", "  "), "unchecked");
        assert_eq!(QuoteMatch::of("text", None), QuoteMatch::Unchecked);
    }
}
