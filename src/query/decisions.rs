//! What a decision can be about, and the answer that tells of one.
//!
//! May use `report`, `error`. Invariant: a decision is about a gap or contradiction as one text, so its digest
//! belongs to what it is about.

use rusqlite::{Connection, named_params};
use serde::Serialize;

use super::origin::{HasOrigin, Origin, origin_columns};
use super::resolve::{Kind, Thing, resolve};
use crate::digest::Digest;
use crate::error::{Error, Result};
use crate::id::DecisionId;
use crate::report::{Column, Tabular};
use crate::time::Timestamp;

/// A gap or contradiction that something can be decided about.
#[derive(Clone, Debug)]
pub struct Target {
    /// `gap` or `contradiction`.
    pub kind: &'static str,
    pub id: String,
    pub origin: Origin,
    pub text_digest: Digest,
}

/// The gap or contradiction of this id.
///
/// # Errors
/// As [`resolve`]; a usage failure if the id names something else.
pub fn target(connection: &Connection, id: &str) -> Result<Target> {
    let thing = resolve(connection, id)?;
    let (kind, sql) = match thing.kind {
        Kind::Gap => ("gap", "SELECT text_digest FROM gap WHERE id = :row"),
        Kind::PacketGap => ("gap", "SELECT text_digest FROM packet_gap WHERE id = :row"),
        Kind::Contradiction => ("contradiction", "SELECT text_digest FROM contradiction WHERE id = :row"),
        other => {
            let error =
                Error::usage(format_args!("'{id}' names no gap or contradiction but a {}", other.as_str()));
            return Err(error.hint("'casebook gaps' and 'casebook contradictions' show what can be decided"));
        }
    };
    let text_digest =
        connection.prepare_cached(sql)?.query_one(named_params! { ":row": thing.row }, |row| row.get(0))?;
    Ok(Target { kind, origin: thing.origin(), id: local(&thing), text_digest })
}

/// The exact id of the one finding that this id names.
///
/// # Errors
/// As [`resolve`]; a usage failure if the id names something else.
pub fn settling_finding(connection: &Connection, id: &str) -> Result<String> {
    let thing = resolve(connection, id)?;
    if thing.kind != Kind::Finding {
        return Err(Error::usage(format_args!("'{id}' names no finding but a {}", thing.kind.as_str())));
    }
    let task = thing.task.as_ref().map(|task| format!("{task}/")).unwrap_or_default();
    Ok(format!("{task}{}/{}", thing.natural_id, local(&thing)))
}

fn local(thing: &Thing) -> String {
    thing.local_id.clone().expect("what stands inside a document has an id there")
}

/// A decision that was recorded.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    pub kind: &'static str,
    pub id: String,
    pub state: &'static str,
    pub note: String,
    pub by: Option<String>,
    pub finding: Option<String>,
    pub at: Timestamp,
    pub record: DecisionId,
    #[serde(flatten)]
    pub origin: Origin,
}

impl HasOrigin for Item {
    fn origin(&self) -> &Origin {
        &self.origin
    }
}

impl Tabular for Item {
    fn columns() -> Vec<Column<Self>> {
        let mut columns = vec![
            Column::shown("kind", |i: &Self| i.kind.into()),
            Column::shown("id", |i| (&i.id).into()),
            Column::shown("state", |i| i.state.into()),
            Column::shown("note", |i| (&i.note).into()),
            Column::shown("by", |i| i.by.as_ref().into()),
            Column::shown("finding", |i| i.finding.as_ref().into()),
            Column::hidden("at", |i| i.at.into()),
            Column::hidden("record", |i| i.record.to_string().into()),
        ];
        columns.extend(origin_columns());
        columns
    }
}
