//! How documents are found and checked: what `validate`, `ingest` and `quarantine retry` share.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::Context;
use super::contract::{self, resolve};
use crate::code::Code;
use crate::error::{Error, Result};
use crate::input;
use crate::kinds::Kind;
use crate::time::Timestamp;
use crate::validate;

/// Which rules a document is held to.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Checks")]
pub(crate) struct CheckArgs {
    /// Take every document to be of this kind: research, packet, review, report
    #[arg(long, value_parser = kinds(), hide_possible_values = true)]
    kind: Option<Kind>,
    /// Take every document to be a report of this schema: built in, saved, a file
    #[arg(long, value_name = "NAME|PATH|URL")]
    schema: Option<String>,
    /// Hold reviews to the rules in this file instead of those that come with casebook
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// The task of documents that name none
    #[arg(long)]
    task: Option<String>,
    /// The moment of documents that name none, as RFC 3339
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Option<(Timestamp, String)>,
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
    /// Look for the JSON in an agent's words, even if they begin like JSON
    #[arg(long)]
    extract: bool,
}

impl CheckArgs {
    /// The same, with the files they name read. Nothing else is read before every schema has passed its checks.
    pub fn options(&self, context: &Context) -> Result<validate::Options> {
        if let Some(code) = self.allow.iter().find(|code| !code.entry().allowable) {
            return Err(Error::usage(format_args!("'{code}' cannot be allowed")).hint(format_args!(
                "the archive could not hold such a document; see 'casebook explain {code}'"
            )));
        }
        if let Some(code) = self.allow.iter().find(|code| self.deny.contains(code)) {
            return Err(Error::usage(format_args!("'{code}' is both denied and allowed")).hint("choose one"));
        }
        if let (Some(schema), Some(kind)) = (&self.schema, self.kind.filter(|&kind| kind != Kind::Report)) {
            return Err(Error::usage(format_args!(
                "--schema {schema} makes a document a report, not a {kind}"
            ))
            .hint("leave --kind out"));
        }
        let contract = self.schema.as_deref().map(|asked| resolve(context, asked)).transpose()?;
        let rules = self.rules.as_deref().map(contract::rules).transpose()?;
        Ok(validate::Options {
            kind: self.kind,
            contract: contract.map(Arc::new),
            rules: rules.map(Arc::new),
            task: self.task.clone(),
            at: self.at.clone(),
            deny: self.deny.clone(),
            allow: self.allow.clone(),
            max_errors: self.max_errors,
            ..validate::Options::default()
        })
    }
}

impl InputArgs {
    pub fn options(&self) -> input::Options {
        input::Options { max_bytes: self.max_bytes, text: self.text, extract: self.extract }
    }
}

fn moment(text: &str) -> Result<(Timestamp, String), String> {
    let moment = Timestamp::parse(text).ok_or("write a time as 2026-01-18T09:30:00Z")?;
    Ok((moment, text.to_owned()))
}

fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::as_str))
        .map(|name| Kind::parse(&name).expect("clap takes no other"))
}

fn codes() -> impl TypedValueParser<Value = Code> {
    PossibleValuesParser::new(Code::ALL.iter().map(|code| code.as_str()))
        .map(|name| Code::parse(&name).expect("clap takes no other"))
}
