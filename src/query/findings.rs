//! `findings`: what was found, and how well it stands.

use rusqlite::{Connection, Row, ToSql};
use serde::Serialize;

use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::origin::{HasOrigin, Origin, origin_columns};
use super::sql::{Json, Params, chosen, count, items};
use crate::error::Result;
use crate::report::{Column, Listing, Tabular};
use crate::store::search_text::query_form;

macro_rules! by {
    ($order:literal) => {
        chosen!("finding_filter.sql", "item_state.sql", "findings.sql"; page "findings_page.sql" by $order)
    };
}

/// A full-text query that finds nothing, for words in which there is nothing to search for.
const NOTHING: &str = "\"\"";

const COUNT: &str = chosen!("finding_filter.sql", "item_state.sql", "findings.sql");

/// The order of the answer; ties go by artifact and local id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// Most confident first
    #[default]
    Confidence,
    /// Most relevant first
    Relevance,
    /// Most independent sources first
    Sources,
    /// Latest first
    When,
}

impl Sort {
    fn sql(self) -> &'static str {
        match self {
            Self::Confidence => by!("confidence DESC, uuid, local_id"),
            Self::Relevance => by!("relevance DESC, confidence DESC, uuid, local_id"),
            Self::Sources => by!("independent_sources DESC, confidence DESC, uuid, local_id"),
            Self::When => by!("when_us DESC, uuid, local_id"),
        }
    }
}

/// What `findings` is asked.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent filter of the command line")]
pub struct Request {
    pub scope: Scope,
    pub filter: FindingFilter,
    /// Only those whose evidence comes from one source, or from citations that are missing.
    pub single_source: bool,
    /// Only those without evidence.
    pub no_evidence: bool,
    /// Only those that a contradiction names which is not resolved.
    pub contradicted: bool,
    /// Only those that an open gap blocks.
    pub blocked: bool,
    /// Only those whose claim has all of these words.
    pub text: Option<String>,
    pub sort: Sort,
    pub limit: Limit,
}

/// One finding.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    #[serde(skip)]
    pub(super) row: i64,
    pub id: String,
    pub claim: String,
    pub confidence: f64,
    pub relevance: Option<f64>,
    pub category: Option<String>,
    pub tags: Vec<String>,
    pub evidence_count: i64,
    /// Different sources among its citations.
    pub independent_sources: i64,
    /// How many sources the document claims.
    pub source_count: Option<i64>,
    /// Contradictions of its document that name it and are not resolved.
    pub contradicted_by: Vec<String>,
    /// Open gaps of its document that block it.
    pub blocked_by: Vec<String>,
    /// Of its citations that exist, one without a reliability counting as unknown.
    pub best_reliability: Option<String>,
    pub worst_reliability: Option<String>,
    #[serde(flatten)]
    pub origin: Origin,
}

impl Item {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            row: row.get("finding")?,
            id: row.get("local_id")?,
            claim: row.get("claim")?,
            confidence: row.get("confidence")?,
            relevance: row.get("relevance")?,
            category: row.get("category")?,
            tags: row.get::<_, Json<_>>("tags")?.0,
            evidence_count: row.get("evidence_count")?,
            independent_sources: row.get("independent_sources")?,
            source_count: row.get("source_count")?,
            contradicted_by: row.get::<_, Json<_>>("contradicted_by")?.0,
            blocked_by: row.get::<_, Json<_>>("blocked_by")?.0,
            best_reliability: row.get("best_reliability")?,
            worst_reliability: row.get("worst_reliability")?,
            origin: Origin::from_row(row)?,
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
            Column::shown("id", |i: &Self| (&i.id).into()),
            Column::shown("claim", |i| (&i.claim).into()),
            Column::shown("confidence", |i| i.confidence.into()),
            Column::hidden("relevance", |i| i.relevance.into()),
            Column::hidden("category", |i| i.category.as_ref().into()),
            Column::hidden("tags", |i| (&i.tags).into()),
            Column::hidden("evidence_count", |i| i.evidence_count.into()),
            Column::shown("independent_sources", |i| i.independent_sources.into()),
            Column::hidden("source_count", |i| i.source_count.into()),
            Column::shown("contradicted_by", |i| (&i.contradicted_by).into()),
            Column::shown("blocked_by", |i| (&i.blocked_by).into()),
            Column::hidden("best_reliability", |i| i.best_reliability.as_ref().into()),
            Column::hidden("worst_reliability", |i| i.worst_reliability.as_ref().into()),
        ];
        columns.extend(origin_columns());
        columns
    }
}

/// The findings in scope that the filters select.
///
/// # Errors
/// What SQLite says.
pub fn findings(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let text = request.text.as_deref().map(|words| {
        query_form(words).map_or_else(|| NOTHING.to_owned(), |words| format!("main : ({words})"))
    });
    let own: [(_, &dyn ToSql); 5] = [
        (":single_source", &request.single_source),
        (":no_evidence", &request.no_evidence),
        (":contradicted", &request.contradicted),
        (":blocked", &request.blocked),
        (":text", &text),
    ];
    let params: Params =
        request.scope.params().into_iter().chain(request.filter.params()).chain(own).collect();
    let total = count(connection, COUNT, &params)?;
    let items = items(connection, request.sort.sql(), &params, request.limit, Item::from_row)?;
    Ok(Listing::new("findings", total, items))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::fixture::Fixture;

    /// One run: what stands well, what rests on one source, what rests on nothing.
    fn archive() -> Fixture {
        let f = Fixture::new();
        let run = f.run("T1", "res_a", "2026-01-01");
        let [weak, strong, bare, lost] = [("find_1", 0.4), ("find_2", 0.9), ("find_3", 0.9), ("find_4", 0.7)]
            .map(|(id, c)| f.finding(run, id, c));
        let high = f.citation(run, "cite_1", "https://example.org/1");
        let unrated = f.citation(run, "cite_2", "https://example.org/2");
        f.set("UPDATE citation SET reliability = 'high' WHERE id = ?", high);
        f.set("UPDATE citation SET reliability = NULL WHERE id = ?", unrated);
        for (finding, citation) in
            [(strong, Ok(high)), (strong, Ok(unrated)), (weak, Ok(high)), (lost, Err("cite_9"))]
        {
            f.evidence(finding, citation);
        }
        f.set("UPDATE finding SET evidence_count = 2, independent_sources = 2 WHERE id = ?", strong);
        f.set(
            "UPDATE finding SET evidence_count = 1, independent_sources = 1, category = 'fact' WHERE id = ?",
            weak,
        );
        f.set("UPDATE finding SET evidence_count = 1 WHERE id = ?", lost);
        f.tag(bare, &["wal", "locks"]);
        f.contradiction(run, "contra_2", "two and three", &["find_2", "find_3", "find_2"]);
        let settled = f.contradiction(run, "contra_1", "one and two", &["find_1", "find_2"]);
        f.set("UPDATE contradiction SET resolution = 'two', requires_consensus = 0 WHERE id = ?", settled);
        f.gap(run, "gap_1", "why", &["find_1", "find_9"]);
        f
    }

    fn ask(request: &Request) -> Listing<Item> {
        findings(archive().db(), request).unwrap()
    }

    fn ids(request: &Request) -> Vec<String> {
        ask(request).items.into_iter().map(|item| item.id).collect()
    }

    #[test]
    fn the_most_confident_come_first_with_what_speaks_for_and_against_them() {
        let all = ask(&Request::default());
        assert_eq!(
            all.items.iter().map(|i| &*i.id).collect::<Vec<_>>(),
            ["find_2", "find_3", "find_4", "find_1"]
        );
        let [strong, bare, lost, weak] = &all.items[..] else { panic!("four findings") };
        assert_eq!(strong.contradicted_by, ["contra_2"], "named twice, listed once; the resolved one is not");
        assert_eq!(
            (strong.best_reliability.as_deref(), strong.worst_reliability.as_deref()),
            (Some("high"), Some("unknown"))
        );
        assert_eq!((strong.independent_sources, strong.evidence_count, strong.source_count), (2, 2, None));
        assert_eq!(
            (&bare.tags, &bare.contradicted_by),
            (&vec!["wal".into(), "locks".into()], &vec!["contra_2".into()])
        );
        assert_eq!(
            (lost.best_reliability.as_deref(), lost.evidence_count),
            (None, 1),
            "its citation is missing"
        );
        assert_eq!((&weak.blocked_by, &weak.contradicted_by), (&vec!["gap_1".into()], &vec![]));
        assert_eq!(weak.origin.run, "res_a");
    }

    #[test]
    fn filters_select_and_the_total_is_counted_before_the_cut() {
        assert_eq!(ids(&Request { single_source: true, ..Request::default() }), ["find_4", "find_1"]);
        assert_eq!(ids(&Request { no_evidence: true, ..Request::default() }), ["find_3"]);
        assert_eq!(ids(&Request { contradicted: true, ..Request::default() }), ["find_2", "find_3"]);
        assert_eq!(ids(&Request { blocked: true, ..Request::default() }), ["find_1"]);
        assert_eq!(
            ids(&Request { sort: Sort::Sources, ..Request::default() }),
            ["find_2", "find_1", "find_3", "find_4"]
        );
        let by = |filter| ids(&Request { filter, ..Request::default() });
        assert_eq!(by(FindingFilter { tag: Some("locks".into()), ..FindingFilter::default() }), ["find_3"]);
        assert_eq!(
            by(FindingFilter { category: Some("fact".into()), ..FindingFilter::default() }),
            ["find_1"]
        );
        assert_eq!(ids(&Request { text: Some("find_2 CLAIM".into()), ..Request::default() }), ["find_2"]);
        assert_eq!(ids(&Request { text: Some("++".into()), ..Request::default() }), Vec::<String>::new());
        let between = FindingFilter {
            min_confidence: Some(0.4),
            max_confidence: Some(0.7),
            ..FindingFilter::default()
        };
        assert_eq!(by(between), ["find_4", "find_1"], "both bounds belong to the range");

        let cut = ask(&Request { limit: Limit(1), ..Request::default() });
        assert_eq!((cut.total, cut.returned, cut.truncated), (4, 1, true));
        assert_eq!(ids(&Request { limit: Limit(0), ..Request::default() }).len(), 4);
    }
}
