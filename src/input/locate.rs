//! From offsets and pointers to lines and columns.
//!
//! May use `diagnostic`. Invariant: positions count from 1 in code points and are relative to the source
//! file; a byte order mark does not count.

use std::collections::{HashMap, HashSet};

use super::Document;
use super::decode::strip_bom;
use super::scan::Path;
use super::syntax::{self, Event};
use crate::diagnostic::{Diagnostic, Excerpt, Position};

/// How many code points of a source line are shown on either side of a place.
const WINDOW: usize = 60;

/// Where the byte at `offset` of the document stands in its source.
pub(super) fn position(document: &Document, offset: usize) -> Position {
    let before = strip_bom(&document.raw[..offset]).0;
    match memchr::memrchr(b'\n', before) {
        None => Position { column: document.start.column + code_points(before), ..document.start },
        Some(last) => Position {
            line: document.start.line + memchr::memchr_iter(b'\n', before).count() as u64,
            column: 1 + code_points(&before[last + 1..]),
        },
    }
}

/// How many code points these bytes hold; a byte that is no UTF-8 counts as one.
pub(super) fn code_points(bytes: &[u8]) -> u64 {
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum::<usize>()
        as u64
}

/// The line around the byte at `offset`, cut to a readable width.
pub(super) fn excerpt(document: &Document, offset: usize) -> Excerpt {
    let raw = &document.raw;
    let begin = memchr::memrchr(b'\n', &raw[..offset]).map_or(0, |at| at + 1);
    let end = memchr::memchr(b'\n', &raw[offset..]).map_or(raw.len(), |at| offset + at);
    let before = String::from_utf8_lossy(strip_bom(&raw[begin..offset]).0);
    let after = String::from_utf8_lossy(&raw[offset..end]);
    let skip = before.chars().count().saturating_sub(WINDOW);
    let mut text = String::new();
    if skip > 0 {
        text.push('…');
    }
    text.extend(before.chars().skip(skip));
    let caret = text.chars().count();
    text.extend(after.trim_end_matches('\r').chars().take(WINDOW));
    if after.chars().nth(WINDOW).is_some() {
        text.push('…');
    }
    Excerpt { text, caret }
}

/// Places diagnostics by their pointers: the first character of the instance, and the line it stands in.
/// A pointer that leads nowhere is placed at the nearest instance above it.
pub fn locate(document: &Document, diagnostics: &mut [Diagnostic]) {
    let (json, bom) = strip_bom(&document.raw);
    let skipped = if bom { document.raw.len() - json.len() } else { 0 };
    let places: Vec<usize> = {
        let known = offsets(json, diagnostics);
        let nearest = |d: &Diagnostic| ancestors(&d.pointer).find_map(|pointer| known.get(pointer)).copied();
        diagnostics.iter().map(|d| nearest(d).unwrap_or(0) + skipped).collect()
    };
    for (diagnostic, at) in diagnostics.iter_mut().zip(places) {
        diagnostic.position = position(document, at);
        diagnostic.excerpt = Some(excerpt(document, at));
    }
}

/// Where each value that the diagnostics point at, or that lies above one, begins.
fn offsets<'a>(json: &[u8], diagnostics: &'a [Diagnostic]) -> HashMap<&'a str, usize> {
    let wanted: HashSet<&str> = diagnostics.iter().flat_map(|d| ancestors(&d.pointer)).collect();
    let mut found = HashMap::new();
    let mut path = Path::default();
    // A fault ends the walk early; what lies behind it is placed above.
    let _ = syntax::value(json, 0, |event| {
        path.enter(event, json);
        let at = match event {
            Event::Open { at, .. } => Some(*at),
            Event::String(span) | Event::Number(span) | Event::Word(span) => Some(span.start),
            Event::Close { .. } | Event::Key(_) => None,
        };
        if let (Some(at), Some(pointer)) = (at, wanted.get(path.pointer())) {
            found.entry(*pointer).or_insert(at);
        }
        path.leave(event);
        found.len() < wanted.len()
    });
    found
}

/// A pointer and every pointer above it, the nearest first.
fn ancestors(pointer: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(pointer), |pointer| pointer.rfind('/').map(|at| &pointer[..at]))
}
