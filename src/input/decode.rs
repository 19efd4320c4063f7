//! From bytes to text: UTF-8 or a clear refusal, never a guess.
//!
//! May use `code`, `diagnostic`. Invariant: text that comes out is, byte for byte, what went in, less one
//! byte order mark.

use super::Document;
use super::locate::position;
use crate::code::Code;
use crate::diagnostic::Diagnostic;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// The text of a document.
#[derive(Debug)]
pub(super) struct Text<'a> {
    pub json: &'a str,
    /// Whether a byte order mark stood before it.
    pub bom: bool,
}

/// The bytes without a leading UTF-8 byte order mark.
pub(super) fn strip_bom(bytes: &[u8]) -> (&[u8], bool) {
    match bytes.strip_prefix(BOM) {
        Some(rest) => (rest, true),
        None => (bytes, false),
    }
}

/// The wide encoding these bytes begin in, told by a byte order mark or by where the zero bytes of an
/// ASCII character stand.
pub(super) fn wide_encoding(bytes: &[u8]) -> Option<&'static str> {
    let zero = |at: usize| bytes.get(at).map(|&byte| byte == 0);
    match (bytes, [zero(0), zero(1), zero(2), zero(3)]) {
        ([0xff, 0xfe, 0, 0, ..], _) | (_, [Some(false), Some(true), Some(true), Some(true)]) => {
            Some("UTF-32 (little-endian)")
        }
        ([0, 0, 0xfe, 0xff, ..], _) | (_, [Some(true), Some(true), Some(true), Some(false)]) => {
            Some("UTF-32 (big-endian)")
        }
        ([0xff, 0xfe, ..], _) | (_, [Some(false), Some(true), Some(false), Some(true)]) => {
            Some("UTF-16 (little-endian)")
        }
        ([0xfe, 0xff, ..], _) | (_, [Some(true), Some(false), Some(true), Some(false)]) => {
            Some("UTF-16 (big-endian)")
        }
        _ => None,
    }
}

/// Reads a document as UTF-8.
pub(super) fn decode(document: &Document) -> Result<Text<'_>, Box<Diagnostic>> {
    if let Some(encoding) = wide_encoding(&document.raw) {
        let message = format!("the text is {encoding}, not UTF-8: byte offset 0");
        let fault = Diagnostic::new(Code::TextEncoding, "", message).hint("save it again as UTF-8");
        return Err(Box::new(fault.at(document.start)));
    }
    let (bytes, bom) = strip_bom(&document.raw);
    match std::str::from_utf8(bytes) {
        Ok(json) => Ok(Text { json, bom }),
        Err(error) => {
            let offset = error.valid_up_to() + document.raw.len() - bytes.len();
            let message = format!("byte {:#04x} at offset {offset} is not UTF-8", document.raw[offset]);
            let hint = "find out how the file was encoded and save it again as UTF-8";
            let fault = Diagnostic::new(Code::TextEncoding, "", message).hint(hint);
            Err(Box::new(fault.at(position(document, offset))))
        }
    }
}
