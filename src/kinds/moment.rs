//! Times as the typed models hold them.
//!
//! May use `code`, `diagnostic`, `time`. Invariant: a time that is no moment is reported, and then nothing of
//! its document is filed.

use serde::{Deserialize, Deserializer};

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::time::Timestamp;

/// A time: as written, and the moment it names, if it names one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment<'a> {
    pub text: &'a str,
    pub at: Option<Timestamp>,
}

impl Moment<'_> {
    /// The moment, or `time.invalid` among what was found.
    pub fn check(&self, pointer: &str, found: &mut Vec<Diagnostic>) -> Option<Timestamp> {
        if self.at.is_none() {
            let message = format!("\"{}\" is no moment of the calendar", self.text);
            let hint = "write a date and a time that exist, with a UTC offset or Z";
            found.push(Diagnostic::new(Code::TimeInvalid, pointer, message).hint(hint));
        }
        self.at
    }

    /// The moment. Only of documents that passed: `time.invalid` refuses the others.
    pub fn valid(&self) -> Timestamp {
        self.at.expect("a document whose times are no moments is refused")
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Moment<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <&str>::deserialize(deserializer)?;
        Ok(Self { text, at: Timestamp::parse(text) })
    }
}
