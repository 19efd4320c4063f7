//! Moments: RFC 3339 in, UTC microseconds inside, RFC 3339 with `Z` out.
//!
//! May use `error`. Invariant: every moment casebook compares, sorts or buckets is UTC.

use std::fmt;
use std::sync::LazyLock;

use chrono::{DateTime, Datelike as _, NaiveDate, SecondsFormat, TimeDelta, Utc};
use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlResult, ToSqlOutput, ValueRef};

use crate::error::{Error, Result};

/// A moment in microseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub i64);

/// Microseconds in a day.
pub const DAY: i64 = 86_400_000_000;

impl Timestamp {
    /// The present moment, or the one that `CASEBOOK_NOW` fixes for reproducible runs.
    pub fn now() -> Self {
        static FIXED: LazyLock<Option<Timestamp>> = LazyLock::new(|| {
            let text = std::env::var("CASEBOOK_NOW").ok()?;
            Timestamp::parse(&text)
        });
        FIXED.unwrap_or_else(|| Self(Utc::now().timestamp_micros()))
    }

    /// Reads an RFC 3339 time. A leap second, which only ever ends a UTC day, is the last microsecond
    /// before the next minute, so that order is kept; a fraction finer than a microsecond is cut.
    /// `None` if it is no such time.
    pub fn parse(text: &str) -> Option<Self> {
        let parsed = DateTime::parse_from_rfc3339(text).ok()?;
        // chrono holds second 60 as a nanosecond part above one second.
        let leap = parsed.timestamp_subsec_nanos() >= 1_000_000_000;
        if leap && (parsed.timestamp() + 1) % 86_400 != 0 {
            return None;
        }
        let micros = if leap {
            (parsed.timestamp() + 1).checked_mul(1_000_000)? - 1
        } else {
            parsed.timestamp_micros()
        };
        Some(Self(micros))
    }

    /// The moment as chrono knows it, clamped to the years chrono can hold.
    pub fn to_chrono(self) -> DateTime<Utc> {
        DateTime::from_timestamp_micros(self.0).unwrap_or(DateTime::<Utc>::MAX_UTC)
    }

    /// The moment to the minute, UTC, as tables show it: `2026-01-18 09:30`.
    pub fn to_minute(self) -> String {
        self.to_chrono().format("%Y-%m-%d %H:%M").to_string()
    }

    /// Whole days from this moment to a later one; 0 when it lies in the future.
    pub fn days_until(self, later: Self) -> i64 {
        (later.0 - self.0).max(0) / DAY
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_chrono().to_rfc3339_opts(SecondsFormat::AutoSi, true))
    }
}

impl serde::Serialize for Timestamp {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl ToSql for Timestamp {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.0.into())
    }
}

impl FromSql for Timestamp {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(Self)
    }
}

/// Reads the moment of `--since` or `--until`: a date (its first instant, UTC), an RFC 3339 time, or
/// an age before now: `12h`, `7d`, `2w`.
///
/// # Errors
/// A usage error when the text is none of these.
pub fn parse_bound(text: &str, now: Timestamp) -> Result<Timestamp> {
    let moment = Timestamp::parse(text).or_else(|| parse_date(text)).or_else(|| parse_age(text, now));
    moment.ok_or_else(|| {
        Error::usage(format_args!("'{text}' is neither a date, a time nor an age"))
            .hint("write 2026-01-18, 2026-01-18T09:30:00Z or 7d")
    })
}

fn parse_date(text: &str) -> Option<Timestamp> {
    let shape = text.len() == 10 && text.is_ascii();
    let date = shape.then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok())??;
    Some(Timestamp(date.and_hms_opt(0, 0, 0)?.and_utc().timestamp_micros()))
}

fn parse_age(text: &str, now: Timestamp) -> Option<Timestamp> {
    let (count, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let count = count.parse::<u32>().ok().map(i64::from)?;
    let age = match unit {
        "h" => TimeDelta::try_hours(count)?,
        "d" => TimeDelta::try_days(count)?,
        "w" => TimeDelta::try_weeks(count)?,
        _ => return None,
    };
    now.0.checked_sub(age.num_microseconds()?).map(Timestamp)
}

/// How long a bucket of `trends` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bucket {
    Day,
    Week,
    Month,
    Quarter,
}

impl Bucket {
    /// The bucket's number: one number a bucket, ascending with time.
    pub fn number(self, moment: Timestamp) -> i64 {
        let date = moment.to_chrono().date_naive();
        let number = match self {
            Self::Day => date.num_days_from_ce(),
            Self::Week => date.num_days_from_ce() - date.weekday().num_days_from_monday().cast_signed(),
            Self::Month => date.year() * 12 + date.month0().cast_signed(),
            Self::Quarter => date.year() * 4 + date.month0().cast_signed() / 3,
        };
        number.into()
    }

    /// The bucket's name: `2026-01-18`, `2026-W03` (ISO week), `2026-01`, `2026-Q1`.
    pub fn name(self, moment: Timestamp) -> String {
        let date = moment.to_chrono().date_naive();
        match self {
            Self::Day => date.format("%Y-%m-%d").to_string(),
            Self::Week => date.format("%G-W%V").to_string(),
            Self::Month => date.format("%Y-%m").to_string(),
            Self::Quarter => format!("{}-Q{}", date.format("%Y"), date.month0() / 3 + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect(text)
    }

    #[test]
    fn times_are_normalised_to_utc() {
        assert_eq!(at("2026-01-18T23:30:00-05:00").to_string(), "2026-01-19T04:30:00Z");
        assert_eq!(at("1970-01-01T00:00:00.000001Z"), Timestamp(1));
        assert_eq!(at("1969-12-31T23:59:59.999999Z"), Timestamp(-1));
        assert_eq!(Timestamp::parse("2026-02-30T00:00:00Z"), None);
        assert_eq!(Timestamp::parse("2026-01-18T10:00:00"), None);
    }

    #[test]
    fn a_leap_second_keeps_its_place() {
        let leap = at("2016-12-31T23:59:60Z");
        assert!(at("2016-12-31T23:59:59.9Z") < leap);
        assert!(leap < at("2017-01-01T00:00:00Z"));
        assert_eq!(leap, at("2017-01-01T00:59:60+01:00"));
        assert_eq!(Timestamp::parse("2016-12-31T23:58:60Z"), None);
        assert_eq!(Timestamp::parse("2016-12-31T23:59:60+01:00"), None);
    }

    #[test]
    fn bounds_take_dates_times_and_ages() {
        let now = at("2026-01-18T12:00:00Z");
        let bound = |text| parse_bound(text, now).map(|t| t.to_string()).ok();
        assert_eq!(bound("2026-01-18").as_deref(), Some("2026-01-18T00:00:00Z"));
        assert_eq!(bound("7d").as_deref(), Some("2026-01-11T12:00:00Z"));
        assert_eq!(bound("2026-02-30"), None);
        assert_eq!(bound("d"), None);
        assert_eq!(bound("七d"), None);
        assert_eq!(bound(""), None);
        assert_eq!(bound("99999999999d"), None);
    }

    #[test]
    fn buckets_are_numbered_in_the_order_of_time() {
        let [sunday, monday] = [at("2026-01-18T23:59:59Z"), at("2026-01-19T00:00:00Z")];
        assert!(Bucket::Week.number(sunday) < Bucket::Week.number(monday));
        assert_eq!(Bucket::Month.number(sunday), Bucket::Month.number(monday));
        assert_eq!(
            Bucket::Week.number(at("2026-12-31T00:00:00Z")),
            Bucket::Week.number(at("2027-01-01T00:00:00Z"))
        );
        assert!(Bucket::Quarter.number(at("2025-12-31T23:00:00Z")) < Bucket::Quarter.number(monday));
    }

    #[test]
    fn buckets_are_named_by_the_calendar() {
        let moment = at("2026-01-18T10:00:00Z");
        assert_eq!(Bucket::Day.name(moment), "2026-01-18");
        assert_eq!(Bucket::Week.name(moment), "2026-W03");
        assert_eq!(Bucket::Month.name(moment), "2026-01");
        assert_eq!(Bucket::Quarter.name(moment), "2026-Q1");
        assert_eq!(Bucket::Week.name(at("2027-01-01T00:00:00Z")), "2026-W53");
    }
}
