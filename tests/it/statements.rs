//! Every statement: it prepares, and how SQLite goes about it is written down.
//!
//! A plan that changes shows in `tests/it/snapshots`; `INSTA_UPDATE=always cargo test` accepts it.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use casebook::query::filter::{Limit, Scope};
use casebook::query::finding_filter::FindingFilter;
use casebook::query::resolve::{Kind, Thing, resolve};
use casebook::query::{
    actions, audit, citations, contradictions, dossier, findings, gaps, list, packets, provenance,
    quarantine, show, stats, task, themes, trends,
};
use casebook::time::Timestamp;
use rusqlite::Connection;
use rusqlite::trace::{TraceEvent, TraceEventCodes};
use walkdir::WalkDir;

use crate::formats::sample;
use crate::harness::{Casebook, research};
use crate::reviews_and_reports::{envelope, review};

/// A question and the functions that ask it, whatever the answer.
struct Question {
    name: &'static str,
    ask: fn(&Connection),
}

macro_rules! questions {
    ($($name:literal |$db:ident| $ask:expr;)+) => {
        [$(Question { name: $name, ask: |$db| { let _ = $ask; } }),+]
    };
}

fn all() -> [Question; 17] {
    questions! {
        "list" |db| list::list(db, &list::Request::default()).unwrap();
        "findings" |db| findings::findings(db, &findings::Request::default()).unwrap();
        "gaps" |db| (gaps::gaps(db, &gaps_request()).unwrap(), gaps::groups(db, &gaps_request()).unwrap());
        "themes" |db| themes::themes(db, &themes::Request::default()).unwrap();
        "contradictions" |db| contradictions::contradictions(db, &contradictions::Request::default()).unwrap();
        "actions" |db| actions::actions(db, &actions::Request::default()).unwrap();
        "audit" |db| audit::audit(db, &audit::Request::default()).unwrap();
        "citations" |db| citations::citations(db, &citations::Request::default()).unwrap();
        "packets" |db| packets::packets(db, &packets::Request::default()).unwrap();
        "stats" |db| stats::stats(db).unwrap();
        "task" |db| task::task(db, "T101", true).unwrap();
        "trends" |db| all_trends(db);
        "quarantine" |db| all_refused(db);
        "resolve" |db| each_thing(db, |_, _| ());
        "show" |db| each_thing(db, |db, thing| drop(show::show(db, thing).unwrap()));
        "dossier" |db| dossier::dossier(db, dossier_request()).unwrap();
        "provenance" |db| each_thing(db, |db, thing| drop(provenance::provenance(db, thing).unwrap()));
    }
}

fn gaps_request() -> gaps::Request {
    gaps::Request {
        scope: Scope::default(),
        filter: FindingFilter::default(),
        all: true,
        importance: None,
        sort: gaps::Sort::default(),
        limit: Limit::default(),
        now: Timestamp(0),
    }
}

fn dossier_request() -> dossier::Request {
    dossier::Request {
        scope: Scope::default(),
        filters: Vec::new(),
        archive: "sample".to_owned(),
        limit: Limit::default(),
        now: Timestamp(0),
    }
}

fn all_trends(db: &Connection) {
    use trends::{By, Metric};
    for metric in [Metric::Overall, Metric::Finding] {
        for by in [By::None, By::Task, By::Domain, By::Tag, By::Category, By::Theme] {
            let request = trends::Request { metric, by, ..Default::default() };
            trends::trends(db, &request).unwrap();
        }
    }
}

fn all_refused(db: &Connection) {
    quarantine::list(db, &quarantine::Request::default()).unwrap();
    for entry in quarantine::all(db).unwrap() {
        let key: String = db
            .query_one("SELECT lower(hex(key)) FROM quarantine WHERE id = ?", [entry], |row| row.get(0))
            .unwrap();
        quarantine::show(db, quarantine::find(db, &key).unwrap()).unwrap();
    }
}

/// One thing of each kind that the archive has.
fn each_thing(db: &Connection, ask: fn(&Connection, &Thing)) {
    let ids = "
        SELECT uuid FROM artifact
        UNION ALL SELECT natural_id FROM artifact GROUP BY kind
        UNION ALL SELECT natural_id || '/' || local_id FROM artifact AS a JOIN
          (SELECT artifact, min(local_id) AS local_id FROM finding
           UNION ALL SELECT artifact, min(local_id) FROM citation
           UNION ALL SELECT artifact, min(local_id) FROM theme
           UNION ALL SELECT artifact, min(local_id) FROM gap
           UNION ALL SELECT artifact, min(local_id) FROM contradiction
           UNION ALL SELECT artifact, min(local_id) FROM action
           UNION ALL SELECT artifact, min(local_id) FROM packet_item) AS x ON x.artifact = a.id
        UNION ALL SELECT 'gap-' || lower(substr(hex(min(text_digest)), 1, 8)) FROM packet_gap";
    let mut statement = db.prepare(ids).unwrap();
    let ids: Vec<String> = statement.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let mut kinds = BTreeSet::<Kind>::new();
    for id in ids {
        let thing = resolve(db, &id).unwrap();
        kinds.insert(thing.kind);
        ask(db, &thing);
    }
    assert!(kinds.len() >= 12, "{kinds:?}");
}

/// The archive of a casebook, opened to see what runs in it.
fn open(casebook: &Casebook) -> Connection {
    Connection::open(casebook.path(".casebook/archive.db")).unwrap()
}

/// An archive that has something of everything.
fn full() -> Connection {
    let mut broken = research("T001", "res_00000009");
    broken["status"] = "done".into();
    let casebook = sample()
        .file("review.json", review("one", "MAJOR"))
        .file("report.json", envelope("s1", "ok"))
        .file("broken.json", broken);
    casebook.run(["ingest", "--task", "T101", "review.json", "report.json", "broken.json"]).code(1);
    let file = open(&casebook);
    let mut copy = Connection::open_in_memory().unwrap();
    rusqlite::backup::Backup::new(&file, &mut copy)
        .and_then(|backup| backup.run_to_completion(1000, std::time::Duration::ZERO, None))
        .unwrap();
    copy
}

/// The statements that a question runs.
fn statements(db: &mut Connection, question: &Question) -> BTreeSet<String> {
    let seen = Arc::new(Mutex::new(BTreeSet::new()));
    let writer = Arc::clone(&seen);
    let trace = move |event: TraceEvent<'_>| {
        if let TraceEvent::Stmt(statement, _) = event {
            writer.lock().unwrap().insert(statement.sql().into_owned());
        }
    };
    db.trace_v2(TraceEventCodes::SQLITE_TRACE_STMT, Some(trace)).unwrap();
    (question.ask)(db);
    db.trace_v2(TraceEventCodes::SQLITE_TRACE_STMT, None::<fn(TraceEvent<'_>)>).unwrap();
    let seen = seen.lock().unwrap();
    seen.iter().filter(|sql| !is_of_this_test(sql)).cloned().collect()
}

/// Statements of this file: they find what to ask about.
fn is_of_this_test(sql: &str) -> bool {
    sql.contains("SELECT uuid FROM artifact\n") || sql.contains("lower(hex(key))")
}

/// The `.sql` files of the source: their paths and texts, without the space around them.
fn files() -> Vec<(String, String)> {
    let entries = WalkDir::new("src").sort_by_file_name().into_iter().map(|entry| entry.unwrap().into_path());
    let files = entries.filter(|path| path.extension().is_some_and(|e| e == "sql"));
    files
        .map(|path| (path.display().to_string(), fs_err::read_to_string(&path).unwrap().trim().to_owned()))
        .collect()
}

/// How SQLite goes about a statement, a step a line.
fn plan(db: &Connection, sql: &str) -> String {
    let mut explain = db.prepare(&["EXPLAIN QUERY PLAN ", sql].concat()).unwrap();
    let mut steps = explain.raw_query();
    let mut depth = std::collections::BTreeMap::from([(0_i64, 0_usize)]);
    let mut text = String::new();
    while let Some(step) = steps.next().unwrap() {
        let level = depth[&step.get_unwrap("parent")] + 1;
        depth.insert(step.get_unwrap("id"), level);
        text += &["  ".repeat(level), step.get_unwrap("detail"), "\n".to_owned()].concat();
    }
    text
}

#[test]
fn every_file_of_sql_prepares() {
    let mut db = full();
    let seen: Vec<String> = all().iter().flat_map(|question| statements(&mut db, question)).collect();
    let fresh = Casebook::new();
    fresh.run(["init", "."]).code(0);
    let fresh = open(&fresh);
    let faults: Vec<_> = files()
        .into_iter()
        .filter(|(_, text)| !seen.iter().any(|sql| sql.contains(text)))
        .filter_map(|(path, text)| fresh.prepare(&text).err().map(|error| format!("{path}: {error}")))
        .collect();
    assert!(faults.is_empty(), "neither ran nor stand alone:\n{}", faults.join("\n"));
}

#[test]
fn every_table_is_reached() {
    let db = full();
    let mut tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").unwrap();
    let tables: Vec<String> = tables.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let empty = |table: &String| {
        let sql = format!("SELECT NOT EXISTS (SELECT 1 FROM \"{table}\")");
        db.query_one(&sql, (), |row| row.get::<_, bool>(0)).unwrap()
    };
    let empty: BTreeSet<_> = tables.into_iter().filter(empty).collect();
    let expected = ["attempt", "contract", "extraction", "resolution", "saved_schema"];
    assert_eq!(empty, expected.map(str::to_owned).into());
}

#[test]
fn plans_are_as_written_down() {
    let mut db = full();
    let fresh = Casebook::new();
    fresh.run(["init", "."]).code(0);
    let fresh = open(&fresh);
    let files = files();
    let mut known = BTreeSet::new();
    for question in all() {
        // What several questions ask is written down with the first.
        let new: Vec<_> = statements(&mut db, &question).difference(&known).cloned().collect();
        known.extend(new.iter().cloned());
        let plans: Vec<String> = new
            .iter()
            .map(|sql| {
                let parts = files.iter().filter(|(_, text)| sql.contains(text));
                let parts: Vec<_> = parts.map(|(path, _)| &path["src/query/".len()..]).collect();
                let name = if parts.is_empty() { sql.clone() } else { parts.join(" + ") };
                format!("{name}\n{}", plan(&fresh, sql))
            })
            .collect();
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(format!("plan_{}", question.name), plans.join("\n"));
        });
    }
}
