//! `trends`: how confidence moves over time.
//!
//! Invariant: every run, or finding, is counted once in each series it belongs to, either in `n` or in
//! `n_missing`, and no result depends on the order in which it was read.

mod page;
mod series;

use std::collections::HashMap;

use rusqlite::Connection;
use serde::Serialize;

use self::series::{Collected, Sample};
pub use self::series::{Point, Series};
use super::filter::Scope;
use super::finding_filter::FindingFilter;
use super::part::run::Factors;
use super::sql::{Json, Params};
use crate::error::Result;
use crate::time;

/// What is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "camelCase")]
#[value(rename_all = "camelCase")]
pub enum Metric {
    /// The confidence of a run
    #[default]
    Overall,
    /// The confidence of each finding
    Finding,
    SourceQuality,
    SourceDiversity,
    EvidenceStrength,
    Consistency,
    Recency,
}

/// What makes a series.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum By {
    Task,
    Domain,
    Tag,
    Category,
    Theme,
    /// One series of everything
    #[default]
    None,
}

/// What makes a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Bucket {
    Day,
    /// ISO weeks
    Week,
    #[default]
    Month,
    Quarter,
    /// Each run by itself
    Run,
}

impl Bucket {
    /// The stretch of the calendar; `None` for a run.
    fn calendar(self) -> Option<time::Bucket> {
        match self {
            Self::Day => Some(time::Bucket::Day),
            Self::Week => Some(time::Bucket::Week),
            Self::Month => Some(time::Bucket::Month),
            Self::Quarter => Some(time::Bucket::Quarter),
            Self::Run => None,
        }
    }
}

/// What `trends` is asked.
#[derive(Debug, Default)]
pub struct Request {
    pub scope: Scope,
    pub filter: FindingFilter,
    pub metric: Metric,
    pub by: By,
    pub bucket: Bucket,
}

/// The answer: series of points.
#[derive(Clone, Debug, Serialize)]
pub struct Trends {
    format: u8,
    query: &'static str,
    pub metric: Metric,
    pub by: By,
    pub bucket: Bucket,
    /// In the order of their keys.
    pub series: Vec<Series>,
}

/// The statement that reads one sort of samples, each with the keys of its series as a JSON list.
macro_rules! samples {
    ($samples:literal, $keys:literal) => {
        concat!(
            include_str!("scope.sql"),
            include_str!("finding_filter.sql"),
            include_str!(concat!("trends/", $samples, ".sql")),
            include_str!(concat!("trends/", $keys, ".sql"))
        )
    };
}

const SPELLINGS: &str = concat!(
    include_str!("scope.sql"),
    include_str!("finding_filter.sql"),
    include_str!("trends/spellings.sql")
);

impl Request {
    fn sql(&self) -> &'static str {
        match (self.by, self.metric == Metric::Finding) {
            (By::None, false) => samples!("runs", "none"),
            (By::None, true) => samples!("findings", "none"),
            (By::Task, false) => samples!("runs", "task"),
            (By::Task, true) => samples!("findings", "task"),
            (By::Domain, false) => samples!("runs", "domain"),
            (By::Domain, true) => samples!("findings", "domain"),
            (By::Tag, false) => samples!("runs", "tag_of_run"),
            (By::Tag, true) => samples!("findings", "tag_of_finding"),
            (By::Category, false) => samples!("runs", "category_of_run"),
            (By::Category, true) => samples!("findings", "category_of_finding"),
            (By::Theme, false) => samples!("runs", "theme_of_run"),
            (By::Theme, true) => samples!("findings", "theme_of_finding"),
        }
    }
}

/// How the metric moves.
///
/// # Errors
/// What SQLite says.
pub fn trends(connection: &Connection, request: &Request) -> Result<Trends> {
    let mut series = collect(connection, request)?.finish();
    if request.by == By::Theme {
        let spellings = spellings(connection, request)?;
        for one in &mut series {
            if let Some(name) = spellings.get(&one.key) {
                one.key.clone_from(name);
            }
        }
    }
    series.sort_by(|a, b| a.key.cmp(&b.key));
    let Request { metric, by, bucket, .. } = *request;
    Ok(Trends { format: 1, query: "trends", metric, by, bucket, series })
}

/// Reads every sample. Columns are looked up once: there may be a million rows.
fn collect(connection: &Connection, request: &Request) -> Result<Collected> {
    let mut params: Params = request.scope.params().to_vec();
    match request.metric {
        Metric::Finding => params.extend(request.filter.params()),
        _ => params.extend(request.filter.touching()),
    }
    let mut statement = connection.prepare_cached(request.sql())?;
    let at = |name| statement.column_index(name);
    let [keys, uuid, run, when] = [at("keys")?, at("uuid")?, at("natural_id")?, at("when_us")?];
    let [overall, confidence] = [at("overall")?, at("confidence")?];
    let [quality, diversity] = [at("source_quality")?, at("source_diversity")?];
    let [strength, consistency, recency] = [at("evidence_strength")?, at("consistency")?, at("recency")?];

    let mut collected = Collected::new(request.bucket.calendar());
    let mut rows = statement.query(&*params)?;
    while let Some(row) = rows.next()? {
        let factors = Factors {
            source_quality: row.get(quality)?,
            source_diversity: row.get(diversity)?,
            evidence_strength: row.get(strength)?,
            consistency: row.get(consistency)?,
            recency: row.get(recency)?,
        };
        let value = match request.metric {
            Metric::Overall => row.get(overall)?,
            Metric::Finding => row.get(confidence)?,
            Metric::SourceQuality => factors.source_quality,
            Metric::SourceDiversity => factors.source_diversity,
            Metric::EvidenceStrength => factors.evidence_strength,
            Metric::Consistency => factors.consistency,
            Metric::Recency => factors.recency,
        };
        let text = |column| Ok::<_, rusqlite::Error>(row.get_ref(column)?.as_str()?);
        let sample = Sample { when: row.get(when)?, value, factors };
        for key in row.get::<_, Json<Vec<String>>>(keys)?.0 {
            collected.add(&key, text(uuid)?, text(run)?, &sample);
        }
    }
    Ok(collected)
}

/// How each theme was spelled first.
fn spellings(connection: &Connection, request: &Request) -> Result<HashMap<String, String>> {
    let mut statement = connection.prepare_cached(SPELLINGS)?;
    let params: Params = request.scope.params().into_iter().chain(request.filter.touching()).collect();
    let mut rows = statement.query(&*params)?;
    let mut spellings = HashMap::new();
    while let Some(row) = rows.next()? {
        spellings.entry(row.get("key")?).or_insert(row.get("name")?);
    }
    Ok(spellings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::fixture::Fixture;

    /// Each point as `key bucket n/n_missing mean`.
    fn points(fixture: &Fixture, request: &Request) -> Vec<String> {
        let trends = trends(fixture.db(), request).expect("an answer");
        let point = |key: &str, p: &Point| {
            let mean = p.mean.map_or_else(|| "-".to_owned(), |mean| mean.to_string());
            format!("{key} {} {}/{} {mean}", p.bucket, p.n, p.n_missing)
        };
        trends.series.iter().flat_map(|s| s.points.iter().map(|p| point(&s.key, p))).collect()
    }

    fn archive() -> Fixture {
        let fixture = Fixture::new();
        let first = fixture.run("T1", "res_1", "2026-01-10");
        fixture.confidence(first, 0.5, Some(0.25));
        let a = fixture.finding(first, "find_a", 0.25);
        let b = fixture.finding(first, "find_b", 0.75);
        fixture.tag(a, &["x"]);
        fixture.tag(b, &["x", "y"]);
        fixture.theme(first, "theme_1", " Cold Start", &["find_a", "find_b", "find_none"]);

        let second = fixture.run("T2", "res_2", "2026-01-20");
        fixture.confidence(second, 1.0, None);
        let c = fixture.finding(second, "find_c", 1.0);
        fixture.tag(c, &["y"]);
        fixture.theme(second, "theme_1", "cold start", &["find_c", "find_c"]);

        // Without confidence, and in a later revision that alone is current.
        let old = fixture.run("T1", "res_3", "2026-03-01");
        fixture.confidence(old, 0.1, None);
        fixture.revision("T1", "res_3", "2026-03-02", "1.1.0", "partial");
        fixture
    }

    #[test]
    fn runs_are_counted_by_month_in_their_current_revision() {
        let fixture = archive();
        let overall = Request::default();
        assert_eq!(points(&fixture, &overall), ["all 2026-01 2/0 0.75", "all 2026-03 0/1 -"]);
        let everything = Request { scope: Scope { all_revisions: true, ..Scope::default() }, ..overall };
        assert_eq!(points(&fixture, &everything), ["all 2026-01 2/0 0.75", "all 2026-03 1/1 0.1"]);
        let recency = Request { metric: Metric::Recency, bucket: Bucket::Quarter, ..Request::default() };
        assert_eq!(points(&fixture, &recency), ["all 2026-Q1 1/2 0.25"]);
    }

    #[test]
    fn a_run_is_counted_once_in_each_series_it_belongs_to() {
        let fixture = archive();
        let by = |by| points(&fixture, &Request { by, ..Request::default() });
        assert_eq!(by(By::Task), ["T1 2026-01 1/0 0.5", "T1 2026-03 0/1 -", "T2 2026-01 1/0 1"]);
        assert_eq!(by(By::Tag), ["x 2026-01 1/0 0.5", "y 2026-01 2/0 0.75"]);
        assert_eq!(by(By::Theme), [" Cold Start 2026-01 2/0 0.75"]);
        assert!(by(By::Domain).is_empty());
    }

    #[test]
    fn findings_are_counted_by_themselves() {
        let fixture = archive();
        let by = |by, bucket| {
            points(&fixture, &Request { metric: Metric::Finding, by, bucket, ..Request::default() })
        };
        assert_eq!(by(By::Tag, Bucket::Month), ["x 2026-01 2/0 0.5", "y 2026-01 2/0 0.875"]);
        assert_eq!(
            by(By::Theme, Bucket::Day),
            [" Cold Start 2026-01-10 2/0 0.5", " Cold Start 2026-01-20 1/0 1"]
        );
        assert_eq!(by(By::None, Bucket::Run), ["all res_1 2/0 0.5", "all res_2 1/0 1"]);
    }

    #[test]
    fn every_metric_can_be_asked_by_everything() {
        use clap::ValueEnum as _;
        let fixture = archive();
        for metric in Metric::value_variants() {
            for by in By::value_variants() {
                let request = Request { metric: *metric, by: *by, ..Request::default() };
                let answer = trends(fixture.db(), &request).expect("an answer");
                assert_eq!(
                    answer.series.is_empty(),
                    matches!(by, By::Domain | By::Category),
                    "{metric:?} {by:?}"
                );
            }
        }
    }

    #[test]
    fn filters_on_findings_choose_runs_that_touch_one_or_the_findings_themselves() {
        let fixture = archive();
        let filter =
            || FindingFilter { tag: Some("y".into()), max_confidence: Some(0.8), ..FindingFilter::default() };
        let overall = Request { filter: filter(), ..Request::default() };
        assert_eq!(points(&fixture, &overall), ["all 2026-01 1/0 0.5"]);
        let finding = Request { filter: filter(), metric: Metric::Finding, ..Request::default() };
        assert_eq!(points(&fixture, &finding), ["all 2026-01 1/0 0.75"]);
    }
}
