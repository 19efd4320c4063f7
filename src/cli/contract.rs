//! The schema and the rules file that a command line names.
//!
//! Invariant: every schema passes every check before a document is read, wherever it came from.

use std::io::Read as _;
use std::path::Path;

use super::Context;
use crate::contract::{Contract, MAX_BYTES, Own};
use crate::error::{Error, ErrorKind, Result};
use crate::kinds::review::catalogue::Rules;
use crate::nearest::nearest;
use crate::render::visible;
use crate::schema::own::is_valid_name;
use crate::schema::{Builtin, PACKET, REPORTS, RESEARCH, REVIEW};
use crate::store::contract::{Saved, saved, saved_names};
use crate::store::{Archive, discover};

/// The schemas of the kinds that need no `--schema`, and the kinds.
pub(super) static OF_KINDS: [(&Builtin, &str); 3] =
    [(&RESEARCH, "research"), (&PACKET, "packet"), (&REVIEW, "review")];

/// The largest rules file, in bytes.
const MAX_RULES: usize = 1 << 20;

/// The schema that `--schema` names, ready to be checked against: a built-in one, else one saved in the
/// archive, else a file. `Contract::form` gives its name, `Contract::Own` its bytes and digest.
///
/// # Errors
/// `input.missing` if there is none of that name; `schema.refused` with the first reason.
pub(super) fn resolve(context: &Context, asked: &str) -> Result<Contract> {
    if let Some(builtin) = REPORTS.iter().find(|builtin| builtin.name == asked) {
        tell_shadowed(context, asked, "built-in");
        return Ok(Contract::Builtin(builtin));
    }
    if let Some((_, kind)) = OF_KINDS.iter().find(|(builtin, _)| builtin.name == asked) {
        return Err(Error::usage(format_args!("'{asked}' is no schema of reports"))
            .hint(format_args!("--kind {kind} holds documents to it")));
    }
    if let Some(Saved { name, bytes, .. }) = find_saved(context, asked)? {
        tell_shadowed(context, asked, "saved");
        return Ok(Contract::Own(Own::read(name, asked, bytes)?));
    }
    let bytes = fetch(context, asked)?;
    let name = name_of(asked);
    if is_builtin(&name) {
        let reason = format!("schema refused: '{name}' is the name of a built-in schema");
        return Err(Error::new(ErrorKind::SchemaRefused, reason).hint("give the file another name"));
    }
    Ok(Contract::Own(Own::read(name, asked, bytes)?))
}

/// Whether a schema of that name comes with casebook.
pub(super) fn is_builtin(name: &str) -> bool {
    REPORTS.iter().any(|builtin| builtin.name == name)
        || OF_KINDS.iter().any(|(builtin, _)| builtin.name == name)
}

/// The bytes of a schema at a path or a URL: of a longer one no more than shows that it is too long.
pub(super) fn fetch(context: &Context, origin: &str) -> Result<Vec<u8>> {
    if origin.contains("://") {
        let reason = format!("schema refused: '{origin}' is a URL, and this casebook fetches none");
        return Err(Error::new(ErrorKind::SchemaRefused, reason).hint("download it and name the file"));
    }
    let path = Path::new(origin);
    if !path.exists() || path.is_dir() {
        return Err(unknown(context, origin)?);
    }
    read_start(path, MAX_BYTES + 1)
}

/// The rules of reviews in a file.
pub(super) fn rules(path: &Path) -> Result<Rules> {
    let origin = path.display().to_string();
    if !path.exists() {
        return Err(Error::new(ErrorKind::InputMissing, format_args!("no rules file '{origin}'"))
            .hint("check the spelling"));
    }
    let bytes = read_start(path, MAX_RULES + 1)?;
    let text = String::from_utf8(bytes).ok().filter(|text| text.len() <= MAX_RULES);
    let text = text.ok_or_else(|| {
        Error::usage(format_args!("{origin} is no UTF-8 text of at most {MAX_RULES} bytes"))
            .hint("see schemas/review-rules.json for the form of a rules file")
    })?;
    Rules::read(&origin, &text)
}

/// The schema saved under a name, if there is an archive that has one.
pub(super) fn find_saved(context: &Context, name: &str) -> Result<Option<Saved>> {
    if !is_valid_name(name) {
        return Ok(None);
    }
    match archive(context)? {
        Some(archive) => archive.read(|connection| saved(connection, name)),
        None => Ok(None),
    }
}

/// The archive, if it is there.
pub(super) fn archive(context: &Context) -> Result<Option<Archive>> {
    match Archive::open_read(&discover(context.global.db.as_deref())?) {
        Err(error) if error.kind == ErrorKind::ArchiveMissing => Ok(None),
        opened => opened.map(Some),
    }
}

fn unknown(context: &Context, asked: &str) -> Result<Error> {
    let saved = archive(context)?.map_or(Ok(Vec::new()), |archive| archive.read(saved_names))?;
    let names = REPORTS.iter().map(|builtin| builtin.name).chain(saved.iter().map(String::as_str));
    let error = Error::new(ErrorKind::InputMissing, format_args!("no schema or file '{asked}'"));
    Ok(match nearest(asked, names) {
        Some(name) => error.hint(format_args!("did you mean '{name}'?")),
        None => error.hint("name a built-in or saved schema, or a file; 'casebook schema list' lists them"),
    })
}

fn tell_shadowed(context: &Context, name: &str, sort: &str) {
    if Path::new(name).exists() {
        context.note(format_args!("'{name}' is the {sort} schema; for the file of that name write ./{name}"));
    }
}

/// `notes/retro.schema.json` goes by `retro`.
fn name_of(origin: &str) -> String {
    let file = Path::new(origin)
        .file_name()
        .map_or_else(|| origin.to_owned(), |name| visible(&name.to_string_lossy()).into());
    let stem = file.strip_suffix(".json").unwrap_or(&file);
    let stem = stem.strip_suffix(".schema").unwrap_or(stem);
    if stem.is_empty() { file } else { stem.to_owned() }
}

fn read_start(path: &Path, limit: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    fs_err::File::open(path)?.take(limit as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
