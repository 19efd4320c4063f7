//! Research outputs: what an agent was asked, what it read, what it found and how sure it is.
//!
//! May use what `kinds` may. Invariant: the model, the rules and the rows speak of one document.

mod model;
mod rows;
mod rules;

use serde::Deserialize as _;
use serde_json::Value;

use self::model::{Evidence, Finding, Research};
use super::quote::QuoteMatch;
use super::reference::Ids;
use super::source_key::source_key;
use super::{Identity, Projection, Read};
use crate::schema::RESEARCH;
use crate::store::rows::Rows;
use crate::time::Timestamp;

/// A research output with its citations and findings found by id.
struct Sourced<'a> {
    document: &'a Research<'a>,
    citations: Ids<'a>,
    findings: Ids<'a>,
    /// The source of each citation, however it is spelled.
    sources: Vec<String>,
}

impl<'a> Sourced<'a> {
    fn new(document: &'a Research<'a>) -> Self {
        let citations = &document.sources.citations;
        // Repeated ids are reported by the rules; here the first counts.
        let mut repeats = Vec::new();
        Self {
            document,
            citations: Ids::collect("", citations.iter().map(|c| c.id), &mut repeats),
            findings: Ids::collect("", document.findings.iter().map(|f| f.id), &mut repeats),
            sources: citations.iter().map(|c| source_key(c.url, c.kind, c.title)).collect(),
        }
    }

    /// How many different sources the citations of a finding come from.
    fn independent_sources(&self, finding: &Finding<'_>) -> usize {
        let mut sources: Vec<&str> = finding
            .evidence
            .iter()
            .filter_map(|evidence| self.citations.position(evidence.citation_id))
            .map(|position| self.sources[position].as_str())
            .collect();
        sources.sort_unstable();
        sources.dedup();
        sources.len()
    }

    fn quote_match(&self, evidence: &Evidence<'_>) -> QuoteMatch {
        let citation = self.citations.position(evidence.citation_id);
        let excerpt = citation.and_then(|position| self.document.sources.citations[position].excerpt);
        QuoteMatch::of(evidence.quote, excerpt)
    }
}

/// Reads a value that passed the schema.
pub(super) fn read(value: &Value) -> Read {
    let Ok(document) = Research::deserialize(value) else {
        return Read { diagnostics: RESEARCH.oversized(value), projection: None };
    };
    let run = Sourced::new(&document);
    let diagnostics = rules::check(&run);
    let projection = identity(&document).map(|identity| {
        let mut rows = Rows::default();
        rows::project(&run, &mut rows);
        Projection { identity, rows }
    });
    Read { diagnostics, projection }
}

/// `None` if a time is none; the rules say so.
fn identity(document: &Research<'_>) -> Option<Identity> {
    let meta = &document.meta;
    let when = meta.completed_at.unwrap_or(meta.created_at);
    Some(Identity {
        natural_id: meta.research_id.to_owned(),
        natural_key: serde_json::json!([meta.task_id, meta.research_id]).to_string(),
        task: Some(meta.task_id.to_owned()),
        title: document.query.original.to_owned(),
        status: Some(document.status.to_owned()),
        version: meta.version.map(str::to_owned),
        when: Some((Timestamp::parse(when)?, when.to_owned())),
    })
}

/// The natural id and the task of a document, as far as they can be read from any value.
pub(super) fn names(value: &Value) -> (Option<String>, Option<String>) {
    let text = |pointer| value.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
    (text("/_meta/researchId"), text("/_meta/taskId"))
}
