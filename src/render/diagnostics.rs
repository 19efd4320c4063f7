//! Diagnostics for people: the place, the code, what is wrong, the source line with a caret, the hint.
//!
//! May use `diagnostic`, `code`. Invariant: the caret stands under the first character of the instance,
//! whatever the width of what stands before it.

use std::io::{self, Write};

use anstyle::Style;

use super::text::{one_line, visible, width};
use super::{BOLD, CYAN, DIM, Look, RED, YELLOW};
use crate::code::Severity;
use crate::diagnostic::{Diagnostic, Excerpt};

/// Writes diagnostics of one source, each over a few lines.
///
/// # Errors
/// What the writer says.
pub fn diagnostics<'a>(
    out: &mut dyn Write,
    look: Look,
    source: &str,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
) -> io::Result<()> {
    let source = one_line(source);
    diagnostics.into_iter().try_for_each(|diagnostic| write(out, look, &source, diagnostic))
}

fn style(severity: Severity) -> Style {
    match severity {
        Severity::Error => RED,
        Severity::Warning => YELLOW,
        Severity::Note => CYAN,
    }
}

fn write(out: &mut dyn Write, look: Look, source: &str, diagnostic: &Diagnostic) -> io::Result<()> {
    let (line, column) = (diagnostic.position.line, diagnostic.position.column);
    let place = look.paint(BOLD, format_args!("{source}:{line}:{column}:"));
    let level =
        look.paint(style(diagnostic.severity), format_args!("{}[{}]", diagnostic.severity, diagnostic.code));
    writeln!(out, "{place} {level} {}", one_line(&diagnostic.message))?;
    let margin = " ".repeat(line.to_string().len());
    if let Some(excerpt) = &diagnostic.excerpt {
        let (text, before) = source_line(excerpt);
        let caret = look.paint(style(diagnostic.severity), "^");
        writeln!(out, "  {} {text}", look.paint(DIM, format_args!("{line} |")))?;
        writeln!(out, "  {} {}{caret}", look.paint(DIM, format_args!("{margin} |")), " ".repeat(before))?;
    }
    if let Some(hint) = &diagnostic.hint {
        writeln!(out, "  {margin} {} {}", look.paint(DIM, "="), one_line(hint))?;
    }
    Ok(())
}

/// The source line as it is shown, without its indent, and the columns before the caret.
fn source_line(excerpt: &Excerpt) -> (String, usize) {
    let shown = |text: String| visible(&text).into_owned();
    let before = shown(excerpt.text.chars().take(excerpt.caret).collect());
    let after = shown(excerpt.text.chars().skip(excerpt.caret).collect());
    let indent = before.len() - before.trim_start().len();
    let before = &before[indent..];
    ([before, &after].concat(), width(before))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use crate::diagnostic::Position;

    fn rendered(excerpt: &str, caret: usize) -> String {
        let mut diagnostic = Diagnostic::new(Code::SchemaType, "/a", "\"x\" is not of type number")
            .hint("write a number")
            .at(Position { line: 12, column: 8 });
        diagnostic.excerpt = Some(Excerpt { text: excerpt.to_owned(), caret });
        let mut out = Vec::new();
        let look = Look { width: 80, colour: false };
        diagnostics(&mut out, look, "run.json", [&diagnostic]).expect("memory can be written");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn the_caret_stands_under_the_instance() {
        assert_eq!(
            rendered("   \"a\": \"x\"", 8),
            "run.json:12:8: error[schema.type] \"x\" is not of type number\n  \
             12 | \"a\": \"x\"\n     |      ^\n     = write a number\n"
        );
    }

    #[test]
    fn wide_characters_move_the_caret_by_their_width() {
        let text = rendered("{\"根因\": 1, \"a\": \"\u{1b}\"}", 15);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines[1], "  12 | {\"根因\": 1, \"a\": \"\\x1b\"}");
        assert_eq!(lines[2], "     |                  ^");
    }
}
