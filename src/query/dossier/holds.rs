//! What there is in scope, in numbers: of all, and of each task.
//!
//! Invariant: every document, finding, gap and contradiction is counted once in its task and once in the
//! whole, and findings once in exactly one of the ways they can stand.

use std::collections::BTreeMap;

use rusqlite::{Connection, Row, ToSql, named_params};
use serde::Serialize;

use crate::error::Result;
use crate::query::filter::{Limit, Scope};
use crate::query::finding_filter::FindingFilter;
use crate::query::sql::Params;
use crate::query::task::Counts;
use crate::report::Listing;
use crate::time::Timestamp;

/// Everything in scope.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Holds {
    pub documents: Counts,
    pub tasks: u64,
    pub first: Option<Timestamp>,
    pub last: Option<Timestamp>,
    /// Documents that were refused; of all filters, the task alone narrows them.
    pub refused: u64,
    pub findings: Standing,
    /// How many quotes of findings match the excerpt of their citation how.
    pub quotes: BTreeMap<String, u64>,
    /// Open gaps.
    pub gaps: Importances,
    /// Open contradictions.
    pub contradictions: Severities,
    /// Sources by the worst that is said of them.
    pub sources: Reliabilities,
}

/// How many findings stand how. The last four make up the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Standing {
    pub total: u64,
    /// Named by a contradiction that is not resolved.
    pub contradicted: u64,
    /// Blocked by an open gap.
    pub blocked: u64,
    /// Of a confidence below 0.5.
    pub unsure: u64,
    /// Any of these three.
    pub in_doubt: u64,
    /// Not in doubt, but without evidence.
    pub no_evidence: u64,
    /// Not in doubt, but all their evidence comes from one source, or from citations that are missing.
    pub single_source: u64,
    /// Not in doubt, on two sources or more.
    pub firm: u64,
}

/// Gaps by importance; those of packets, which state none, are unrated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Importances {
    pub critical: u64,
    pub high: u64,
    pub medium: u64,
    pub low: u64,
    pub unrated: u64,
}

/// Contradictions by severity; those of packets, which state none, are unrated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Severities {
    pub critical: u64,
    pub significant: u64,
    pub minor: u64,
    pub unrated: u64,
}

/// Sources by reliability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Reliabilities {
    pub high: u64,
    pub medium: u64,
    pub low: u64,
    pub unknown: u64,
}

/// One task.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TaskRow {
    /// None for what was filed under no task.
    pub task: Option<String>,
    /// What its first run was asked.
    pub subject: Option<String>,
    pub documents: Counts,
    pub findings: Standing,
    pub gaps: Importances,
    pub contradictions: Severities,
    pub first: Timestamp,
    pub last: Timestamp,
}

macro_rules! sums {
    ($($type:ident { $($field:ident),+ })+) => {
        $(impl $type {
            /// Adds what stands at this rank.
            fn add(&mut self, rank: i64, items: u64) {
                let ranks = [$(&mut self.$field),+];
                let last = ranks.len() - 1;
                let at = usize::try_from(rank).map_or(last, |rank| rank.min(last));
                if let Some(field) = ranks.into_iter().nth(at) {
                    *field += items;
                }
            }

            /// All of them.
            pub fn total(&self) -> u64 {
                [$(self.$field),+].iter().sum()
            }

            /// Each with its name, the gravest or best first.
            pub fn named(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($field), self.$field)),+]
            }
        })+
    };
}

sums! {
    Importances { critical, high, medium, low, unrated }
    Severities { critical, significant, minor, unrated }
    Reliabilities { high, medium, low, unknown }
}

impl Standing {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let total: u64 = row.get("findings")?;
        let in_doubt: u64 = row.get("in_doubt")?;
        let no_evidence: u64 = row.get("no_evidence")?;
        let single_source: u64 = row.get("single_source")?;
        Ok(Self {
            total,
            contradicted: row.get("contradicted")?,
            blocked: row.get("blocked")?,
            unsure: row.get("unsure")?,
            in_doubt,
            no_evidence,
            single_source,
            firm: total - in_doubt - no_evidence - single_source,
        })
    }

    fn add(&mut self, other: &Self) {
        self.total += other.total;
        self.contradicted += other.contradicted;
        self.blocked += other.blocked;
        self.unsure += other.unsure;
        self.in_doubt += other.in_doubt;
        self.no_evidence += other.no_evidence;
        self.single_source += other.single_source;
        self.firm += other.firm;
    }
}

type ByTask = BTreeMap<Option<String>, TaskRow>;

/// What a question chooses, by task and rank.
macro_rules! by_task {
    ($($part:literal),+) => {
        concat!(
            include_str!("../scope.sql"), include_str!("../finding_filter.sql"), $(include_str!($part),)+
            include_str!("by_task.sql")
        )
    };
}

const GAPS: &str = by_task!("../item_state.sql", "../gaps.sql");
const CONTRADICTIONS: &str = by_task!("../item_state.sql", "../contradictions.sql");
const SOURCES: &str = concat!(
    include_str!("../scope.sql"),
    include_str!("../finding_filter.sql"),
    include_str!("../citations.sql"),
    include_str!("sources.sql")
);
const DOCUMENTS: &str = concat!(include_str!("../scope.sql"), include_str!("documents.sql"));
const STANDING: &str =
    concat!(include_str!("../scope.sql"), include_str!("../item_state.sql"), include_str!("standing.sql"));
const QUOTES: &str = concat!(include_str!("../scope.sql"), include_str!("quotes.sql"));
const SUBJECTS: &str = concat!(include_str!("../scope.sql"), include_str!("subjects.sql"));

/// What there is, and the tasks it belongs to, the latest first.
pub(super) fn holds(
    connection: &Connection,
    scope: &Scope,
    limit: Limit,
) -> Result<(Holds, Listing<TaskRow>)> {
    let mut holds = Holds::default();
    let mut tasks = ByTask::new();
    documents(connection, scope, &mut holds, &mut tasks)?;
    standing(connection, scope, &mut holds, &mut tasks)?;
    gaps(connection, scope, &mut holds, &mut tasks)?;
    contradictions(connection, scope, &mut holds, &mut tasks)?;
    sources(connection, scope, &mut holds)?;
    let mut quotes = connection.prepare_cached(QUOTES)?;
    let counted =
        quotes.query_map(&scope.params(), |row| Ok((row.get("quote_match")?, row.get("quotes")?)))?;
    holds.quotes = counted.collect::<rusqlite::Result<_>>()?;
    let mut refused = connection.prepare_cached(include_str!("refused.sql"))?;
    holds.refused = refused.query_one(named_params! { ":task": scope.task }, |row| row.get(0))?;
    Ok((holds, listed(connection, scope, limit, tasks)?))
}

fn documents(connection: &Connection, scope: &Scope, holds: &mut Holds, tasks: &mut ByTask) -> Result<()> {
    let mut statement = connection.prepare_cached(DOCUMENTS)?;
    let mut rows = statement.query(&scope.params()[..])?;
    while let Some(row) = rows.next()? {
        let (task, kind): (Option<String>, String) = (row.get("task")?, row.get("kind")?);
        let (first, last): (Timestamp, Timestamp) = (row.get("first")?, row.get("last")?);
        let documents = row.get("documents")?;
        holds.documents.add(&kind, documents);
        holds.first = holds.first.map_or(Some(first), |known| Some(known.min(first)));
        holds.last = holds.last.max(Some(last));
        let entry =
            tasks.entry(task.clone()).or_insert_with(|| TaskRow { task, first, last, ..TaskRow::default() });
        entry.documents.add(&kind, documents);
        entry.first = entry.first.min(first);
        entry.last = entry.last.max(last);
    }
    holds.tasks = tasks.keys().flatten().count() as u64;
    Ok(())
}

fn standing(connection: &Connection, scope: &Scope, holds: &mut Holds, tasks: &mut ByTask) -> Result<()> {
    let mut statement = connection.prepare_cached(STANDING)?;
    let mut rows = statement.query(&scope.params()[..])?;
    while let Some(row) = rows.next()? {
        let standing = Standing::from_row(row)?;
        holds.findings.add(&standing);
        tasks.entry(row.get("task")?).or_default().findings = standing;
    }
    Ok(())
}

fn gaps(connection: &Connection, scope: &Scope, holds: &mut Holds, tasks: &mut ByTask) -> Result<()> {
    let none: Option<&str> = None;
    let own: [(_, &dyn ToSql); 3] = [(":open", &true), (":last", &false), (":importance", &none)];
    ranked(connection, scope, GAPS, &own, |task, rank, items| {
        holds.gaps.add(rank, items);
        tasks.entry(task).or_default().gaps.add(rank, items);
    })
}

fn contradictions(
    connection: &Connection,
    scope: &Scope,
    holds: &mut Holds,
    tasks: &mut ByTask,
) -> Result<()> {
    let own: [(_, &dyn ToSql); 3] = [(":open", &true), (":last", &false), (":needs_consensus", &false)];
    ranked(connection, scope, CONTRADICTIONS, &own, |task, rank, items| {
        holds.contradictions.add(rank, items);
        tasks.entry(task).or_default().contradictions.add(rank, items);
    })
}

fn ranked(
    connection: &Connection,
    scope: &Scope,
    sql: &str,
    own: &[(&'static str, &dyn ToSql)],
    mut add: impl FnMut(Option<String>, i64, u64),
) -> Result<()> {
    let filter = FindingFilter::default();
    let params: Params =
        scope.params().into_iter().chain(filter.touching()).chain(own.iter().copied()).collect();
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(&*params)?;
    while let Some(row) = rows.next()? {
        add(row.get("task")?, row.get("rank")?, row.get("items")?);
    }
    Ok(())
}

fn sources(connection: &Connection, scope: &Scope, holds: &mut Holds) -> Result<()> {
    let filter = FindingFilter::default();
    let none: Option<i64> = None;
    let own: [(_, &dyn ToSql); 2] = [(":unused", &false), (":worst_rank", &none)];
    let params: Params = scope.params().into_iter().chain(filter.touching()).chain(own).collect();
    let mut statement = connection.prepare_cached(SOURCES)?;
    let mut rows = statement.query(&*params)?;
    while let Some(row) = rows.next()? {
        holds.sources.add(row.get("worst_rank")?, row.get("sources")?);
    }
    Ok(())
}

/// The latest tasks, each with the question it began with.
fn listed(connection: &Connection, scope: &Scope, limit: Limit, tasks: ByTask) -> Result<Listing<TaskRow>> {
    let total = tasks.len() as u64;
    let mut rows: Vec<_> = tasks.into_values().collect();
    rows.sort_by(|a, b| b.last.cmp(&a.last).then_with(|| a.task.cmp(&b.task)));
    if limit.0 > 0 {
        rows.truncate(limit.0 as usize);
    }
    let names: Vec<_> = rows.iter().filter_map(|row| row.task.as_deref()).collect();
    let names = serde_json::to_string(&names).expect("texts are JSON");
    let params: Params = scope.params().into_iter().chain([(":tasks", &names as &dyn ToSql)]).collect();
    let mut statement = connection.prepare_cached(SUBJECTS)?;
    let subjects = statement.query_map(&*params, |row| Ok((row.get("task")?, row.get("query")?)))?;
    let mut subjects: BTreeMap<String, String> = subjects.collect::<rusqlite::Result<_>>()?;
    for row in &mut rows {
        row.subject = row.task.as_ref().and_then(|task| subjects.remove(task));
    }
    Ok(Listing::new("report", total, rows))
}
