//! The schema a document is held to, when it is one that people bring: from its bytes to its checks.
//!
//! May use `input`, `schema`, `digest`, `error`. Invariant: no schema is used before it has passed every
//! check, whatever it came from.

use crate::code::Severity;
use crate::diagnostic::Diagnostic;
use crate::digest::Digest;
use crate::error::{Error, ErrorKind, Result};
use crate::input::{self, Document};
use crate::kinds::Form;
use crate::schema::Builtin;
use crate::schema::own::{self, OwnSchema};

/// The largest schema, in bytes.
pub const MAX_BYTES: usize = 65_536;

/// A schema that reports are held to, and what it is known by.
#[derive(Debug)]
pub enum Contract {
    /// One that comes with casebook.
    Builtin(&'static Builtin),
    /// One that people bring.
    Own(Own),
}

/// An own schema as it came.
#[derive(Debug)]
pub struct Own {
    pub name: String,
    pub loaded: OwnSchema,
    /// What it was read from, and the digest of it: what an archive keeps.
    pub bytes: Vec<u8>,
    pub digest: Digest,
}

impl Contract {
    /// The schema and its name.
    pub fn form(&self) -> Form<'_> {
        match self {
            Self::Builtin(builtin) => Form { name: builtin.name, schema: builtin.schema() },
            Self::Own(own) => Form { name: &own.name, schema: &own.loaded.schema },
        }
    }
}

impl Own {
    /// Reads and checks a schema. `origin` is where its bytes came from, for messages.
    ///
    /// # Errors
    /// [`ErrorKind::SchemaRefused`], with the first reason.
    pub fn read(name: impl Into<String>, origin: &str, bytes: Vec<u8>) -> Result<Self> {
        if bytes.len() > MAX_BYTES {
            return Err(refused(format_args!("{origin} has more than {MAX_BYTES} bytes")));
        }
        let document = Document::new(origin, bytes);
        let parsed = input::read(&document).map_err(|faults| {
            match faults.iter().find(|fault| fault.severity == Severity::Error) {
                Some(Diagnostic { position, message, code, .. }) => {
                    let (line, column) = (position.line, position.column);
                    refused(format_args!("{origin}:{line}:{column}: {message} ({code})"))
                }
                None => refused(format_args!("{origin} is not JSON")),
            }
        })?;
        let loaded = own::load(parsed.value)?;
        Ok(Self { name: name.into(), loaded, digest: Digest::of(&document.raw), bytes: document.raw })
    }
}

fn refused(reason: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::SchemaRefused, format_args!("schema refused: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"{"type": "object", "properties": {"a": {"type": "string", "description": "A"}}}"#;

    fn refusal(bytes: &[u8]) -> String {
        let error = Own::read("mine", "mine.json", bytes.to_vec()).expect_err("no schema");
        assert_eq!(error.kind, ErrorKind::SchemaRefused);
        error.message
    }

    #[test]
    fn the_size_is_counted_in_bytes() {
        let mut bytes = SMALL.as_bytes().to_vec();
        bytes.resize(65_536, b' ');
        let contract = Own::read("mine", "mine.json", bytes.clone()).expect("as large as may be");
        assert_eq!(contract.digest, Digest::of(&bytes));
        bytes.push(b' ');
        assert_eq!(refusal(&bytes), "schema refused: mine.json has more than 65536 bytes");
    }

    #[test]
    fn only_json_without_doubt_is_a_schema() {
        assert!(refusal(b"").contains("input.empty"));
        assert!(refusal(b"{\"type\":}").contains("mine.json:1:9: "), "{}", refusal(b"{\"type\":}"));
        assert!(refusal(b"- type: object").contains("json."));
        assert!(refusal(b"\xff").contains("text.encoding"));
        assert!(refusal(b"\xef\xbb\xbf{").contains("json.syntax"));
        assert!(refusal(b"{\"type\":\"object\",\"type\":\"object\"}").contains("json.duplicate-key"));
        assert!(refusal(&[b"[".repeat(30_000), b"]".repeat(30_000)].concat()).contains("json.too-deep"));
        assert!(refusal(b"true").contains("refused"));
    }
}
