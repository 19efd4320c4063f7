//! Opening an archive for reading or for writing.
//!
//! Invariant: only [`Archive::create`] makes a file, and a connection opened for reading can change
//! nothing.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use super::migrate::migrate;
use crate::error::{Error, ErrorKind, Result};

/// An open archive.
#[derive(Debug)]
pub struct Archive {
    connection: Connection,
    path: PathBuf,
}

impl Archive {
    /// Opens an archive for reading; never creates one.
    ///
    /// # Errors
    /// [`ErrorKind::ArchiveMissing`] if there is no file, otherwise what SQLite says.
    pub fn open_read(path: &Path) -> Result<Self> {
        if !path.exists() {
            return Err(Error::new(
                ErrorKind::ArchiveMissing,
                format_args!("no archive at {}", path.display()),
            )
            .hint("make one with 'casebook ingest PATH' or 'casebook init'"));
        }
        let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// Opens an archive for writing and brings its tables up to date, making the file if need be.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn create(path: &Path) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut connection = Connection::open_with_flags(path, flags)?;
        migrate(&mut connection)?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// An archive in memory, for tests.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn in_memory() -> Result<Self> {
        let mut connection = Connection::open_in_memory()?;
        migrate(&mut connection)?;
        Ok(Self { connection, path: PathBuf::from(":memory:") })
    }

    /// Where the archive is.
    pub fn path(&self) -> &Path {
        &self.path
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
    /// # Errors
    /// What `write` returns, or SQLite's error in beginning or committing.
    pub fn write<T>(&mut self, write: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let value = write(&transaction)?;
        transaction.commit()?;
        Ok(value)
    }
}
