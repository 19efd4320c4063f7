//! Wording: what a fault of JSON's grammar is called, and what to do about it.
//!
//! May use `code`, `diagnostic`. Invariant: describes, decides nothing: that there is a fault, and
//! where, was found by [`super::lex`].

use super::lex::{Expect, Fault, is_blank};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, clip};

/// What is wrong at byte `at` with the value or container of that pointer.
pub(super) fn describe(text: &str, at: usize, fault: Fault, pointer: String) -> Diagnostic {
    let (message, hint) = match fault {
        Fault::End { string: Some(start) } => {
            (format!("the text ends inside the string {}", first_words(&text[start..])), CUT)
        }
        Fault::End { string: None } => ("the text ends before the document does".to_owned(), CUT),
        Fault::Scalar { length } => scalar(&text[at..at + length]),
        Fault::Control { string } => control(text.as_bytes()[at], &first_words(&text[string..])),
        Fault::Escape => escape(&text[at..]),
        Fault::Unexpected(expect) => unexpected(text, at, expect),
    };
    let diagnostic = Diagnostic::new(Code::JsonSyntax, pointer, message);
    if hint.is_empty() { diagnostic } else { diagnostic.hint(hint) }
}

/// Text behind a document; `rest` begins with it.
pub(super) fn trailing(rest: &str) -> Diagnostic {
    let hint = match rest.as_bytes().first() {
        Some(b',') => "put documents on lines of their own, or in [ ]",
        Some(b'}' | b']') => "there is one closing bracket too many, or an opening one is missing",
        _ => "remove it, or give each document a line of its own",
    };
    Diagnostic::new(Code::JsonTrailing, "", format!("text behind the document: {}", first_words(rest)))
        .hint(hint)
}

/// What stands where the next document of an array, or its end, should.
pub(super) fn array(rest: &str) -> Diagnostic {
    let (message, hint) = match rest.as_bytes().first() {
        None => ("the text ends before the array of documents does".to_owned(), CUT),
        Some(b']') => ("a comma before the closing ]".to_owned(), "remove the comma"),
        _ => (
            format!("in an array of documents, {} is no object behind a comma", first_words(rest)),
            "an array of documents holds objects only, with a comma between them",
        ),
    };
    Diagnostic::new(Code::JsonSyntax, "", message).hint(hint)
}

const CUT: &str = "the file may have been cut short: write it whole, then archive it";

fn scalar(run: &str) -> (String, &'static str) {
    let shown = clip(run, 40);
    let digits = run.trim_start_matches(['+', '-']);
    let hint = match run {
        _ if run.eq_ignore_ascii_case("none") || run.eq_ignore_ascii_case("undefined") => "write null",
        _ if run.eq_ignore_ascii_case("true") => "write true",
        _ if run.eq_ignore_ascii_case("false") => "write false",
        _ if run.eq_ignore_ascii_case("null") => "write null",
        _ if !run.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) => {
            "put strings in double quotes"
        }
        _ if run.starts_with('+') => "write the number without +",
        _ if digits.starts_with("0x") || digits.starts_with("0X") => "write the number in decimal",
        _ if digits.len() > 1 && digits.starts_with('0') && digits.as_bytes()[1].is_ascii_digit() => {
            "a number has no leading zero; put codes and ids in double quotes"
        }
        _ if digits.starts_with('.') || digits.ends_with('.') => "write a digit on both sides of the point",
        _ => "put dates, versions and the like in double quotes",
    };
    (format!("{shown} is no JSON value"), hint)
}

fn control(byte: u8, string: &str) -> (String, &'static str) {
    match byte {
        b'\n' | b'\r' => (
            format!("a line break inside the string {string}"),
            "close the string with a double quote, or write the break as \\n",
        ),
        b'\t' => (format!("a tab inside the string {string}"), "write it as \\t"),
        _ => (
            format!("the control character U+{byte:04X} inside a string"),
            "remove it, or write it as an escape",
        ),
    }
}

fn escape(rest: &str) -> (String, &'static str) {
    if rest.starts_with("\\u") {
        return (
            "\\u without four hexadecimal digits behind it".to_owned(),
            "write a backslash itself as \\\\",
        );
    }
    let shown = rest.chars().nth(1).map(named).unwrap_or_default();
    (format!("a backslash before {shown} is no escape"), "write a backslash itself as \\\\")
}

fn unexpected(text: &str, at: usize, expect: Expect) -> (String, &'static str) {
    let rest = &text[at..];
    let found = rest.chars().next().map(named).unwrap_or_default();
    let behind = text.as_bytes()[..at].iter().rev().find(|&&byte| !is_blank(byte));
    let closes = rest.starts_with(['}', ']']);
    if closes && behind == Some(&b',') {
        return (format!("a comma before the closing {found}"), "remove the comma");
    }
    let wanted = match expect {
        Expect::Document => "a document, which begins with { or [",
        Expect::Value => "a value",
        Expect::ValueOrEnd => "a value or ]",
        Expect::Key => "a key in double quotes",
        Expect::KeyOrEnd => "a key in double quotes or }",
        Expect::Colon => "a colon behind the key",
        Expect::CommaOrEnd => "a comma or the closing bracket",
        Expect::Nothing => "nothing",
    };
    (format!("expected {wanted}, found {found}"), hint(rest, expect))
}

fn hint(rest: &str, expect: Expect) -> &'static str {
    let first = rest.chars().next().unwrap_or_default();
    let value = matches!(expect, Expect::Value | Expect::ValueOrEnd);
    let key = matches!(expect, Expect::Key | Expect::KeyOrEnd);
    match first {
        _ if expect == Expect::Document => "a JSON document is an object: {\"key\": value, …}",
        '/' | '#' => "JSON has no comments; remove it",
        '\'' | '`' | '“' | '”' | '‘' | '’' | '„' | '«' => {
            "put keys and strings in straight double quotes"
        }
        _ if key && first.is_alphanumeric() => "put the key in double quotes",
        _ if key && first == ',' => "remove one of the two commas",
        _ if value && first == ',' => "write the missing value, or remove the comma",
        _ if value && (first == '}' || first == ']') => "write the missing value",
        '}' | ']' => "the brackets do not pair up",
        '=' if expect == Expect::Colon => "write a colon between key and value",
        '"' | '{' | '[' if expect == Expect::CommaOrEnd => "put a comma before it",
        ':' if expect == Expect::CommaOrEnd => "put keys in an object: { }",
        _ if expect == Expect::CommaOrEnd && first.is_alphanumeric() => {
            "put a comma before it, or a backslash before a quote inside the string"
        }
        _ if first.is_whitespace() || !first.is_ascii() => {
            "only plain spaces may stand between values; remove it"
        }
        _ => "",
    }
}

/// A character as it can be read: itself, or its number where it would not show.
fn named(c: char) -> String {
    match c {
        '!'..='~' => c.to_string(),
        c if c.is_alphanumeric() => c.to_string(),
        c => format!("U+{:04X}", u32::from(c)),
    }
}

fn first_words(rest: &str) -> String {
    let line = rest.lines().next().unwrap_or_default().trim_end();
    clip(line, 40)
}
