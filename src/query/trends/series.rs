//! From samples to series: the arithmetic of `trends`.
//!
//! Invariant: values are put in order before anything is computed of them, so that the order of
//! reading cannot move a last digit.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::query::part::run::Factors;
use crate::time::{Bucket, Timestamp};

/// One run or finding.
#[derive(Clone, Debug, Default)]
pub(super) struct Sample {
    pub when: Timestamp,
    /// The metric, where there is one.
    pub value: Option<f64>,
    pub factors: Factors,
}

/// The points of one key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    pub key: String,
    /// Oldest first.
    pub points: Vec<Point>,
}

/// What a bucket holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    pub bucket: String,
    /// Where it stands among all there could be: its number in the calendar, or the moment of its run.
    #[serde(skip)]
    pub number: i64,
    /// How many have the metric.
    pub n: u64,
    /// How many do not.
    pub n_missing: u64,
    pub mean: Option<f64>,
    pub min: Option<f64>,
    /// Of an even number, the mean of the middle two.
    pub median: Option<f64>,
    pub max: Option<f64>,
    /// Of the mean, to the last bucket that has one.
    pub delta: Option<f64>,
    /// The mean of each factor over those that have it.
    pub factors: Factors,
}

/// Samples by key and bucket.
#[derive(Debug)]
pub(super) struct Collected {
    calendar: Option<Bucket>,
    series: HashMap<String, BTreeMap<Place, Values>>,
}

/// Where a bucket stands among the others: by its number in the calendar; a run by its time and
/// artifact.
type Place = (i64, Option<String>);

#[derive(Debug, Default)]
struct Values {
    name: String,
    missing: u64,
    metric: Vec<f64>,
    factors: [Vec<f64>; 5],
}

impl Collected {
    /// Nothing yet, by stretches of the calendar or else by run.
    pub fn new(calendar: Option<Bucket>) -> Self {
        Self { calendar, series: HashMap::new() }
    }

    /// Adds a sample of the run `run` in the artifact `uuid` to the series `key`.
    pub fn add(&mut self, key: &str, uuid: &str, run: &str, sample: &Sample) {
        if !self.series.contains_key(key) {
            self.series.insert(key.to_owned(), BTreeMap::new());
        }
        let buckets = self.series.get_mut(key).expect("just inserted if it was not there");
        let place = match self.calendar {
            Some(bucket) => (bucket.number(sample.when), None),
            None => (sample.when.0, Some(uuid.to_owned())),
        };
        let values = buckets.entry(place).or_insert_with(|| Values {
            name: self.calendar.map_or_else(|| run.to_owned(), |bucket| bucket.name(sample.when)),
            ..Values::default()
        });
        values.add(sample);
    }

    /// The series, in no order.
    pub fn finish(self) -> Vec<Series> {
        self.series.into_iter().map(|(key, buckets)| Series { key, points: points(buckets) }).collect()
    }
}

impl Values {
    fn add(&mut self, sample: &Sample) {
        match sample.value {
            Some(value) => self.metric.push(value),
            None => self.missing += 1,
        }
        for (values, (_, value)) in self.factors.iter_mut().zip(sample.factors.named()) {
            values.extend(value);
        }
    }
}

fn points(buckets: BTreeMap<Place, Values>) -> Vec<Point> {
    let mut before = None;
    let mut points = Vec::with_capacity(buckets.len());
    for ((number, _), mut values) in buckets {
        let mean = mean(&mut values.metric);
        let [source_quality, source_diversity, evidence_strength, consistency, recency] =
            values.factors.map(|mut factor| self::mean(&mut factor));
        points.push(Point {
            bucket: values.name,
            number,
            n: values.metric.len() as u64,
            n_missing: values.missing,
            mean,
            min: values.metric.first().copied(),
            median: median(&values.metric),
            max: values.metric.last().copied(),
            delta: mean.zip(before).map(|(mean, before)| mean - before),
            factors: Factors { source_quality, source_diversity, evidence_strength, consistency, recency },
        });
        before = mean.or(before);
    }
    points
}

/// Puts the values in order and gives their mean.
fn mean(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^52 values")]
    let count = values.len() as f64;
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / count)
}

/// The median of values in order.
fn median(values: &[f64]) -> Option<f64> {
    let upper = values.get(values.len() / 2)?;
    Some(if values.len() % 2 == 1 { *upper } else { f64::midpoint(values[values.len() / 2 - 1], *upper) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(when: &str, value: Option<f64>) -> Sample {
        let when = Timestamp::parse(when).expect(when);
        Sample { when, value, factors: Factors { recency: value.map(|v| v / 2.0), ..Factors::default() } }
    }

    #[test]
    fn an_empty_bucket_is_left_out_and_a_delta_reaches_over_it() {
        let mut collected = Collected::new(Some(Bucket::Month));
        for (when, value) in [
            ("2026-01-31T23:59:59Z", Some(0.25)),
            ("2026-01-01T00:00:00Z", Some(0.75)),
            ("2026-01-15T00:00:00Z", None),
            ("2026-02-10T00:00:00Z", None),
            ("2026-04-01T00:00:00Z", Some(0.75)),
        ] {
            collected.add("all", "a", "r", &sample(when, value));
        }
        let series = collected.finish();
        let [january, february, april] = &series[0].points[..] else { panic!("{series:?}") };
        assert_eq!((january.bucket.as_str(), january.n, january.n_missing), ("2026-01", 2, 1));
        assert_eq!((january.mean, january.median), (Some(0.5), Some(0.5)));
        assert_eq!((january.min, january.max, january.delta), (Some(0.25), Some(0.75), None));
        assert_eq!(january.factors.recency, Some(0.25));
        assert_eq!(january.factors.consistency, None);
        assert_eq!((february.n, february.n_missing, february.mean, february.delta), (0, 1, None, None));
        assert_eq!((april.bucket.as_str(), april.delta), ("2026-04", Some(0.25)));
    }

    #[test]
    fn runs_of_one_moment_stay_apart() {
        let mut collected = Collected::new(None);
        let moment = sample("2026-01-01T00:00:00Z", Some(0.5));
        collected.add("all", "b", "res_2", &moment);
        collected.add("all", "a", "res_1", &moment);
        let series = collected.finish();
        let buckets: Vec<_> = series[0].points.iter().map(|point| point.bucket.as_str()).collect();
        assert_eq!(buckets, ["res_1", "res_2"]);
    }

    #[test]
    fn the_median_of_an_odd_number_is_its_middle() {
        assert_eq!(median(&[0.1, 0.2, 0.9]), Some(0.2));
        assert_eq!(median(&[]), None);
    }
}
