//! `gaps`: what is not known yet, in research runs and in packets.

use rusqlite::{Connection, Row, ToSql};
use serde::{Deserialize, Serialize};

use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::origin::{HasOrigin, Link, Origin, links_cell, origin_columns};
use super::sql::{Json, Params, Tally, chosen, count, items};
use super::state::State;
use crate::error::Result;
use crate::report::{Cell, Column, Listing, Tabular};
use crate::time::Timestamp;

macro_rules! by {
    ($order:literal) => {
        chosen!("finding_filter.sql", "item_state.sql", "gaps.sql"; page "gaps_page.sql" by rank $order)
    };
}

const TALLY: &str = chosen!("finding_filter.sql", "item_state.sql", "gaps.sql"; by rank);
const GROUPS: &str = concat!(
    include_str!("scope.sql"),
    include_str!("finding_filter.sql"),
    include_str!("item_state.sql"),
    include_str!("gaps.sql"),
    include_str!("gaps_group.sql"),
);
const COUNT_GROUPS: &str = concat!(
    include_str!("scope.sql"),
    include_str!("finding_filter.sql"),
    include_str!("item_state.sql"),
    include_str!("gaps.sql"),
    "SELECT count(DISTINCT text_digest) FROM chosen",
);

/// The order of the answer; ties go by artifact and local id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// Most important first, within that what blocks most, within that the oldest
    #[default]
    Importance,
    /// What blocks most first
    Blocked,
    /// Oldest first
    Age,
}

impl Sort {
    fn sql(self) -> &'static str {
        match self {
            Self::Importance => by!("rank, blocked_count DESC, when_us, uuid, local_id"),
            Self::Blocked => by!("blocked_count DESC, rank, when_us, uuid, local_id"),
            Self::Age => by!("when_us, uuid, local_id"),
        }
    }
}

/// How important a gap is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Importance {
    Critical,
    High,
    Medium,
    Low,
}

impl Importance {
    fn as_str(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }
}

/// What `gaps` is asked.
#[derive(Debug)]
pub struct Request {
    pub scope: Scope,
    pub filter: FindingFilter,
    /// Settled ones too, and those that only an earlier revision has.
    pub all: bool,
    pub importance: Option<Importance>,
    pub sort: Sort,
    pub limit: Limit,
    /// The moment from which ages are counted.
    pub now: Timestamp,
}

/// One gap.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// `research` or `packet`.
    pub kind: String,
    /// Of a packet's: `gap-` and the first eight hex digits of its text's digest.
    pub id: String,
    pub description: String,
    pub importance: Option<String>,
    pub state: String,
    pub blocked_findings: Vec<Link>,
    /// Over the findings it blocks that exist.
    pub blocked_mean_confidence: Option<f64>,
    pub suggested_sources: Vec<String>,
    /// Whole days since the run or packet.
    pub age_days: i64,
    /// Other runs and packets whose current revision has a gap with the same text but for spelling.
    pub also_in: Vec<String>,
    /// Of a packet's: `budget`, `item-limit`, `no-records`, `budget-exceeded`, `dispatch` or `other`.
    pub class: Option<String>,
    /// What took it out of the state `open`.
    pub why: Option<String>,
    #[serde(flatten)]
    pub origin: Origin,
}

impl Item {
    fn from_row(row: &Row<'_>, now: Timestamp) -> rusqlite::Result<Self> {
        let State { state, why } = State::from_row(row)?;
        let origin = Origin::from_row(row)?;
        Ok(Self {
            kind: row.get("kind")?,
            id: row.get("local_id")?,
            description: row.get("description")?,
            importance: row.get("importance")?,
            state,
            blocked_findings: row.get::<_, Json<_>>("blocked_findings")?.0,
            blocked_mean_confidence: row.get("blocked_mean_confidence")?,
            suggested_sources: row.get::<_, Json<_>>("suggested_sources")?.0,
            age_days: origin.when.days_until(now),
            also_in: row.get::<_, Json<_>>("also_in")?.0,
            class: row.get("class")?,
            why,
            origin,
        })
    }
}

impl HasOrigin for Item {
    fn origin(&self) -> &Origin {
        &self.origin
    }
}

impl Tabular for Item {
    fn columns() -> Vec<Column<Self>> {
        let mut columns = vec![
            Column::hidden("kind", |i: &Self| (&i.kind).into()),
            Column::shown("id", |i| (&i.id).into()),
            Column::shown("description", |i| (&i.description).into()),
            Column::shown("importance", |i| i.importance.as_ref().into()),
            Column::shown("state", |i| (&i.state).into()),
            Column::shown("blocked_findings", |i| links_cell(&i.blocked_findings)),
            Column::hidden("blocked_mean_confidence", |i| i.blocked_mean_confidence.into()),
            Column::hidden("suggested_sources", |i| (&i.suggested_sources).into()),
            Column::shown("age_days", |i| i.age_days.into()),
            Column::shown("also_in", |i| (&i.also_in).into()),
            Column::hidden("class", |i| i.class.as_ref().into()),
            Column::hidden("why", |i| i.why.as_ref().into()),
        ];
        columns.extend(origin_columns());
        columns
    }
}

/// The gaps of several runs that say the same.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    /// As the earliest of them spells it.
    pub description: String,
    /// The highest among them.
    pub importance: Option<String>,
    /// Different runs and packets.
    pub runs: i64,
    pub tasks: i64,
    pub count: i64,
    pub first_seen: Timestamp,
    pub last_seen: Timestamp,
    pub members: Vec<Member>,
}

/// One gap of a group.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Member {
    pub run: String,
    pub id: String,
    pub task: Option<String>,
    pub artifact: String,
}

impl Group {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            description: row.get("description")?,
            importance: row.get("importance")?,
            runs: row.get("runs")?,
            tasks: row.get("tasks")?,
            count: row.get("count")?,
            first_seen: row.get("first_seen")?,
            last_seen: row.get("last_seen")?,
            members: row.get::<_, Json<_>>("members")?.0,
        })
    }
}

impl Tabular for Group {
    fn columns() -> Vec<Column<Self>> {
        vec![
            Column::shown("description", |g: &Self| (&g.description).into()),
            Column::shown("importance", |g| g.importance.as_ref().into()),
            Column::shown("runs", |g| g.runs.into()),
            Column::shown("tasks", |g| g.tasks.into()),
            Column::hidden("count", |g| g.count.into()),
            Column::shown("first_seen", |g| g.first_seen.into()),
            Column::shown("last_seen", |g| g.last_seen.into()),
            Column::hidden("members", |g| {
                Cell::List(g.members.iter().map(|m| [&*m.run, "/", &m.id].concat()).collect())
            }),
        ]
    }
}

impl Request {
    /// The parameters of the statements, `scope` being the request's own, reaching as far as it must.
    fn params<'a>(&'a self, scope: &'a Scope, own: &'a Own) -> Params<'a> {
        let own: [(_, &dyn ToSql); 3] =
            [(":open", &own.open), (":last", &own.last), (":importance", &own.importance)];
        scope.params().into_iter().chain(self.filter.touching()).chain(own).collect()
    }

    fn own(&self) -> Own {
        Own {
            open: !self.all,
            last: self.all && !self.scope.all_revisions,
            importance: self.importance.map(Importance::as_str),
        }
    }
}

/// The parameters that only `gaps` has.
struct Own {
    open: bool,
    last: bool,
    importance: Option<&'static str>,
}

/// The gaps in scope.
///
/// # Errors
/// What SQLite says.
pub fn gaps(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let (scope, own) = (request.scope.reaching(request.all), request.own());
    let mut params = request.params(&scope, &own);
    let tally = Tally::take(connection, TALLY, &params)?;
    let last_rank = tally.last_rank(request.limit, request.sort == Sort::default());
    params.push((":last_rank", &last_rank));
    let item = |row: &Row<'_>| Item::from_row(row, request.now);
    let items = items(connection, request.sort.sql(), &params, request.limit, item)?;
    Ok(Listing::new("gaps", tally.total(), items))
}

/// The gaps in scope, one row a text, those of most runs first.
///
/// # Errors
/// What SQLite says.
pub fn groups(connection: &Connection, request: &Request) -> Result<Listing<Group>> {
    let (scope, own) = (request.scope.reaching(request.all), request.own());
    let params = request.params(&scope, &own);
    let total = count(connection, COUNT_GROUPS, &params)?;
    let items = items(connection, GROUPS, &params, request.limit, Group::from_row)?;
    Ok(Listing::new("gaps", total, items))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::fixture::{Fixture, at, uuid};

    fn request() -> Request {
        Request {
            scope: Scope::default(),
            filter: FindingFilter::default(),
            all: false,
            importance: None,
            sort: Sort::default(),
            limit: Limit::default(),
            now: at("2026-02-01T12:00:00Z"),
        }
    }

    fn rows(f: &Fixture, request: &Request) -> Vec<(String, String)> {
        gaps(f.db(), request).unwrap().items.into_iter().map(|i| (i.id, i.state)).collect()
    }

    fn pairs<const N: usize>(of: [(&str, &str); N]) -> Vec<(String, String)> {
        of.map(|(id, state)| (id.to_owned(), state.to_owned())).into()
    }

    #[test]
    fn the_most_important_come_first_then_what_blocks_most_then_the_oldest() {
        let f = Fixture::new();
        let late = f.run("T1", "res_a", "2026-01-30");
        let early = f.run("T2", "res_b", "2026-01-01");
        for (id, confidence) in [("find_1", 0.9), ("find_2", 0.6)] {
            f.finding(late, id, confidence);
        }
        f.gap(late, "gap_1", "same question", &["find_1", "find_9", "find_2"]);
        f.gap(early, "gap_2", "same question", &[]);
        f.gap(late, "gap_3", "other", &[]);
        let unrated = f.gap(early, "gap_4", "unrated", &[]);
        f.set("UPDATE gap SET importance = NULL WHERE id = ?", unrated);
        let urgent = f.gap(late, "gap_5", "urgent", &[]);
        f.set("UPDATE gap SET importance = 'critical' WHERE id = ?", urgent);
        let packet = f.packet("pkt-1", "T1", "step-1", "2026-01-10", &[]);
        f.packet_gap(packet, "other");

        let listing = gaps(f.db(), &request()).unwrap();
        let ids: Vec<_> = listing.items.iter().map(|i| &*i.id).collect();
        // d9298a10 begins the SHA-256 of "other".
        assert_eq!(ids, ["gap_5", "gap_1", "gap_2", "gap_3", "gap_4", "gap-d9298a10"]);
        let [_, blocking, same, _, _, asked] = &listing.items[..] else { panic!("six gaps") };
        let blocked: Vec<_> = blocking.blocked_findings.iter().map(|l| (&*l.id, l.is_missing())).collect();
        assert_eq!(blocked, [("find_1", false), ("find_9", true), ("find_2", false)]);
        assert_eq!((blocking.blocked_mean_confidence, blocking.age_days), (Some(0.75), 2));
        assert_eq!((&blocking.also_in, &same.also_in), (&vec!["res_b".into()], &vec!["res_a".into()]));
        assert_eq!((same.blocked_mean_confidence, same.age_days), (None, 31));
        assert_eq!(
            (&*asked.kind, asked.importance.as_deref(), asked.class.as_deref()),
            ("packet", None, Some("other"))
        );
        assert_eq!((&*asked.origin.run, &asked.also_in), ("p/pkt-1", &vec!["res_a".into()]));

        let high = Request { importance: Some(Importance::High), ..request() };
        assert_eq!(gaps(f.db(), &high).unwrap().total, 3, "a packet's gap has no importance");
        let touching = FindingFilter { min_confidence: Some(0.8), ..FindingFilter::default() };
        assert_eq!(rows(&f, &Request { filter: touching, ..request() }), pairs([("gap_1", "open")]));
    }

    #[test]
    fn a_completed_current_revision_closes_what_it_no_longer_has_and_no_other_does() {
        let f = Fixture::new();
        for (task, now) in [("T1", "completed"), ("T2", "partial")] {
            let first = f.revision(task, "res_a", "2026-01-01", "1.0.0", "completed");
            let second = f.revision(task, "res_a", "2026-01-02", "1.1.0", "completed");
            let third = f.revision(task, "res_a", "2026-01-03", "1.2.0", now);
            for revision in [first, second] {
                f.gap(revision, "gap_1", "gone", &[]);
            }
            f.gap(first, "gap_2", "as it was", &[]);
            f.gap(third, "gap_2", "as it is", &[]);
        }
        assert_eq!(rows(&f, &request()), pairs([("gap_2", "open"), ("gap_2", "open")]));

        let all = gaps(f.db(), &Request { all: true, ..request() }).unwrap();
        let seen: Vec<_> = all
            .items
            .iter()
            .map(|i| {
                (i.origin.task.as_deref().unwrap(), &*i.id, &*i.description, &*i.state, i.why.as_deref())
            })
            .collect();
        let closer = format!("absent from {}", uuid(3));
        assert_eq!(
            seen,
            [
                ("T1", "gap_2", "as it was", "resolved", Some(&*closer)),
                ("T2", "gap_2", "as it was", "open", None),
                ("T1", "gap_1", "gone", "resolved", Some(&*closer)),
                ("T2", "gap_1", "gone", "open", None),
                ("T1", "gap_2", "as it is", "open", None),
                ("T2", "gap_2", "as it is", "open", None),
            ],
            "each item once, from the last revision that has it"
        );
        let every = Scope { all_revisions: true, ..Scope::default() };
        assert_eq!(gaps(f.db(), &Request { all: true, scope: every, ..request() }).unwrap().total, 8);
    }

    #[test]
    fn the_newest_record_on_this_very_item_beats_everything() {
        let f = Fixture::new();
        let first = f.run("T1", "res_a", "2026-01-01");
        let second = f.revision("T1", "res_a", "2026-01-02", "1.1.0", "completed");
        f.gap(first, "gap_1", "gone", &[]);
        for (id, text) in [("gap_2", "a"), ("gap_3", "b"), ("gap_4", "c")] {
            f.gap(second, id, text, &[]);
        }
        let run = ("T1", "res_a");
        f.record("gap", run, "gap_1", "gone", "reopened", "2026-01-05");
        f.record("gap", run, "gap_2", "a", "reopened", "2026-01-05T01:00:00Z");
        f.record("gap", run, "gap_2", "a", "resolved", "2026-01-06");
        f.record("gap", run, "gap_3", "b", "resolved", "2026-01-07");
        f.record("gap", run, "gap_3", "b", "reopened", "2026-01-08");
        // Another text, another task, another kind.
        f.record("gap", run, "gap_4", "b", "resolved", "2026-01-09");
        f.record("gap", ("T2", "res_a"), "gap_4", "c", "resolved", "2026-01-10");
        f.record("contradiction", run, "gap_4", "c", "resolved", "2026-01-11");

        assert_eq!(rows(&f, &request()), pairs([("gap_3", "reopened"), ("gap_4", "open")]));
        let all = gaps(f.db(), &Request { all: true, ..request() }).unwrap();
        let seen: Vec<_> = all.items.iter().map(|i| (&*i.id, &*i.state, i.why.as_deref())).collect();
        let decided = Some("recorded: decided");
        assert_eq!(
            seen,
            [
                ("gap_1", "reopened", decided),
                ("gap_2", "resolved", decided),
                ("gap_3", "reopened", decided),
                ("gap_4", "open", None)
            ]
        );
    }

    #[test]
    fn a_group_is_a_text_and_is_told_as_it_was_first_spelled() {
        let f = Fixture::new();
        let late = f.run("T1", "res_a", "2026-01-30");
        let early = f.run("T2", "res_b", "2026-01-01");
        let again = f.gap(late, "gap_1", "same question", &[]);
        f.set("UPDATE gap SET importance = 'critical', description = 'Same  QUESTION' WHERE id = ?", again);
        f.gap(early, "gap_2", "same question", &[]);
        f.gap(early, "gap_3", "alone", &[]);

        let listing = groups(f.db(), &request()).unwrap();
        assert_eq!(listing.total, 2);
        let [same, alone] = &listing.items[..] else { panic!("two texts") };
        assert_eq!((&*same.description, same.importance.as_deref()), ("same question", Some("critical")));
        assert_eq!((same.runs, same.tasks, same.count), (2, 2, 2));
        assert_eq!((same.first_seen, same.last_seen), (at("2026-01-01"), at("2026-01-30")));
        let members: Vec<_> = same.members.iter().map(|m| (&*m.run, &*m.id)).collect();
        assert_eq!(members, [("res_b", "gap_2"), ("res_a", "gap_1")]);
        assert_eq!((&*alone.description, alone.runs), ("alone", 1));
    }
}
