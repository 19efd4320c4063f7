//! The form in which text is indexed, and the form in which words are searched.
//!
//! Uses nothing of the crate. Invariant: both forms split the same characters, so whatever is
//! indexed is found by its own text; and any text at all is a legal search.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization as _, is_nfc};

/// Stands between two texts that are indexed as one: a word of its own, so that no phrase is found across it.
pub const BORDER: &str = " \u{E000} ";

/// Text as the index takes it: composed, and every character of a script written without spaces
/// a word of its own, so that one character can be searched and a run of them is a phrase.
pub fn index_form(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    if !is_nfc(text) {
        return Cow::Owned(spaced(text.nfc()));
    }
    if text.contains(is_unspaced) { Cow::Owned(spaced(text.chars())) } else { Cow::Borrowed(text) }
}

fn spaced(text: impl Iterator<Item = char>) -> String {
    let mut form = String::new();
    for c in text {
        if is_unspaced(c) {
            form.extend([' ', c, ' ']);
        } else {
            form.push(c);
        }
    }
    form
}

/// Words a person typed as a full-text query: each literal, all wanted, in any order; a `*` at the
/// very end asks for words that begin so. `None` if nothing in it can be searched for.
pub fn query_form(text: &str) -> Option<String> {
    let (words, prefix) = match text.trim_end().strip_suffix('*') {
        Some(words) if words.ends_with(char::is_alphanumeric) => (words, true),
        _ => (text, false),
    };
    let phrases: Vec<String> = words
        .split_whitespace()
        .filter(|word| word.contains(char::is_alphanumeric))
        .map(|word| format!("\"{}\"", index_form(word).trim().replace('"', "\"\"")))
        .collect();
    let query = phrases.join(" ");
    (!query.is_empty()).then(|| if prefix { query + "*" } else { query })
}

/// Han, kana, bopomofo and hangul: scripts in which a word is not what stands between two spaces.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x11FF          // hangul jamo
        | 0x2E80..=0x2FDF        // radicals
        | 0x3005..=0x3007        // iteration mark, closing mark, zero
        | 0x3041..=0x318F        // kana, bopomofo, compatibility jamo
        | 0x31A0..=0x31BF
        | 0x31F0..=0x31FF
        | 0x3400..=0x4DBF        // han
        | 0x4E00..=0x9FFF
        | 0xA960..=0xA97F
        | 0xAC00..=0xD7FF        // hangul syllables
        | 0xF900..=0xFAFF
        | 0xFF66..=0xFFDC        // half-width kana and jamo
        | 0x1AFF0..=0x1B16F      // kana supplements
        | 0x20000..=0x3FFFD)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rusqlite::Connection;

    use super::*;

    fn finds(indexed: &str, typed: &str) -> bool {
        let connection = Connection::open_in_memory().expect("opens");
        connection
            .execute_batch(
                "CREATE VIRTUAL TABLE t USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2')",
            )
            .expect("made");
        connection.execute("INSERT INTO t VALUES (?1)", [index_form(indexed)]).expect("indexed");
        let Some(query) = query_form(typed) else { return false };
        connection
            .query_row("SELECT count(*) FROM t WHERE t MATCH ?1", [&query], |row| row.get::<_, i64>(0))
            .unwrap_or_else(|error| panic!("{query}: {error}"))
            == 1
    }

    #[test]
    fn words_are_literal_and_all_of_them_are_wanted() {
        for (indexed, typed, found) in [
            ("a multi-agent system", "multi-agent", true),
            ("agent multi", "multi-agent", false),
            ("they don't know", "don't", true),
            ("written in C++", "C++", true),
            ("runs on node.js", "node.js", true),
            ("this AND that", "AND", true),
            ("this or that", "NEAR(this that)", false),
            ("half a quote", "\"half", true),
            ("half a quote", "quote half", true),
            ("half a quote", "quote whole", false),
            ("Café au lait", "cafe", true),
            ("Café au lait", "CAFE\u{301}", true),
            ("column: text", "text:column", false),
            ("anything", "*", false),
            ("anything", "", false),
            ("anything", " + ", false),
        ] {
            assert_eq!(finds(indexed, typed), found, "{typed} in {indexed}");
        }
    }

    #[test]
    fn no_phrase_crosses_a_border() {
        let indexed = ["alpha beta", "gamma delta"].join(BORDER);
        assert!(finds(&indexed, "beta gamma"));
        assert!(finds(&indexed, "alpha-beta"));
        assert!(!finds(&indexed, "beta-gamma"));
    }

    #[test]
    fn a_star_at_the_end_asks_for_a_beginning() {
        for (indexed, typed, found) in [
            ("benchmarks of caches", "bench*", true),
            ("benchmarks of caches", "caches bench*", true),
            ("benchmarks of caches", "bench* caches", false),
            ("benchmarks of caches", "bench", false),
            ("benchmarks of caches", "marks*", false),
            ("根因分析", "根因*", true),
        ] {
            assert_eq!(finds(indexed, typed), found, "{typed} in {indexed}");
        }
    }

    #[test]
    fn scripts_without_spaces_are_found_from_one_character_up() {
        for (indexed, typed, found) in [
            ("根因分析", "根", true),
            ("根因分析", "因分", true),
            ("根因分析", "分因", false),
            ("根因分析", "分析 根因", true),
            ("修复ok了", "修复ok", true),
            ("修复ok了", "ok", true),
            ("悬空引用", "悬空", true),
            ("データベース", "ベース", true),
            ("か\u{3099}くせい", "がく", true),
            ("데이터베이스", "베이스", true),
            ("𠮷野家", "𠮷", true),
        ] {
            assert_eq!(finds(indexed, typed), found, "{typed} in {indexed}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_legal_search(text in "\\PC{0,24}", query in "[\\PC\\s\"*]{0,24}") {
            finds(&text, &query);
        }

        #[test]
        fn a_text_is_found_by_itself(text in "[a-z0-9 \u{4e00}-\u{4e20}éß.,'\"-]{0,24}") {
            prop_assert_eq!(finds(&text, &text), text.contains(char::is_alphanumeric));
        }
    }
}
