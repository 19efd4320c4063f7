//! What people decide about gaps and contradictions.
//!
//! May use `digest`, `error`, `id`, `time`. Invariant: records are only ever added, and a later one is newer whatever
//! the clock says.

use rusqlite::{Connection, named_params};

use crate::digest::Digest;
use crate::error::Result;
use crate::id::DecisionId;
use crate::time::Timestamp;

const COUNT: &str = "SELECT count(*) FROM resolution";

/// What a decision is about: it holds for this text under this id of this document, and for nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// `gap` or `contradiction`.
    pub kind: &'a str,
    pub task: Option<&'a str>,
    /// Natural id of the document.
    pub run: &'a str,
    pub local_id: &'a str,
    pub text_digest: Digest,
}

/// A decision, and its grounds.
#[derive(Clone, Copy, Debug)]
pub struct Verdict<'a> {
    /// `resolved`, `accepted` or `reopened`.
    pub state: &'a str,
    pub note: &'a str,
    pub by: Option<&'a str>,
    /// The finding that settles it, by its exact id.
    pub finding: Option<&'a str>,
}

/// Adds a decision; returns its id and its moment.
///
/// # Errors
/// What SQLite says.
pub fn decide(
    connection: &Connection,
    subject: &Subject<'_>,
    verdict: &Verdict<'_>,
    now: Timestamp,
) -> Result<(DecisionId, Timestamp)> {
    let last: Option<Timestamp> = connection.prepare_cached(include_str!("last_decision.sql"))?.query_one(
        named_params! {
            ":kind": subject.kind,
            ":task": subject.task,
            ":run": subject.run,
            ":local_id": subject.local_id,
            ":text_digest": subject.text_digest,
        },
        |row| row.get("at"),
    )?;
    let at = last.map_or(now, |last| now.max(Timestamp(last.0 + 1)));
    let decided: i64 = connection.prepare_cached(COUNT)?.query_one((), |row| row.get(0))?;
    let id = DecisionId::new(now, decided + 1);
    connection.prepare_cached(include_str!("insert_decision.sql"))?.execute(named_params! {
        ":uuid": id,
        ":kind": subject.kind,
        ":task": subject.task,
        ":run": subject.run,
        ":local_id": subject.local_id,
        ":text_digest": subject.text_digest,
        ":state": verdict.state,
        ":note": verdict.note,
        ":by": verdict.by,
        ":finding": verdict.finding,
        ":at": at,
    })?;
    Ok((id, at))
}
