//! Bringing an archive's tables up to date.
//!
//! Invariant: migrations are append-only and run in one transaction; `user_version` says how many
//! have run.

use rusqlite::{Connection, TransactionBehavior};

use crate::error::{Error, ErrorKind, Result};

/// Every migration, oldest first.
const MIGRATIONS: &[&str] = &[include_str!("../../migrations/0001_archive.sql")];

/// Runs the migrations this archive lacks.
///
/// # Errors
/// [`ErrorKind::Newer`] for an archive made by a later casebook; otherwise what SQLite says.
pub(super) fn migrate(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version = user_version(&transaction)?;
    let missing = MIGRATIONS.get(version..).ok_or_else(|| newer(version))?;
    for migration in missing {
        transaction.execute_batch(migration)?;
    }
    if !missing.is_empty() {
        transaction.pragma_update(None, "user_version", MIGRATIONS.len())?;
    }
    transaction.commit()?;
    Ok(())
}

fn user_version(connection: &Connection) -> Result<usize> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    usize::try_from(version).map_err(|_| Error::new(ErrorKind::Damaged, "this is no casebook archive"))
}

fn newer(version: usize) -> Error {
    Error::new(
        ErrorKind::Newer,
        format_args!("the archive has schema version {version}; this casebook knows {}", MIGRATIONS.len()),
    )
    .hint("use the casebook that made it, or a later one")
}
