//! A research output as rows of the archive.
//!
//! May use the row types of `store`. Invariant: every element of the document becomes a row, and a link that
//! leads nowhere becomes one whose target is NULL.

use super::Sourced;
use super::model::{Confidence, Evidence, Finding, Research};
use crate::digest::Digest;
use crate::kinds::integer::Integer;
use crate::kinds::reference::distinct;
use crate::kinds::text_key::{text_digest, text_key};
use crate::row;
use crate::store::rows::{Dimension, Owner, RowRef, Rows, Shared, seq};
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
    tool: Option<&'a str>, excerpt: Option<&'a str>,
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
    description: Option<&'a str>, strength: Option<&'a str>,
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

/// Adds the rows of a run. Fields of the search index: query, title, excerpt, claim, quote, theme,
/// contradiction, gap, action.
pub(super) fn project(run: &Sourced<'_>, rows: &mut Rows) {
    let document = run.document;
    run_rows(document, rows);
    let citations = citation_rows(run, rows);
    let findings: Vec<_> =
        document.findings.iter().enumerate().map(|(at, f)| finding_row(run, at, f, rows)).collect();
    // A table at a time: the writer keeps one statement in hand.
    for (finding, row) in document.findings.iter().zip(&findings) {
        for (at, tag) in finding.tags.iter().enumerate() {
            rows.add(&TagRow { finding: *row, seq: seq(at), tag });
        }
    }
    for (finding, row) in document.findings.iter().zip(&findings) {
        for (at, evidence) in finding.evidence.iter().enumerate() {
            evidence_row(run, &citations, *row, at, evidence, rows);
        }
    }
    let finding = |id: &str| run.findings.position(id).map(|position| findings[position]);
    theme_rows(document, finding, rows);
    contradiction_rows(document, finding, rows);
    gap_rows(document, finding, rows);
    action_rows(document, finding, rows);
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
        created_us: Timestamp::parse(meta.created_at).unwrap_or(Timestamp(0)),
        created_text: meta.created_at,
        completed_us: meta.completed_at.and_then(Timestamp::parse),
        completed_text: meta.completed_at,
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
    rows.index("query", None, query.original);
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

fn citation_rows(run: &Sourced<'_>, rows: &mut Rows) -> Vec<RowRef> {
    let citations = run.document.sources.citations.iter().enumerate();
    let add = |(at, citation): (usize, &super::model::Citation<'_>)| {
        let row = rows.add(&CitationRow {
            artifact: Owner,
            seq: seq(at),
            local_id: citation.id,
            source: Shared(Dimension::Source, &run.sources[at]),
            r#type: citation.kind,
            title: citation.title,
            url: citation.url,
            author: citation.author,
            date: citation.date,
            reliability: citation.reliability,
            tool: citation.tool,
            excerpt: citation.excerpt,
        });
        rows.index("title", Some(row), citation.title);
        rows.index("excerpt", Some(row), citation.excerpt.unwrap_or_default());
        row
    };
    citations.map(add).collect()
}

fn finding_row(run: &Sourced<'_>, at: usize, finding: &Finding<'_>, rows: &mut Rows) -> RowRef {
    let row = rows.add(&FindingRow {
        artifact: Owner,
        seq: seq(at),
        local_id: finding.id,
        claim: finding.claim,
        confidence: finding.confidence,
        relevance: finding.relevance,
        category: finding.category,
        source_count: finding.source_count,
        independent_sources: seq(run.independent_sources(finding)),
        evidence_count: seq(finding.evidence.len()),
    });
    rows.index("claim", Some(row), finding.claim);
    for evidence in &finding.evidence {
        rows.index("quote", Some(row), evidence.quote);
    }
    row
}

fn evidence_row(
    run: &Sourced<'_>,
    citations: &[RowRef],
    finding: RowRef,
    at: usize,
    evidence: &Evidence<'_>,
    rows: &mut Rows,
) {
    let position = run.citations.position(evidence.citation_id);
    rows.add(&EvidenceRow {
        finding,
        seq: seq(at),
        citation: position.map(|position| citations[position]),
        citation_id: evidence.citation_id,
        source: position.map(|position| Shared(Dimension::Source, &run.sources[position])),
        quote: evidence.quote,
        weight: evidence.weight,
        quote_match: run.quote_match(evidence).as_str(),
    });
}

fn theme_rows(document: &Research<'_>, finding: impl Fn(&str) -> Option<RowRef>, rows: &mut Rows) {
    for (at, theme) in document.themes.iter().enumerate() {
        let row = rows.add(&ThemeRow {
            artifact: Owner,
            seq: seq(at),
            local_id: theme.id,
            theme_name: Shared(Dimension::ThemeName, &text_key(theme.name)),
            name: theme.name,
            description: theme.description,
            strength: theme.strength,
        });
        rows.index("theme", Some(row), theme.name);
        rows.index("theme", Some(row), theme.description.unwrap_or_default());
        for (at, id) in theme.finding_ids.iter().enumerate() {
            rows.add(&ThemeFindingRow { theme: row, seq: seq(at), finding: finding(id), finding_id: id });
        }
    }
}

fn contradiction_rows(document: &Research<'_>, finding: impl Fn(&str) -> Option<RowRef>, rows: &mut Rows) {
    for (at, contradiction) in document.contradictions.iter().enumerate() {
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
        rows.index("contradiction", Some(row), contradiction.description);
        rows.index("contradiction", Some(row), contradiction.resolution.unwrap_or_default());
        for (at, id) in contradiction.finding_ids.iter().enumerate() {
            rows.add(&ContradictionFindingRow {
                contradiction: row,
                seq: seq(at),
                finding: finding(id),
                finding_id: id,
            });
        }
    }
}

fn gap_rows(document: &Research<'_>, finding: impl Fn(&str) -> Option<RowRef>, rows: &mut Rows) {
    for (at, gap) in document.gaps.iter().enumerate() {
        let row = rows.add(&GapRow {
            artifact: Owner,
            seq: seq(at),
            local_id: gap.id,
            description: gap.description,
            text_digest: text_digest(gap.description),
            importance: gap.importance,
            blocked_count: seq(distinct(&gap.blocks_findings)),
        });
        rows.index("gap", Some(row), gap.description);
        for (at, id) in gap.blocks_findings.iter().enumerate() {
            rows.add(&GapFindingRow { gap: row, seq: seq(at), finding: finding(id), finding_id: id });
        }
        for (at, text) in gap.suggested_sources.iter().enumerate() {
            rows.add(&GapSourceRow { gap: row, seq: seq(at), text });
        }
    }
}

fn action_rows(document: &Research<'_>, finding: impl Fn(&str) -> Option<RowRef>, rows: &mut Rows) {
    for (at, action) in document.actions.iter().enumerate() {
        let row = rows.add(&ActionRow {
            artifact: Owner,
            seq: seq(at),
            local_id: action.id,
            action: action.action,
            rationale: action.rationale,
            priority: action.priority,
            effort: action.effort,
        });
        rows.index("action", Some(row), action.action);
        rows.index("action", Some(row), action.rationale.unwrap_or_default());
        for (at, id) in action.based_on.iter().enumerate() {
            rows.add(&ActionFindingRow { action: row, seq: seq(at), finding: finding(id), finding_id: id });
        }
    }
}
