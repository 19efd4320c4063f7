//! What two spellings of one text share.
//!
//! May use `digest`. Invariant: only case, spacing and Unicode composition are folded; never NFKC, which
//! would turn 10⁻⁹ into 10-9.

use unicode_normalization::{UnicodeNormalization as _, is_nfc};

use crate::digest::Digest;

/// The text without its case and its spacing: NFC, lower case, single spaces, none at the ends.
pub(crate) fn text_key(text: &str) -> String {
    let lower =
        if is_nfc(text) { text.to_lowercase() } else { text.nfc().collect::<String>().to_lowercase() };
    let mut key = String::with_capacity(lower.len());
    for word in lower.split_whitespace() {
        if !key.is_empty() {
            key.push(' ');
        }
        key.push_str(word);
    }
    key
}

/// The digest by which texts that differ only in spelling are found.
pub(crate) fn text_digest(text: &str) -> Digest {
    Digest::of(text_key(text).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_is_folded_and_meaning_is_not() {
        assert_eq!(text_key("  Cache\t INVALIDATION\u{a0}"), "cache invalidation");
        assert_eq!(text_key("cafe\u{301}"), text_key("CAF\u{c9}"));
        assert_eq!(text_key("10⁻⁹ ①"), "10⁻⁹ ①");
        assert_eq!(text_digest("A b"), text_digest("a  B"));
    }
}
