//! A research output as rows of the archive.
//!
//! May use the row types of `store`. Invariant: every element of the document becomes a row, and a link that
//! leads nowhere becomes one whose target is NULL.

use std::collections::HashSet;

use super::model::{Citation, Confidence, Finding, Research};
use super::{FINDINGS, Study};
use crate::digest::Digest;
use crate::kinds::integer::Integer;
use crate::kinds::text_key::{text_digest, text_key};
use crate::row;
use crate::store::rows::{Dimension, Owner, Part, RowRef, Rows, Shared, seq};
use crate::time::Timestamp;

row! { run: RunRow<'a> {
    artifact: Owner, research_id: &'a str, short_name: &'a str, status: &'a str, query: &'a str,
    context: Option<&'a str>, created_us: Timestamp, created_text: &'a str, completed_us: Option<Timestamp>,
    completed_text: Option<&'a str>, duration_s: Option<Integer>, searched: Integer, used: Integer,
    overall: Option<f64>, source_quality: Option<f64>, source_diversity: Option<f64>,
    evidence_strength: Option<f64>, consistency: Option<f64>, recency: Option<f64>,
} }
row! { run_domain: DomainRow<'a> { artifact: Owner, seq: i64, domain: &'a str } }
row! { run_query: QueryRow<'a> { artifact: Owner, role: &'static str, seq: i64, text: &'a str } }
row! { run_tool: ToolRow<'a> { artifact: Owner, tool: &'a str, sources: Integer } }
row! { run_caveat: CaveatRow<'a> { artifact: Owner, seq: i64, text: &'a str } }
row! { keyed citation: CitationRow<'a> {
    artifact: Owner, seq: i64, local_id: &'a str, source: Shared<'a>, r#type: &'a str, title: &'a str,
    url: Option<&'a str>, author: Option<&'a str>, date: Option<&'a str>, reliability: Option<&'a str>,
    tool: Option<&'a str>, excerpt: Option<&'a str>, findings: i64,
} }
row! { keyed finding: FindingRow<'a> {
    artifact: Owner, seq: i64, local_id: &'a str, claim: &'a str, confidence: f64, relevance: Option<f64>,
    category: Option<&'a str>, source_count: Option<Integer>, independent_sources: i64, evidence_count: i64,
} }
row! { finding_tag: TagRow<'a> { finding: RowRef, seq: i64, tag: &'a str } }
row! { evidence: EvidenceRow<'a> {
    finding: RowRef, seq: i64, citation: Option<RowRef>, citation_id: &'a str, source: Option<Shared<'a>>,
    quote: &'a str, weight: Option<f64>, quote_match: &'static str,
} }
row! { keyed theme: ThemeRow<'a> {
    artifact: Owner, seq: i64, local_id: &'a str, theme_name: Shared<'a>, name: &'a str,
    description: Option<&'a str>, strength: Option<&'a str>, findings: i64,
} }
row! { theme_finding: ThemeFindingRow<'a> { theme: RowRef, seq: i64, finding: Option<RowRef>, finding_id: &'a str } }
row! { keyed contradiction: ContradictionRow<'a> {
    artifact: Owner, seq: i64, local_id: &'a str, description: &'a str, text_digest: Digest,
    resolution: Option<&'a str>, severity: Option<&'a str>, requires_consensus: Option<bool>,
} }
row! { contradiction_finding: ContradictionFindingRow<'a> {
    contradiction: RowRef, seq: i64, finding: Option<RowRef>, finding_id: &'a str,
} }
row! { keyed gap: GapRow<'a> {
    artifact: Owner, seq: i64, local_id: &'a str, description: &'a str, text_digest: Digest,
    importance: Option<&'a str>, blocked_count: i64,
} }
row! { gap_finding: GapFindingRow<'a> { gap: RowRef, seq: i64, finding: Option<RowRef>, finding_id: &'a str } }
row! { gap_source: GapSourceRow<'a> { gap: RowRef, seq: i64, text: &'a str } }
row! { keyed action: ActionRow<'a> {
    artifact: Owner, seq: i64, local_id: &'a str, action: &'a str, rationale: Option<&'a str>,
    priority: &'a str, effort: Option<&'a str>,
} }
row! { action_finding: ActionFindingRow<'a> { action: RowRef, seq: i64, finding: Option<RowRef>, finding_id: &'a str } }

/// All rows of a run that passed.
///
/// Fields of the full-text index, and the table that `item` is a row of: `title` and `excerpt` (citation),
/// `claim` and `quote` (finding), `theme`, `contradiction`, `gap`, `action` (their own), `query` (none).
pub(super) fn project(study: &Study<'_>) -> Rows {
    let mut rows = Rows::default();
    run_rows(&study.doc, &mut rows);
    let citations = citation_rows(study, &mut rows);
    let findings = finding_rows(study, &mut rows);
    // A table at a time: the writer keeps one statement in hand.
    for (finding, row) in study.doc.findings.iter().zip(&findings) {
        for (at, tag) in finding.tags.iter().enumerate() {
            rows.add(&TagRow { finding: *row, seq: seq(at), tag });
        }
    }
    for (at, row) in findings.iter().enumerate() {
        evidence_rows(study, at, *row, &citations, &mut rows);
    }
    let links = Links { study, findings };
    theme_rows(&links, &mut rows);
    contradiction_rows(&links, &mut rows);
    gap_rows(&links, &mut rows);
    action_rows(&links, &mut rows);
    rows
}

fn run_rows(document: &Research<'_>, rows: &mut Rows) {
    let (meta, query) = (&document.meta, &document.query);
    let factors = document.confidence.as_ref().map(|confidence| &confidence.factors);
    rows.add(&RunRow {
        artifact: Owner,
        research_id: meta.research_id,
        short_name: meta.short_name,
        status: document.status,
        query: query.original,
        context: query.context,
        created_us: meta.created_at.valid(),
        created_text: meta.created_at.text,
        completed_us: meta.completed_at.map(|time| time.valid()),
        completed_text: meta.completed_at.map(|time| time.text),
        duration_s: meta.duration,
        searched: document.sources.searched,
        used: document.sources.used,
        overall: document.confidence.as_ref().map(|confidence| confidence.overall),
        source_quality: factors.and_then(|f| f.source_quality),
        source_diversity: factors.and_then(|f| f.source_diversity),
        evidence_strength: factors.and_then(|f| f.evidence_strength),
        consistency: factors.and_then(|f| f.consistency),
        recency: factors.and_then(|f| f.recency),
    });
    rows.index(
        Part::Place("query", 0),
        query.original,
        query.context.into_iter().chain(query.expanded.iter().copied()),
    );
    for (at, domain) in query.domains.iter().enumerate() {
        rows.add(&DomainRow { artifact: Owner, seq: seq(at), domain });
    }
    for (role, texts) in [("expanded", &query.expanded), ("exclusion", &query.exclusions)] {
        for (at, text) in texts.iter().enumerate() {
            rows.add(&QueryRow { artifact: Owner, role, seq: seq(at), text });
        }
    }
    for (tool, sources) in &document.sources.by_tool {
        rows.add(&ToolRow { artifact: Owner, tool, sources: *sources });
    }
    let caveats =
        document.confidence.as_ref().map_or(&[][..], |confidence: &Confidence<'_>| &confidence.caveats);
    for (at, text) in caveats.iter().enumerate() {
        rows.add(&CaveatRow { artifact: Owner, seq: seq(at), text });
    }
}

fn citation_rows(study: &Study<'_>, rows: &mut Rows) -> Vec<RowRef> {
    let findings = study.findings_of_sources();
    let citations = study.doc.sources.citations.iter().zip(&study.sources).enumerate();
    let add = |(at, (citation, source)): (usize, (&Citation<'_>, &String))| {
        let row = rows.add(&CitationRow {
            artifact: Owner,
            seq: seq(at),
            local_id: citation.id,
            source: Shared(Dimension::Source, source),
            r#type: citation.kind,
            title: citation.title,
            url: citation.url,
            author: citation.author,
            date: citation.date,
            reliability: citation.reliability,
            tool: citation.tool,
            excerpt: citation.excerpt,
            findings: findings[at],
        });
        rows.index(Part::Row(row), citation.title, citation.excerpt);
        row
    };
    citations.map(add).collect()
}

fn finding_rows(study: &Study<'_>, rows: &mut Rows) -> Vec<RowRef> {
    let add = |(at, finding): (usize, &Finding<'_>)| {
        let row = rows.add(&FindingRow {
            artifact: Owner,
            seq: seq(at),
            local_id: finding.id,
            claim: finding.claim,
            confidence: finding.confidence,
            relevance: finding.relevance,
            category: finding.category,
            source_count: finding.source_count,
            independent_sources: seq(study.independent_sources(at)),
            evidence_count: seq(finding.evidence.len()),
        });
        rows.index(Part::Row(row), finding.claim, finding.evidence.iter().map(|evidence| evidence.quote));
        row
    };
    study.doc.findings.iter().enumerate().map(add).collect()
}

fn evidence_rows(
    study: &Study<'_>,
    finding_at: usize,
    finding: RowRef,
    citations: &[RowRef],
    rows: &mut Rows,
) {
    let evidence = study.doc.findings[finding_at].evidence.iter().zip(&study.evidence[finding_at]);
    for (at, (evidence, resolved)) in evidence.enumerate() {
        rows.add(&EvidenceRow {
            finding,
            seq: seq(at),
            citation: resolved.citation.map(|citation| citations[citation]),
            citation_id: evidence.citation_id,
            source: resolved.citation.map(|citation| Shared(Dimension::Source, &study.sources[citation])),
            quote: evidence.quote,
            weight: evidence.weight,
            quote_match: resolved.quote.as_str(),
        });
    }
}

/// From the ids of findings to their rows.
struct Links<'s, 'a> {
    study: &'s Study<'a>,
    findings: Vec<RowRef>,
}

impl<'a> Links<'_, 'a> {
    /// Each named finding: its place in the list, its row if there is one, its id.
    fn of(&self, ids: &[&'a str]) -> impl Iterator<Item = (i64, Option<RowRef>, &'a str)> {
        ids.iter().enumerate().map(|(at, id)| {
            let finding = self.study.ids.find(&FINDINGS, id).map(|index| self.findings[index]);
            (seq(at), finding, *id)
        })
    }
}

fn theme_rows(links: &Links<'_, '_>, rows: &mut Rows) {
    let findings = links.study.findings_of_themes();
    for (at, theme) in links.study.doc.themes.iter().enumerate() {
        let row = rows.add(&ThemeRow {
            artifact: Owner,
            seq: seq(at),
            local_id: theme.id,
            theme_name: Shared(Dimension::ThemeName, &text_key(theme.name)),
            name: theme.name,
            description: theme.description,
            strength: theme.strength,
            findings: findings[at],
        });
        rows.index(Part::Row(row), theme.name, theme.description);
        for (seq, finding, finding_id) in links.of(&theme.finding_ids) {
            rows.add(&ThemeFindingRow { theme: row, seq, finding, finding_id });
        }
    }
}

fn contradiction_rows(links: &Links<'_, '_>, rows: &mut Rows) {
    for (at, contradiction) in links.study.doc.contradictions.iter().enumerate() {
        let row = rows.add(&ContradictionRow {
            artifact: Owner,
            seq: seq(at),
            local_id: contradiction.id,
            description: contradiction.description,
            text_digest: text_digest(contradiction.description),
            resolution: contradiction.resolution,
            severity: contradiction.severity,
            requires_consensus: contradiction.requires_consensus,
        });
        rows.index(Part::Row(row), contradiction.description, contradiction.resolution);
        for (seq, finding, finding_id) in links.of(&contradiction.finding_ids) {
            rows.add(&ContradictionFindingRow { contradiction: row, seq, finding, finding_id });
        }
    }
}

fn gap_rows(links: &Links<'_, '_>, rows: &mut Rows) {
    for (at, gap) in links.study.doc.gaps.iter().enumerate() {
        let row = rows.add(&GapRow {
            artifact: Owner,
            seq: seq(at),
            local_id: gap.id,
            description: gap.description,
            text_digest: text_digest(gap.description),
            importance: gap.importance,
            blocked_count: seq(gap.blocks_findings.iter().collect::<HashSet<_>>().len()),
        });
        rows.index(Part::Row(row), gap.description, gap.suggested_sources.iter().copied());
        for (seq, finding, finding_id) in links.of(&gap.blocks_findings) {
            rows.add(&GapFindingRow { gap: row, seq, finding, finding_id });
        }
        for (at, text) in gap.suggested_sources.iter().enumerate() {
            rows.add(&GapSourceRow { gap: row, seq: seq(at), text });
        }
    }
}

fn action_rows(links: &Links<'_, '_>, rows: &mut Rows) {
    for (at, action) in links.study.doc.actions.iter().enumerate() {
        let row = rows.add(&ActionRow {
            artifact: Owner,
            seq: seq(at),
            local_id: action.id,
            action: action.action,
            rationale: action.rationale,
            priority: action.priority,
            effort: action.effort,
        });
        rows.index(Part::Row(row), action.action, action.rationale);
        for (seq, finding, finding_id) in links.of(&action.based_on) {
            rows.add(&ActionFindingRow { action: row, seq, finding, finding_id });
        }
    }
}
