//! `themes`: what returns from run to run.

use rusqlite::{Connection, Row, ToSql};
use serde::{Deserialize, Serialize};

use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::origin::Link;
use super::sql::{Json, Params, chosen, items};
use crate::error::Result;
use crate::report::{Cell, Column, Listing, Tabular};
use crate::time::Timestamp;

macro_rules! by {
    ($order:literal) => {
        chosen!("finding_filter.sql", "themes.sql"; page "themes_page.sql" counted by $order)
    };
}

/// The order of the answer; ties go by the name without its spelling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// In most runs first, within that on most findings
    #[default]
    Runs,
    /// On most findings first
    Findings,
    /// Latest seen first
    Last,
}

impl Sort {
    fn sql(self) -> &'static str {
        match self {
            Self::Runs => by!("runs DESC, findings DESC, key"),
            Self::Findings => by!("findings DESC, runs DESC, key"),
            Self::Last => by!("last_seen DESC, key"),
        }
    }
}

/// What `themes` is asked.
#[derive(Debug, Default)]
pub struct Request {
    pub scope: Scope,
    pub filter: FindingFilter,
    /// In how many runs a theme must stand; 2 unless one run is asked for.
    pub recurring: Option<u32>,
    pub sort: Sort,
    pub limit: Limit,
}

/// One theme, across the runs that have it.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// As the earliest run spells it.
    pub name: String,
    /// Different runs.
    pub runs: i64,
    pub tasks: i64,
    /// Different findings, missing ones included.
    pub findings: i64,
    pub strengths: Strengths,
    /// Over the findings that exist.
    pub mean_confidence: Option<f64>,
    /// How many findings that mean is over, and how many are missing.
    pub n: i64,
    pub n_missing: i64,
    pub first_seen: Timestamp,
    pub last_seen: Timestamp,
    pub members: Vec<Member>,
}

/// How strong its runs say the theme is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strengths {
    pub strong: i64,
    pub moderate: i64,
    pub weak: i64,
    pub unstated: i64,
}

impl Strengths {
    /// For people: only what there is.
    fn cell(self) -> Cell {
        let Self { strong, moderate, weak, unstated } = self;
        let named = [(strong, "strong"), (moderate, "moderate"), (weak, "weak"), (unstated, "unstated")];
        Cell::List(named.iter().filter(|(n, _)| *n > 0).map(|(n, name)| format!("{n} {name}")).collect())
    }
}

/// The theme as one run has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Member {
    pub run: String,
    pub id: String,
    pub findings: Vec<Link>,
    pub task: Option<String>,
    pub artifact: String,
}

impl Item {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let Json((mean_confidence, n)): Json<(Option<f64>, i64)> = row.get("mean")?;
        let findings: i64 = row.get("findings")?;
        Ok(Self {
            name: row.get("name")?,
            runs: row.get("runs")?,
            tasks: row.get("tasks")?,
            findings,
            strengths: row.get::<_, Json<_>>("strengths")?.0,
            mean_confidence,
            n,
            n_missing: findings - n,
            first_seen: row.get("first_seen")?,
            last_seen: row.get("last_seen")?,
            members: row.get::<_, Json<_>>("members")?.0,
        })
    }
}

impl Tabular for Item {
    fn columns() -> Vec<Column<Self>> {
        vec![
            Column::shown("name", |i: &Self| (&i.name).into()),
            Column::shown("runs", |i| i.runs.into()),
            Column::shown("tasks", |i| i.tasks.into()),
            Column::shown("findings", |i| i.findings.into()),
            Column::shown("strengths", |i| i.strengths.cell()),
            Column::shown("mean_confidence", |i| i.mean_confidence.into()),
            Column::hidden("n", |i| i.n.into()),
            Column::hidden("n_missing", |i| i.n_missing.into()),
            Column::shown("first_seen", |i| i.first_seen.into()),
            Column::shown("last_seen", |i| i.last_seen.into()),
            Column::hidden("members", |i| {
                Cell::List(i.members.iter().map(|m| [&*m.run, "/", &m.id].concat()).collect())
            }),
        ]
    }
}

/// The themes of the runs in scope.
///
/// # Errors
/// What SQLite says.
pub fn themes(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let recurring = request.recurring.unwrap_or(if request.scope.run.is_some() { 1 } else { 2 });
    let own: (_, &dyn ToSql) = (":recurring", &recurring);
    let params: Params =
        request.scope.params().into_iter().chain(request.filter.touching()).chain([own]).collect();
    let mut total = 0;
    let item = |row: &Row<'_>| {
        total = row.get("total")?;
        Item::from_row(row)
    };
    let items = items(connection, request.sort.sql(), &params, request.limit, item)?;
    Ok(Listing::new("themes", total, items))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::fixture::{Fixture, at};

    /// Three runs, of which two share an id under two tasks and one has the theme twice.
    fn archive() -> Fixture {
        let f = Fixture::new();
        let [a, b, c] =
            [("T1", "res_a", "2026-01-03"), ("T2", "res_a", "2026-01-01"), ("T2", "res_b", "2026-01-02")]
                .map(|(task, id, when)| f.run(task, id, when));
        for (run, id, confidence) in
            [(a, "find_1", 0.9), (a, "find_2", 0.6), (b, "find_1", 0.3), (c, "find_3", 0.2)]
        {
            f.finding(run, id, confidence);
        }
        let strong = f.theme(a, "theme_1", "WAL mode", &["find_1", "find_2", "find_1"]);
        f.set("UPDATE theme SET strength = 'strong' WHERE id = ?", strong);
        f.theme(a, "theme_2", "wal mode", &["find_2"]);
        f.theme(b, "theme_3", "Wal Mode", &["find_1", "find_9"]);
        f.theme(c, "theme_4", "Locks", &["find_3"]);
        f.theme(a, "theme_5", "locks", &["find_2"]);
        f.theme(c, "theme_6", "Alone", &["find_3"]);
        f
    }

    fn names(f: &Fixture, request: &Request) -> Vec<String> {
        themes(f.db(), request).unwrap().items.into_iter().map(|item| item.name).collect()
    }

    #[test]
    fn what_most_runs_share_comes_first_as_the_earliest_spells_it() {
        let f = archive();
        let listing = themes(f.db(), &Request::default()).unwrap();
        assert_eq!(listing.total, 2, "in one run alone is not recurring");
        let [wal, locks] = &listing.items[..] else { panic!("two themes") };
        assert_eq!((&*wal.name, wal.runs, wal.tasks, wal.findings), ("Wal Mode", 2, 2, 4));
        assert_eq!(wal.strengths, Strengths { strong: 1, moderate: 0, weak: 0, unstated: 2 });
        let mean = wal.mean_confidence.unwrap();
        assert!((mean - 0.6).abs() < 1e-9, "of 0.9, 0.6 and 0.3: {mean}");
        assert_eq!((wal.n, wal.n_missing), (3, 1));
        assert_eq!((wal.first_seen, wal.last_seen), (at("2026-01-01"), at("2026-01-03")));
        let members: Vec<_> = wal.members.iter().map(|m| (&*m.id, m.findings.len())).collect();
        assert_eq!(members, [("theme_3", 2), ("theme_1", 2), ("theme_2", 1)]);
        assert!(wal.members[0].findings[1].is_missing());
        assert_eq!((&*locks.name, locks.runs, locks.findings), ("Locks", 2, 2));
    }

    #[test]
    fn recurring_counts_runs_and_one_run_asks_for_no_recurrence() {
        let f = archive();
        assert_eq!(
            names(&f, &Request { recurring: Some(1), ..Request::default() }),
            ["Wal Mode", "Locks", "Alone"]
        );
        let run =
            f.db().query_one("SELECT lineage FROM artifact WHERE id = 3", [], |row| row.get(0)).unwrap();
        let one = Scope { run: Some(run), ..Scope::default() };
        assert_eq!(names(&f, &Request { scope: one, ..Request::default() }), ["Alone", "Locks"]);
        let touching = FindingFilter { max_confidence: Some(0.2), ..FindingFilter::default() };
        assert_eq!(names(&f, &Request { filter: touching, ..Request::default() }), ["Locks"]);
    }
}
