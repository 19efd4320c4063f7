//! The text that tells a model what was wrong with its JSON and asks for it again.
//!
//! May use `code`, `diagnostic`. Invariants: the same diagnostics give the same text, of at most
//! [`LIMIT`] characters; errors that are left out are counted.

use crate::code::{Code, Severity};
use crate::diagnostic::{Diagnostic, clip};

/// The longest text, in code points.
pub const LIMIT: usize = 2_000;

/// The longest name or pointer quoted, in code points.
const QUOTED: usize = 200;

const REQUEST: &str = "Print only the corrected JSON, in one fenced json block.\n";

/// The text to feed back. `schema` is what the schema is called; `errors` is how many errors there are,
/// which may be more than are among the diagnostics.
pub fn reask(schema: &str, diagnostics: &[Diagnostic], errors: u64) -> String {
    let mut found: Vec<_> =
        diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect();
    found.sort_by_key(|diagnostic| weight(diagnostic.code));
    let plural = if errors == 1 { "" } else { "s" };
    let mut text =
        format!("The answer does not pass the schema \"{}\": {errors} error{plural}.\n", one_line(schema));
    let mut room = LIMIT - length(&text) - length(&left_out(errors)) - length(REQUEST);
    let mut told = 0;
    for diagnostic in found {
        let line = line(diagnostic);
        let Some(left) = room.checked_sub(length(&line)) else { break };
        text.push_str(&line);
        room = left;
        told += 1;
    }
    if errors > told {
        text.push_str(&left_out(errors - told));
    }
    text.push_str(REQUEST);
    text
}

fn line(diagnostic: &Diagnostic) -> String {
    let pointer = if diagnostic.pointer.is_empty() { "(root)" } else { &diagnostic.pointer };
    format!("- {}: {} ({})\n", one_line(pointer), one_line(&diagnostic.message), diagnostic.code)
}

fn left_out(count: u64) -> String {
    format!("- and {count} more\n")
}

/// How early a fault is told: what keeps the answer from being read at all comes first, then what the
/// schema demands, then what the parts of the answer say of each other.
fn weight(code: Code) -> u8 {
    match code.as_str().split('.').next() {
        Some("text" | "json" | "input" | "extract") => 0,
        Some("kind") => 1,
        Some("review") => 2,
        _ if matches!(code, Code::SchemaRequired | Code::SchemaType) => 2,
        Some("schema") => 3,
        _ => 4,
    }
}

fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(QUOTED + 1).collect();
    clip(&plain, QUOTED)
}

fn length(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(code: Code, pointer: &str, message: &str) -> Diagnostic {
        Diagnostic::new(code, pointer, message)
    }

    #[test]
    fn errors_are_told_most_load_bearing_first() {
        let diagnostics = [
            error(Code::RefFindingMissing, "/themes/0", "find_x is no finding"),
            error(Code::SchemaEnum, "/status", "\"done\" is none of them"),
            error(Code::CitationUnused, "/sources/citations/0", "a note is not told"),
            error(Code::SchemaRequired, "", "the key \"query\" is missing"),
        ];
        let expected = "\
The answer does not pass the schema \"research\": 3 errors.
- (root): the key \"query\" is missing (schema.required)
- /status: \"done\" is none of them (schema.enum)
- /themes/0: find_x is no finding (ref.finding-missing)
Print only the corrected JSON, in one fenced json block.
";
        assert_eq!(reask("research", &diagnostics, 3), expected);
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let long = "汉".repeat(200);
        let diagnostics = vec![error(Code::SchemaType, "/a", &long); 100];
        let text = reask("s", &diagnostics, 250);
        assert!(length(&text) <= LIMIT);
        // Each line has 2 + 2 + 2 + 200 + 14 + 1 = 221 characters; 1,875 are left for them.
        assert_eq!(text.matches("- /a: ").count(), 8);
        assert!(text.contains("- and 242 more\nPrint only"), "{text}");
    }

    #[test]
    fn nothing_in_an_answer_can_break_the_text() {
        let pointer = format!("/{}", "k".repeat(100_000));
        let text = reask(&"n".repeat(5_000), &[error(Code::SchemaType, &pointer, "two\nlines")], 1);
        assert!(length(&text) <= LIMIT);
        assert_eq!(text.lines().count(), 3);
        assert!(text.contains("…: two lines (schema.type)"), "{text}");
    }
}
