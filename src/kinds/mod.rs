//! The kinds of artifact. Each owns its schema, its typed model, its rules and its rows.
//!
//! May use `code`, `diagnostic`, `digest`, `time`, `schema` and the row types of `store`. Invariant:
//! everything here is a pure function of one document; nothing reads or writes an archive.

mod integer;
mod packet;
mod quote;
mod reference;
mod research;
mod source_key;
mod text_key;

use std::fmt;

use serde_json::Value;

use crate::diagnostic::Diagnostic;
use crate::schema::{self, Builtin};
use crate::store::rows::Rows;
use crate::time::Timestamp;

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Research,
    Packet,
}

impl Kind {
    /// Every kind, in the order they are listed.
    pub const ALL: [Self; 2] = [Self::Research, Self::Packet];

    /// The word used on the command line, in output and in the archive.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Research => "research",
            Self::Packet => "packet",
        }
    }

    /// The schema its documents are checked against.
    pub fn schema(self) -> &'static Builtin {
        match self {
            Self::Research => &schema::RESEARCH,
            Self::Packet => &schema::PACKET,
        }
    }

    /// Reads a document that passed the schema, but for formats that were allowed to fail.
    pub fn read(self, document: &Value) -> Read {
        match self {
            Self::Research => research::read(document),
            Self::Packet => packet::read(document),
        }
    }

    /// The natural id and the task of a document, as far as they can be read from any value.
    pub fn names(self, document: &Value) -> (Option<String>, Option<String>) {
        match self {
            Self::Research => research::names(document),
            Self::Packet => packet::names(document),
        }
    }

    /// The kind of that name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What names an artifact and orders its revisions, read from the document itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Identity {
    /// What people read and type: `res_0a1b2c3d`, or `project/packetId`.
    pub natural_id: String,
    /// Unique within the kind; the same key is the same lineage of revisions.
    pub natural_key: String,
    /// The task the artifact is filed under.
    pub task: Option<String>,
    /// One line for lists.
    pub title: String,
    pub status: Option<String>,
    pub version: Option<String>,
    /// The moment the artifact speaks for, and the document's own spelling of it; `None` if it
    /// names none.
    pub when: Option<(Timestamp, String)>,
}

/// A document of a known kind that passed: who it is, and its rows.
#[derive(Debug)]
pub struct Projection {
    pub identity: Identity,
    pub rows: Rows,
}

/// What a kind makes of a document that passed its schema.
#[derive(Debug)]
pub struct Read {
    /// What the rules found, not yet located.
    pub diagnostics: Vec<Diagnostic>,
    /// `None` if the tables could not hold the document; an error among the diagnostics says why.
    pub projection: Option<Projection>,
}
