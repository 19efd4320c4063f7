//! The filters on findings: tag, category, confidence.
//!
//! `finding_filter.sql` follows `scope.sql` and gives the findings they select as `picked`. An item of
//! another question matches when it touches at least one of those: a gap that blocks it, a theme that
//! uses it, an action based on it. Invariant: a filter that is not given restricts nothing, so an item
//! that touches no finding at all is lost only to a filter that was given.

use rusqlite::ToSql;

/// Which findings count. Bounds include themselves.
#[derive(Clone, Debug, Default)]
pub struct FindingFilter {
    pub tag: Option<String>,
    pub category: Option<String>,
    pub min_confidence: Option<f64>,
    pub max_confidence: Option<f64>,
}

impl FindingFilter {
    /// The parameters of `finding_filter.sql`.
    pub fn params(&self) -> [(&'static str, &dyn ToSql); 4] {
        [
            (":tag", &self.tag),
            (":category", &self.category),
            (":min_confidence", &self.min_confidence),
            (":max_confidence", &self.max_confidence),
        ]
    }

    /// The same and `:touching`, whether there is anything to touch.
    pub fn touching(&self) -> impl Iterator<Item = (&'static str, &dyn ToSql)> {
        let given = self.tag.is_some()
            || self.category.is_some()
            || self.min_confidence.is_some()
            || self.max_confidence.is_some();
        let touching: &dyn ToSql = if given { &true } else { &false };
        self.params().into_iter().chain([(":touching", touching)])
    }
}
