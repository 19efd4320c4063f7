//! `ingest`, `init` and `quarantine`.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::dump::{assert_same, dump};
use crate::harness::{Casebook, Ran, packet, research};

const DB: &str = "archive.db";

fn ingest(casebook: &Casebook, args: &[&str]) -> Ran {
    casebook.run([&["ingest", "--json", "--db", DB], args].concat())
}

/// A run with a dangling citation, which is an error that may be allowed.
fn dangling(task: &str, id: &str) -> Value {
    let mut run = research(task, id);
    run["findings"][0]["evidence"][0]["citationId"] = "cite_ffffff".into();
    run
}

/// A later revision of a run.
fn revised(task: &str, id: &str, version: &str, claim: &str) -> Value {
    let mut run = research(task, id);
    run["_meta"]["version"] = version.into();
    run["findings"][0]["claim"] = claim.into();
    run
}

fn outcomes(ran: &Ran) -> Vec<String> {
    let list = ran.json()["documents"].as_array().unwrap().clone();
    list.iter().map(|document| document["outcome"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_answer_says_what_became_of_each_document() {
    let casebook = Casebook::new()
        .file("a.json", research("T001", "res_0000000a"))
        .file("b.json", dangling("T001", "res_0000000b"))
        .file("c.json", packet("atlas", "p-1", "T001"));
    let ran = ingest(&casebook, &["a.json", "b.json", "c.json"]).code(1);
    let answer = ran.json();
    assert_eq!(answer["format"], 1);
    assert_eq!(answer["archive"], DB);
    assert_eq!(answer["created"], true);
    assert_eq!(answer["batch"].as_str().unwrap().len(), 36);
    assert_eq!(outcomes(&ran), ["stored", "rejected", "stored"]);
    let documents = &answer["documents"];
    assert_eq!(documents[0]["source"], "a.json");
    assert_eq!(documents[0]["line"], 1);
    assert_eq!(documents[0]["kind"], "research");
    assert_eq!(documents[0]["id"], "res_0000000a");
    assert_eq!(documents[0]["artifact"].as_str().unwrap().len(), 36);
    assert_eq!(documents[0]["diagnostics"], json!([]));
    assert_eq!(documents[1]["artifact"], Value::Null);
    assert_eq!(documents[1]["diagnostics"][0]["code"], "ref.citation-missing");
    assert_eq!(documents[2]["id"], "atlas/p-1");
    let summary = &answer["summary"];
    for (key, count) in
        [("documents", 3), ("stored", 2), ("revised", 0), ("unchanged", 0), ("rejected", 1), ("withheld", 0)]
    {
        assert_eq!(summary[key], count, "{key}");
    }
    assert!(ran.stderr.contains(DB), "the archive that was made is named: {}", ran.stderr);
}

#[test]
fn the_same_input_twice_changes_nothing() {
    let casebook = Casebook::new()
        .file("runs/a.json", research("T001", "res_0000000a"))
        .file("runs/b.json", revised("T001", "res_0000000a", "1.1.0", "It does survive."))
        .file("runs/c.json", packet("atlas", "p-1", "T001"));
    ingest(&casebook, &["runs"]).code(0);
    let (before, bytes) = (dump(&casebook.path(DB)), fs_err::read(casebook.path(DB)).unwrap());
    let ran = ingest(&casebook, &["runs"]).code(0);
    assert_eq!(outcomes(&ran), ["unchanged"; 3]);
    assert_eq!(ran.json()["batch"], Value::Null);
    assert_eq!(ran.json()["created"], false);
    assert_eq!(dump(&casebook.path(DB)), before);
    assert_eq!(fs_err::read(casebook.path(DB)).unwrap(), bytes);
}

#[test]
fn spelling_does_not_make_another_document() {
    let run = research("T001", "res_0000000a");
    let keys: serde_json::Map<String, Value> = run.as_object().unwrap().clone().into_iter().rev().collect();
    let pretty = serde_json::to_string_pretty(&keys).unwrap().replace('\n', "\r\n").replace("0.8", "8.0e-1");
    let casebook = Casebook::new().file("a.json", run).file("b.json", pretty.as_str());
    let ran = ingest(&casebook, &["a.json", "b.json"]).code(0);
    assert_eq!(outcomes(&ran), ["stored", "unchanged"]);
    let documents = &ran.json()["documents"];
    assert_eq!(documents[0]["artifact"], documents[1]["artifact"]);
}

#[test]
fn an_older_revision_that_comes_late_does_not_become_current() {
    let casebook = Casebook::new()
        .file("new.json", revised("T001", "res_0000000a", "1.10.0", "The newer claim."))
        .file("old.json", revised("T001", "res_0000000a", "1.9.0", "The older claim."))
        .file("other.json", revised("T002", "res_0000000a", "1.0.0", "Of another task."));
    let ran = ingest(&casebook, &["new.json", "old.json", "other.json"]).code(0);
    assert_eq!(outcomes(&ran), ["stored", "revised", "stored"]);
    let list =
        casebook.run(["list", "--json", "--all-revisions", "--task", "T001", "--db", DB]).code(0).json();
    let mut revisions: Vec<_> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            (item["revision"].as_i64().unwrap(), item["current"].as_bool().unwrap(), item["source"].clone())
        })
        .collect();
    revisions.sort_by_key(|(revision, ..)| *revision);
    assert_eq!(revisions, [(1, false, "old.json".into()), (2, true, "new.json".into())]);
}

#[test]
fn a_half_written_line_rejects_only_itself() {
    let line = |id| research("T001", id).to_string();
    let whole = line("res_0000000b");
    let text = format!("{}\n{}\n\n{}", line("res_0000000a"), &whole[..whole.len() / 2], line("res_0000000c"));
    let casebook = Casebook::new().file("runs.ndjson", text.as_str());
    let ran = ingest(&casebook, &["runs.ndjson"]).code(1);
    assert_eq!(outcomes(&ran), ["stored", "rejected", "stored"]);
    let lines: Vec<_> = (0..3).map(|i| ran.json()["documents"][i]["line"].as_i64().unwrap()).collect();
    assert_eq!(lines, [1, 2, 4]);
}

#[test]
fn ndjson_has_a_line_for_each_document() {
    let casebook = Casebook::new()
        .file("a.json", research("T001", "res_0000000a"))
        .file("b.json", dangling("T001", "res_0000000b"));
    let lines = casebook.run(["ingest", "--format", "ndjson", "a.json", "b.json"]).code(1).lines();
    let brief: Vec<_> =
        lines.iter().map(|l| (l["source"].as_str().unwrap(), l["outcome"].as_str().unwrap())).collect();
    assert_eq!(brief, [("a.json", "stored"), ("b.json", "rejected")]);
}

#[test]
fn people_read_what_was_wrong_and_how_it_ended() {
    let casebook = Casebook::new()
        .file("a.json", research("T001", "res_0000000a"))
        .file("b.json", dangling("T001", "res_0000000b"));
    let ran = casebook.run(["ingest", "a.json", "b.json"]).code(1);
    assert!(ran.stdout.contains("b.json:1:"), "{}", ran.stdout);
    assert!(ran.stdout.contains("ref.citation-missing"), "{}", ran.stdout);
    assert!(ran.stdout.contains("2 documents: 1 stored, 1 rejected"), "{}", ran.stdout);
}

#[test]
fn above_a_thousand_documents_only_what_changed_is_listed() {
    let lines: Vec<_> = (0..1001).map(|n| research("T001", &format!("res_{n:08x}")).to_string()).collect();
    let casebook = Casebook::new().file("many.ndjson", lines.join("\n").as_str());
    let answer = ingest(&casebook, &["many.ndjson", "--dry-run"]).code(0).json();
    assert_eq!(answer["documents"], json!([]));
    assert_eq!(answer["listed"], "changed");
    assert_eq!(answer["summary"]["stored"], 1001);
    let all = ingest(&casebook, &["many.ndjson", "--dry-run", "--list-all"]).code(0).json();
    assert_eq!(all["listed"], "all");
    assert_eq!(all["documents"].as_array().unwrap().len(), 1001);
}

#[test]
fn a_dry_run_says_the_same_and_writes_nothing() {
    let casebook = Casebook::new()
        .file("a.json", research("T001", "res_0000000a"))
        .file("b.json", revised("T001", "res_0000000a", "1.1.0", "It does survive."))
        .file("c.json", research("T001", "res_0000000a"))
        .file("d.json", dangling("T001", "res_0000000d"));
    let paths = ["a.json", "b.json", "c.json", "d.json"];
    let dry = [&paths[..], &["--dry-run"]].concat();
    let foretold = ingest(&casebook, &dry).code(1);
    assert_eq!(outcomes(&foretold), ["stored", "revised", "unchanged", "rejected"]);
    assert_eq!(foretold.json()["dry_run"], true);
    assert!(!casebook.path(DB).exists());
    let done = ingest(&casebook, &paths).code(1);
    assert_eq!(outcomes(&done), outcomes(&foretold));
    let before = fs_err::read(casebook.path(DB)).unwrap();
    assert_eq!(
        outcomes(&ingest(&casebook, &dry).code(1)),
        ["unchanged", "unchanged", "unchanged", "rejected"]
    );
    assert_eq!(fs_err::read(casebook.path(DB)).unwrap(), before);
}

#[test]
fn all_or_nothing_stores_nothing_beside_a_rejected_document() {
    let casebook = Casebook::new()
        .file("a.json", research("T001", "res_0000000a"))
        .file("b.json", research("T001", "res_0000000b"))
        .file("c.json", dangling("T001", "res_0000000c"));
    ingest(&casebook, &["a.json"]).code(0);
    let paths = ["--atomic", "a.json", "b.json", "c.json"];
    let dry = [&paths[..], &["--dry-run"]].concat();
    for args in [&dry[..], &paths] {
        assert_eq!(outcomes(&ingest(&casebook, args).code(1)), ["unchanged", "withheld", "rejected"]);
    }
    let total = |args: &[&str]| {
        casebook.run([args, &["--json", "--db", DB]].concat()).code(0).json()["total"].clone()
    };
    assert_eq!(total(&["list"]), 1);
    assert_eq!(total(&["quarantine", "list"]), 1);
    assert_eq!(
        outcomes(&ingest(&casebook, &["--atomic", "a.json", "b.json"]).code(0)),
        ["unchanged", "stored"]
    );
    assert_eq!(total(&["list"]), 2);
}

#[test]
fn what_was_refused_is_kept_until_somebody_decides() {
    let bytes = dangling("T001", "res_0000000a").to_string();
    let casebook = Casebook::new().file("a.json", bytes.as_str());
    let quarantine = |args: &[&str]| casebook.run([&["quarantine"], args, &["--json", "--db", DB]].concat());
    ingest(&casebook, &["a.json"]).code(1);
    ingest(&casebook, &["a.json"]).code(1);
    let list = quarantine(&["list"]).code(0).json();
    assert_eq!((&list["total"], &list["query"]), (&json!(1), &json!("quarantine")));
    let entry = &list["items"][0];
    assert_eq!(entry["kind"], "research");
    assert_eq!(entry["task"], "T001");
    assert_eq!(entry["source"], "a.json");
    assert_eq!(entry["attempts"], 2);
    assert_eq!(entry["size"], bytes.len());
    assert_eq!(entry["diagnostics"][0]["code"], "ref.citation-missing");
    let key = entry["key"].as_str().unwrap();
    assert_eq!(key.len(), 64);

    let raw = casebook.run(["quarantine", "show", &key[..8], "--raw", "--db", DB]).code(0);
    assert_eq!(raw.stdout, bytes);
    assert_eq!(quarantine(&["show", key]).code(0).json()["item"]["text"], bytes);
    assert_eq!(quarantine(&["show", "ffff0000ffff"]).code(3).json()["error"]["code"], "id.missing");

    assert_eq!(outcomes(&quarantine(&["retry"]).code(1)), ["rejected"]);
    assert_eq!(quarantine(&["list"]).json()["items"][0]["attempts"], 3);
    let retried = quarantine(&["retry", &key[..10], "--allow", "ref.citation-missing"]).code(0);
    assert_eq!(outcomes(&retried), ["stored"]);
    assert_eq!(quarantine(&["list"]).json()["total"], 0);
    assert_eq!(casebook.run(["list", "--json", "--db", DB]).json()["total"], 1);

    ingest(&casebook, &["a.json"]).code(1);
    assert_eq!(quarantine(&["discard", key]).code(0).json()["discarded"], 1);
    assert_eq!(quarantine(&["list"]).json()["total"], 0);
}

#[test]
fn a_document_too_large_is_kept_in_part() {
    let mut run = research("T001", "res_0000000a");
    run["query"]["context"] = "long ".repeat(20_000).into();
    let bytes = run.to_string();
    let casebook = Casebook::new().file("a.json", bytes.as_str());
    let answer = ingest(&casebook, &["a.json", "--max-bytes", "90000"]).code(1).json();
    assert_eq!(answer["documents"][0]["diagnostics"][0]["code"], "json.too-large");
    let entry = casebook.run(["quarantine", "list", "--json", "--db", DB]).json()["items"][0].clone();
    assert_eq!((&entry["size"], &entry["complete"]), (&json!(bytes.len()), &json!(false)));
    let kept =
        casebook.run(["quarantine", "show", entry["key"].as_str().unwrap(), "--raw", "--db", DB]).code(0);
    assert_eq!(kept.stdout, bytes[..64 << 10]);
    let again = casebook.run(["quarantine", "retry", "--json", "--db", DB]).code(1);
    assert_eq!(outcomes(&again), ["rejected"]);
}

#[test]
fn init_makes_an_archive_once() {
    let casebook = Casebook::new();
    let first = casebook.run(["init", "--json", "work"]).code(0).json();
    assert_eq!(first["created"], true);
    assert!(casebook.path("work/.casebook/archive.db").is_file());
    assert_eq!(casebook.run(["init", "--json", "work"]).code(0).json()["created"], false);
    assert!(casebook.run(["init", "work"]).code(0).stdout.contains("already"));
}

#[test]
fn the_archive_is_found_where_the_conventions_say() {
    let casebook = Casebook::new().file("sub/deep/a.json", research("T001", "res_0000000a"));
    let archive = |command: &mut std::process::Command| {
        crate::harness::run(command).code(0).json()["archive"].as_str().unwrap().to_owned()
    };
    let dry = ["ingest", "--json", "sub/deep/a.json"];
    // Nothing anywhere: the user's own.
    assert!(archive(&mut casebook.command(dry)).ends_with("home/data/casebook/archive.db"));
    casebook.run(["init", "sub"]).code(0);
    let mut below = casebook.command(["ingest", "--json", "a.json"]);
    assert!(archive(below.current_dir(casebook.path("sub/deep"))).ends_with("sub/.casebook/archive.db"));
    below.env("CASEBOOK_DB", "env.db");
    assert_eq!(archive(&mut below), "env.db");
    assert_eq!(archive(below.args(["--db", "flag.db"])), "flag.db");
}

#[test]
fn two_batches_of_one_moment_are_two() {
    let casebook = Casebook::new()
        .file("a.json", research("T001", "res_0000000a"))
        .file("b.json", research("T001", "res_0000000b"));
    let batches: Vec<_> =
        ["a.json", "b.json"].map(|path| ingest(&casebook, &[path]).code(0).json()["batch"].clone()).to_vec();
    assert_ne!(batches[0], batches[1]);
}

#[test]
fn a_mistyped_path_makes_no_archive() {
    let casebook = Casebook::new();
    ingest(&casebook, &["nowhere.json"]).code(3);
    assert!(!casebook.path(DB).exists());
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut lines: Vec<_> = (0..40u32)
        .map(|n| {
            revised("T001", &format!("res_{:08x}", n / 3), &format!("1.{}.0", n % 3), &format!("claim {n}"))
                .to_string()
        })
        .collect();
    lines.push("not JSON".to_owned());
    let casebook = Casebook::new().file("all.ndjson", lines.join("\n").as_str());
    let [one, four] = ["1", "4"].map(|jobs| {
        let db = format!("{jobs}.db");
        casebook.run(["ingest", "--json", "--jobs", jobs, "--db", &db, "all.ndjson"]).code(1);
        casebook.path(&db)
    });
    assert_same(&one, &four);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn any_order_of_the_same_documents_is_the_same_archive(
        order in Just((0..9usize).collect::<Vec<_>>()).prop_shuffle(),
        cut in 1..9usize,
    ) {
        let document = |n: usize| match n {
            0..6 => revised("T001", &format!("res_{:08x}", n / 3), &format!("1.{}.0", n % 3), &format!("claim {n}")),
            6 => research("T002", "res_00000000"),
            7 => dangling("T001", "res_0000000d"),
            _ => packet("atlas", "p-1", "T001"),
        };
        let text = |ids: &[usize]| ids.iter().map(|&n| document(n).to_string()).collect::<Vec<_>>().join("\n");
        let casebook = Casebook::new()
            .file("sorted.ndjson", text(&[0, 1, 2, 3, 4, 5, 6, 7, 8]).as_str())
            .file("first.ndjson", text(&order[..cut]).as_str())
            .file("second.ndjson", text(&order[cut..]).as_str());
        casebook.run(["ingest", "--db", "sorted.db", "sorted.ndjson"]).code(1);
        casebook.run(["ingest", "--db", "shuffled.db", "first.ndjson"]);
        casebook.run(["ingest", "--db", "shuffled.db", "second.ndjson"]);
        assert_same(&casebook.path("shuffled.db"), &casebook.path("sorted.db"));
    }
}
