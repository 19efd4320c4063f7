//! From a document to its verdict: kind, schema, model, rules. Pure.
//!
//! May use `input`, `schema`, `kinds`. Invariant: all problems of a document are found, none stops
//! the search, and nothing is written.

use crate::code::{Code, Severity};
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::input::Document;
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
    /// The largest document, in bytes.
    pub max_bytes: usize,
    /// The most diagnostics reported of one document; notes are cut first.
    pub max_errors: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { kind: None, deny: Vec::new(), allow: Vec::new(), max_bytes: 64 << 20, max_errors: 100 }
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
    /// Present if, and only if, the document is valid.
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
    let _ = (document, options);
    todo!("kinds")
}
