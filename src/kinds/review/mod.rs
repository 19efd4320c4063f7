//! Reviews: what one reviewer found in one change.
//!
//! May use what `kinds` may. Invariant: only the file, the line, the rule and the severity of a finding can
//! refuse a review.

pub mod catalogue;
mod model;
mod rows;

use serde_json::{Value, json};

use self::model::Review;
use super::{Artifact, Identity, Read, Terms};
use crate::schema::REVIEW;
use crate::store::rows::Rows;

/// Checks any value as a review.
pub(super) fn check<'a>(value: &'a Value, terms: &Terms<'a>) -> Read<'a> {
    let mut diagnostics = Vec::new();
    let review = model::read(value, terms.rules, &mut diagnostics);
    let artifact = review.map(|review| Box::new(Filed { review, terms: *terms }) as Box<dyn Artifact + 'a>);
    Read { diagnostics, schema: REVIEW.name, artifact }
}

/// A review, and what it is filed under.
struct Filed<'a> {
    review: Review<'a>,
    terms: Terms<'a>,
}

impl Artifact for Filed<'_> {
    /// One reviewer has one review of a task at a time; a review without reviewer or task stands alone.
    fn identity(&self) -> Identity {
        let Self { review, terms } = self;
        let natural_key = match (terms.task, review.reviewer) {
            (Some(task), Some(reviewer)) => json!([task, reviewer]),
            (task, _) => json!([task, null, terms.canonical.to_string()]),
        };
        let plural = if review.findings.len() == 1 { "" } else { "s" };
        let reviewer = review.reviewer.unwrap_or("somebody");
        let alone = || format!("review-{}", terms.short());
        Identity {
            natural_id: review.reviewer.map_or_else(alone, str::to_owned),
            natural_key: natural_key.to_string(),
            task: terms.task.map(str::to_owned),
            title: format!("{reviewer}: {} finding{plural}", review.findings.len()),
            status: None,
            version: None,
            when: terms.when(),
        }
    }

    fn rows(&self) -> Rows {
        rows::project(&self.review, self.terms.rules)
    }
}

/// The natural id of a document, as far as it can be read from any value.
pub(super) fn name(value: &Value) -> Option<String> {
    value.get("reviewer")?.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests;
