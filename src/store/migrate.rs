//! Bringing an archive's tables up to date, and telling an archive from any other file.
//!
//! May use `error`, `time`. Invariant: migrations are append-only and run in one transaction; `user_version`
//! says how many have run, `migration` which casebook ran them.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, named_params};

use super::retry::until_free;
use crate::error::{Error, ErrorKind, Result};
use crate::time::Timestamp;

/// Every migration, oldest first.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_archive.sql"),
    include_str!("../../migrations/0002_reviews_and_reports.sql"),
];

/// `case` in the file's header: how an archive is told from other SQLite files.
const APPLICATION_ID: i64 = 0x6361_7365;

const RECORD: &str = "INSERT INTO migration (version, casebook, at) VALUES (:version, :casebook, :at)";

/// What a file that SQLite can read is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// An empty file.
    Nothing,
    /// An archive after this many migrations.
    Archive(usize),
    /// Somebody else's database.
    Foreign,
}

/// Looks at a database without changing it; at one snapshot, for another process may just be making
/// an archive of it.
pub(super) fn content(connection: &Connection) -> rusqlite::Result<Content> {
    let snapshot = connection.unchecked_transaction()?;
    let pragma = |name| snapshot.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let application = pragma("application_id")?;
    let version = pragma("user_version")?;
    if application == APPLICATION_ID {
        return Ok(usize::try_from(version).map_or(Content::Foreign, Content::Archive));
    }
    let tables: i64 = snapshot.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    Ok(if (application, version, tables) == (0, 0, 0) { Content::Nothing } else { Content::Foreign })
}

/// Whether an archive after `version` migrations can be read as it is.
///
/// # Errors
/// [`ErrorKind::Newer`] and [`ErrorKind::Older`].
pub(super) fn require_current(connection: &Connection, version: usize) -> Result<()> {
    match version.cmp(&MIGRATIONS.len()) {
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(newer(connection)),
        std::cmp::Ordering::Less => Err(Error::new(
            ErrorKind::Older,
            "the archive was made by an older casebook and its tables are not up to date",
        )
        .hint("'casebook init' beside it, or the next ingest, brings it up to date and keeps a copy")),
    }
}

/// Runs the migrations this archive lacks; returns whether it had none yet. `file` is where it lies,
/// `None` for one in memory.
///
/// # Errors
/// [`ErrorKind::Newer`] for an archive made by a later casebook; otherwise what SQLite says.
pub(super) fn migrate(connection: &mut Connection, file: Option<&Path>) -> Result<bool> {
    run(connection, file, MIGRATIONS)
}

fn run(connection: &mut Connection, file: Option<&Path>, migrations: &[&str]) -> Result<bool> {
    if user_version(connection)? == migrations.len() {
        return Ok(false);
    }
    // Another process may have migrated by the time the lock is ours, so the version is read again.
    let transaction = until_free(|| Transaction::new_unchecked(connection, TransactionBehavior::Immediate))?;
    let version = user_version(&transaction)?;
    let missing = migrations.get(version..).ok_or_else(|| newer(&transaction))?;
    if let (Some(file), 1..) = (file, version)
        && !missing.is_empty()
    {
        keep_copy(file, version)?;
    }
    for (index, migration) in missing.iter().enumerate() {
        transaction.execute_batch(migration)?;
        transaction.prepare_cached(RECORD)?.execute(named_params! {
            ":version": version + index + 1,
            ":casebook": env!("CARGO_PKG_VERSION"),
            ":at": Timestamp::now(),
        })?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", migrations.len())?;
    until_free(|| transaction.execute_batch("COMMIT"))?;
    Ok(version == 0)
}

fn user_version(connection: &Connection) -> Result<usize> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    usize::try_from(version).map_err(|_| Error::new(ErrorKind::Damaged, "the archive has a negative version"))
}

/// Copies an archive beside itself, as `archive.db.bak-v1`. An earlier copy is never overwritten.
fn keep_copy(file: &Path, version: usize) -> Result<()> {
    let mut name = beside(file, &format!(".bak-v{version}"));
    let mut number = 1;
    while name.exists() {
        number += 1;
        name = beside(file, &format!(".bak-v{version}-{number}"));
    }
    let unfinished = beside(&name, ".part");
    // A reader of its own: the writer's lock is held, but nothing is written yet.
    let source = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    source.backup("main", &unfinished, None::<fn(_)>)?;
    Ok(fs_err::rename(unfinished, name)?)
}

/// A path with something appended to its last part, whatever bytes it is made of.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn newer(connection: &Connection) -> Error {
    let maker: rusqlite::Result<String> =
        connection
            .query_row("SELECT casebook FROM migration ORDER BY version DESC LIMIT 1", (), |row| row.get(0));
    let maker = maker.map_or_else(|_| "a later casebook".to_owned(), |version| format!("casebook {version}"));
    Error::new(
        ErrorKind::Newer,
        format_args!("the archive was made by {maker}; this is {}", env!("CARGO_PKG_VERSION")),
    )
    .hint("use the casebook that made it, or a later one")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &[&str] = &[MIGRATIONS[0]];
    const SECOND: &[&str] = &[MIGRATIONS[0], "CREATE TABLE second (id INTEGER PRIMARY KEY) STRICT;"];

    fn version_of(path: &Path) -> Content {
        content(&Connection::open(path).expect("opens")).expect("reads")
    }

    #[test]
    fn a_migration_keeps_a_copy_of_what_was_there() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("archive.db");
        let mut connection = Connection::open(&file).expect("opens");
        assert!(run(&mut connection, Some(&file), FIRST).expect("made"));
        assert!(!run(&mut connection, Some(&file), SECOND).expect("migrated"));
        assert_eq!(content(&connection).expect("reads"), Content::Archive(2));
        assert_eq!(version_of(&dir.path().join("archive.db.bak-v1")), Content::Archive(1));

        let records: Vec<i64> = connection
            .prepare("SELECT version FROM migration ORDER BY version")
            .and_then(|mut s| s.query_map((), |row| row.get(0))?.collect())
            .expect("reads");
        assert_eq!(records, [1, 2]);
    }

    #[test]
    fn an_earlier_copy_stays() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("archive.db");
        std::fs::write(dir.path().join("archive.db.bak-v1"), "mine").expect("written");
        let mut connection = Connection::open(&file).expect("opens");
        run(&mut connection, Some(&file), FIRST).expect("made");
        run(&mut connection, Some(&file), SECOND).expect("migrated");
        assert_eq!(std::fs::read(dir.path().join("archive.db.bak-v1")).expect("there"), b"mine");
        assert_eq!(version_of(&dir.path().join("archive.db.bak-v1-2")), Content::Archive(1));
    }

    #[test]
    fn a_failed_migration_leaves_the_archive_as_it_was() {
        let dir = tempfile::tempdir().expect("a folder");
        let file = dir.path().join("archive.db");
        let mut connection = Connection::open(&file).expect("opens");
        run(&mut connection, Some(&file), FIRST).expect("made");
        let broken = [MIGRATIONS[0], "CREATE TABLE second (id INTEGER) STRICT; CREATE nonsense"];
        assert!(run(&mut connection, Some(&file), &broken).is_err());
        assert_eq!(content(&connection).expect("reads"), Content::Archive(1));
        run(&mut connection, Some(&file), SECOND).expect("the table was not left behind");
    }

    #[test]
    fn an_archive_of_a_later_casebook_is_refused_with_its_version() {
        let mut connection = Connection::open_in_memory().expect("opens");
        let later = [MIGRATIONS, &["CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT;"]].concat();
        run(&mut connection, None, &later).expect("made");
        connection.execute("UPDATE migration SET casebook = '9.9.9'", ()).expect("updated");
        let error = migrate(&mut connection, None).expect_err("newer");
        assert_eq!(error.kind, ErrorKind::Newer);
        assert!(error.message.contains("casebook 9.9.9"), "{}", error.message);
    }
}
