//! The diagnostics of an artifact or of something in quarantine, as rows.
//!
//! May use `diagnostic`, `error`. Invariant: `seq` counts what is kept, in its order.

use rusqlite::{Connection, named_params};

use crate::diagnostic::Diagnostic;
use crate::error::Result;

/// Adds diagnostics by `sql`, one of the two INSERTs that differ only in whom they belong to.
pub(super) fn insert<'a>(
    connection: &Connection,
    sql: &str,
    owner: i64,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
) -> Result<()> {
    let mut insert = connection.prepare_cached(sql)?;
    for (seq, diagnostic) in diagnostics.into_iter().enumerate() {
        insert.execute(named_params! {
            ":owner": owner,
            ":seq": seq,
            ":code": diagnostic.code.as_str(),
            ":severity": diagnostic.severity.as_str(),
            ":pointer": diagnostic.pointer,
            ":keyword": diagnostic.keyword,
            ":message": diagnostic.message,
            ":hint": diagnostic.hint,
            ":line": diagnostic.position.line,
            ":column": diagnostic.position.column,
        })?;
    }
    Ok(())
}
