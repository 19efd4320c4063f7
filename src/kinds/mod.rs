//! The kinds of artifact. Each owns its schema, its typed model, its rules and its rows.
//!
//! May use `code`, `diagnostic`, `digest`, `time`, `schema` and the row types of `store`. Invariant:
//! everything here is a pure function of one document; nothing reads or writes an archive.

mod integer;
mod moment;
mod packet;
mod quote;
mod reference;
pub(crate) mod report;
mod research;
pub mod review;
mod source_key;
mod text_key;

use std::fmt;
use std::ops::Range;

use serde_json::Value;

use self::packet::Handover;
use self::reference::{Ids, Reference};
use self::research::Study;
use self::review::catalogue::Rules;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::row;
use crate::schema::{Builtin, PACKET, RESEARCH, Schema};
use crate::store::rows::{Owner, Rows, seq};
use crate::time::Timestamp;

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Research,
    Packet,
    Review,
    Report,
}

impl Kind {
    /// Every kind, in the order they are listed.
    pub const ALL: [Self; 4] = [Self::Research, Self::Packet, Self::Review, Self::Report];

    /// The word used on the command line, in output and in the archive.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Research => "research",
            Self::Packet => "packet",
            Self::Review => "review",
            Self::Report => "report",
        }
    }

    /// Checks any value as a document of this kind.
    pub(crate) fn check<'a>(self, document: &'a Value, terms: &Terms<'a>) -> Read<'a> {
        match self {
            Self::Research => check_then_read(document, &RESEARCH, Study::read),
            Self::Packet => check_then_read(document, &PACKET, Handover::read),
            Self::Review => review::check(document, terms),
            Self::Report => report::check(document, terms),
        }
    }

    /// The natural id and the task of a document, as far as they can be read from any value.
    pub fn names(self, document: &Value) -> (Option<String>, Option<String>) {
        match self {
            Self::Research => research::names(document),
            Self::Packet => packet::names(document),
            Self::Review => (review::name(document), None),
            Self::Report => (report::name(document), None),
        }
    }

    /// The kind of that name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// The rules read a typed model, which of all faults only a failed format leaves readable.
fn check_then_read<'a, A: Linked<'a> + 'a>(
    document: &'a Value,
    builtin: &'static Builtin,
    read: fn(&'a Value) -> serde_json::Result<A>,
) -> Read<'a> {
    let schema = builtin.schema();
    let mut diagnostics = schema.check(document);
    let readable = diagnostics.iter().all(|found| found.code == Code::SchemaFormat);
    let artifact = readable.then(|| read(document)).and_then(Result::ok);
    match &artifact {
        Some(artifact) => diagnostics.extend(artifact.check()),
        None => diagnostics.extend(schema.oversized(document)),
    }
    let artifact = artifact.map(|artifact| Box::new(artifact) as Box<dyn Artifact + 'a>);
    Read { diagnostics, schema: builtin.name, artifact }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A schema that reports are held to, and the name they then go by.
#[derive(Clone, Copy, Debug)]
pub struct Form<'a> {
    pub name: &'a str,
    pub schema: &'a Schema,
}

impl From<&'static Builtin> for Form<'static> {
    fn from(builtin: &'static Builtin) -> Self {
        Self { name: builtin.name, schema: builtin.schema() }
    }
}

/// What a document is held to beside its kind, and what is known of it that it does not say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<'a> {
    /// The schema of reports, if it was named.
    pub form: Option<Form<'a>>,
    /// The rules of reviews.
    pub rules: &'a Rules,
    /// The task of documents that name none.
    pub task: Option<&'a str>,
    /// The moment of documents that name none, and its spelling.
    pub at: Option<(Timestamp, &'a str)>,
    /// Of the document.
    pub canonical: Digest,
}

impl Terms<'_> {
    fn when(&self) -> Option<(Timestamp, String)> {
        self.at.map(|(moment, text)| (moment, text.to_owned()))
    }

    /// The beginning of the digest, for ids that people read.
    fn short(&self) -> String {
        self.canonical.to_string()[..12].to_owned()
    }
}

/// What a kind makes of a document.
pub(crate) struct Read<'a> {
    /// All that is wrong with it, unlocated, in no order.
    pub diagnostics: Vec<Diagnostic>,
    /// The name of the schema it was held to, part of the artifact's id.
    pub schema: &'a str,
    /// `None` if it cannot even be read; an error among the diagnostics says why.
    pub artifact: Option<Box<dyn Artifact + 'a>>,
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
    /// The name of the schema it was held to, part of the artifact's id.
    pub schema: String,
    pub rows: Rows,
}

row! { extraction: ExtractionRow { artifact: Owner, start_byte: i64, end_byte: i64 } }

impl Projection {
    /// Notes where in an agent's words the document was found, in bytes.
    pub(crate) fn found_at(&mut self, span: &Range<usize>) {
        let [start_byte, end_byte] = [span.start, span.end].map(seq);
        self.rows.add(&ExtractionRow { artifact: Owner, start_byte, end_byte });
    }
}

/// A document, read: who it is, and its rows. To be asked only of a document that passed.
pub(crate) trait Artifact {
    fn identity(&self) -> Identity;
    fn rows(&self) -> Rows;
}

/// A document whose parts name each other.
pub(crate) trait Linked<'a>: Artifact {
    /// The ids that are unique within it.
    fn ids(&self) -> &Ids<'a>;

    /// Every place that names one of its ids.
    fn references(&self) -> Vec<Reference<'a>>;

    /// What else is wrong with it, unlocated, in no order.
    fn rules(&self) -> Vec<Diagnostic>;

    /// All that is wrong with it beyond its schema, unlocated, in no order.
    fn check(&self) -> Vec<Diagnostic> {
        let mut found = self.ids().check(&self.references());
        found.extend(self.rules());
        found
    }
}
