//! `audit`: what runs declare, held against what their own evidence comes to.
//!
//! Invariant: a row is about one rule, and names both figures that do not agree.

use std::fmt;

use rusqlite::types::{FromSql, FromSqlResult, ValueRef};
use rusqlite::{Connection, Row, ToSql};
use serde::Serialize;

use super::filter::{Limit, Scope};
use super::origin::{HasOrigin, Origin, origin_columns};
use super::sql::{Params, Tally, chosen, items};
use crate::error::Result;
use crate::report::{Cell, Column, Listing, Tabular};

const PAGE: &str = chosen!("item_state.sql", "audit.sql"; page "audit_page.sql" by
    "rank, confidence DESC, rule, when_us DESC, uuid, subject, seq");
const TALLY: &str = chosen!("item_state.sql", "audit.sql"; by rank);

/// What a rule's breach amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Its own document contradicts it.
    Error,
    /// It says more than its evidence carries.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// The rules; what each means is its help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Rule {
    /// error: a quote is not in the excerpt of its citation
    QuoteAbsent,
    /// error: more sources were used than searched
    UsedExceedsSearched,
    /// warning: a finding claims more sources than its citations show
    SourceCount,
    /// warning: a finding of confidence 0.9 or more rests on one source
    SingleSource,
    /// warning: a finding has no evidence at all
    NoEvidence,
    /// warning: all sources of a finding are of low or unknown reliability
    WeakSources,
    /// warning: a run's confidence is above the mean of its findings by more than 0.15
    OverallAboveFindings,
    /// warning: the findings of a strong theme have a mean confidence below 0.5
    WeakTheme,
    /// warning: a contradiction has a resolution in words, but needs consensus and nobody recorded any
    WordsOnly,
    /// note: a strong theme has the evidence of one run alone
    ThemeOfOneRun,
    /// note: one source stands under two citations
    SameSource,
}

impl Rule {
    /// Every rule with its word and severity, in the order of severity.
    const ALL: [(&'static str, Self, Severity); 11] = [
        ("quote-absent", Self::QuoteAbsent, Severity::Error),
        ("used-exceeds-searched", Self::UsedExceedsSearched, Severity::Error),
        ("source-count", Self::SourceCount, Severity::Warning),
        ("single-source", Self::SingleSource, Severity::Warning),
        ("no-evidence", Self::NoEvidence, Severity::Warning),
        ("weak-sources", Self::WeakSources, Severity::Warning),
        ("overall-above-findings", Self::OverallAboveFindings, Severity::Warning),
        ("weak-theme", Self::WeakTheme, Severity::Warning),
        ("words-only", Self::WordsOnly, Severity::Warning),
        ("theme-of-one-run", Self::ThemeOfOneRun, Severity::Note),
        ("same-source", Self::SameSource, Severity::Note),
    ];

    fn named(word: &str) -> (Self, Severity) {
        let (_, rule, severity) = Self::ALL
            .into_iter()
            .find(|(known, ..)| *known == word)
            .expect("the statement names no rule beside these");
        (rule, severity)
    }

    /// The word used in output.
    pub fn as_str(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, rule, _)| *rule == self).expect("every rule is listed").0
    }

    fn message(self, declared: &Figure, computed: &Figure) -> String {
        match self {
            Self::QuoteAbsent => format!("the excerpt of {computed} does not have this quote"),
            Self::UsedExceedsSearched => format!("{declared} sources used, but only {computed} searched"),
            Self::SourceCount => format!("{declared} sources claimed, {computed} independent ones cited"),
            Self::SingleSource => format!("confidence {declared} on one source"),
            Self::NoEvidence => format!("confidence {declared} without any evidence"),
            Self::WeakSources => format!("the best of its sources is of {computed} reliability"),
            Self::OverallAboveFindings => {
                format!("overall {declared}, its findings have {computed} on average")
            }
            Self::WeakTheme => format!("called strong, its findings have {computed} on average"),
            Self::WordsOnly => {
                format!("a resolution is written down, yet it is {computed} and needs consensus")
            }
            Self::ThemeOfOneRun => "called strong, no other run has the theme".to_owned(),
            Self::SameSource => format!("the same source as {computed}"),
        }
    }
}

/// What was declared or computed: a figure, or words.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    Int(i64),
    Real(f64),
    Text(String),
}

impl FromSql for Figure {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value {
            ValueRef::Integer(number) => Ok(Self::Int(number)),
            ValueRef::Real(number) => Ok(Self::Real(number)),
            other => other.as_str().map(|text| Self::Text(text.to_owned())),
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::Real(number) => write!(f, "{number:.3}"),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl From<&Figure> for Cell {
    fn from(figure: &Figure) -> Self {
        match figure {
            Figure::Int(number) => (*number).into(),
            Figure::Real(number) => (*number).into(),
            Figure::Text(text) => text.into(),
        }
    }
}

/// What `audit` is asked.
#[derive(Debug, Default)]
pub struct Request {
    pub scope: Scope,
    pub rule: Option<Rule>,
    pub limit: Limit,
}

/// One place where a claim says more than its evidence.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    /// The id of the finding, theme, contradiction or citation; of a run its own.
    pub subject: String,
    pub rule: &'static str,
    pub severity: Severity,
    pub declared: Figure,
    pub computed: Figure,
    pub message: String,
    #[serde(flatten)]
    pub origin: Origin,
}

impl Item {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let word: String = row.get("rule")?;
        let (rule, severity) = Rule::named(&word);
        let (declared, computed) = (row.get("declared")?, row.get("computed")?);
        Ok(Self {
            subject: row.get("subject")?,
            rule: rule.as_str(),
            severity,
            message: rule.message(&declared, &computed),
            declared,
            computed,
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
            Column::shown("subject", |i: &Self| (&i.subject).into()),
            Column::shown("rule", |i| i.rule.into()),
            Column::shown("severity", |i| i.severity.as_str().into()),
            Column::hidden("declared", |i| (&i.declared).into()),
            Column::hidden("computed", |i| (&i.computed).into()),
            Column::shown("message", |i| (&i.message).into()),
        ];
        columns.extend(origin_columns());
        columns
    }
}

/// The breaches in scope, the gravest first, within that those of the most confident.
///
/// # Errors
/// What SQLite says.
pub fn audit(connection: &Connection, request: &Request) -> Result<Listing<Item>> {
    let rule = request.rule.map(Rule::as_str);
    let params: Params = request.scope.params().into_iter().chain([(":rule", &rule as &dyn ToSql)]).collect();
    let total = Tally::take(connection, TALLY, &params)?.total();
    let items = items(connection, PAGE, &params, request.limit, Item::from_row)?;
    Ok(Listing::new("audit", total, items))
}
