//! Several processes on one archive, and processes that die.

use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::Value;

use crate::dump::assert_same;
use crate::harness::{Casebook, Ran, research, run};

const DB: &str = "archive.db";

fn runs(task: &str, ids: std::ops::Range<u32>) -> String {
    ids.map(|n| research(task, &format!("res_{n:08x}")).to_string() + "\n").collect()
}

/// Ingests on several processes at once.
fn at_once(casebook: &Casebook, arguments: &[Vec<String>]) -> Vec<Ran> {
    let children: Vec<_> = arguments
        .iter()
        .map(|paths| {
            let mut command = casebook.command(["ingest", "--json", "--db", DB]);
            command.args(paths).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        })
        .collect();
    children
        .into_iter()
        .map(|child| {
            let output = child.wait_with_output().unwrap();
            let text = |bytes| String::from_utf8(bytes).unwrap();
            Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
                .code(0)
        })
        .collect()
}

fn assert_sound(path: &Path) {
    let connection = Connection::open(path).unwrap();
    let verdict: String = connection.query_row("PRAGMA integrity_check", (), |row| row.get(0)).unwrap();
    assert_eq!(verdict, "ok");
    assert!(!connection.prepare("PRAGMA foreign_key_check").unwrap().exists(()).unwrap());
    connection.execute("INSERT INTO search (search) VALUES ('integrity-check')", ()).unwrap();
}

#[test]
fn eight_processes_lose_nothing_and_duplicate_nothing() {
    let mut casebook = Casebook::new().file("shared.ndjson", runs("T001", 0..30).as_str());
    for n in 0..8 {
        casebook = casebook.file(&format!("own{n}.ndjson"), runs(&format!("T10{n}"), 0..10).as_str());
    }
    let arguments: Vec<_> =
        (0..8).map(|n| vec!["shared.ndjson".to_owned(), format!("own{n}.ndjson")]).collect();
    let answers: Vec<Value> = at_once(&casebook, &arguments).iter().map(Ran::json).collect();
    let sum = |key: &str| answers.iter().map(|a| a["summary"][key].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("documents"), sum("stored"), sum("unchanged")), (8 * 40, 30 + 8 * 10, 7 * 30));
    assert_eq!(answers.iter().filter(|a| a["created"] == true).count(), 1, "one of them made the archive");
    assert_sound(&casebook.path(DB));

    casebook.run(["ingest", "--db", "alone.db", "."]).code(0);
    assert_same(&casebook.path(DB), &casebook.path("alone.db"));
}

#[test]
fn who_waits_too_long_for_a_lock_is_told() {
    let casebook = Casebook::new().file("a.json", research("T001", "res_0000000a"));
    casebook.run(["init"]).code(0);
    let connection = Connection::open(casebook.path(".casebook/archive.db")).unwrap();
    connection.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut command = casebook.command(["ingest", "--json", "a.json"]);
    let ran = run(command.env("CASEBOOK_BUSY_TIMEOUT", "50")).code(4);
    let error = &ran.json()["error"];
    assert_eq!(error["code"], "archive.busy");
    assert!(error["hint"].is_string());
    casebook.run(["list"]).code(0);
    connection.execute_batch("ROLLBACK").unwrap();
    casebook.run(["ingest", "a.json"]).code(0);
}

#[test]
fn what_was_reported_as_stored_survives_a_kill() {
    let casebook = Casebook::new().file("all.ndjson", runs("T001", 0..1200).as_str());
    for kill in 0..12 {
        let mut child = casebook
            .command(["ingest", "--format", "ndjson", "--db", DB, "all.ndjson"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        sleep(Duration::from_millis(10 + 25 * kill));
        child.kill().unwrap();
        let mut told = String::new();
        child.stdout.take().unwrap().read_to_string(&mut told).unwrap();
        child.wait().unwrap();
        assert_whole(&casebook.path(DB), &told);
    }
    casebook.run(["ingest", "--db", DB, "all.ndjson"]).code(0);
    casebook.run(["ingest", "--db", "undisturbed.db", "all.ndjson"]).code(0);
    assert_same(&casebook.path(DB), &casebook.path("undisturbed.db"));
}

/// Every document on a whole line of `told` is in the archive, and every one in it is whole.
fn assert_whole(path: &Path, told: &str) {
    let told: Vec<Value> = told
        .split_inclusive('\n')
        .filter(|line| line.ends_with('\n'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    if !path.exists() {
        assert!(told.is_empty());
        return;
    }
    assert_sound_or_new(path);
    let connection = Connection::open(path).unwrap();
    for document in told {
        let known = connection
            .prepare_cached("SELECT 1 FROM artifact WHERE uuid = ?1")
            .unwrap()
            .exists([document["artifact"].as_str().unwrap()])
            .unwrap();
        assert!(known, "{document}");
    }
}

/// A process may die before it has made the tables.
fn assert_sound_or_new(path: &Path) {
    let connection = Connection::open(path).unwrap();
    let made = connection.prepare("SELECT 1 FROM sqlite_schema").unwrap().exists(()).unwrap();
    if made {
        assert_sound(path);
        let torn = "SELECT 1 FROM artifact AS a
            LEFT JOIN original AS o ON o.artifact = a.id LEFT JOIN finding AS f ON f.artifact = a.id
            LEFT JOIN lineage AS l ON l.current = a.id
            WHERE o.artifact IS NULL OR f.id IS NULL OR l.id IS NULL";
        assert!(!connection.prepare(torn).unwrap().exists(()).unwrap());
    }
}
