//! From a document to its verdict: kind, schema, model, rules. Pure.
//!
//! May use `input`, `schema`, `kinds`. Invariant: all problems of a document are found, none stops
//! the search, and nothing is written.

use std::collections::HashSet;
use std::sync::Arc;

use crate::code::{Code, Severity};
use crate::contract::Contract;
use crate::detect::detect;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::input::extract::{Extraction, extract};
use crate::input::{self, Document, Extent};
use crate::kinds::review::catalogue::Rules;
use crate::kinds::{Kind, Projection, Read, Terms};
use crate::time::Timestamp;

/// How a document is to be checked.
#[derive(Clone, Debug)]
pub struct Options {
    /// The kind named on the command line; otherwise it is read from the document.
    pub kind: Option<Kind>,
    /// The schema named on the command line, which makes the document a report.
    pub contract: Option<Arc<Contract>>,
    /// The rules of reviews, if not those that come with casebook.
    pub rules: Option<Arc<Rules>>,
    /// The task of documents that name none.
    pub task: Option<String>,
    /// The moment of documents that name none, and its spelling.
    pub at: Option<(Timestamp, String)>,
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
        Self {
            kind: None,
            contract: None,
            rules: None,
            task: None,
            at: None,
            deny: Vec::new(),
            allow: Vec::new(),
            max_errors: 100,
            project: true,
        }
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

/// Checks one document, or the one in an agent's words.
pub fn check(document: &Document, options: &Options) -> Checked {
    if document.extent != Extent::Text {
        return check_json(document, options).finish(options);
    }
    match extract(document, &|json| options.accept(json)) {
        Ok(Extraction { answer, span, mut notes }) => {
            options.adjust(&mut notes);
            let mut checked = check_json(&answer, options);
            checked.diagnostics.extend(notes);
            if let Some(projection) = &mut checked.projection {
                projection.found_at(&span);
            }
            checked.finish(options)
        }
        Err(fault) => {
            let mut checked = Checked::new(options.kind());
            checked.diagnostics.push(*fault);
            checked.finish(options)
        }
    }
}

/// The verdict on a document of JSON, its diagnostics neither ordered nor counted nor cut.
fn check_json(document: &Document, options: &Options) -> Checked {
    let mut checked = Checked::new(options.kind());
    let parsed = match input::read(document) {
        Ok(parsed) => parsed,
        Err(diagnostics) => {
            checked.diagnostics = diagnostics;
            return checked;
        }
    };
    checked.canonical = Some(parsed.canonical);
    let kind = match options.kind().map_or_else(|| detect(&parsed.value), Ok) {
        Ok(kind) => kind,
        Err(unknown) => {
            let mut diagnostics = vec![*unknown];
            input::locate(document, &mut diagnostics);
            checked.diagnostics = diagnostics.into_iter().chain(parsed.notes).collect();
            return checked;
        }
    };
    checked.kind = Some(kind);
    (checked.natural_id, checked.task) = kind.names(&parsed.value);
    let Read { mut diagnostics, schema, artifact } =
        kind.check(&parsed.value, &options.terms(parsed.canonical));
    options.adjust(&mut diagnostics);
    drop_echoes(&mut diagnostics);
    if !diagnostics.is_empty() {
        input::locate(document, &mut diagnostics);
    }
    let valid = artifact.filter(|_| options.project && sound(&diagnostics));
    checked.projection = valid.map(|artifact| Projection {
        identity: artifact.identity(),
        schema: schema.to_owned(),
        rows: artifact.rows(),
    });
    checked.diagnostics = diagnostics.into_iter().chain(parsed.notes).collect();
    checked
}

fn sound(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error)
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
    /// The kind that the command line makes a document.
    pub fn kind(&self) -> Option<Kind> {
        self.contract.as_ref().map(|_| Kind::Report).or(self.kind)
    }

    /// The digest of the own schema, if one is named.
    pub fn own_schema(&self) -> Option<Digest> {
        match self.contract.as_deref()? {
            Contract::Own(own) => Some(own.digest),
            Contract::Builtin(_) => None,
        }
    }

    /// Whether a stretch of JSON is a valid document.
    fn accept(&self, json: &str) -> bool {
        sound(&check_json(&Document::new("", json.as_bytes().to_vec()), self).diagnostics)
    }

    fn terms(&self, canonical: Digest) -> Terms<'_> {
        Terms {
            form: self.contract.as_deref().map(Contract::form),
            rules: self.rules.as_deref().unwrap_or_else(|| Rules::builtin()),
            task: self.task.as_deref(),
            at: self.at.as_ref().map(|(moment, text)| (*moment, text.as_str())),
            canonical,
        }
    }

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
    fn finish(mut self, options: &Options) -> Self {
        self.diagnostics.sort_by(|a, b| {
            (a.position, a.code.as_str(), &a.pointer).cmp(&(b.position, b.code.as_str(), &b.pointer))
        });
        for diagnostic in &self.diagnostics {
            self.counts.add(diagnostic.severity);
        }
        if self.counts.errors > 0 {
            self.projection = None;
        }
        self.diagnostics = cut(self.diagnostics, options.max_errors);
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
