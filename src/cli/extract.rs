//! `casebook extract`

use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

use super::Context;
use super::contract::resolve;
use crate::code::{Code, Severity};
use crate::contract::Contract;
use crate::diagnostic::Diagnostic;
use crate::error::{Error, ErrorKind, Result};
use crate::input::extract::{Extraction, extract};
use crate::input::{self, Document, Options, Unreadable, sources};
use crate::kinds::Form;
use crate::render::{Format, one_line};

/// Print the JSON in an agent's words, without keys its schema does not know
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A file, or - for standard input
    path: PathBuf,
    /// Hold it to this schema: built in, saved, a file
    #[arg(long, value_name = "NAME|PATH|URL")]
    schema: Option<String>,
    /// The longest text, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 64 << 20)]
    max_bytes: usize,
}

/// What programs read when there is no object to print.
#[derive(Serialize)]
struct Refused<'a> {
    format: u8,
    verdict: &'static str,
    diagnostics: &'a [Diagnostic],
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let contract = args.schema.as_deref().map(|asked| resolve(context, asked)).transpose()?;
    let words = read(args)?;
    let (value, mut diagnostics) = find(&words, contract.as_ref().map(Contract::form));
    diagnostics.sort_by_key(|diagnostic| (diagnostic.position, diagnostic.code.as_str()));
    for diagnostic in &diagnostics {
        tell(context, &words.source, diagnostic);
    }
    if let Some(value) = value.filter(|_| diagnostics.iter().all(|d| d.severity != Severity::Error)) {
        return context.print_value(&value);
    }
    if matches!(context.format(), Format::Json | Format::Ndjson) {
        context.print_value(&Refused { format: 1, verdict: "invalid", diagnostics: &diagnostics })?;
    }
    Err(Error::new(ErrorKind::Rejected, "there is no valid JSON in it"))
}

/// The one text there is to search.
fn read(args: &Args) -> Result<Document> {
    if args.path.is_dir() {
        return Err(Error::usage(format_args!("'{}' is a folder", args.path.display()))
            .hint("one text at a time; 'casebook ingest' takes folders"));
    }
    let options = Options { max_bytes: args.max_bytes, extract: true, ..Options::default() };
    let mut found = sources(std::slice::from_ref(&args.path), &options)?;
    let unread =
        |Unreadable { source, message }| Error::new(ErrorKind::Io, format_args!("{source}: {message}"));
    let words = found.next().unwrap_or_else(|| Ok(Document::new("-", Vec::new()))).map_err(unread)?;
    match found.next() {
        None => Ok(words),
        Some(_) => Err(Error::usage("the pattern fits several files").hint("one text at a time")),
    }
}

/// The JSON in a text, pruned, and all there is to say of it, located.
fn find(words: &Document, form: Option<Form<'_>>) -> (Option<Value>, Vec<Diagnostic>) {
    let accepts = |json: &str| {
        let parsed = input::read(&Document::new("", json.as_bytes().to_vec()));
        parsed.is_ok_and(|mut parsed| {
            form.is_none_or(|form| form.schema.prune(&mut parsed.value).faults.is_empty())
        })
    };
    let Extraction { answer, mut notes, .. } = match extract(words, &accepts) {
        Ok(found) => found,
        Err(fault) => return (None, vec![*fault]),
    };
    let mut parsed = match input::read(&answer) {
        Ok(parsed) => parsed,
        Err(faults) => return (None, faults.into_iter().chain(notes).collect()),
    };
    let mut diagnostics = form.map_or_else(Vec::new, |form| prune(form, &mut parsed.value));
    input::locate(&answer, &mut diagnostics);
    notes.extend(parsed.notes);
    (Some(parsed.value), diagnostics.into_iter().chain(notes).collect())
}

fn prune(form: Form<'_>, value: &mut Value) -> Vec<Diagnostic> {
    let pruned = form.schema.prune(value);
    let message = "the schema does not know this key, so it is left out";
    let dropped =
        pruned.dropped.iter().map(|pointer| Diagnostic::new(Code::PruneDropped, pointer.as_str(), message));
    pruned.faults.into_iter().chain(dropped).collect()
}

fn tell(context: &Context, source: &str, diagnostic: &Diagnostic) {
    let Diagnostic { position, pointer, message, code, .. } = diagnostic;
    let (line, column) = (position.line, position.column);
    let place = if pointer.is_empty() { String::new() } else { format!("{pointer}: ") };
    let told = format!("{source}:{line}:{column}: {place}{message} ({code})");
    match diagnostic.severity {
        Severity::Error => context.fault(one_line(&told)),
        Severity::Warning => context.warn(one_line(&told)),
        Severity::Note => context.note(one_line(&told)),
    }
}
