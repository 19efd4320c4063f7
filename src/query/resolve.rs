//! What an id names: a document, or something inside one.
//!
//! An id is tried as it stands, then as a prefix. In front of an id, with a slash, may stand what
//! holds it: `TASK/RUN`, `RUN/find_…`, `TASK/RUN/find_…`, `PROJECT/PACKET/item`. Ids may hold slashes
//! themselves, so every slash is tried. Invariant: an id that fits several things never picks one,
//! but revisions of one document are one thing, and what is current comes before what is not.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};
use rusqlite::{Connection, ToSql, named_params};
use serde::Serialize;

use super::origin::Origin;
use super::record::{Record as _, ToCell, record, to_cell};
use crate::digest::Digest;
use crate::error::{Error, ErrorKind, Result};
use crate::nearest::nearest;
use crate::report::Cell;
use crate::time::Timestamp;

const DOCUMENTS: &str = include_str!("resolve/documents.sql");
const ANYWHERE: &str = concat!(include_str!("resolve/items.sql"), include_str!("resolve/anywhere.sql"));
const WITHIN: &str = concat!(include_str!("resolve/items.sql"), include_str!("resolve/within.sql"));

/// How many rows of a kind are looked at; an id that fits more is ambiguous anyway.
const ROWS: i64 = 1000;
/// How many candidates an ambiguous id names.
const CANDIDATES: usize = 20;

/// What kind of thing an id names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One revision of a document, by its own id.
    Artifact,
    Run,
    Packet,
    Review,
    Report,
    Finding,
    Citation,
    Theme,
    Gap,
    Contradiction,
    Action,
    PacketItem,
    PacketGap,
}

impl Kind {
    const ALL: [Self; 13] = [
        Self::Artifact,
        Self::Run,
        Self::Packet,
        Self::Review,
        Self::Report,
        Self::Finding,
        Self::Citation,
        Self::Theme,
        Self::Gap,
        Self::Contradiction,
        Self::Action,
        Self::PacketItem,
        Self::PacketGap,
    ];

    /// The word used in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Artifact => "artifact",
            Self::Run => "run",
            Self::Packet => "packet",
            Self::Review => "review",
            Self::Report => "report",
            Self::Finding => "finding",
            Self::Citation => "citation",
            Self::Theme => "theme",
            Self::Gap => "gap",
            Self::Contradiction => "contradiction",
            Self::Action => "action",
            Self::PacketItem => "packet-item",
            Self::PacketGap => "packet-gap",
        }
    }
}

impl FromSql for Kind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let text = value.as_str()?;
        Self::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or(FromSqlError::InvalidType)
    }
}

to_cell! { Kind => |kind| kind.as_str().into(); }

record! {
    /// A thing that an id names.
    pub struct Thing {
        kind: Kind,
        /// Its row in the table of its kind; of a document, the row of its artifact.
        row: i64,
        /// The row of the artifact it belongs to.
        artifact: i64,
        lineage: i64,
        current: bool,
        uuid: String,
        natural_id: String,
        task: Option<String>,
        /// Its id inside its document.
        local_id: Option<String>,
        /// Where an entry of a packet stands: `section/seq`.
        place: Option<String>,
        version_key: String,
        when_us: Timestamp,
        canonical_digest: Digest,
    }
}

/// The one thing this id names.
///
/// # Errors
/// [`ErrorKind::IdMissing`] or [`ErrorKind::IdAmbiguous`], the latter with candidates, each of which
/// is exact; otherwise what SQLite says.
pub fn resolve(connection: &Connection, id: &str) -> Result<Thing> {
    one(connection, id, |span| things(connection, id, span))
}

/// The one document this id names, among those of a task if one is given.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_document(connection: &Connection, id: &str, task: Option<&str>) -> Result<Thing> {
    one(connection, id, |span| {
        let mut found = documents(connection, id, span)?;
        found.retain(|thing| task.is_none() || thing.task.as_deref() == task);
        Ok(found)
    })
}

/// The one task of this id.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_task(connection: &Connection, id: &str) -> Result<String> {
    let mut statement = connection.prepare_cached(include_str!("resolve/tasks.sql"))?;
    for span in [Span::Exact, Span::Prefix] {
        let params = named_params! { ":low": id, ":high": span.high(id), ":limit": ROWS };
        let mut tasks =
            statement.query_map(params, |row| row.get(0))?.collect::<rusqlite::Result<Vec<_>>>()?;
        match tasks.len() {
            0 => {}
            1 => return Ok(tasks.remove(0)),
            _ => return Err(ambiguous(id, tasks)),
        }
    }
    Err(missing(connection, id)?)
}

fn one(connection: &Connection, id: &str, find: impl Fn(Span) -> Result<Vec<Thing>>) -> Result<Thing> {
    if id.is_empty() {
        return Err(Error::usage("an empty id names nothing"));
    }
    for span in [Span::Exact, Span::Prefix] {
        let mut found = distinct(find(span)?);
        match found.len() {
            0 => {}
            1 => return Ok(found.remove(0)),
            _ => return Err(ambiguous(id, names(&found))),
        }
    }
    Err(missing(connection, id)?)
}

/// Which ids an id stands for.
#[derive(Clone, Copy, Debug)]
enum Span {
    Exact,
    Prefix,
}

impl Span {
    /// The last id in the order of bytes that still counts. What follows a prefix sorts below the
    /// last code point there is.
    fn high(self, id: &str) -> String {
        match self {
            Self::Exact => id.to_owned(),
            Self::Prefix => format!("{id}{}", char::MAX),
        }
    }
}

/// Everything that an id, with what may stand in front of it, fits.
fn things(connection: &Connection, id: &str, span: Span) -> Result<Vec<Thing>> {
    let mut found = documents(connection, id, span)?;
    found.extend(select(connection, ANYWHERE, id, span, &[])?);
    for (holder, local) in splits(id) {
        for document in documents(connection, holder, span)? {
            let held = select(connection, WITHIN, local, span, &[(":artifact", &document.artifact)])?;
            // A revision named by its own id is meant even if it is not current.
            let named = document.kind == Kind::Artifact;
            found.extend(held.into_iter().map(|thing| Thing { current: thing.current || named, ..thing }));
        }
    }
    Ok(found)
}

/// The documents that an id fits, with or without a task in front of it.
fn documents(connection: &Connection, id: &str, span: Span) -> Result<Vec<Thing>> {
    let mut found = select(connection, DOCUMENTS, id, span, &[(":task", &None::<&str>)])?;
    for (task, id) in splits(id) {
        found.extend(select(connection, DOCUMENTS, id, span, &[(":task", &task)])?);
    }
    Ok(found)
}

/// Both sides of each slash.
fn splits(id: &str) -> impl Iterator<Item = (&str, &str)> {
    id.match_indices('/')
        .map(|(at, _)| (&id[..at], &id[at + 1..]))
        .filter(|(a, b)| !a.is_empty() && !b.is_empty())
}

fn select(
    connection: &Connection,
    sql: &str,
    id: &str,
    span: Span,
    own: &[(&str, &dyn ToSql)],
) -> Result<Vec<Thing>> {
    let high = span.high(id);
    let mut params = named_params! { ":low": id, ":high": high, ":limit": ROWS }.to_vec();
    params.extend_from_slice(own);
    let mut statement = connection.prepare_cached(sql)?;
    let things = statement.query_map(&*params, Thing::from_row)?.collect::<rusqlite::Result<_>>()?;
    Ok(things)
}

/// Things in a total order, those alone that are current if any is, and of the revisions of one thing
/// the last.
fn distinct(mut found: Vec<Thing>) -> Vec<Thing> {
    let kept = |thing: &Thing| thing.current || thing.kind == Kind::Artifact;
    if found.iter().any(kept) {
        found.retain(kept);
    }
    found.sort_by(|a, b| {
        let revision = |t: &Thing| (t.version_key.clone(), t.when_us, t.canonical_digest);
        (a.kind, a.lineage, &a.local_id, &a.place)
            .cmp(&(b.kind, b.lineage, &b.local_id, &b.place))
            .then_with(|| revision(b).cmp(&revision(a)))
            .then_with(|| a.row.cmp(&b.row))
    });
    found.dedup_by(|b, a| {
        let same_item = (a.lineage, &a.local_id, &a.place) == (b.lineage, &b.local_id, &b.place);
        a.kind == b.kind && (a.row == b.row || (same_item && a.kind != Kind::Artifact))
    });
    found
}

fn ambiguous(id: &str, names: Vec<String>) -> Error {
    let error = Error::new(ErrorKind::IdAmbiguous, format_args!("'{id}' fits {} things", names.len()));
    let hint = match names.len().saturating_sub(CANDIDATES) {
        0 => "name one of these".to_owned(),
        more => format!("give more of the id; {more} more are not shown"),
    };
    Error { candidates: names.into_iter().take(CANDIDATES).collect(), ..error }.hint(hint)
}

/// An exact id for each thing, as short as tells them apart: `RUN/find_…`, then with the task in
/// front, then with the artifact's id. In order.
fn names(found: &[Thing]) -> Vec<String> {
    let forms: Vec<[String; 4]> = found.iter().map(forms).collect();
    let mut uses = BTreeMap::new();
    for form in forms.iter().flat_map(|forms| forms.iter().collect::<BTreeSet<_>>()) {
        *uses.entry(form).or_insert(0) += 1;
    }
    let shortest = |form: &[String; 4]| form.iter().find(|name| uses[name] == 1).unwrap_or(&form[3]).clone();
    let mut names: Vec<_> = forms.iter().map(shortest).collect();
    names.sort();
    names
}

fn forms(thing: &Thing) -> [String; 4] {
    if thing.kind == Kind::Artifact {
        return std::array::from_fn(|_| thing.uuid.clone());
    }
    let with_task = thing
        .task
        .as_ref()
        .map_or_else(|| thing.natural_id.clone(), |task| format!("{task}/{}", thing.natural_id));
    let below = |holder: &str, inner: Option<&String>| {
        inner.map_or_else(|| holder.to_owned(), |inner| format!("{holder}/{inner}"))
    };
    let local = thing.local_id.as_ref();
    [
        below(&thing.natural_id, local),
        below(&with_task, local),
        below(&thing.uuid, local),
        below(&thing.uuid, thing.place.as_ref().or(local)),
    ]
}

fn missing(connection: &Connection, id: &str) -> Result<Error> {
    let mut statement = connection.prepare_cached(include_str!("resolve/known.sql"))?;
    let known = statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
    let error = Error::new(ErrorKind::IdMissing, format_args!("nothing here has the id '{id}'"));
    Ok(match nearest(id, known.iter().map(String::as_str)) {
        Some(near) => error.hint(format_args!("did you mean '{near}'?")),
        None => error.hint("'casebook list' shows which documents there are"),
    })
}

impl Thing {
    /// The document it belongs to.
    pub(super) fn origin(&self) -> Origin {
        Origin {
            run: self.natural_id.clone(),
            task: self.task.clone(),
            artifact: self.uuid.clone(),
            when: self.when_us,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::fixture::{Fixture, uuid};

    /// What an id is resolved to, in words, or its candidates.
    fn resolved(fixture: &Fixture, id: &str) -> String {
        match resolve(fixture.db(), id) {
            Ok(thing) => {
                format!("{} {} {}", thing.kind.as_str(), thing.uuid, thing.local_id.unwrap_or_default())
            }
            Err(error) => format!("{} {}", error.kind.exit().1, error.candidates.join(" ")),
        }
    }

    #[test]
    fn an_exact_id_comes_before_a_prefix() {
        let fixture = Fixture::new();
        fixture.packet("a", "T1", "s", "2026-01-01", &[]);
        fixture.packet("ab", "T1", "s", "2026-01-01", &[]);
        assert_eq!(resolved(&fixture, "a"), format!("packet {} ", uuid(1)));
        assert_eq!(resolved(&fixture, "p/a"), format!("packet {} ", uuid(1)));
        assert_eq!(resolved(&fixture, "ab"), format!("packet {} ", uuid(2)));
        assert_eq!(resolved(&fixture, "p/"), "id.ambiguous p/a p/ab");
        assert_eq!(resolved(&fixture, "b"), "id.missing ");
    }

    #[test]
    fn no_character_of_an_id_is_a_wildcard() {
        let fixture = Fixture::new();
        fixture.packet("a%b_c", "T1", "s", "2026-01-01", &[]);
        fixture.packet("a*b?c", "T1", "s", "2026-01-01", &[]);
        assert_eq!(resolved(&fixture, "a%"), format!("packet {} ", uuid(1)));
        assert_eq!(resolved(&fixture, "a*b"), format!("packet {} ", uuid(2)));
        assert_eq!(resolved(&fixture, "%"), "id.missing ");
        assert_eq!(resolved(&fixture, "_"), "id.missing ");
    }

    #[test]
    fn a_run_of_two_tasks_is_two_runs() {
        let fixture = Fixture::new();
        fixture.run("T1", "res_1", "2026-01-01");
        fixture.run("T10", "res_1", "2026-01-01");
        assert_eq!(resolved(&fixture, "res_1"), "id.ambiguous T1/res_1 T10/res_1");
        assert_eq!(resolved(&fixture, "T1/res_1"), format!("run {} ", uuid(1)));
        assert_eq!(resolved(&fixture, "T10/res"), format!("run {} ", uuid(2)));
        let found = resolve_document(fixture.db(), "res_1", Some("T10")).expect("one in that task");
        assert_eq!(found.uuid, uuid(2));
    }

    #[test]
    fn a_local_id_is_that_of_the_current_revision() {
        let fixture = Fixture::new();
        let old = fixture.revision("T1", "res_1", "2026-01-01", "1.0.0", "completed");
        let new = fixture.revision("T1", "res_1", "2026-02-01", "1.1.0", "completed");
        for artifact in [old, new] {
            fixture.finding(artifact, "find_aa", 0.5);
        }
        fixture.finding(old, "find_gone", 0.5);
        assert_eq!(resolved(&fixture, "find_aa"), format!("finding {} find_aa", uuid(2)));
        assert_eq!(resolved(&fixture, "find_a"), format!("finding {} find_aa", uuid(2)));
        assert_eq!(resolved(&fixture, "find_gone"), format!("finding {} find_gone", uuid(1)));
        assert_eq!(
            resolved(&fixture, &format!("{}/find_aa", uuid(1))),
            format!("finding {} find_aa", uuid(1))
        );
        assert_eq!(resolved(&fixture, &uuid(1)), format!("artifact {} ", uuid(1)));
        assert_eq!(resolved(&fixture, "res_1"), format!("run {} ", uuid(2)));

        let other = fixture.run("T1", "res_2", "2026-01-01");
        fixture.finding(other, "find_gone", 0.5);
        assert_eq!(resolved(&fixture, "find_gone"), format!("finding {} find_gone", uuid(3)));
    }

    #[test]
    fn a_local_id_of_several_runs_is_ambiguous() {
        let fixture = Fixture::new();
        for (task, run) in [("T1", "res_1"), ("T1", "res_2"), ("T2", "res_2")] {
            let artifact = fixture.run(task, run, "2026-01-01");
            fixture.finding(artifact, "find_aa", 0.5);
        }
        assert_eq!(
            resolved(&fixture, "find_aa"),
            "id.ambiguous T1/res_2/find_aa T2/res_2/find_aa res_1/find_aa"
        );
        assert_eq!(resolved(&fixture, "res_1/find_aa"), format!("finding {} find_aa", uuid(1)));
        assert_eq!(resolved(&fixture, "T2/res_2/find"), format!("finding {} find_aa", uuid(3)));
    }

    #[test]
    fn entries_of_a_packet_are_told_apart_by_their_place() {
        let fixture = Fixture::new();
        let packet = fixture.packet("a", "T1", "s", "2026-01-01", &[]);
        fixture.item(packet, "currentState", Some("k/1"), None);
        fixture.item(packet, "projectKnowledge", Some("k/1"), None);
        let place = |section: &str| format!("{}/{section}/0", uuid(1));
        assert_eq!(
            resolved(&fixture, "k/1"),
            format!("id.ambiguous {} {}", place("currentState"), place("projectKnowledge"))
        );
        let item = format!("packet-item {} k/1", uuid(1));
        assert_eq!(resolved(&fixture, &place("currentState")), item);
        assert_eq!(resolved(&fixture, "p/a/currentState/0"), item);
        fixture.item(packet, "currentState", None, None);
        assert_eq!(resolved(&fixture, "a/currentState/1"), format!("packet-item {} ", uuid(1)));
    }

    #[test]
    fn a_slip_is_answered_with_what_may_have_been_meant() {
        let fixture = Fixture::new();
        fixture.run("T1", "res_0a1b2c3d", "2026-01-01");
        let error = resolve(fixture.db(), "res_0a1b2c3e").expect_err("no such run");
        assert_eq!(error.hint.as_deref(), Some("did you mean 'res_0a1b2c3d'?"));
    }

    #[test]
    fn tasks_are_exact_first() {
        let fixture = Fixture::new();
        fixture.run("T1", "res_1", "2026-01-01");
        fixture.run("T10", "res_2", "2026-01-01");
        fixture.run("T11", "res_3", "2026-01-01");
        let task = |id| resolve_task(fixture.db(), id);
        assert_eq!(task("T1").expect("exact"), "T1");
        assert_eq!(task("T").expect_err("a prefix of three").candidates, ["T1", "T10", "T11"]);
        assert_eq!(task("U").expect_err("none").kind, ErrorKind::IdMissing);
    }
}
