//! What the schema cannot say of a research output.
//!
//! May use `code`, `diagnostic`, `time`. Invariant: a rule looks at one document and reports everything it
//! finds in it.

use std::collections::HashSet;

use super::Sourced;
use super::model::{Finding, Meta, Research};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::kinds::quote::QuoteMatch;
use crate::kinds::reference::{Ids, Reference, distinct, repeated, resolve};
use crate::time::Timestamp;

/// How far a duration may be from the times it lies between, in microseconds.
const DURATION_SLACK: i64 = 60_000_000;

/// Everything the rules have to say.
pub(super) fn check(run: &Sourced<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    ids(run.document, &mut found);
    links(run, &mut found);
    for (index, finding) in run.document.findings.iter().enumerate() {
        evidence(run, index, finding, &mut found);
    }
    counts(run, &mut found);
    times(&run.document.meta, &mut found);
    if run.document.status == "completed" && run.document.confidence.is_none() {
        let message = "the run is completed and states no confidence";
        found.push(Diagnostic::new(Code::ConfidenceMissing, "", message).hint("state confidence.overall"));
    }
    found
}

/// Ids that stand twice among things of one sort.
fn ids(document: &Research<'_>, found: &mut Vec<Diagnostic>) {
    Ids::collect("/sources/citations", document.sources.citations.iter().map(|c| c.id), found);
    Ids::collect("/findings", document.findings.iter().map(|f| f.id), found);
    Ids::collect("/themes", document.themes.iter().map(|t| t.id), found);
    Ids::collect("/contradictions", document.contradictions.iter().map(|c| c.id), found);
    Ids::collect("/gaps", document.gaps.iter().map(|g| g.id), found);
    Ids::collect("/actionableItems", document.actions.iter().map(|a| a.id), found);
}

/// Every list of findings in the document, with its pointer.
fn finding_lists<'a>(document: &'a Research<'a>) -> Vec<(String, &'a [&'a str])> {
    let themes = document
        .themes
        .iter()
        .enumerate()
        .map(|(i, t)| (format!("/themes/{i}/findingIds"), &t.finding_ids[..]));
    let contradictions = document
        .contradictions
        .iter()
        .enumerate()
        .map(|(i, c)| (format!("/contradictions/{i}/findingIds"), &c.finding_ids[..]));
    let gaps = document
        .gaps
        .iter()
        .enumerate()
        .map(|(i, g)| (format!("/gaps/{i}/blocksFindings"), &g.blocks_findings[..]));
    let actions = document
        .actions
        .iter()
        .enumerate()
        .map(|(i, a)| (format!("/actionableItems/{i}/basedOn"), &a.based_on[..]));
    themes.chain(contradictions).chain(gaps).chain(actions).collect()
}

fn links(run: &Sourced<'_>, found: &mut Vec<Diagnostic>) {
    let document = run.document;
    let lists = finding_lists(document);
    let to_findings: Vec<_> = lists
        .iter()
        .flat_map(|(list, ids)| {
            ids.iter().enumerate().map(move |(index, id)| Reference {
                id,
                pointer: format!("{list}/{index}"),
                missing: Code::RefFindingMissing,
                noun: "finding",
            })
        })
        .collect();
    resolve(&to_findings, &run.findings, found);
    for (list, ids) in &lists {
        repeated(list, ids, found);
    }
    for (index, theme) in document.themes.iter().enumerate() {
        single(
            Code::ThemeSingleFinding,
            "theme",
            format!("/themes/{index}/findingIds"),
            &theme.finding_ids,
            found,
        );
    }
    for (index, contradiction) in document.contradictions.iter().enumerate() {
        let pointer = format!("/contradictions/{index}/findingIds");
        single(Code::ContradictionSingleFinding, "contradiction", pointer, &contradiction.finding_ids, found);
    }
}

fn single(code: Code, noun: &str, pointer: String, ids: &[&str], found: &mut Vec<Diagnostic>) {
    if distinct(ids) < 2 {
        let message = format!("the {noun} names only one finding");
        found.push(Diagnostic::new(code, pointer, message).hint("name at least two different findings"));
    }
}

fn evidence(run: &Sourced<'_>, index: usize, finding: &Finding<'_>, found: &mut Vec<Diagnostic>) {
    let references: Vec<_> = finding
        .evidence
        .iter()
        .enumerate()
        .map(|(at, evidence)| Reference {
            id: evidence.citation_id,
            pointer: format!("/findings/{index}/evidence/{at}/citationId"),
            missing: Code::RefCitationMissing,
            noun: "citation",
        })
        .collect();
    resolve(&references, &run.citations, found);
    for (at, evidence) in finding.evidence.iter().enumerate() {
        if run.quote_match(evidence) == QuoteMatch::Absent {
            let message = format!("the quote is not in the excerpt of {}", evidence.citation_id);
            let pointer = format!("/findings/{index}/evidence/{at}/quote");
            found.push(
                Diagnostic::new(Code::QuoteNotInExcerpt, pointer, message)
                    .hint("quote the source's own words, or extend the excerpt"),
            );
        }
    }
    if finding.evidence.is_empty() {
        let message = format!("{} has no evidence", finding.id);
        let pointer = format!("/findings/{index}");
        found.push(
            Diagnostic::new(Code::FindingNoEvidence, pointer, message).hint("cite what the claim rests on"),
        );
        return;
    }
    let computed = run.independent_sources(finding);
    if let Some(declared) = finding.source_count.filter(|count| usize::try_from(count.0) != Ok(computed)) {
        let declared = declared.0;
        let message = format!("sourceCount says {declared}, the citations show {computed} independent");
        let pointer = format!("/findings/{index}/sourceCount");
        found.push(
            Diagnostic::new(Code::FindingSourceCount, pointer, message)
                .hint("spellings of one page count once; correct the number or cite what is missing"),
        );
    }
}

fn counts(run: &Sourced<'_>, found: &mut Vec<Diagnostic>) {
    let sources = &run.document.sources;
    let cited: HashSet<_> =
        run.document.findings.iter().flat_map(|f| &f.evidence).map(|e| e.citation_id).collect();
    for (index, citation) in sources.citations.iter().enumerate().filter(|(_, c)| !cited.contains(c.id)) {
        let message = format!("no evidence cites {}", citation.id);
        let pointer = format!("/sources/citations/{index}");
        found.push(Diagnostic::new(Code::CitationUnused, pointer, message).hint("cite it or remove it"));
    }
    let (searched, used) = (sources.searched.0, sources.used.0);
    if used > searched {
        let message = format!("{used} sources used of {searched} searched");
        let code = Code::CountUsedExceedsSearched;
        found.push(Diagnostic::new(code, "/sources/used", message).hint("correct the counts"));
    }
    if usize::try_from(used) != Ok(cited.len()) {
        let message = format!("used says {used}, evidence cites {} citations", cited.len());
        found.push(
            Diagnostic::new(Code::CountUsedMismatch, "/sources/used", message)
                .hint("correct the count, or cite the sources"),
        );
    }
    let by_tool: i128 = sources.by_tool.values().map(|count| i128::from(count.0)).sum();
    if by_tool > i128::from(searched) {
        let message = format!("the tools found {by_tool} sources of {searched} searched");
        found.push(Diagnostic::new(Code::CountByTool, "/sources/byTool", message).hint("correct the counts"));
    }
}

fn times(meta: &Meta<'_>, found: &mut Vec<Diagnostic>) {
    let mut read = |name: &str, text: &str| {
        let moment = Timestamp::parse(text);
        if moment.is_none() {
            let message = format!("{text} is no moment of the calendar");
            let pointer = format!("/_meta/{name}");
            let diagnostic = Diagnostic::new(Code::TimeInvalid, pointer, message);
            found.push(diagnostic.hint("write a date and a time that exist"));
        }
        moment
    };
    let created = read("createdAt", meta.created_at);
    let completed = meta.completed_at.and_then(|text| read("completedAt", text));
    let (Some(created), Some(completed)) = (created, completed) else { return };
    let took = i128::from(completed.0) - i128::from(created.0);
    let code = Code::TimeOrder;
    if took < 0 {
        let message = "the run completed before it began";
        found.push(Diagnostic::new(code, "/_meta/completedAt", message).hint("correct the times"));
    } else if let Some(duration) = meta.duration {
        let apart = took - i128::from(duration.0) * 1_000_000;
        if apart.abs() > i128::from(DURATION_SLACK) {
            let message = format!("duration says {} s, the times say {} s", duration.0, took / 1_000_000);
            found.push(
                Diagnostic::new(code, "/_meta/duration", message).hint("correct the duration or the times"),
            );
        }
    }
}
