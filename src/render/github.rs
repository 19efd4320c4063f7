//! Diagnostics as commands of a GitHub workflow, which shows each beside the line it is about.
//!
//! May use `diagnostic`, `code`. Invariant: a diagnostic is one line and one command, whatever the
//! document, its name and the message hold.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::text::one_line;
use crate::code::Severity;
use crate::diagnostic::{Diagnostic, Position};

/// Writes the diagnostics of one source, a line each.
///
/// # Errors
/// What the writer says.
pub fn github<'a>(
    out: &mut dyn Write,
    source: &str,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
) -> io::Result<()> {
    diagnostics.into_iter().try_for_each(|diagnostic| write(out, source, diagnostic))
}

fn write(out: &mut dyn Write, source: &str, diagnostic: &Diagnostic) -> io::Result<()> {
    let Position { line, column } = diagnostic.position;
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let (file, title) = (escape(source, &PROPERTY), diagnostic.code);
    let message = escape(&one_line(&diagnostic.message), &DATA);
    write!(out, "::{level} file={file},line={line},col={column},title={title}::{message}")?;
    if let Some(hint) = &diagnostic.hint {
        write!(out, "%0Ahint: {}", escape(&one_line(hint), &DATA))?;
    }
    writeln!(out)
}

/// What would end a message, and what would end a property; the path itself stays as it is, so that the
/// file is found again.
const DATA: [char; 3] = ['%', '\r', '\n'];
const PROPERTY: [char; 5] = ['%', '\r', '\n', ':', ','];

fn escape(text: &str, special: &[char]) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        // Writing to a String cannot fail.
        let _ = match c {
            c if special.contains(&c) => write!(out, "%{:02X}", u32::from(c)),
            c => out.write_char(c),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;

    fn rendered(source: &str, message: &str) -> String {
        let diagnostic =
            Diagnostic::new(Code::SchemaType, "/a", message).hint("100%").at(Position { line: 3, column: 7 });
        let mut out = Vec::new();
        github(&mut out, source, [&diagnostic]).expect("memory can be written");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn a_command_names_the_place_and_the_code() {
        assert_eq!(
            rendered("runs/a.json", "\"x\" is not of type number"),
            "::error file=runs/a.json,line=3,col=7,title=schema.type::\"x\" is not of type number%0Ahint: 100%25\n"
        );
    }

    #[test]
    fn nothing_in_a_document_or_its_name_is_a_command() {
        let text = rendered("a,line=1::b%\n::stop.json", "50% of\r\n::add-mask::x\u{1b}]0;\u{7}: a, b");
        assert_eq!(
            text,
            "::error file=a%2Cline=1%3A%3Ab%25%0A%3A%3Astop.json,line=3,col=7,title=schema.type\
             ::50%25 of ::add-mask::x\\x1b]0;\\x07: a, b%0Ahint: 100%25\n"
        );
        assert_eq!(text.lines().count(), 1);
    }
}
