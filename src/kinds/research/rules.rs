//! What a schema cannot say of research output: counts, times, and claims against their evidence.
//!
//! May use `code`, `diagnostic`. Invariant: one rule, one function; each names the offending element and
//! the values that disagree.

use std::collections::HashSet;

use super::{FINDINGS, Named, Study};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::kinds::quote::QuoteMatch;

/// How far `duration` may be from the time between start and end, in microseconds.
const DURATION_SLACK: i128 = 60_000_000;

/// Every rule's findings, in no order.
pub(super) fn check(study: &Study<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    times(study, &mut found);
    counts(study, &mut found);
    citations(study, &mut found);
    findings(study, &mut found);
    named(study, &mut found);
    if study.doc.status == "completed" && study.doc.confidence.is_none() {
        let message = "the run is completed but states no confidence";
        found.push(Diagnostic::new(Code::ConfidenceMissing, "", message).hint("add confidence.overall"));
    }
    found
}

fn times(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    let meta = &study.doc.meta;
    let created = meta.created_at.check("/_meta/createdAt", found);
    let completed = meta.completed_at.and_then(|time| time.check("/_meta/completedAt", found));
    let Some((created, completed)) = created.zip(completed) else { return };
    let elapsed = i128::from(completed.0) - i128::from(created.0);
    let texts = (meta.created_at.text, meta.completed_at.map_or("", |time| time.text));
    if elapsed < 0 {
        let message = format!("completed at {}, before it began at {}", texts.1, texts.0);
        let hint = "swap the two, or check their UTC offsets";
        found.push(Diagnostic::new(Code::TimeOrder, "/_meta/completedAt", message).hint(hint));
    } else if let Some(seconds) = meta.duration.map(|duration| i128::from(duration.0))
        && (elapsed - seconds * 1_000_000).abs() > DURATION_SLACK
    {
        let actual = elapsed / 1_000_000;
        let message = format!("duration is {seconds} s, but {} to {} is {actual} s", texts.0, texts.1);
        let hint = "duration is in whole seconds; leave it out if the times say it";
        found.push(Diagnostic::new(Code::TimeOrder, "/_meta/duration", message).hint(hint));
    }
}

fn counts(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    let sources = &study.doc.sources;
    let (searched, used) = (sources.searched.0, sources.used.0);
    if used > searched {
        let message = format!("{used} sources used of {searched} searched");
        found.push(Diagnostic::new(Code::CountUsedExceedsSearched, "/sources/used", message));
    }
    // By id: a citation that is missing is reported as such, and was used all the same.
    let evidence = study.doc.findings.iter().flat_map(|finding| &finding.evidence);
    let cited = evidence.map(|evidence| evidence.citation_id).collect::<HashSet<_>>().len();
    if i64::try_from(cited) != Ok(used) {
        let message = format!("used is {used}, but evidence cites {cited} different citations");
        found.push(
            Diagnostic::new(Code::CountUsedMismatch, "/sources/used", message)
                .hint(format!("write {cited}, or cite what was used")),
        );
    }
    let by_tool: i128 = sources.by_tool.values().map(|count| i128::from(count.0)).sum();
    if by_tool > i128::from(searched) {
        let message = format!("the counts by tool add up to {by_tool}, but searched is {searched}");
        found.push(Diagnostic::new(Code::CountByTool, "/sources/byTool", message));
    }
}

fn citations(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    let cited: HashSet<_> =
        study.evidence.iter().flatten().filter_map(|evidence| evidence.citation).collect();
    for (index, citation) in study.doc.sources.citations.iter().enumerate() {
        if !cited.contains(&index) {
            let message = format!("no evidence cites \"{}\"", citation.id);
            found.push(Diagnostic::new(Code::CitationUnused, format!("/sources/citations/{index}"), message));
        }
    }
}

fn findings(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for (index, finding) in study.doc.findings.iter().enumerate() {
        let pointer = format!("{}/{index}", FINDINGS.pointer);
        if finding.evidence.is_empty() {
            let message = format!("finding \"{}\" has no evidence", finding.id);
            found.push(
                Diagnostic::new(Code::FindingNoEvidence, &*pointer, message)
                    .hint("cite what the claim rests on"),
            );
        }
        let independent = study.independent_sources(index);
        if let Some(claimed) = finding.source_count.filter(|count| i64::try_from(independent) != Ok(count.0))
        {
            let message = format!(
                "finding \"{}\" claims {} sources, its evidence cites {independent}",
                finding.id, claimed.0
            );
            let hint = "spellings of one page count once, and so do versions of one paper";
            found.push(
                Diagnostic::new(Code::FindingSourceCount, format!("{pointer}/sourceCount"), message)
                    .hint(hint),
            );
        }
        for (position, evidence) in study.evidence[index].iter().enumerate() {
            if evidence.quote == QuoteMatch::Absent {
                found.push(absent(study, index, position));
            }
        }
    }
}

fn absent(study: &Study<'_>, finding: usize, position: usize) -> Diagnostic {
    let pointer = format!("{}/{finding}/evidence/{position}/quote", FINDINGS.pointer);
    let citation = study.doc.findings[finding].evidence[position].citation_id;
    let message = format!("match: absent. The excerpt of \"{citation}\" does not hold this quote");
    Diagnostic::new(Code::QuoteNotInExcerpt, pointer, message)
        .hint("quote the source's own words and mark what is left out by …, or extend the excerpt")
}

fn named(study: &Study<'_>, found: &mut Vec<Diagnostic>) {
    for Named { owner, index, key, ids, alone } in study.doc.named() {
        let pointer = format!("{}/{index}/{key}", owner.pointer);
        let mut seen = HashSet::new();
        for (position, id) in ids.iter().enumerate() {
            if !seen.insert(*id) {
                let message = format!("finding \"{id}\" is named before in this list");
                found.push(
                    Diagnostic::new(Code::RefRepeated, format!("{pointer}/{position}"), message)
                        .hint("name it once"),
                );
            }
        }
        if let Some(code) = alone.filter(|_| seen.len() < 2) {
            let message =
                format!("this {} names one finding only, \"{}\"", owner.noun, ids.first().unwrap_or(&""));
            found.push(Diagnostic::new(code, pointer, message).hint("name the other findings too"));
        }
    }
}
