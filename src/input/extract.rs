//! The JSON in an agent's text: which stretch of it is the answer.
//!
//! May use `code`, `diagnostic`. Invariants: the answer is a stretch of the text, never a rewritten
//! one; a fenced block that does not parse is the answer all the same, never an earlier block; the
//! work grows with the length of the text and no faster.

mod fences;
mod objects;

use std::ops::Range;
use std::sync::Arc;

use super::place::Places;
use super::{Document, Extent, decode};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use fences::Block;
use objects::{Fault, Objects};

/// How many objects without a fence are tried against the schema, from the last one backwards.
const MAX_TRIED: usize = 1_000;

/// The answer in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Extraction {
    /// One JSON value, or what should have been one, placed where it stands in its source.
    pub answer: Document,
    /// Where in the text it stands, in bytes.
    pub span: Range<usize>,
    /// Located: a byte order mark, another candidate of the same standing.
    pub notes: Vec<Diagnostic>,
}

/// Finds the answer in a text. `accepts` says whether a stretch of JSON passes the schema asked for; it
/// chooses among objects that stand in the text without a fence.
///
/// # Errors
/// Why there is no answer, located: `text.encoding`, `extract.none` or `extract.truncated`.
pub fn extract(words: &Document, accepts: &dyn Fn(&str) -> bool) -> Result<Extraction, Box<Diagnostic>> {
    let text = decode::text(words)?;
    let at = |mut diagnostic: Diagnostic, offset: usize| {
        Places::new(text, words.start).place(&mut diagnostic, offset);
        diagnostic
    };
    let Choice { span, other } =
        choose(text, accepts).map_err(|failure| Box::new(at(failure.diagnostic(), failure.at)))?;
    let places = |offset| Places::new(text, words.start).at(offset);
    let start = places(span.start);
    let several = other.map(|other| {
        let (taken, left) = (start.line, places(other).line);
        let message = format!("the JSON on line {taken} counts; another candidate is on line {left}");
        at(Diagnostic::new(Code::ExtractSeveral, "", message), other)
    });
    let skipped = words.raw.len() - text.len();
    let span = span.start + skipped..span.end + skipped;
    let answer = Document {
        source: Arc::clone(&words.source),
        start,
        offset: words.offset + span.start as u64,
        raw: words.raw[span.clone()].to_vec(),
        extent: Extent::Whole,
    };
    Ok(Extraction { answer, span, notes: decode::note(words).into_iter().chain(several).collect() })
}

/// The answer, and the place of another candidate of the same standing. Offsets are bytes of the text.
struct Choice {
    span: Range<usize>,
    other: Option<usize>,
}

/// Why there is no answer, and where.
struct Failure {
    at: usize,
    reason: Reason,
}

enum Reason {
    NoObject,
    EmptyBlock,
    Cut,
}

impl Failure {
    fn diagnostic(&self) -> Diagnostic {
        let (code, message, hint) = match self.reason {
            Reason::NoObject => {
                (Code::ExtractNone, "there is no JSON object in the text", "print one in a fenced json block")
            }
            Reason::EmptyBlock => {
                (Code::ExtractNone, "the last fenced JSON block is empty", "print the JSON in the last block")
            }
            Reason::Cut => (
                Code::ExtractTruncated,
                "the JSON that begins here never ends",
                "ask for a shorter answer, or allow a longer one",
            ),
        };
        Diagnostic::new(code, "", message).hint(hint)
    }
}

fn choose(text: &str, accepts: &dyn Fn(&str) -> bool) -> Result<Choice, Failure> {
    if let Some(span) = whole(text) {
        return Ok(Choice { span, other: None });
    }
    let blocks = fences::json_blocks(text);
    let objects = objects::scan(text, &blocks);
    let (drafts, answers): (Vec<_>, Vec<_>) =
        blocks.into_iter().partition(|block| objects.is_thought(block.content.start));
    if let Some(choice) = last_block(text, &answers) {
        return choice;
    }
    if let Some(choice) = last_accepted(text, &objects, accepts) {
        return Ok(choice);
    }
    last_block(text, &drafts).unwrap_or_else(|| best_object(&objects))
}

/// The text itself, if it is one JSON object or array.
fn whole(text: &str) -> Option<Range<usize>> {
    let span = trim(text, 0..text.len());
    let inner = &text[span.clone()];
    (inner.starts_with(['{', '[']) && objects::read(inner) == Ok(inner.len())).then_some(span)
}

fn trim(text: &str, span: Range<usize>) -> Range<usize> {
    let content = &text[span.clone()];
    let start = span.start + (content.len() - content.trim_start().len());
    start..start + content.trim().len()
}

fn last_block(text: &str, blocks: &[Block]) -> Option<Result<Choice, Failure>> {
    let (last, earlier) = blocks.split_last()?;
    let span = trim(text, last.content.clone());
    if span.is_empty() {
        return Some(Err(Failure { at: last.content.start, reason: Reason::EmptyBlock }));
    }
    let span = match objects::read(&text[span.clone()]) {
        // Behind a block that nobody closed, prose may follow.
        Ok(length) if !last.closed => span.start..span.start + length,
        Err(Fault::End) => return Some(Err(Failure { at: span.start, reason: Reason::Cut })),
        _ => span,
    };
    Some(Ok(Choice { span, other: earlier.last().map(|block| block.content.start) }))
}

fn last_accepted(text: &str, objects: &Objects, accepts: &dyn Fn(&str) -> bool) -> Option<Choice> {
    let mut accepted =
        objects.whole.iter().rev().take(MAX_TRIED).filter(|span| accepts(&text[(*span).clone()]));
    let span = accepted.next()?.clone();
    // What is broken behind the answer was perhaps meant to replace it.
    let later = objects.cut.or(objects.broken.last().map(|span| span.start));
    let other = later.filter(|&start| start > span.start).or_else(|| accepted.next().map(|span| span.start));
    Some(Choice { span, other })
}

/// No object passes the schema: the one that is said to fail is the one most likely meant.
fn best_object(objects: &Objects) -> Result<Choice, Failure> {
    if let Some(at) = objects.cut {
        return Err(Failure { at, reason: Reason::Cut });
    }
    let candidates = if objects.whole.is_empty() { &objects.broken } else { &objects.whole };
    let (last, earlier) = candidates.split_last().ok_or(Failure { at: 0, reason: Reason::NoObject })?;
    Ok(Choice { span: last.clone(), other: earlier.last().map(|span| span.start) })
}

#[cfg(test)]
mod tests;
