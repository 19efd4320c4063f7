//! Every question in every format: the same rows, whoever reads them.

use std::io::Read as _;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::harness::{Casebook, research};
use crate::pages::commands;

/// The questions that list things, each with the words that make it list much.
const LISTS: [&[&str]; 11] = [
    &["list"],
    &["list", "--all-revisions"],
    &["findings"],
    &["gaps"],
    &["gaps", "--all"],
    &["gaps", "--group"],
    &["themes", "--recurring", "1"],
    &["contradictions", "--all"],
    &["actions"],
    &["citations"],
    &["packets"],
];

/// The questions that are answered with a page.
const PAGES: [&[&str]; 8] = [
    &["stats"],
    &["trends"],
    &["trends", "--by", "task", "--metric", "finding"],
    &["task", "T101"],
    &["show", "res_d3a7704f"],
    &["show", "T101/res_3f9c21a7"],
    &["provenance", "res_d3a7704f"],
    &["provenance", "tidemark/ctx-T101-decide"],
];

/// An archive of the sample data.
pub fn sample() -> Casebook {
    let valid = concat!(env!("CARGO_MANIFEST_DIR"), "/sample-data/valid");
    let casebook = Casebook::new();
    casebook.run(["init", "."]).code(0);
    casebook.run(["ingest", valid, "-q"]).code(0);
    casebook
}

fn ask(casebook: &Casebook, words: &[&str], format: &str) -> String {
    let all = ["--limit", "0"];
    let limit = if PAGES.contains(&words) { &[][..] } else { &all[..] };
    let args = words.iter().chain(limit).copied().chain(["--format", format]);
    casebook.run(args).code(0).stdout
}

#[test]
fn lists_have_the_same_rows_in_every_format() {
    let casebook = sample();
    for words in LISTS {
        let answer: Value = serde_json::from_str(&ask(&casebook, words, "json")).unwrap();
        let items = answer["items"].as_array().unwrap();
        assert!(!items.is_empty(), "{words:?} lists something");
        assert_eq!(answer["total"], json!(items.len()), "{words:?}");
        assert_eq!(answer["truncated"], json!(false), "{words:?}");

        let lines = ask(&casebook, words, "ndjson");
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(&lines, items, "{words:?}");

        let table = ask(&casebook, words, "csv");
        let mut table = csv::Reader::from_reader(table.as_bytes());
        let keys: Vec<String> = table.headers().unwrap().iter().map(str::to_owned).collect();
        let first = lines[0].as_object().unwrap();
        assert_eq!(keys.len(), first.len(), "{words:?}: a column a key");
        assert!(keys.iter().all(|key| first.contains_key(key)), "{words:?}: {keys:?}");
        assert_eq!(table.records().map(Result::unwrap).count(), items.len(), "{words:?}");

        let markdown = ask(&casebook, words, "markdown");
        assert_eq!(
            markdown.lines().filter(|line| line.starts_with('|')).count(),
            items.len() + 2,
            "{words:?}"
        );
        assert!(ask(&casebook, words, "table").lines().count() > items.len(), "{words:?}");
        assert_eq!(ask(&casebook, words, "html").matches("<tr>").count(), items.len() + 1, "{words:?}");
    }
}

#[test]
fn pages_render_in_every_format() {
    let casebook = sample();
    for words in PAGES {
        for format in ["table", "json", "ndjson", "csv", "markdown", "html"] {
            let text = ask(&casebook, words, format);
            assert!(!text.trim().is_empty(), "{words:?} as {format}");
            if format == "json" {
                assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["format"], json!(1), "{words:?}");
            }
        }
    }
}

#[test]
fn an_empty_list_is_an_answer() {
    let casebook = Casebook::new();
    casebook.run(["init", "."]).code(0);
    for words in LISTS {
        let answer: Value = serde_json::from_str(&ask(&casebook, words, "json")).unwrap();
        assert_eq!(answer["items"], json!([]), "{words:?}");
        assert_eq!(answer["total"], json!(0), "{words:?}");
        assert_eq!(ask(&casebook, words, "ndjson"), "", "{words:?}");
    }
}

#[test]
fn a_cut_list_says_so() {
    let casebook = sample();
    let ran = casebook.run(["findings", "--limit", "3", "--json"]).code(0);
    assert!(ran.stderr.starts_with("note: showing 3 of "), "{}", ran.stderr);
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((&answer["returned"], &answer["truncated"]), (&json!(3), &json!(true)));
}

#[test]
fn text_that_acts_is_shown_and_kept() {
    let mut document = research("T001", "res_00000001");
    let claim = "=cmd|'/c calc'!A1 \u{1b}[2J \u{202e}evil | pipe\r\nnext";
    document["findings"][0]["claim"] = json!(claim);
    let casebook = Casebook::new().with(document);
    let of = |format: &str| casebook.run(["findings", "--format", format]).code(0).stdout;
    for format in ["table", "markdown", "html"] {
        let text = of(format);
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\r']), "{text:?}");
        assert!(text.contains("\\x1b"), "{text:?}");
    }
    assert_eq!(of("markdown").lines().filter(|line| line.starts_with('|')).count(), 3);
    let answer: Value = serde_json::from_str(&of("json")).unwrap();
    assert_eq!(answer["items"][0]["claim"], json!(claim));
    let table = of("csv");
    let mut table = csv::Reader::from_reader(table.as_bytes());
    let row = table.records().next().unwrap().unwrap();
    assert!(row.iter().any(|cell| cell.starts_with("'=cmd")), "{row:?}");
}

#[test]
fn a_closed_pipe_is_quiet() {
    let casebook = sample();
    for format in ["table", "json", "ndjson", "csv", "markdown", "html"] {
        let mut child = casebook
            .command(["findings", "--limit", "0", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""), "{format}");
    }
}

#[test]
fn every_command_has_a_page_of_help() {
    let casebook = Casebook::new();
    let commands = commands();
    assert!(commands.len() >= 18, "{commands:?}");
    for command in commands {
        let help = casebook.run([&*command, "--help"]).code(0).stdout;
        assert!(help.contains("Examples:\n  "), "{command}");
        assert!(help.contains("Usage: casebook "), "{command}");
    }
}
