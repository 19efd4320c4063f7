//! The shell of every HTML page, and how text gets into one.
//!
//! May use `digest`, `report` and, beside it, `text`. Invariant: a page is one file that asks for
//! nothing outside itself, all that it needs to be read is there without script, and its policy allows
//! the very style and script that it carries and no other.

pub(crate) mod answer;

use std::fmt::Write as _;

use super::text::{one_line, visible};
use crate::digest::Digest;
use maud::{DOCTYPE, Markup, PreEscaped, Render, html};

/// What every page looks like.
const STYLE: &str = include_str!("html/page.css");

/// What surrounds the content of a page.
///
/// The content begins with a level two heading: the one level one heading is the title.
#[derive(Debug)]
pub struct Shell<'a> {
    /// What kind of page this is, set small above the title.
    pub kind: &'a str,
    pub title: &'a str,
    /// The language of the content, where it is known to be one.
    pub language: Option<&'a str>,
    /// Under the title, in the header.
    pub lead: Markup,
    /// What the page was made of, in the footer.
    pub colophon: Markup,
    /// Style beyond the shared one.
    pub style: &'a str,
    /// What makes the page handier. Nothing may depend on it.
    pub script: &'a str,
}

impl Shell<'_> {
    /// The page around this content.
    pub fn page(&self, content: &Markup) -> Markup {
        let style = [STYLE, self.style].concat();
        html! {
            (DOCTYPE)
            html lang=(self.language.unwrap_or("en")) {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy(&style, self.script));
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="referrer" content="no-referrer";
                    meta name="generator" content={ "casebook " (env!("CARGO_PKG_VERSION")) };
                    title { (one_line(self.title)) }
                    style { (PreEscaped(&style)) }
                }
                body {
                    a.skip href="#content" { "Skip to the content" }
                    header {
                        p.kind { (self.kind) }
                        h1 dir="auto" { (visible(self.title)) }
                        (self.lead)
                    }
                    main #content tabindex="-1" { (content) }
                    footer { (self.colophon) }
                    @if !self.script.is_empty() {
                        script { (PreEscaped(self.script)) }
                    }
                }
            }
        }
    }
}

/// Text of an archive: set apart from what stands around it, in the direction of its own script, with
/// whatever would act on a reader's eye written out.
pub struct Text<'a>(pub &'a str);

impl Render for Text<'_> {
    fn render(&self) -> Markup {
        html! { span.text dir="auto" { (visible(self.0)) } }
    }
}

/// The policy of a page that loads nothing, with this style and this script.
fn policy(style: &str, script: &str) -> String {
    let mut policy = format!("default-src 'none'; style-src 'sha256-{}'", digest(style));
    if !script.is_empty() {
        // Writing to a String cannot fail.
        let _ = write!(policy, "; script-src 'sha256-{}'", digest(script));
    }
    policy + "; base-uri 'none'; form-action 'none'"
}

fn digest(text: &str) -> String {
    base64(&Digest::of(text.as_bytes()).0)
}

/// Base64 with padding.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().chain(&[0, 0]).take(3).fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        for place in 0..4 {
            let digit = DIGITS[group >> (18 - 6 * place) & 63];
            out.push(if place <= chunk.len() { digit.into() } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell<'a>(title: &'a str, script: &'a str) -> Shell<'a> {
        let nothing = || PreEscaped(String::new());
        Shell {
            kind: "Report",
            title,
            language: None,
            lead: nothing(),
            colophon: nothing(),
            style: "",
            script,
        }
    }

    #[test]
    fn text_stays_text() {
        let page = shell("</title><script>alert(1)</script>", "")
            .page(&html! { p { (Text("\"a\" & 'b' </script> \u{202e}gnp\u{2028}שלום")) } })
            .into_string();
        assert!(!page.contains("<script"), "{page}");
        assert_eq!(page.matches("</title>").count(), 1);
        assert!(page.contains("&quot;a&quot; &amp; 'b' &lt;/script&gt; \\u{202e}gnp\\u{2028}שלום"), "{page}");
    }

    #[test]
    fn the_policy_names_what_the_page_carries() {
        // SHA-256 of the empty text and of "abc", as FIPS 180-4 gives them.
        assert_eq!(digest(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert_eq!(digest("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
        assert_eq!(
            policy("", "abc"),
            "default-src 'none'; style-src 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; \
             script-src 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='; base-uri 'none'; form-action 'none'"
        );
        assert!(!policy("", "").contains("script-src"));
    }

    #[test]
    fn base64_pads_as_rfc_4648_does() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn what_is_carried_cannot_end_early() {
        assert!(!STYLE.contains("</"));
        assert!(!STYLE.contains("url(") && !STYLE.contains("@import"));
    }
}
