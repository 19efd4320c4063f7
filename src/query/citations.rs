//! `citations`: the sources, each counted once however it is spelled.

use std::collections::HashSet;

use rusqlite::{Connection, Row, ToSql};
use serde::{Deserialize, Serialize};

use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::sql::{Json, Params, chosen, items};
use crate::error::Result;
use crate::report::{Column, Listing, Tabular};
use crate::time::Timestamp;

macro_rules! by {
    ($order:literal) => {
        chosen!("finding_filter.sql", "citations.sql"; page "citations_page.sql" counted by $order)
    };
    (runs then $order:literal) => {
        chosen!("finding_filter.sql", "citations.sql"; page "citations_page.sql"
            of "*, (SELECT count(DISTINCT s.lineage) FROM citation AS c JOIN live AS s ON s.artifact = c.artifact
                    WHERE c.source = chosen.source) AS runs" counted by $order)
    };
}

/// The order of the answer; ties go by the source's key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// What most findings rest on first
    #[default]
    Findings,
    /// In most runs first
    Runs,
    /// Latest seen first
    Last,
}

impl Sort {
    fn sql(self) -> &'static str {
        match self {
            Self::Findings => by!("findings DESC, key"),
            Self::Runs => by!(runs then "runs DESC, findings DESC, key"),
            Self::Last => by!("last_seen DESC, key"),
        }
    }
}

/// How far a source is to be trusted, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Reliability {
    High,
    Medium,
    Low,
    Unknown,
}

impl Reliability {
    const ALL: [Self; 4] = [Self::High, Self::Medium, Self::Low, Self::Unknown];

    /// As the column `reliability_rank` counts it.
    fn rank(self) -> i64 {
        self as i64
    }

    fn name(rank: i64) -> &'static str {
        match Self::ALL.into_iter().find(|level| level.rank() == rank) {
            Some(Self::High) => "high",
            Some(Self::Medium) => "medium",
            Some(Self::Low) => "low",
            Some(Self::Unknown) | None => "unknown",
        }
    }
}

/// What `citations` is asked.
#[derive(Debug, Default)]
pub struct Request {
    pub scope: Scope,
    pub filter: FindingFilter,
    /// Only sources that no finding rests on.
    pub unused: bool,
    /// Only sources whose worst assessment is this.
    pub reliability: Option<Reliability>,
    pub sort: Sort,
    pub limit: Limit,
}

/// One source.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// As the earliest citation spells it.
    pub url: Option<String>,
    pub canonical_url: Option<String>,
    /// Every spelling, the earliest first; so too the types, tools and runs.
    pub titles: Vec<String>,
    pub types: Vec<String>,
    /// The worst that any citation says; none said is `unknown`.
    pub reliability: &'static str,
    pub tools: Vec<String>,
    pub runs: Vec<String>,
    /// How many findings rest on it.
    pub findings: i64,
    pub first_seen: Timestamp,
    pub last_seen: Timestamp,
}

/// One citation of a source.
#[derive(Deserialize)]
struct Use {
    url: Option<String>,
    title: String,
    r#type: String,
    tool: Option<String>,
    run: String,
}

/// The different values, in the order they come.
fn distinct(values: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    values.into_iter().filter(|value| seen.insert(value.clone())).collect()
}

impl Item {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let Json(uses): Json<Vec<Use>> = row.get("uses")?;
        let url = uses.iter().find_map(|cited| cited.url.clone());
        let key: String = row.get("key")?;
        Ok(Self {
            canonical_url: url.is_some().then_some(key),
            url,
            titles: distinct(uses.iter().map(|cited| cited.title.clone())),
            types: distinct(uses.iter().map(|cited| cited.r#type.clone())),
            reliability: Reliability::name(row.get("worst_rank")?),
            tools: distinct(uses.iter().filter_map(|cited| cited.tool.clone())),
            runs: distinct(uses.into_iter().map(|cited| cited.run)),
            findings: row.get("findings")?,
            first_seen: row.get("first_seen")?,
            last_seen: row.get("last_seen")?,
        })
    }
}

impl Tabular for Item {
    fn columns() -> Vec<Column<Self>> {
        vec![
            Column::hidden("url", |i: &Self| i.url.as_ref().into()),
            Column::shown("canonical_url", |i| i.canonical_url.as_ref().into()),
            Column::shown("titles", |i| (&i.titles).into()),
            Column::hidden("types", |i| (&i.types).into()),
            Column::shown("reliability", |i| i.reliability.into()),
            Column::hidden("tools", |i| (&i.tools).into()),
            Column::shown("runs", |i| (&i.runs).into()),
            Column::shown("findings", |i| i.findings.into()),
            Column::hidden("first_seen", |i| i.first_seen.into()),
            Column::shown("last_seen", |i| i.last_seen.into()),
        ]
    }
}

/// The sources that citations in scope name.
///
/// # Errors
/// What SQLite says.
pub fn citations(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let worst_rank = request.reliability.map(Reliability::rank);
    let own: [(_, &dyn ToSql); 2] = [(":unused", &request.unused), (":worst_rank", &worst_rank)];
    let params: Params =
        request.scope.params().into_iter().chain(request.filter.touching()).chain(own).collect();
    let mut total = 0;
    let item = |row: &Row<'_>| {
        total = row.get("total")?;
        Item::from_row(row)
    };
    let items = items(connection, request.sort.sql(), &params, request.limit, item)?;
    Ok(Listing::new("citations", total, items))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::fixture::{Fixture, at};

    fn archive() -> Fixture {
        let f = Fixture::new();
        let late = f.run("T1", "res_a", "2026-01-02");
        let early = f.run("T2", "res_b", "2026-01-01");
        let [one, two] =
            [("find_1", 0.9), ("find_2", 0.3)].map(|(id, confidence)| f.finding(late, id, confidence));
        let three = f.finding(early, "find_3", 0.5);
        let shared = f.citation(late, "cite_1", "https://example.org/a");
        let twin = f.citation(late, "cite_2", "https://example.org/a");
        let spelled = f.citation(early, "cite_3", "https://example.org/a");
        f.set(
            "UPDATE citation SET url = 'http://www.example.org/a', tool = NULL, type = 'paper' WHERE id = ?",
            spelled,
        );
        f.set("UPDATE citation SET reliability = 'low' WHERE id = ?", twin);
        let unused = f.citation(late, "cite_4", "https://example.org/b");
        f.set("UPDATE citation SET reliability = NULL WHERE id = ?", unused);
        let book = f.citation(early, "cite_5", "book:the art of x");
        f.set("UPDATE citation SET url = NULL WHERE id = ?", book);
        for (finding, citation) in [(one, shared), (one, twin), (two, twin), (three, spelled), (three, book)]
        {
            f.evidence(finding, Ok(citation));
        }
        f
    }

    fn keys(request: &Request) -> Vec<Option<String>> {
        citations(archive().db(), request).unwrap().items.into_iter().map(|item| item.canonical_url).collect()
    }

    #[test]
    fn what_most_findings_rest_on_comes_first_with_every_spelling() {
        let listing = citations(archive().db(), &Request::default()).unwrap();
        let [a, book, b] = &listing.items[..] else { panic!("three sources") };
        assert_eq!(a.url.as_deref(), Some("http://www.example.org/a"), "the earliest spelling");
        assert_eq!(a.canonical_url.as_deref(), Some("https://example.org/a"));
        assert_eq!(a.titles, ["title of cite_3", "title of cite_1", "title of cite_2"]);
        assert_eq!((&a.types, &a.tools), (&vec!["paper".into(), "web".into()], &vec!["tavily".into()]));
        assert_eq!((a.reliability, &a.runs, a.findings), ("low", &vec!["res_b".into(), "res_a".into()], 3));
        assert_eq!((a.first_seen, a.last_seen), (at("2026-01-01"), at("2026-01-02")));
        assert_eq!((book.url.as_deref(), book.canonical_url.as_deref(), book.findings), (None, None, 1));
        assert_eq!((b.reliability, b.findings), ("unknown", 0));
    }

    #[test]
    fn a_run_counts_once_however_often_it_cites_a_source() {
        let f = archive();
        for (run, when) in [("res_c", "2026-01-03"), ("res_d", "2026-01-04"), ("res_e", "2026-01-05")] {
            let run = f.run("T3", run, when);
            f.citation(run, "cite_6", "https://example.org/b");
        }
        let listing = citations(f.db(), &Request { sort: Sort::Runs, ..Request::default() }).unwrap();
        let seen: Vec<_> = listing.items.iter().map(|i| (i.runs.len(), i.findings)).collect();
        assert_eq!(seen, [(4, 0), (2, 3), (1, 1)]);
        assert_eq!(listing.total, 3);
    }

    #[test]
    fn filters_select() {
        let b = vec![Some("https://example.org/b".to_owned())];
        assert_eq!(keys(&Request { unused: true, ..Request::default() }), b);
        assert_eq!(keys(&Request { reliability: Some(Reliability::Unknown), ..Request::default() }), b);
        assert_eq!(keys(&Request { reliability: Some(Reliability::Medium), ..Request::default() }), [None]);
        let weak = FindingFilter { max_confidence: Some(0.4), ..FindingFilter::default() };
        assert_eq!(
            keys(&Request { filter: weak, ..Request::default() }),
            [Some("https://example.org/a".to_owned())]
        );
    }
}
