//! From a document to its verdict: kind, schema, model, rules. Pure.
//!
//! May use `input`, `schema`, `kinds`. Invariant: all problems of a document are found, none stops
//! the search, and nothing is written.

use std::collections::HashSet;

use crate::code::{Code, Severity};
use crate::detect::detect;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::input::{self, Document};
use crate::kinds::{Kind, Projection};

/// How a document is to be checked.
#[derive(Clone, Debug)]
pub struct Options {
    /// The kind named on the command line; otherwise it is read from the document.
    pub kind: Option<Kind>,
    /// Codes raised to an error.
    pub deny: Vec<Code>,
    /// Codes lowered: an error to a warning, a warning or note to silence.
    pub allow: Vec<Code>,
    /// The most diagnostics reported of one document; notes are cut first.
    pub max_errors: usize,
    /// Whether a valid document is projected into rows.
    pub project: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { kind: None, deny: Vec::new(), allow: Vec::new(), max_errors: 100, project: true }
    }
}

/// What became of a document.
#[derive(Debug)]
pub struct Checked {
    /// `None` if the document is of no known kind, or no document at all.
    pub kind: Option<Kind>,
    /// Its natural id, as far as it could be read even from an invalid document.
    pub natural_id: Option<String>,
    pub task: Option<String>,
    /// In order of position, then code; at most `max_errors`.
    pub diagnostics: Vec<Diagnostic>,
    /// How many there were before the cut: errors, warnings, notes.
    pub counts: Counts,
    /// The digest of the canonical form, if the bytes are one JSON document.
    pub canonical: Option<Digest>,
    /// Present if, and only if, the document is valid and its rows were asked for.
    pub projection: Option<Projection>,
}

/// Diagnostics by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    pub errors: u64,
    pub warnings: u64,
    pub notes: u64,
}

impl Counts {
    /// Counts one more.
    pub fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }
}

/// Checks one document.
pub fn check(document: &Document, options: &Options) -> Checked {
    let parsed = match input::read(document) {
        Ok(parsed) => parsed,
        Err(diagnostics) => return Checked::new(options.kind).finish(diagnostics, options),
    };
    let mut checked = Checked::new(None);
    checked.canonical = Some(parsed.canonical);
    let kind = match options.kind.map_or_else(|| detect(&parsed.value), Ok) {
        Ok(kind) => kind,
        Err(unknown) => {
            let mut diagnostics = vec![*unknown];
            input::locate(document, &mut diagnostics);
            return checked.finish(diagnostics.into_iter().chain(parsed.notes).collect(), options);
        }
    };
    checked.kind = Some(kind);
    (checked.natural_id, checked.task) = kind.names(&parsed.value);
    let mut diagnostics = kind.schema().check(&parsed.value);
    // The rules read a typed model, which of all faults only a failed format leaves readable.
    let readable = diagnostics.iter().all(|d| d.code == Code::SchemaFormat);
    let artifact = readable.then(|| kind.read(&parsed.value)).and_then(Result::ok);
    match &artifact {
        Some(artifact) => diagnostics.extend(artifact.check()),
        None => diagnostics.extend(kind.schema().oversized(&parsed.value)),
    }
    options.adjust(&mut diagnostics);
    drop_echoes(&mut diagnostics);
    if !diagnostics.is_empty() {
        input::locate(document, &mut diagnostics);
    }
    diagnostics.extend(parsed.notes);
    let checked = checked.finish(diagnostics, options);
    let sound = artifact.filter(|_| options.project && checked.is_valid());
    let projection =
        sound.map(|artifact| Projection { identity: artifact.identity(), rows: artifact.rows() });
    Checked { projection, ..checked }
}

/// A time whose format failed is no moment either; once is enough, unless the format was allowed.
fn drop_echoes(diagnostics: &mut Vec<Diagnostic>) {
    let failed: HashSet<String> = diagnostics
        .iter()
        .filter(|d| d.code == Code::SchemaFormat && d.severity == Severity::Error)
        .map(|d| d.pointer.clone())
        .collect();
    diagnostics.retain(|d| d.code != Code::TimeInvalid || !failed.contains(&d.pointer));
}

impl Options {
    /// Applies `--deny` and `--allow`: what is denied is an error; what is allowed sinks a level, and a
    /// warning or note to silence. Codes that are not allowable stay.
    fn adjust(&self, diagnostics: &mut Vec<Diagnostic>) {
        diagnostics.retain_mut(|diagnostic| {
            let code = diagnostic.code;
            if self.deny.contains(&code) {
                diagnostic.severity = Severity::Error;
            } else if self.allow.contains(&code) && code.entry().allowable {
                if diagnostic.severity != Severity::Error {
                    return false;
                }
                diagnostic.severity = Severity::Warning;
            }
            true
        });
    }
}

impl Checked {
    /// Whether no error remains; warnings and notes leave a document valid.
    pub fn is_valid(&self) -> bool {
        self.counts.errors == 0
    }

    fn new(kind: Option<Kind>) -> Self {
        Self {
            kind,
            natural_id: None,
            task: None,
            diagnostics: Vec::new(),
            counts: Counts::default(),
            canonical: None,
            projection: None,
        }
    }

    /// Puts the diagnostics in order, counts them and cuts them to size.
    fn finish(mut self, mut diagnostics: Vec<Diagnostic>, options: &Options) -> Self {
        diagnostics.sort_by(|a, b| {
            (a.position, a.code.as_str(), &a.pointer).cmp(&(b.position, b.code.as_str(), &b.pointer))
        });
        for diagnostic in &diagnostics {
            self.counts.add(diagnostic.severity);
        }
        self.diagnostics = cut(diagnostics, options.max_errors);
        self
    }
}

/// The `limit` weightiest diagnostics, in their order: notes go first, then warnings.
fn cut(mut diagnostics: Vec<Diagnostic>, limit: usize) -> Vec<Diagnostic> {
    if diagnostics.len() <= limit {
        return diagnostics;
    }
    let mut room = limit;
    let quota = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| {
        let count = diagnostics.iter().filter(|d| d.severity == severity).count().min(room);
        room -= count;
        (severity, count)
    });
    let mut left = std::collections::HashMap::from(quota);
    diagnostics.retain(|diagnostic| {
        let left = left.entry(diagnostic.severity).or_default();
        let keep = *left > 0;
        *left = left.saturating_sub(1);
        keep
    });
    diagnostics
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_cut_before_warnings_before_errors() {
        let codes = [
            Code::CitationUnused,
            Code::IdDuplicate,
            Code::RefRepeated,
            Code::CitationUnused,
            Code::IdDuplicate,
        ];
        let all = || codes.map(|code| Diagnostic::new(code, "", "")).to_vec();
        let kept = |limit| cut(all(), limit).into_iter().map(|d| d.code).collect::<Vec<_>>();
        assert_eq!(kept(5), codes);
        assert_eq!(kept(4), [Code::CitationUnused, Code::IdDuplicate, Code::RefRepeated, Code::IdDuplicate]);
        assert_eq!(kept(3), [Code::IdDuplicate, Code::RefRepeated, Code::IdDuplicate]);
        assert_eq!(kept(1), [Code::IdDuplicate]);
    }
}
