//! What goes to stdout and stderr, and how a process ends.

use std::process::{Command, Stdio};

use crate::harness::{Casebook, Ran, research, run};

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

#[test]
fn a_hint_names_the_command_that_was_meant() {
    let casebook = Casebook::new();
    assert_eq!(
        casebook.run(["list", "--limit", "many"]).code(2).stderr,
        "error: invalid value 'many' for '--limit <N>': invalid digit found in string\n\
         hint: see 'casebook list --help'\n"
    );
    let nothing: [&str; 0] = [];
    assert_eq!(
        casebook.run(nothing).code(2).stderr,
        "error: a command is missing\nhint: see 'casebook --help'\n"
    );
}

#[test]
fn colour_is_asked_for_or_not() {
    let casebook = Casebook::new().with(research("T001", "res_00000001"));
    let coloured = |words: &[&str], env: &[(&str, &str)]| {
        let ran = run(casebook.command(words).envs(env.iter().copied()));
        [ran.stdout.contains('\u{1b}'), ran.stderr.contains('\u{1b}')]
    };
    let list = ["findings", "--limit", "1"];
    let always = ["findings", "--color", "always"];
    let never = ["findings", "--color=never"];
    assert_eq!(coloured(&list, &[]), [false, false]);
    assert_eq!(coloured(&list, &[("CLICOLOR_FORCE", "1")]), [true, false]);
    assert_eq!(coloured(&list, &[("CLICOLOR_FORCE", "0")]), [false, false]);
    assert_eq!(coloured(&list, &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]), [false, false]);
    assert_eq!(coloured(&always, &[("NO_COLOR", "1")]), [true, false]);
    assert_eq!(coloured(&never, &[("CLICOLOR_FORCE", "1")]), [false, false]);
    assert_eq!(coloured(&["fndings", "--color=always"], &[]), [false, true]);
    assert_eq!(coloured(&["show", "no", "--color=always"], &[]), [false, true]);
    for format in ["json", "ndjson", "csv", "markdown"] {
        assert_eq!(coloured(&["list", "--format", format, "--color", "always"], &[]), [false, false]);
    }
}

#[test]
fn the_range_that_was_asked_about_is_said() {
    let casebook = Casebook::new().with(research("T001", "res_00000001"));
    let said = |words: &[&str]| casebook.run([&["list", "--json"], words].concat()).code(0).stderr;
    assert_eq!(
        said(&["-v", "--since", "7d", "--until", "2026-06-01"]),
        "note: from 2026-05-25T00:00:00Z until before 2026-06-01T00:00:00Z\n"
    );
    assert_eq!(said(&["-v", "--until", "2026-06-01"]), "note: before 2026-06-01T00:00:00Z\n");
    assert_eq!(said(&["--since", "7d"]), "");
    assert_eq!(said(&["-v", "-q", "--since", "7d"]), "");
}

#[test]
fn a_stream_that_is_gone_is_no_failure() {
    let casebook = Casebook::new().with(research("T001", "res_00000001"));
    for words in [&["--help"][..], &["gaps", "--help"], &["--version"], &["stats"], &["explain"]] {
        let mut child = casebook.command(words).stdout(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(0), "{words:?}");
    }
    let mut child = casebook.command(["nosuch"]).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let casebook = Casebook::new().with(research("T001", "res_00000001"));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ran = run_with(casebook.command(["list"]).stdout(full)).code(5);
    assert!(ran.stderr.starts_with("error: the answer cannot be written: "), "{}", ran.stderr);
}

/// Runs a command whose stdout goes elsewhere.
fn run_with(command: &mut Command) -> Ran {
    let output = command.stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    Ran { code: output.status.code(), stdout: String::new(), stderr }
}
