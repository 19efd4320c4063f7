//! From bytes to JSON documents: where they lie, what they are encoded in, where each begins.
//!
//! May use `code`, `diagnostic`, `error`. Invariant: every byte read ends up in exactly one
//! [`Document`], so that whatever is refused later can be kept.

use std::sync::Arc;

use crate::diagnostic::Position;

/// The bytes of one document, or of a stretch of input that no document could be found in.
#[derive(Clone, Debug)]
pub struct Document {
    /// The path as given, or `-` for standard input.
    pub source: Arc<str>,
    /// Where the first byte of `raw` stands in its source.
    pub start: Position,
    /// Exactly the bytes that are kept: the whole file if it holds one document, else the document's
    /// own span without the line break or comma around it.
    pub raw: Vec<u8>,
}
