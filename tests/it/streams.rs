//! What goes to stdout and stderr, and how a process ends.

use crate::harness::Casebook;

#[test]
fn a_failure_is_two_lines_on_stderr() {
    let ran = Casebook::new().run(["list", "--db", "none.db"]).code(3);
    assert_eq!(ran.stdout, "");
    assert_eq!(
        ran.stderr,
        "error: no archive at none.db\nhint: make one with 'casebook ingest PATH' or 'casebook init'\n"
    );
}

#[test]
fn a_failure_with_json_is_one_object() {
    for args in [["--json", "--json"], ["--format", "json"], ["--format", "ndjson"]] {
        let mut args = args.to_vec();
        args.dedup();
        let args = ["list", "--db", "none.db"].into_iter().chain(args);
        let answer = Casebook::new().run(args).code(3).json();
        assert_eq!(answer["format"], 1);
        assert_eq!(answer["error"]["code"], "archive.missing");
        assert_eq!(answer["error"]["exit"], 3);
        assert_eq!(answer["error"]["message"], "no archive at none.db");
    }
}

#[test]
fn a_command_line_that_makes_no_sense_is_told_in_the_same_form() {
    let casebook = Casebook::new();
    let ran = casebook.run(["lst"]).code(2);
    assert_eq!(ran.stdout, "");
    assert_eq!(
        ran.stderr,
        "error: unrecognized subcommand 'lst'\nhint: a similar subcommand exists: 'list'\n"
    );
    let answer = casebook.run(["list", "--limt", "3", "--json"]).code(2).json();
    assert_eq!(answer["error"]["code"], "usage");
    assert_eq!(answer["error"]["hint"], "a similar argument exists: '--limit'");
}
