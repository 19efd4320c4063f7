//! How documents are found and checked: what `validate`, `ingest` and `quarantine retry` share.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::code::Code;
use crate::error::{Error, Result};
use crate::input;
use crate::kinds::Kind;
use crate::validate;

/// Which rules a document is held to.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Checks")]
pub(crate) struct CheckArgs {
    /// Take every document to be of this kind: research, packet, review, report
    #[arg(long, value_parser = kinds(), hide_possible_values = true)]
    kind: Option<Kind>,
    /// Raise a code to an error; may be given again
    #[arg(long, value_name = "CODE", value_parser = codes(), hide_possible_values = true)]
    deny: Vec<Code>,
    /// Lower a code: an error to a warning, a warning or note to silence; may be given again
    #[arg(long, value_name = "CODE", value_parser = codes(), hide_possible_values = true)]
    allow: Vec<Code>,
    /// The most diagnostics to report of one document
    #[arg(long, value_name = "N", default_value_t = 100)]
    max_errors: usize,
}

/// How input is found and cut.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArgs {
    /// The largest document, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    max_bytes: usize,
    /// Search folders for text files too
    #[arg(long)]
    text: bool,
}

impl CheckArgs {
    pub fn options(&self) -> Result<validate::Options> {
        if let Some(code) = self.allow.iter().find(|code| !code.entry().allowable) {
            return Err(Error::usage(format_args!("'{code}' cannot be allowed")).hint(format_args!(
                "the archive could not hold such a document; see 'casebook explain {code}'"
            )));
        }
        if let Some(code) = self.allow.iter().find(|code| self.deny.contains(code)) {
            return Err(Error::usage(format_args!("'{code}' is both denied and allowed")).hint("choose one"));
        }
        Ok(validate::Options {
            kind: self.kind,
            deny: self.deny.clone(),
            allow: self.allow.clone(),
            max_errors: self.max_errors,
            ..validate::Options::default()
        })
    }
}

impl InputArgs {
    pub fn options(&self) -> input::Options {
        input::Options { max_bytes: self.max_bytes, text: self.text }
    }
}

fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::as_str))
        .map(|name| Kind::parse(&name).expect("clap takes no other"))
}

fn codes() -> impl TypedValueParser<Value = Code> {
    PossibleValuesParser::new(Code::ALL.iter().map(|code| code.as_str()))
        .map(|name| Code::parse(&name).expect("clap takes no other"))
}
