//! The parts of documents as lines of a tree: what a part says, and below it what hangs on it.
//!
//! Invariant: texts stand whole; a link that leads nowhere says so.

use super::packet::{Criterion, Link, PacketGap, PacketItem, Predecessor, Step};
use super::report::SectionPart;
use super::review::ReviewFinding;
use super::run::{Action, Citation, Contradiction, Evidence, Finding, FindingRef, Gap, Side, Theme};
use crate::report::{Section, Tree};

/// A part that can be drawn.
pub(in crate::query) trait Draw {
    fn draw(&self) -> Tree;
}

/// A section with parts under one word; one without parts holds nothing.
pub(in crate::query) fn drawn<'a, T: Draw + 'a>(
    word: &str,
    parts: impl IntoIterator<Item = &'a T>,
) -> Section {
    let section = Section::lead();
    match branch(word, parts.into_iter().map(Draw::draw).collect()) {
        Some(tree) => section.tree(tree),
        None => section,
    }
}

/// A line with what hangs below it; none without.
pub(in crate::query) fn branch(text: impl Into<String>, children: Vec<Tree>) -> Option<Tree> {
    (!children.is_empty()).then(|| Tree { text: text.into(), children })
}

/// A line and what hangs below it, whether or not there is anything.
pub(in crate::query) fn line(text: String, children: impl IntoIterator<Item = Option<Tree>>) -> Tree {
    Tree { text, children: children.into_iter().flatten().collect() }
}

/// Words in brackets, those left out that are not there.
fn facts<'a>(words: impl IntoIterator<Item = Option<&'a str>>) -> String {
    let words: Vec<_> = words.into_iter().flatten().collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

/// A labelled text, if it is there.
fn said(label: &str, text: Option<&String>) -> Option<Tree> {
    text.map(|text| Tree::new(format!("{label}: {text}")))
}

/// A labelled list, if it holds anything.
fn listed(label: &str, texts: &[String]) -> Option<Tree> {
    (!texts.is_empty()).then(|| Tree::new(format!("{label}: {}", texts.join(", "))))
}

fn independent(sources: i64) -> String {
    format!("{sources} independent source{}", if sources == 1 { "" } else { "s" })
}

impl Finding {
    /// The finding with what it rests on.
    pub(in crate::query) fn draw_with<'a>(&self, evidence: impl IntoIterator<Item = &'a Evidence>) -> Tree {
        let claimed = self.source_count.filter(|claimed| *claimed != self.independent_sources);
        let claimed = claimed.map(|claimed| format!("{claimed} claimed"));
        let sources = independent(self.independent_sources);
        let relevance = self.relevance.map(|relevance| format!("relevance {relevance}"));
        let confidence = format!("confidence {}", self.confidence);
        let category = self.category.as_deref();
        let facts =
            facts([Some(&*confidence), relevance.as_deref(), category, Some(&sources), claimed.as_deref()]);
        let quotes = evidence.into_iter().map(|quote| Some(quote.draw()));
        line(
            format!("{}: {}{facts}", self.id, self.claim),
            [listed("tags", &self.tags)].into_iter().chain(quotes),
        )
    }
}

impl Draw for Evidence {
    fn draw(&self) -> Tree {
        let weight = self.weight.map(|weight| format!("weight {weight}"));
        let quote =
            Tree::new(format!("“{}”{}", self.quote, facts([Some(&*self.quote_match), weight.as_deref()])));
        if self.missing {
            return quote.child(Tree::new(format!("{} (missing)", self.citation)));
        }
        let facts =
            facts([&self.source_type, &self.reliability, &self.tool, &self.date].map(Option::as_deref));
        let title = self.title.as_deref().unwrap_or_default();
        let urls = urls(self.url.as_ref(), self.canonical_url.as_ref());
        quote.child(line(format!("{}: {title}{facts}", self.citation), urls))
    }
}

fn urls(url: Option<&String>, canonical: Option<&String>) -> [Option<Tree>; 2] {
    [url.map(Tree::new), said("counted as", canonical.filter(|canonical| url != Some(canonical)))]
}

impl Draw for Citation {
    fn draw(&self) -> Tree {
        let facts = facts([
            Some(&*self.source_type),
            self.reliability.as_deref(),
            self.tool.as_deref(),
            self.author.as_deref(),
            self.date.as_deref(),
        ]);
        let [url, canonical] = urls(self.url.as_ref(), self.canonical_url.as_ref());
        let excerpt = said("excerpt", self.excerpt.as_ref());
        line(
            format!("{}: {}{facts}", self.id, self.title),
            [url, canonical, excerpt, listed("cited by", &self.findings)],
        )
    }
}

impl Draw for FindingRef {
    fn draw(&self) -> Tree {
        let confidence = self.confidence.map(|confidence| format!("confidence {confidence}"));
        Tree::new(match &self.claim {
            Some(claim) => format!("{}: {claim}{}", self.id, facts([confidence.as_deref()])),
            None => format!("{} (missing)", self.id),
        })
    }
}

impl Draw for Side {
    fn draw(&self) -> Tree {
        let mut tree = FindingRef::from(self).draw();
        let sources = self.independent_sources.map(independent);
        let weight = self.evidence_weight.map(|weight| format!("evidence weight {weight}"));
        tree.children.extend([sources, weight].into_iter().flatten().map(Tree::new));
        tree
    }
}

impl Draw for Theme {
    fn draw(&self) -> Tree {
        let findings = self.findings.iter().map(|finding| Some(finding.draw()));
        let description = self.description.as_ref().map(Tree::new);
        let facts = facts([self.strength.as_deref()]);
        line(format!("{}: {}{facts}", self.id, self.name), [description].into_iter().chain(findings))
    }
}

impl Draw for Gap {
    fn draw(&self) -> Tree {
        let facts = facts([self.importance.as_deref(), Some(&self.state)]);
        let blocked = self.blocked_findings.iter().map(Draw::draw).collect();
        line(
            format!("{}: {}{facts}", self.id, self.description),
            [
                said("noted", self.note.as_ref()),
                said("absent from", self.absent_from.as_ref()),
                branch("blocks", blocked),
                listed("suggested sources", &self.suggested_sources),
            ],
        )
    }
}

impl Draw for Contradiction {
    fn draw(&self) -> Tree {
        let consensus = self.requires_consensus.then_some("needs consensus");
        let facts = facts([self.severity.as_deref(), Some(&self.state), consensus]);
        let beside = [
            said("noted", self.note.as_ref()),
            said("absent from", self.absent_from.as_ref()),
            said("resolution", self.resolution.as_ref()),
        ];
        let sides = self.sides.iter().map(|side| Some(side.draw()));
        line(format!("{}: {}{facts}", self.id, self.description), sides.chain(beside))
    }
}

impl Draw for Action {
    fn draw(&self) -> Tree {
        let effort = self.effort.as_ref().map(|effort| format!("{effort} effort"));
        let facts = facts([Some(&*self.priority), effort.as_deref()]);
        line(
            format!("{}: {}{facts}", self.id, self.action),
            [
                said("rationale", self.rationale.as_ref()),
                branch("based on", self.based_on.iter().map(Draw::draw).collect()),
            ],
        )
    }
}

impl Draw for Criterion {
    fn draw(&self) -> Tree {
        let required = if self.required { "required" } else { "optional" };
        let facts = facts([Some(&*self.verification_kind), Some(required), self.target_ref.as_deref()]);
        Tree::new(format!("{}: {}{facts}", self.id, self.description))
    }
}

impl Draw for Predecessor {
    fn draw(&self) -> Tree {
        let Self { step_id, role, status, settled_at, summary, .. } = self;
        let decisions = self.decisions.iter().map(|decision| Some(Tree::new(format!("decided: {decision}"))));
        let products = self.artifacts.iter().map(|product| {
            let head = format!("{} ({}): {}", product.name, product.kind, product.reference);
            Some(line(head, [product.snippet.as_ref().map(Tree::new)]))
        });
        line(format!("{step_id} by {role}, {status} {settled_at}: {summary}"), decisions.chain(products))
    }
}

impl Draw for PacketItem {
    fn draw(&self) -> Tree {
        let facts = facts(
            [&self.kind, &self.authority, &self.confidence, &self.status, &self.state_key]
                .map(Option::as_deref),
        );
        let place = format!("{}/{}", self.section, self.seq);
        let id = self.id.as_deref().unwrap_or("no id");
        let text = self.summary.as_deref().unwrap_or_else(|| self.body.get());
        Tree::new(format!("{place} {id}: {text}{facts}"))
    }
}

impl Draw for PacketGap {
    fn draw(&self) -> Tree {
        let facts = facts([Some(&*self.class), Some(&self.state)]);
        line(format!("{}: {}{facts}", self.id, self.description), [said("noted", self.note.as_ref())])
    }
}

impl Draw for ReviewFinding {
    fn draw(&self) -> Tree {
        let place = if self.line == 0 { self.file.clone() } else { format!("{}:{}", self.file, self.line) };
        let facts = facts([Some(&*self.rule_key), self.category.as_deref(), self.brief_ref.as_deref()]);
        let title = self.title.as_deref().unwrap_or("no title");
        line(
            format!("{} {place}: {title}{facts}", self.severity),
            [said("detail", self.detail.as_ref()), said("to do", self.recommended_action.as_ref())],
        )
    }
}

impl Draw for SectionPart {
    fn draw(&self) -> Tree {
        Tree::new(&*self.text)
    }
}

impl Draw for Step {
    fn draw(&self) -> Tree {
        let Self { packet, role, step_id, attempt, when, .. } = self;
        let head = format!("{packet}: step {step_id}, attempt {attempt}, for {role}, {when}");
        line(head, self.predecessors.iter().map(|link| Some(link.draw())))
    }
}

impl Draw for Link {
    fn draw(&self) -> Tree {
        let Self { step_id, role, status, .. } = self;
        let packets = if self.missing { "no packet (missing)".to_owned() } else { self.packets.join(", ") };
        Tree::new(format!("follows {step_id} by {role}, {status}: {packets}"))
    }
}
