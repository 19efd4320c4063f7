//! Opening an archive for reading or for writing.
//!
//! May use `error`. Invariant: only [`Archive::create`] makes a file, a connection opened for reading can change
//! nothing, and a path is a path: nothing in it is ever taken for a URI or for a word of SQLite's.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::migrate::{Content, beside, content, migrate, require_current};
use super::retry::{until_free, wait};
use crate::error::{Error, ErrorKind, Result};

/// Fewer, larger pages: the rows of a document are written together and read together.
const PAGE_SIZE: u32 = 16_384;

/// Pages of log before a checkpoint: a long ingest writes each hot page back once, not many times.
const CHECKPOINT_PAGES: u32 = 16_384;

/// The writer has a statement a table, the questions about as many again.
const STATEMENTS: usize = 128;

/// An open archive.
#[derive(Debug)]
pub struct Archive {
    connection: Connection,
    path: PathBuf,
    /// The absolute path; `None` in memory.
    file: Option<PathBuf>,
    created: bool,
    wal: bool,
}

impl Archive {
    /// Opens an archive for reading; never creates one, never changes one.
    ///
    /// # Errors
    /// [`ErrorKind::ArchiveMissing`] if there is no archive, [`ErrorKind::Damaged`] if the file is
    /// something else, [`ErrorKind::Newer`], [`ErrorKind::Older`]; otherwise what SQLite says.
    pub fn open_read(path: &Path) -> Result<Self> {
        let file = existing(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = match connect(&file, flags) {
            Err(error) if side_files_are_the_trouble(&error) => connect_unchanging(&file, flags, error),
            opened => opened.map_err(|error| explain(error, path)),
        };
        let (connection, content) = opened?;
        match content {
            Content::Archive(version) => require_current(&connection, version)?,
            Content::Nothing => return Err(missing(path)),
            Content::Foreign => return Err(foreign(path)),
        }
        Ok(Self { connection, path: path.to_owned(), file: Some(file), created: false, wal: true })
    }

    /// Opens an archive for writing and brings its tables up to date; never creates one.
    ///
    /// # Errors
    /// As [`Self::open_read`], but for [`ErrorKind::Older`].
    pub fn open_write(path: &Path) -> Result<Self> {
        let file = existing(path)?;
        Self::write_to(path, &file, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// Opens an archive for writing and brings its tables up to date, making file and folder if
    /// need be. Of several that do so at once, one makes the archive and all get it.
    ///
    /// # Errors
    /// As [`Self::open_write`], but for [`ErrorKind::ArchiveMissing`].
    pub fn create(path: &Path) -> Result<Self> {
        let file = absolute(path)?;
        if let Some(folder) = file.parent() {
            fs_err::create_dir_all(folder)?;
        }
        Self::write_to(path, &file, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
    }

    fn write_to(path: &Path, file: &Path, flags: OpenFlags) -> Result<Self> {
        let (mut connection, content) =
            connect(file, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX).map_err(|error| explain(error, path))?;
        match content {
            Content::Foreign => return Err(foreign(path)),
            Content::Nothing if !flags.contains(OpenFlags::SQLITE_OPEN_CREATE) => return Err(missing(path)),
            Content::Nothing => connection.pragma_update(None, "page_size", PAGE_SIZE)?,
            Content::Archive(_) => {}
        }
        let wal = choose_journal(&connection)?;
        let created = prepare_for_writing(&mut connection, Some(file))?;
        Ok(Self { connection, path: path.to_owned(), file: Some(file.to_owned()), created, wal })
    }

    /// An archive in memory, for tests.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn in_memory() -> Result<Self> {
        let mut connection = Connection::open_in_memory()?;
        configure(&mut connection)?;
        let created = prepare_for_writing(&mut connection, None)?;
        Ok(Self { connection, path: PathBuf::from(":memory:"), file: None, created, wal: false })
    }

    /// Where the archive is, as it was named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether opening it has made it.
    pub fn was_created(&self) -> bool {
        self.created
    }

    /// Whether readers and a writer can work at once. False where the file system cannot do it.
    pub fn has_wal(&self) -> bool {
        self.wal
    }

    /// Another connection to the same file, for reading on another thread; `None` in memory.
    ///
    /// # Errors
    /// As [`Self::open_read`].
    pub fn reader(&self) -> Result<Option<Self>> {
        self.file.as_deref().map(Self::open_read).transpose()
    }

    /// The connection, for tests that make an archive by hand.
    #[cfg(test)]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Reads from one snapshot of the archive.
    ///
    /// # Errors
    /// What `read` returns, or SQLite's error in beginning the transaction.
    pub fn read<T>(&self, read: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let transaction = self.connection.unchecked_transaction()?;
        read(&transaction)
    }

    /// Writes in one IMMEDIATE transaction, committed if `write` succeeds.
    ///
    /// Only beginning and committing can meet another's lock, and both are repeated until
    /// the archive is free or patience ends; so `write` itself runs once.
    ///
    /// # Errors
    /// What `write` returns, [`ErrorKind::Busy`], or SQLite's error in beginning or committing.
    pub fn write<T>(&mut self, write: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        self.write_if(|transaction| write(transaction).map(|value| (value, true)))
    }

    /// As [`Self::write`], but `write` also says whether to commit; if not, nothing was done.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn write_if<T>(&mut self, write: impl FnOnce(&Transaction<'_>) -> Result<(T, bool)>) -> Result<T> {
        let transaction =
            until_free(|| Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate))?;
        let (value, commit) = write(&transaction)?;
        if commit {
            until_free(|| transaction.execute_batch("COMMIT"))?;
        }
        Ok(value)
    }
}

/// Opens a file and looks at what it is. `file` is absolute, so that SQLite cannot take it for a
/// URI (this build looks for `file:` whatever the flags) or for `:memory:`.
fn connect(file: &Path, flags: OpenFlags) -> rusqlite::Result<(Connection, Content)> {
    let mut connection = Connection::open_with_flags(file, flags)?;
    configure(&mut connection)?;
    // Closing somebody else's database must not tidy up its log.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    let content = content(&connection)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, content == Content::Foreign)?;
    Ok((connection, content))
}

/// What every connection needs, the wait for locks first.
fn configure(connection: &mut Connection) -> rusqlite::Result<()> {
    connection.busy_handler(Some(wait))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DQS_DDL, false)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(())
}

/// Sets what a writer relies on, reads back whether it holds, and brings the tables up to date.
fn prepare_for_writing(connection: &mut Connection, file: Option<&Path>) -> Result<bool> {
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    for (pragma, value) in [("foreign_keys", 1), ("synchronous", 2)] {
        connection.pragma_update(None, pragma, value)?;
        let now: i64 = connection.pragma_query_value(None, pragma, |row| row.get(0))?;
        if now != value {
            return Err(Error::new(
                ErrorKind::Bug,
                format_args!("SQLite refuses to set {pragma} to {value}"),
            ));
        }
    }
    migrate(connection, file)
}

/// Turns on write-ahead logging, or a rollback journal where the file system cannot do that; says
/// whether it is write-ahead logging.
fn choose_journal(connection: &Connection) -> Result<bool> {
    let set = |mode: &str| {
        until_free(|| {
            connection.pragma_update_and_check(None, "journal_mode", mode, |row| row.get::<_, String>(0))
        })
    };
    match set("wal") {
        Ok(mode) if mode == "wal" => return Ok(true),
        Err(error) if error.kind == ErrorKind::Busy => return Err(error),
        _ => {}
    }
    let mode = set("delete")?;
    if mode == "delete" {
        return Ok(false);
    }
    Err(Error::new(ErrorKind::Io, format_args!("the archive keeps its journal in mode '{mode}'")))
}

/// Whether a reader failed because SQLite could not make the files it keeps beside an archive.
fn side_files_are_the_trouble(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Reads a file that nobody can be writing to: its folder is not writable, for SQLite could not make
/// a missing side file there, and no log waits to be read.
fn connect_unchanging(
    file: &Path,
    flags: OpenFlags,
    error: rusqlite::Error,
) -> Result<(Connection, Content)> {
    let log = fs_err::metadata(beside(file, "-wal"));
    let both_there = log.is_ok() && beside(file, "-shm").exists();
    if both_there || log.is_ok_and(|log| log.len() > 0) {
        let mut error = Error::from(error);
        error.hint = Some(
            "the archive has unread changes in its -wal file and its folder cannot be written to: \
             copy archive and -wal to another folder, or make this one writable"
                .to_owned(),
        );
        return Err(error);
    }
    Ok(connect(&immutable_uri(file), flags | OpenFlags::SQLITE_OPEN_URI)?)
}

/// `file` as a URI that asks SQLite to trust that it does not change, every byte of the path escaped
/// that could mean something.
fn immutable_uri(file: &Path) -> PathBuf {
    let mut uri = String::from(if cfg!(windows) { "file:///" } else { "file://" });
    for &byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte.into()),
            _ => write!(uri, "%{byte:02X}").expect("a string takes any text"),
        }
    }
    uri.push_str("?immutable=1");
    uri.into()
}

fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path).map_err(|_| {
        Error::usage("the path of the archive is empty").hint("name a file, for example --db archive.db")
    })
}

/// The absolute path of a file that must be there.
fn existing(path: &Path) -> Result<PathBuf> {
    let file = absolute(path)?;
    if file.exists() { Ok(file) } else { Err(missing(path)) }
}

fn missing(path: &Path) -> Error {
    Error::new(ErrorKind::ArchiveMissing, format_args!("no archive at {}", path.display()))
        .hint("make one with 'casebook ingest PATH' or 'casebook init'")
}

fn foreign(path: &Path) -> Error {
    Error::new(ErrorKind::Damaged, format_args!("{} is no casebook archive", path.display()))
        .hint("it was left as it is; name another file with --db")
}

fn explain(error: rusqlite::Error, path: &Path) -> Error {
    if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) {
        return foreign(path);
    }
    let mut error = Error::from(error);
    error.message = format!("{}: {}", path.display(), error.message);
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setting(archive: &Archive, pragma: &str) -> String {
        archive
            .connection
            .pragma_query_value(None, pragma, |row| row.get::<_, rusqlite::types::Value>(0))
            .map(|value| format!("{value:?}"))
            .expect("a setting")
    }

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().expect("a folder")
    }

    #[test]
    fn a_writer_has_what_it_relies_on() {
        let dir = folder();
        let archive = Archive::create(&dir.path().join("new/folder/archive.db")).expect("made");
        assert!(archive.was_created() && archive.has_wal());
        for (pragma, value) in [
            ("foreign_keys", "Integer(1)"),
            ("synchronous", "Integer(2)"),
            ("journal_mode", "Text(\"wal\")"),
            ("page_size", "Integer(16384)"),
            ("wal_autocheckpoint", "Integer(16384)"),
        ] {
            assert_eq!(setting(&archive, pragma), value, "{pragma}");
        }
        let misspelt = archive.read(|c| Ok(c.query_row("SELECT \"severty\"", (), |_| Ok(()))?));
        assert!(misspelt.is_err(), "a name in double quotes is never a text");
    }

    #[test]
    fn a_path_is_a_path() {
        let dir = folder();
        for name in ["run #3?.db", "100%41.db", "file:x.db?mode=memory", ":memory:", "a b", "ü?immutable=1"]
        {
            let path = dir.path().join(name);
            assert!(Archive::create(&path).expect(name).was_created());
            assert!(path.is_file(), "{name}");
            Archive::open_read(&path).expect(name);
            let unchanging = immutable_uri(&path);
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            assert!(matches!(connect(&unchanging, flags).expect(name).1, Content::Archive(_)), "{name}");
        }
        assert_eq!(Archive::create(Path::new("")).expect_err("no path").kind, ErrorKind::Usage);
    }

    #[test]
    fn opening_an_archive_that_is_not_there_makes_none() {
        let dir = folder();
        let path = dir.path().join("archive.db");
        for opened in [Archive::open_read(&path), Archive::open_write(&path)] {
            assert_eq!(opened.expect_err("nothing there").kind, ErrorKind::ArchiveMissing);
        }
        assert!(!path.exists());
        std::fs::write(&path, "").expect("written");
        for opened in [Archive::open_read(&path), Archive::open_write(&path)] {
            assert_eq!(opened.expect_err("empty").kind, ErrorKind::ArchiveMissing);
        }
        assert!(Archive::create(&path).expect("made").was_created());
        assert!(!Archive::create(&path).expect("there").was_created());
    }

    #[test]
    fn what_is_no_archive_is_refused_and_left_alone() {
        let dir = folder();
        let text = dir.path().join("text.db");
        std::fs::write(&text, "this is a text, and long enough to be taken for a header".repeat(9))
            .expect("written");
        let other = dir.path().join("other.db");
        Connection::open(&other)
            .and_then(|c| {
                c.execute_batch(
                    "PRAGMA journal_mode = wal; CREATE TABLE mine (id); INSERT INTO mine VALUES (1)",
                )
            })
            .expect("made");
        for path in [&text, &other] {
            let before = std::fs::read(path).expect("there");
            for opened in [Archive::create(path), Archive::open_read(path), Archive::open_write(path)] {
                let error = opened.expect_err("no archive");
                assert_eq!(error.kind, ErrorKind::Damaged);
                assert!(error.message.ends_with("is no casebook archive"), "{}", error.message);
            }
            assert_eq!(std::fs::read(path).expect("there"), before);
        }
    }

    #[test]
    fn several_first_runs_make_one_archive() {
        let dir = folder();
        let path = dir.path().join("archive.db");
        let made = std::thread::scope(|scope| {
            let runs: Vec<_> = (0..8)
                .map(|_| scope.spawn(|| Archive::create(&path).expect("made or found").was_created()))
                .collect();
            runs.into_iter().map(|run| run.join().expect("no panic")).filter(|made| *made).count()
        });
        assert_eq!(made, 1);
    }

    #[test]
    #[cfg(unix)]
    fn without_shared_memory_there_is_a_rollback_journal() {
        let dir = folder();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let path = dir.path().join("archive.db");
        let connection = Connection::open_with_flags_and_vfs(path, flags, c"unix-dotfile").expect("opens");
        assert!(!choose_journal(&connection).expect("chosen"));
    }

    #[test]
    fn a_write_that_fails_or_changes_its_mind_leaves_nothing() {
        let mut archive = Archive::in_memory().expect("made");
        let insert = |transaction: &Transaction<'_>| {
            Ok(transaction.execute("INSERT INTO source (key) VALUES ('k')", ())?)
        };
        let count = |archive: &Archive| {
            archive.read(|c| Ok(c.query_row("SELECT count(*) FROM source", (), |r| r.get::<_, i64>(0))?))
        };
        let failed = archive.write(|t| insert(t).and_then(|_| Err::<(), _>(Error::usage("no"))));
        assert!(failed.is_err());
        archive.write_if(|t| Ok((insert(t)?, false))).expect("rolled back");
        assert_eq!(count(&archive).expect("read"), 0);
        archive.write(insert).expect("written");
        assert_eq!(count(&archive).expect("read"), 1);
    }
}
