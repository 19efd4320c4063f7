//! Diagnostics as a SARIF 2.1.0 log, for code scanning.
//!
//! May use `diagnostic`, `code`. Invariants: the log is valid against the standard's schema whatever the
//! documents held; no text of theirs is taken for a placeholder or a link; the same diagnostics give the
//! same log.

use std::io::{self, Write};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;

use super::json;
use super::text::one_line;
use crate::code::{Code, Severity};
use crate::diagnostic::{Diagnostic, Position};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// What a path keeps of itself in a URI.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Writes diagnostics, each with the source it is about, as one log.
///
/// # Errors
/// What the writer says.
pub fn sarif(out: &mut dyn Write, found: &[(&str, &Diagnostic)]) -> io::Result<()> {
    let mut codes: Vec<Code> = found.iter().map(|(_, diagnostic)| diagnostic.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let results = found.iter().map(|(source, diagnostic)| Finding::new(source, diagnostic, &codes));
    let results = results.collect();
    let rules = codes.iter().copied().map(Rule::new).collect();
    let driver = Driver { name: "casebook", semantic_version: env!("CARGO_PKG_VERSION"), rules };
    let run = Run { tool: Tool { driver }, column_kind: "unicodeCodePoints", results };
    json::pretty(out, &Log { version: "2.1.0", schema: SCHEMA, runs: [run] })
}

#[derive(Serialize)]
struct Log<'a> {
    version: &'static str,
    #[serde(rename = "$schema")]
    schema: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: Code,
    short_description: Text,
    help: Text,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: Severity,
}

#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Finding<'a> {
    rule_id: Code,
    rule_index: usize,
    level: Severity,
    message: Text,
    locations: [Location<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    physical_location: Physical,
    #[serde(skip_serializing_if = "Option::is_none")]
    logical_locations: Option<[Logical<'a>; 1]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Physical {
    artifact_location: Artifact,
    region: Region,
}

#[derive(Serialize)]
struct Artifact {
    uri: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u64,
    start_column: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Logical<'a> {
    fully_qualified_name: &'a str,
}

impl Rule {
    fn new(code: Code) -> Self {
        let entry = code.entry();
        Self {
            id: code,
            short_description: message(entry.meaning),
            help: message(entry.mend),
            default_configuration: Configuration { level: entry.severity },
        }
    }
}

impl<'a> Finding<'a> {
    fn new(source: &str, diagnostic: &'a Diagnostic, codes: &[Code]) -> Self {
        let Position { line, column } = diagnostic.position;
        let pointer = &*diagnostic.pointer;
        Self {
            rule_id: diagnostic.code,
            rule_index: codes.binary_search(&diagnostic.code).unwrap_or_default(),
            level: diagnostic.severity,
            message: message(&said(diagnostic)),
            locations: [Location {
                physical_location: Physical {
                    artifact_location: Artifact { uri: uri(source) },
                    region: Region { start_line: line, start_column: column },
                },
                logical_locations: (!pointer.is_empty())
                    .then_some([Logical { fully_qualified_name: pointer }]),
            }],
        }
    }
}

fn said(diagnostic: &Diagnostic) -> String {
    match &diagnostic.hint {
        Some(hint) => format!("{}; {hint}", diagnostic.message),
        None => diagnostic.message.clone(),
    }
}

/// Braces stand for placeholders and a bracket before a parenthesis ends a link, unless escaped.
fn message(text: &str) -> Text {
    Text { text: one_line(text).replace('{', "{{").replace('}', "}}").replace("](", "\\](") }
}

/// A path as a URI reference: relative to where the command ran, unless it is absolute.
fn uri(source: &str) -> String {
    let path = utf8_percent_encode(source, PATH);
    if source.starts_with('/') { format!("file://{path}") } else { path.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("runs/a b.json"), "runs/a%20b.json");
        assert_eq!(uri("/srv/a:b#c?d%20.json"), "file:///srv/a%3Ab%23c%3Fd%2520.json");
        assert_eq!(uri("../汉.json"), "../%E6%B1%89.json");
        assert_eq!(uri("x:y.json"), "x%3Ay.json");
    }

    #[test]
    fn no_text_is_a_placeholder_or_a_link() {
        assert_eq!(message("{0} \u{1b}[2J\n[here](https://example.org)").text, {
            "{{0}} \\x1b[2J [here\\](https://example.org)"
        });
    }
}
