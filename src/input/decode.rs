//! From bytes to text: UTF-8 or nothing.
//!
//! May use `code`, `diagnostic`. Invariant: no byte is ever replaced or guessed at.

use super::Document;
use super::place::Places;
use crate::code::Code;
use crate::diagnostic::Diagnostic;

/// The bytes EF BB BF that some programs put before UTF-8.
pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The text of a document without the byte order mark it may begin with.
pub(super) fn text(document: &Document) -> Result<&str, Box<Diagnostic>> {
    if let Some(name) = wide(&document.raw) {
        let message = format!("the text is {name}, not UTF-8");
        let fault = Diagnostic::new(Code::TextEncoding, "", message).hint("save it again as UTF-8");
        return Err(Box::new(fault.at(document.start)));
    }
    let bytes = document.raw.strip_prefix(BOM).unwrap_or(&document.raw);
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = str::from_utf8(&bytes[..error.valid_up_to()]).expect("checked up to here");
        let skipped = document.raw.len() - bytes.len();
        let offset = document.offset + (skipped + valid.len()) as u64;
        let message = format!("invalid UTF-8 at byte {offset}: {:02X}", bytes[valid.len()]);
        let mut diagnostic = Diagnostic::new(Code::TextEncoding, "", message).hint(
            "save the file as UTF-8; it may be in an older encoding such as Latin-1 or GBK, or cut short",
        );
        Places::new(valid, document.start).place(&mut diagnostic, valid.len());
        Box::new(diagnostic)
    })
}

/// The note on a byte order mark, if the document begins with one.
pub(super) fn note(document: &Document) -> Option<Diagnostic> {
    document.raw.starts_with(BOM).then(|| {
        Diagnostic::new(Code::TextBom, "", "a byte order mark before the text was skipped").at(document.start)
    })
}

/// The name of the encoding if bytes that begin so are UTF-16 or UTF-32: by their byte order mark,
/// else by the zeros around the first character.
pub(super) fn wide(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xFF, 0xFE, 0, 0, ..] | [1..=0xFF, 0, 0, 0, ..] => Some("UTF-32LE"),
        [0, 0, 0xFE, 0xFF, ..] | [0, 0, 0, 1..=0xFF, ..] => Some("UTF-32BE"),
        [0xFF, 0xFE, ..] | [1..=0xFF, 0, ..] => Some("UTF-16LE"),
        [0xFE, 0xFF, ..] | [0, 1..=0xFF, ..] => Some("UTF-16BE"),
        _ => None,
    }
}
