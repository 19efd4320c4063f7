//! From bytes to JSON documents: where they lie, what they are encoded in, where each begins.
//!
//! ```text
//! paths ── walk ──▶ sources ── split ──▶ Document ── read (decode, parse | scan) ──▶ Parsed or diagnostics
//! ```
//!
//! - [`sources()`] turns PATH arguments into an iterator of [`Document`]s, in bounded memory.
//! - [`read`] turns one document into its value and canonical digest, or into all that is wrong with it.
//! - [`locate()`] gives diagnostics that have only a pointer their line, column and excerpt.
//!
//! May use `code`, `diagnostic`, `digest`, `error`. Invariant: every byte read ends up in exactly one
//! [`Document`] (but for the white space, commas and brackets between documents), so that whatever is
//! refused later can be kept.

mod canonical;
mod decode;
pub mod extract;
mod lex;
mod locate;
mod parse;
mod place;
mod scan;
mod sources;
mod split;
mod syntax;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod trace;
mod walk;
mod window;

use std::sync::Arc;

use serde_json::Value;

use self::canonical::Literals;
use self::place::Places;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Position};
use crate::digest::Digest;

pub use self::sources::{Sources, sources};

/// The most levels of arrays and objects a document may nest.
pub const MAX_DEPTH: usize = 128;

/// How much of an oversized document is kept, in bytes.
pub const CUT_KEPT: usize = 64 << 10;

/// How input is found and cut.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The largest document, in bytes; a larger one is cut and refused.
    pub max_bytes: usize,
    /// Whether folders are searched for `.txt` and `.md` files too.
    pub text: bool,
    /// Whether every source is taken for an agent's words, even if it begins like JSON.
    pub extract: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_bytes: 64 << 20, text: false, extract: false }
    }
}

/// The bytes of one document, or of a stretch of input that no document could be found in.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The path as given, or `-` for standard input.
    pub source: Arc<str>,
    /// Where the first byte of `raw` stands in its source.
    pub start: Position,
    /// How many bytes of the source stand before `raw`.
    pub offset: u64,
    /// Exactly the bytes that are kept: the whole file if it holds one document, else the document's
    /// own span without the line break or comma around it.
    pub raw: Vec<u8>,
    /// What `raw` is of the source.
    pub extent: Extent,
}

/// What a [`Document`] is of its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A document, or what stands where one should.
    Whole,
    /// Words of an agent, with the document somewhere in them: see [`extract`](extract::extract).
    Text,
    /// Text behind the last document of the source.
    Trailing,
    /// The rest of an array of documents, from where it goes wrong.
    Array,
    /// Longer than `max_bytes`: `raw` is its beginning, this its whole size and digest.
    Cut { size: u64, digest: Digest },
}

impl Extent {
    /// What all the bytes of a source are: JSON begins with a brace or a bracket.
    fn of(bytes: &[u8]) -> Self {
        let bytes = bytes.strip_prefix(decode::BOM).unwrap_or(bytes);
        match bytes.get(lex::blank(bytes)) {
            Some(b'{' | b'[') | None => Self::Whole,
            Some(_) => Self::Text,
        }
    }
}

impl Document {
    /// A document by itself: all of a source, or bytes taken out of the archive.
    pub fn new(source: impl Into<Arc<str>>, raw: Vec<u8>) -> Self {
        let extent = Extent::of(&raw);
        Self { source: source.into(), start: Position::START, offset: 0, raw, extent }
    }

    /// The size in bytes, also of what was cut.
    pub fn size(&self) -> u64 {
        match self.extent {
            Extent::Cut { size, .. } => size,
            _ => self.raw.len() as u64,
        }
    }

    /// The digest of all the bytes, also of those that were cut.
    pub fn digest(&self) -> Digest {
        match self.extent {
            Extent::Cut { digest, .. } => digest,
            _ => Digest::of(&self.raw),
        }
    }

    /// Whether `raw` is all there is.
    pub fn complete(&self) -> bool {
        self.size() == self.raw.len() as u64
    }
}

/// A source, or the rest of one, that could not be read. It stops nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    pub source: Arc<str>,
    pub message: String,
}

/// A document that is JSON, whole and unambiguous.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// An object or an array, never empty.
    pub value: Value,
    /// The digest of the canonical form.
    pub canonical: Digest,
    /// What was noted on the way, located.
    pub notes: Vec<Diagnostic>,
}

/// Reads one document.
///
/// # Errors
/// All that is wrong with it, located, in order of position; at least one of severity error.
pub fn read(document: &Document) -> Result<Parsed, Vec<Diagnostic>> {
    let mut notes: Vec<Diagnostic> = decode::note(document).into_iter().collect();
    match load(document) {
        Ok((value, canonical)) => Ok(Parsed { value, canonical, notes }),
        Err(faults) => {
            notes.extend(faults);
            Err(notes)
        }
    }
}

fn load(document: &Document) -> Result<(Value, Digest), Vec<Diagnostic>> {
    if let Extent::Cut { size, .. } = document.extent {
        let message = format!("the document is {size} bytes long, over the limit");
        let fault = Diagnostic::new(Code::JsonTooLarge, "", message).at(document.start);
        return Err(vec![fault.hint("raise --max-bytes, or split the document")]);
    }
    let text = decode::text(document).map_err(|fault| vec![*fault])?;
    let lead = lex::blank(text.as_bytes());
    let place = |offset: usize, mut fault: Diagnostic| {
        Places::new(text, document.start).place(&mut fault, offset);
        Err(vec![fault])
    };
    match document.extent {
        Extent::Trailing => return place(lead, syntax::trailing(&text[lead..])),
        Extent::Array => return place(lead, syntax::array(&text[lead..])),
        _ if lead == text.len() => return place(0, empty("there is nothing in it")),
        _ => {}
    }
    let Some(loaded) = parse::parse(text) else {
        return Err(scan::faults(text, document.start));
    };
    if loaded.value.as_array().is_some_and(Vec::is_empty) {
        return place(lead, empty("the array holds no document"));
    }
    let literals = if loaded.inexact { canonical::literals(text) } else { Literals::new() };
    let digest = canonical::digest(&loaded.value, &literals);
    Ok((loaded.value, digest))
}

fn empty(message: &str) -> Diagnostic {
    Diagnostic::new(Code::InputEmpty, "", message).hint("check what was to write it")
}

/// Places diagnostics of a document that [`read`] took: the first character of the instance each one
/// points to, and the line it stands in.
pub fn locate(document: &Document, diagnostics: &mut [Diagnostic]) {
    if let Ok(text) = decode::text(document) {
        locate::locate(text, document.start, diagnostics);
    }
}
