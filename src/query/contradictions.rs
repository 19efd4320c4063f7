//! `contradictions`: which findings, or which entries of a packet, say what cannot both be so.

use rusqlite::{Connection, Row, ToSql};
use serde::{Deserialize, Serialize};

use super::filter::{Limit, Scope};
use super::finding_filter::FindingFilter;
use super::origin::{HasOrigin, Origin, origin_columns};
use super::sql::{Json, Params, Tally, chosen, items};
use super::state::State;
use crate::error::Result;
use crate::report::{Cell, Column, Listing, Tabular};

macro_rules! by {
    ($order:literal) => {
        chosen!("finding_filter.sql", "item_state.sql", "contradictions.sql"; page "contradictions_page.sql"
            of "*, EXISTS (SELECT 1 FROM settled AS s WHERE s.contradiction = chosen.contradiction) AS is_settled" by rank $order)
    };
}

const TALLY: &str = chosen!("finding_filter.sql", "item_state.sql", "contradictions.sql"; by rank);

/// The order of the answer; ties go by artifact and local id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Sort {
    /// Most severe first, within that the unresolved ones, within that the latest
    #[default]
    Severity,
    /// Latest first
    When,
}

impl Sort {
    fn sql(self) -> &'static str {
        match self {
            Self::Severity => by!("rank, is_settled, when_us DESC, uuid, local_id"),
            Self::When => by!("when_us DESC, uuid, local_id"),
        }
    }
}

/// What `contradictions` is asked.
#[derive(Debug, Default)]
pub struct Request {
    pub scope: Scope,
    pub filter: FindingFilter,
    /// Only open and reopened ones.
    pub open: bool,
    /// Only open ones that wait for consensus.
    pub needs_consensus: bool,
    /// Those too that only an earlier revision has.
    pub earlier: bool,
    pub sort: Sort,
    pub limit: Limit,
}

/// One contradiction.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// `research` or `packet`.
    pub kind: String,
    /// Of a packet's: the state key its entries share, else the entry's own id, else `entry-N`.
    pub id: String,
    pub description: String,
    pub severity: Option<String>,
    /// Whether it takes more than one to settle; true unless the document says otherwise.
    pub requires_consensus: bool,
    pub state: String,
    pub resolution: Option<String>,
    pub sides: Vec<Side>,
    /// What took it out of the state `open`.
    pub why: Option<String>,
    #[serde(flatten)]
    pub origin: Origin,
}

/// One side of a contradiction. A finding that is missing has its id alone; an entry of a packet has
/// its claim alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    pub finding: Option<String>,
    pub claim: Option<String>,
    pub confidence: Option<f64>,
    pub independent_sources: Option<i64>,
    /// The sum of the weights its evidence states; nothing if none is stated.
    pub evidence_weight: Option<f64>,
}

impl Side {
    /// For people: who says it, and how surely.
    fn text(&self) -> String {
        match (&self.finding, self.confidence) {
            (Some(finding), Some(confidence)) => format!("{finding} {confidence:.2}"),
            (Some(finding), None) => format!("{finding} (missing)"),
            (None, _) => self.claim.clone().unwrap_or_default(),
        }
    }
}

impl Item {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let Json(sides): Json<Vec<Side>> = row.get("sides")?;
        let described: Option<String> = row.get("description")?;
        let State { state, why } = State::from_row(row)?;
        Ok(Self {
            kind: row.get("kind")?,
            id: row.get("local_id")?,
            description: described.unwrap_or_else(|| claims(&sides)),
            severity: row.get("severity")?,
            requires_consensus: row.get("requires_consensus")?,
            state,
            resolution: row.get("resolution")?,
            sides,
            why,
            origin: Origin::from_row(row)?,
        })
    }
}

/// What a packet's contradiction is about: its entries, side by side.
fn claims(sides: &[Side]) -> String {
    sides.iter().filter_map(|side| side.claim.as_deref()).collect::<Vec<_>>().join(" / ")
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
            Column::shown("severity", |i| i.severity.as_ref().into()),
            Column::hidden("requires_consensus", |i| i.requires_consensus.into()),
            Column::shown("state", |i| (&i.state).into()),
            Column::hidden("resolution", |i| i.resolution.as_ref().into()),
            Column::shown("sides", |i| Cell::List(i.sides.iter().map(Side::text).collect())),
            Column::hidden("why", |i| i.why.as_ref().into()),
        ];
        columns.extend(origin_columns());
        columns
    }
}

/// The contradictions in scope.
///
/// # Errors
/// What SQLite says.
pub fn contradictions(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let scope = request.scope.reaching(request.earlier);
    let last = request.earlier && !request.scope.all_revisions;
    let own: [(_, &dyn ToSql); 3] =
        [(":open", &request.open), (":needs_consensus", &request.needs_consensus), (":last", &last)];
    let mut params: Params = scope.params().into_iter().chain(request.filter.touching()).chain(own).collect();
    let tally = Tally::take(connection, TALLY, &params)?;
    let last_rank = tally.last_rank(request.limit, request.sort == Sort::default());
    params.push((":last_rank", &last_rank));
    let items = items(connection, request.sort.sql(), &params, request.limit, Item::from_row)?;
    Ok(Listing::new("contradictions", tally.total(), items))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::fixture::Fixture;

    fn archive() -> Fixture {
        let f = Fixture::new();
        let old = f.run("T1", "res_a", "2026-01-01");
        let new = f.run("T2", "res_b", "2026-01-02");
        let [one, two] =
            [("find_1", 0.9), ("find_2", 0.25)].map(|(id, confidence)| f.finding(old, id, confidence));
        let cited = f.citation(old, "cite_1", "https://example.org/1");
        f.evidence(one, Ok(cited));
        f.evidence(one, Ok(cited));
        f.evidence(two, Ok(cited));
        f.set("UPDATE finding SET independent_sources = 1 WHERE id = ?", one);
        f.set("UPDATE evidence SET weight = NULL WHERE finding = ?", two);
        let rated = |run, id: &str, severity: &str, findings: &[&str]| {
            let row = f.contradiction(run, id, id, findings);
            f.db().execute("UPDATE contradiction SET severity = ?1 WHERE id = ?2", (severity, row)).unwrap();
            row
        };
        rated(old, "contra_1", "critical", &["find_1", "find_2", "find_9", "find_1"]);
        let stated = rated(new, "contra_2", "critical", &[]);
        f.set("UPDATE contradiction SET resolution = 'so', requires_consensus = 0 WHERE id = ?", stated);
        let proposed = rated(new, "contra_3", "critical", &[]);
        f.set(
            "UPDATE contradiction SET resolution = 'perhaps', requires_consensus = NULL WHERE id = ?",
            proposed,
        );
        let small = rated(new, "contra_4", "minor", &[]);
        f.set("UPDATE contradiction SET requires_consensus = 0 WHERE id = ?", small);
        f.contradiction(new, "contra_5", "unrated", &[]);
        f
    }

    fn rows(f: &Fixture, request: &Request) -> Vec<(String, String)> {
        contradictions(f.db(), request).unwrap().items.into_iter().map(|i| (i.id, i.state)).collect()
    }

    fn pairs<const N: usize>(of: [(&str, &str); N]) -> Vec<(String, String)> {
        of.map(|(id, state)| (id.to_owned(), state.to_owned())).into()
    }

    #[test]
    fn the_most_severe_come_first_then_the_unresolved_then_the_latest() {
        let f = archive();
        let listing = contradictions(f.db(), &Request::default()).unwrap();
        let seen: Vec<_> = listing.items.iter().map(|i| (&*i.id, &*i.state, i.requires_consensus)).collect();
        assert_eq!(
            seen,
            [
                ("contra_3", "open", true),
                ("contra_1", "open", true),
                ("contra_2", "resolved", false),
                ("contra_4", "open", false),
                ("contra_5", "open", true),
            ],
            "a resolution that needs consensus is a proposal"
        );
        assert_eq!(listing.items[2].why.as_deref(), Some("resolved by the document"));
        let side = |finding: &str, claim: Option<&str>, confidence, sources, weight| Side {
            finding: Some(finding.into()),
            claim: claim.map(Into::into),
            confidence,
            independent_sources: sources,
            evidence_weight: weight,
        };
        assert_eq!(
            listing.items[1].sides,
            [
                side("find_1", Some("claim of find_1"), Some(0.9), Some(1), Some(1.0)),
                side("find_2", Some("claim of find_2"), Some(0.25), Some(0), None),
                side("find_9", None, None, None, None),
            ]
        );
    }

    #[test]
    fn options_select_by_state() {
        let f = archive();
        f.record("contradiction", ("T1", "res_a"), "contra_1", "contra_1", "accepted", "2026-01-03");
        f.record(
            "contradiction",
            ("T2", "res_b"),
            "contra_2",
            "contra_2",
            "reopened",
            "2026-01-03T01:00:00Z",
        );
        let open = pairs([
            ("contra_2", "reopened"),
            ("contra_3", "open"),
            ("contra_4", "open"),
            ("contra_5", "open"),
        ]);
        assert_eq!(rows(&f, &Request { open: true, ..Request::default() }), open);
        let waiting = Request { needs_consensus: true, ..Request::default() };
        assert_eq!(rows(&f, &waiting), pairs([("contra_3", "open"), ("contra_5", "open")]));

        f.revision("T1", "res_a", "2026-01-04", "1.1.0", "completed");
        assert_eq!(contradictions(f.db(), &Request::default()).unwrap().total, 4);
        let all = rows(&f, &Request { earlier: true, ..Request::default() });
        assert!(all.contains(&("contra_1".into(), "accepted".into())), "{all:?}");
    }

    #[test]
    fn entries_of_a_packet_that_share_a_state_key_are_one_contradiction() {
        let f = Fixture::new();
        let packet = f.packet("pkt-1", "T1", "step-1", "2026-01-01", &[]);
        for (id, key) in [(Some("a"), Some("ci")), (None, None), (Some("b"), Some("ci")), (Some("c"), None)] {
            f.item(packet, "contradictions", id, key);
        }
        f.item(packet, "currentState", Some("d"), Some("ci"));
        let listing = contradictions(f.db(), &Request::default()).unwrap();
        let seen: Vec<_> = listing.items.iter().map(|i| (&*i.id, i.sides.len(), &*i.description)).collect();
        assert_eq!(
            seen,
            [("c", 1, "an entry"), ("ci", 2, "an entry / an entry"), ("entry-1", 1, "an entry")]
        );
        let first = &listing.items[0];
        assert_eq!(
            (&*first.kind, first.severity.as_deref(), first.requires_consensus),
            ("packet", None, true)
        );
    }
}
