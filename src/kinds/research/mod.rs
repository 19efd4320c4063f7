//! Research output: claims with their evidence, and what follows from them.
//!
//! May use what `kinds` may. Invariant: a document is read once; what rules and rows both need (sources,
//! quote matches) is worked out once.

mod model;
mod rows;
mod rules;

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use serde::Deserialize as _;
use serde_json::Value;

use self::model::Research;
use super::quote::QuoteMatch;
use super::reference::{Id, Ids, List, Place, Reference};
use super::source_key::source_key;
use super::text_key::text_key;
use super::{Artifact, Identity, Linked};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::store::rows::{Rows, seq};

static CITATIONS: List = List { noun: "citation", pointer: "/sources/citations" };
static FINDINGS: List = List { noun: "finding", pointer: "/findings" };
static THEMES: List = List { noun: "theme", pointer: "/themes" };
static CONTRADICTIONS: List = List { noun: "contradiction", pointer: "/contradictions" };
static GAPS: List = List { noun: "gap", pointer: "/gaps" };
static ACTIONS: List = List { noun: "action", pointer: "/actionableItems" };

/// A research output, read.
#[derive(Debug)]
pub(super) struct Study<'a> {
    doc: Research<'a>,
    ids: Ids<'a>,
    /// The source of each citation.
    sources: Vec<String>,
    /// Each finding's evidence, resolved.
    evidence: Vec<Vec<Resolved>>,
}

/// What a piece of evidence turns out to be.
#[derive(Clone, Copy, Debug)]
struct Resolved {
    /// Position of its citation; `None` if the document has no such citation.
    citation: Option<usize>,
    quote: QuoteMatch,
}

/// The findings that a theme, contradiction, gap or action names.
struct Named<'s, 'a> {
    owner: &'static List,
    index: usize,
    key: &'static str,
    ids: &'s [&'a str],
    /// What it is if they come to fewer than two.
    alone: Option<Code>,
}

impl<'a> Study<'a> {
    /// Reads a document that its schema has passed.
    pub fn read(document: &'a Value) -> serde_json::Result<Self> {
        let doc = Research::deserialize(document)?;
        let ids = Ids::new(doc.ids());
        let sources = doc.sources.citations.iter().map(|c| source_key(c.url, c.kind, c.title)).collect();
        let resolve = |evidence: &model::Evidence<'a>| {
            let citation = ids.find(&CITATIONS, evidence.citation_id);
            let excerpt = citation.and_then(|index| doc.sources.citations[index].excerpt);
            Resolved { citation, quote: QuoteMatch::of(evidence.quote, excerpt) }
        };
        let evidence = doc.findings.iter().map(|f| f.evidence.iter().map(resolve).collect()).collect();
        Ok(Self { doc, ids, sources, evidence })
    }

    /// Of each citation, how many findings rest on its source; told at the source's first citation.
    fn findings_of_sources(&self) -> Vec<i64> {
        let mut resting = vec![Vec::new(); self.sources.len()];
        for (finding, evidence) in self.evidence.iter().enumerate() {
            for citation in evidence.iter().filter_map(|e| e.citation) {
                resting[citation].push(finding);
            }
        }
        told_once(self.sources.iter().zip(resting))
    }

    /// Of each theme, how many findings the themes of its name use; told at the name's first theme.
    fn findings_of_themes(&self) -> Vec<i64> {
        told_once(
            self.doc.themes.iter().map(|theme| (text_key(theme.name), theme.finding_ids.iter().copied())),
        )
    }

    /// How many different sources a finding rests on.
    fn independent_sources(&self, finding: usize) -> usize {
        let cited = self.evidence[finding].iter().filter_map(|e| e.citation);
        cited.map(|citation| self.sources[citation].as_str()).collect::<HashSet<_>>().len()
    }
}

/// How many different values the items of each key have together, told at the first of them; 0 at the
/// others, so that a sum over many documents counts each value once.
fn told_once<K: Eq + Hash, V: Eq + Hash>(
    items: impl Iterator<Item = (K, impl IntoIterator<Item = V>)>,
) -> Vec<i64> {
    let mut first = HashMap::new();
    let mut told: Vec<HashSet<V>> = Vec::new();
    for (at, (key, values)) in items.enumerate() {
        told.push(HashSet::new());
        told[*first.entry(key).or_insert(at)].extend(values);
    }
    told.into_iter().map(|values| seq(values.len())).collect()
}

impl<'a> Research<'a> {
    fn ids(&self) -> impl Iterator<Item = Id<'a>> {
        fn of<'a>(list: &'static List, ids: impl Iterator<Item = &'a str>) -> impl Iterator<Item = Id<'a>> {
            ids.enumerate().map(move |(index, text)| Id { list, index, text })
        }
        of(&CITATIONS, self.sources.citations.iter().map(|c| c.id))
            .chain(of(&FINDINGS, self.findings.iter().map(|f| f.id)))
            .chain(of(&THEMES, self.themes.iter().map(|t| t.id)))
            .chain(of(&CONTRADICTIONS, self.contradictions.iter().map(|c| c.id)))
            .chain(of(&GAPS, self.gaps.iter().map(|g| g.id)))
            .chain(of(&ACTIONS, self.actions.iter().map(|a| a.id)))
    }

    /// Every list of findings in the document.
    fn named(&self) -> impl Iterator<Item = Named<'_, 'a>> {
        let themes = self.themes.iter().enumerate().map(|(index, theme)| {
            let alone = Some(Code::ThemeSingleFinding);
            Named { owner: &THEMES, index, key: "findingIds", ids: &theme.finding_ids, alone }
        });
        let contradictions = self.contradictions.iter().enumerate().map(|(index, contradiction)| {
            let (ids, alone) = (&contradiction.finding_ids, Some(Code::ContradictionSingleFinding));
            Named { owner: &CONTRADICTIONS, index, key: "findingIds", ids, alone }
        });
        let gaps = self.gaps.iter().enumerate().map(|(index, gap)| Named {
            owner: &GAPS,
            index,
            key: "blocksFindings",
            ids: &gap.blocks_findings,
            alone: None,
        });
        let actions = self.actions.iter().enumerate().map(|(index, action)| Named {
            owner: &ACTIONS,
            index,
            key: "basedOn",
            ids: &action.based_on,
            alone: None,
        });
        themes.chain(contradictions).chain(gaps).chain(actions)
    }
}

impl Artifact for Study<'_> {
    fn identity(&self) -> Identity {
        let meta = &self.doc.meta;
        let when = meta.completed_at.unwrap_or(meta.created_at);
        Identity {
            natural_id: meta.research_id.to_owned(),
            natural_key: serde_json::json!([meta.task_id, meta.research_id]).to_string(),
            task: Some(meta.task_id.to_owned()),
            title: self.doc.query.original.to_owned(),
            status: Some(self.doc.status.to_owned()),
            version: meta.version.map(str::to_owned),
            when: Some((when.valid(), when.text.to_owned())),
        }
    }

    fn rows(&self) -> Rows {
        rows::project(self)
    }
}

impl<'a> Linked<'a> for Study<'a> {
    fn ids(&self) -> &Ids<'a> {
        &self.ids
    }

    fn references(&self) -> Vec<Reference<'a>> {
        let findings = self.doc.named().flat_map(|Named { owner, index, key, ids, .. }| {
            ids.iter().enumerate().map(move |(position, text)| Reference {
                place: Place { owner, index, key, position, rest: "" },
                target: &FINDINGS,
                text,
                missing: Code::RefFindingMissing,
            })
        });
        let citations = self.doc.findings.iter().enumerate().flat_map(|(index, finding)| {
            finding.evidence.iter().enumerate().map(move |(position, evidence)| Reference {
                place: Place { owner: &FINDINGS, index, key: "evidence", position, rest: "/citationId" },
                target: &CITATIONS,
                text: evidence.citation_id,
                missing: Code::RefCitationMissing,
            })
        });
        citations.chain(findings).collect()
    }

    fn rules(&self) -> Vec<Diagnostic> {
        rules::check(self)
    }
}

/// The natural id and the task of a document, as far as they can be read from any value.
pub(super) fn names(value: &Value) -> (Option<String>, Option<String>) {
    let text = |pointer| value.pointer(pointer).and_then(Value::as_str).map(str::to_owned);
    (text("/_meta/researchId"), text("/_meta/taskId"))
}

#[cfg(test)]
mod tests {
    use super::told_once;

    #[test]
    fn what_a_key_has_is_told_at_its_first_item_and_counted_once() {
        let items = [("a", vec![1, 2]), ("b", vec![1]), ("a", vec![2, 3]), ("c", vec![])];
        assert_eq!(told_once(items.into_iter()), [3, 1, 0, 0]);
    }
}
