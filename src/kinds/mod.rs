//! The kinds of artifact. Each owns its schema, its typed model, its rules and its rows.
//!
//! May use `code`, `diagnostic`, `digest`, `time`, `schema` and the row types of `store`. Invariant:
//! everything here is a pure function of one document; nothing reads or writes an archive.

mod integer;
mod moment;
mod packet;
mod quote;
mod reference;
mod research;
mod source_key;
mod text_key;

use std::fmt;

use serde_json::Value;

use self::packet::Handover;
use self::reference::{Ids, Reference};
use self::research::Study;
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

    /// Reads a document that its schema has passed, formats aside.
    ///
    /// # Errors
    /// If an integer in it does not fit 64 bits.
    pub(crate) fn read<'a>(self, document: &'a Value) -> serde_json::Result<Box<dyn Artifact<'a> + 'a>> {
        Ok(match self {
            Self::Research => Box::new(Study::read(document)?),
            Self::Packet => Box::new(Handover::read(document)?),
        })
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

/// A document, read: what its kind can tell of it.
pub(crate) trait Artifact<'a> {
    /// Who it is. Only of a document that passed.
    fn identity(&self) -> Identity;

    /// The ids that are unique within it.
    fn ids(&self) -> &Ids<'a>;

    /// Every place that names one of its ids.
    fn references(&self) -> Vec<Reference<'a>>;

    /// What else is wrong with it, unlocated, in no order.
    fn rules(&self) -> Vec<Diagnostic>;

    /// Its rows. Only of a document that passed.
    fn rows(&self) -> Rows;

    /// All that is wrong with it, unlocated, in no order.
    fn check(&self) -> Vec<Diagnostic> {
        let mut found = self.ids().check(&self.references());
        found.extend(self.rules());
        found
    }
}
