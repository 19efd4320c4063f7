//! The archive as a file: where it may lie, and what is taken for one.

use rusqlite::Connection;

use crate::harness::{Casebook, research};

#[test]
fn a_path_is_never_taken_for_a_uri() {
    let casebook = Casebook::new().file("a.json", research("T001", "res_0000000a"));
    for db in ["run #3?.db", "file:rel.db?mode=memory", "100%41 sure.db", ":memory:", "file:/tmp"] {
        casebook.run(["ingest", "a.json", "--db", db]).code(0);
        assert!(casebook.path(db).is_file(), "{db}");
        assert_eq!(casebook.run(["list", "--json", "--db", db]).code(0).json()["total"], 1, "{db}");
    }
}

#[test]
fn asking_makes_no_archive() {
    let casebook = Casebook::new();
    let ran = casebook.run(["list", "--json", "--db", "none.db"]).code(3);
    assert_eq!(ran.json()["error"]["code"], "archive.missing");
    casebook.run(["quarantine", "retry", "--db", "none.db"]).code(3);
    assert!(!casebook.path("none.db").exists());
}

#[test]
fn a_newer_archive_is_refused_with_the_version_that_made_it() {
    let casebook = Casebook::new().file("a.json", research("T001", "res_0000000a"));
    casebook.run(["init", "--db", "archive.db"]).code(0);
    Connection::open(casebook.path("archive.db"))
        .unwrap()
        .execute_batch(
            "INSERT INTO migration (version, casebook, at) VALUES (99, '7.8.9', 0); PRAGMA user_version = 99;",
        )
        .unwrap();
    let before = fs_err::read(casebook.path("archive.db")).unwrap();
    for args in [&["list"][..], &["ingest", "a.json"], &["init"]] {
        let error =
            casebook.run([args, &["--json", "--db", "archive.db"]].concat()).code(5).json()["error"].clone();
        assert_eq!(error["code"], "archive.newer");
        assert!(error["message"].as_str().unwrap().contains("7.8.9"), "{error}");
    }
    assert_eq!(fs_err::read(casebook.path("archive.db")).unwrap(), before);
}

#[test]
fn somebody_elses_file_is_refused_and_left_alone() {
    let casebook = Casebook::new()
        .file("a.json", research("T001", "res_0000000a"))
        .file("text.db", "Dear diary, today I learnt that every file is a database to somebody.");
    Connection::open(casebook.path("other.db"))
        .unwrap()
        .execute_batch("CREATE TABLE mine (id INTEGER PRIMARY KEY)")
        .unwrap();
    for db in ["text.db", "other.db"] {
        let before = fs_err::read(casebook.path(db)).unwrap();
        for args in [&["list"][..], &["ingest", "a.json"]] {
            let error =
                casebook.run([args, &["--json", "--db", db]].concat()).code(5).json()["error"].clone();
            assert_eq!(error["code"], "archive.damaged");
            assert!(error["message"].as_str().unwrap().contains("no casebook archive"), "{error}");
        }
        assert_eq!(fs_err::read(casebook.path(db)).unwrap(), before);
    }
}

#[cfg(unix)]
mod read_only {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::os::unix::process::CommandExt as _;
    use std::path::Path;

    use super::*;
    use crate::harness::{Ran, run};

    fn set_mode(path: &Path, mode: u32) {
        fs_err::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    /// Runs as somebody whom permissions bind: root becomes nobody.
    fn list(casebook: &Casebook, db: &str) -> Ran {
        let mut command = casebook.command(["list", "--json", "--db", db]);
        if fs_err::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
            command.uid(65534).gid(65534);
        }
        run(&mut command)
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs_err::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_read_only_archive_in_a_read_only_folder_is_read() {
        let casebook = Casebook::new().file("a.json", research("T001", "res_0000000a"));
        for db in ["plain/archive.db", "odd #1? %41/file:a.db"] {
            casebook.run(["ingest", "a.json", "--db", db]).code(0);
            let file = casebook.path(db);
            let folder = file.parent().unwrap();
            let before = (names(folder), fs_err::read(&file).unwrap());
            set_mode(casebook.dir(), 0o755);
            set_mode(&file, 0o444);
            set_mode(folder, 0o555);
            let ran = list(&casebook, db);
            set_mode(folder, 0o755);
            assert_eq!(ran.code(0).json()["total"], 1, "{db}");
            assert_eq!((names(folder), fs_err::read(&file).unwrap()), before);
        }
    }

    #[test]
    fn changes_that_cannot_be_read_are_not_passed_over() {
        let casebook = Casebook::new().file("a.json", research("T001", "res_0000000a"));
        casebook.run(["init", "--db", "from/archive.db"]).code(0);
        // While a connection is in use its changes stay in the log, from where they are copied.
        let connection = Connection::open(casebook.path("from/archive.db")).unwrap();
        connection.query_row("SELECT count(*) FROM artifact", (), |_| Ok(())).unwrap();
        casebook.run(["ingest", "a.json", "--db", "from/archive.db"]).code(0);
        fs_err::create_dir(casebook.path("to")).unwrap();
        for name in ["archive.db", "archive.db-wal"] {
            fs_err::copy(casebook.path("from").join(name), casebook.path("to").join(name)).unwrap();
        }
        drop(connection);
        set_mode(casebook.dir(), 0o755);
        set_mode(&casebook.path("to"), 0o555);
        let ran = list(&casebook, "to/archive.db");
        set_mode(&casebook.path("to"), 0o755);
        let error = ran.code(5).json()["error"].clone();
        assert!(error["hint"].as_str().unwrap().contains("-wal"), "{error}");
    }
}
