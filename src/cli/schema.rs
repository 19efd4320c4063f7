//! `casebook schema`

use serde::Serialize;
use serde_json::Value;

use super::Context;
use super::contract::{OF_KINDS, archive, fetch, find_saved, is_builtin, resolve};
use crate::contract::{Contract, Own};
use crate::digest::Digest;
use crate::error::{Error, ErrorKind, Result};
use crate::render::{self, Format};
use crate::report::{Answer, Column, Grid, Listing, Page, Section, Tabular};
use crate::schema::own::{Warning, is_valid_name};
use crate::schema::prompt::prompt;
use crate::schema::{Builtin, REPORTS, common};
use crate::store::contract::{Saved, remove, save, saved, saved_names};
use crate::store::{Archive, discover};
use crate::time::Timestamp;

/// Schemas, built-in and your own: see them, check them, keep them in the archive
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// The schemas that can be named
    List,
    /// One schema as it stands, or as the text that asks a model for it
    Show(ShowArgs),
    /// Say whether a schema may be used, and what makes it a poor prompt
    Check(CheckArgs),
    /// Keep a schema in the archive under a name
    Add(AddArgs),
    /// Take a name away; what was held to its schema stays as it is
    Remove(RemoveArgs),
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// A built-in or saved name, or a file
    #[arg(value_name = "NAME|PATH|URL")]
    schema: String,
    /// Write the text that asks a model for JSON of this schema
    #[arg(long)]
    prompt: bool,
}

#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// A built-in or saved name, or a file
    #[arg(value_name = "NAME|PATH|URL")]
    schema: String,
}

#[derive(Debug, clap::Args)]
struct AddArgs {
    /// Letters, digits, _ and -; at most 64
    name: String,
    /// The file to keep
    #[arg(value_name = "PATH|URL")]
    origin: String,
}

#[derive(Debug, clap::Args)]
struct RemoveArgs {
    /// The saved name
    name: String,
}

/// A schema in a list.
#[derive(Debug, Serialize)]
struct Item {
    name: String,
    /// `built-in`, `saved` or `file`.
    sort: &'static str,
    draft: Option<&'static str>,
    digest: Digest,
    origin: Option<String>,
    saved_at: Option<Timestamp>,
}

/// One schema whole.
#[derive(Debug, Serialize)]
struct Shown {
    format: u8,
    query: &'static str,
    item: Whole,
}

#[derive(Debug, Serialize)]
struct Whole {
    #[serde(flatten)]
    item: Item,
    warnings: Vec<Warning>,
    prompt: String,
    schema: Value,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    match &args.command {
        Command::List => list(context),
        Command::Show(args) => show(context, args),
        Command::Check(args) => check(context, args),
        Command::Add(args) => add(context, args),
        Command::Remove(args) => take_away(context, args),
    }
}

fn list(context: &mut Context) -> Result<()> {
    let mut items: Vec<_> = builtins().map(Item::builtin).collect();
    if let Some(archive) = archive(context)? {
        items.extend(archive.read(|connection| {
            let names = saved_names(connection)?;
            let found = names.iter().map(|name| saved(connection, name)).collect::<Result<Vec<_>>>()?;
            found.into_iter().flatten().map(|saved| Ok(Item::saved(&saved))).collect::<Result<Vec<_>>>()
        })?);
    }
    context.print(&Listing::new("schema", items.len() as u64, items))
}

fn show(context: &mut Context, args: &ShowArgs) -> Result<()> {
    let shown = find(context, &args.schema)?;
    if args.prompt && !context.format().is_json() {
        return context.write(|out| out.write_all(shown.item.prompt.as_bytes()));
    }
    if context.format() == Format::Table {
        // A column of a page would take away the indentation.
        return context.write(|out| render::value(out, Format::Json, &shown.item.schema));
    }
    context.print_answer(&shown)
}

fn check(context: &mut Context, args: &CheckArgs) -> Result<()> {
    let shown = find(context, &args.schema)?;
    if context.format().is_json() {
        return context.print_value(&shown);
    }
    for Warning { pointer, message } in &shown.item.warnings {
        let place = if pointer.is_empty() { "the root" } else { pointer };
        context.warn(format_args!("{place}: {message}"));
    }
    context.write(|out| writeln!(out, "{} can be used", shown.item.item.name))
}

fn add(context: &mut Context, args: &AddArgs) -> Result<()> {
    let AddArgs { name, origin } = args;
    if !is_valid_name(name) {
        return Err(Error::usage(format_args!("'{name}' is no name for a schema"))
            .hint("use letters, digits, _ and -, at most 64, a letter or digit first"));
    }
    if is_builtin(name) {
        return Err(Error::usage(format_args!("'{name}' is a built-in schema")).hint("choose another name"));
    }
    let own = Own::read(name, origin, fetch(context, origin)?)?;
    let mut archive = Archive::create(&discover(context.global.db.as_deref())?)?;
    let saved = archive.write(|transaction| {
        match saved(transaction, name)? {
            Some(saved) if saved.digest == own.digest => {}
            Some(_) => {
                return Err(Error::usage(format_args!("another schema is saved as '{name}'"))
                    .hint(format_args!("'casebook schema remove {name}' takes that name away first")));
            }
            None => save(transaction, name, &own.bytes, origin, Timestamp::now())?,
        }
        saved(transaction, name)
    })?;
    let items: Vec<_> = saved.iter().map(Item::saved).collect();
    context.print(&Listing::new("schema", items.len() as u64, items))
}

fn take_away(context: &mut Context, args: &RemoveArgs) -> Result<()> {
    let name = &args.name;
    if is_builtin(name) {
        return Err(
            Error::usage(format_args!("'{name}' is built in and stays")).hint("only saved schemas go")
        );
    }
    let mut archive = Archive::open_write(&discover(context.global.db.as_deref())?)?;
    let gone = archive.write(|transaction| {
        let found = saved(transaction, name)?;
        remove(transaction, name)?;
        Ok(found)
    })?;
    let Some(gone) = gone else {
        return Err(Error::new(ErrorKind::IdMissing, format_args!("no schema is saved as '{name}'"))
            .hint("'casebook schema list' lists them"));
    };
    let items = vec![Item::saved(&gone)];
    context.print(&Listing::new("schema", 1, items))
}

/// All that come with casebook, reports first.
fn builtins() -> impl Iterator<Item = &'static Builtin> {
    REPORTS.into_iter().chain(OF_KINDS.iter().map(|(builtin, _)| *builtin))
}

fn find(context: &Context, asked: &str) -> Result<Shown> {
    let of_kind = OF_KINDS.iter().map(|(builtin, _)| *builtin).find(|builtin| builtin.name == asked);
    let contract =
        of_kind.map_or_else(|| resolve(context, asked), |builtin| Ok(Contract::Builtin(builtin)))?;
    let item = match &contract {
        Contract::Builtin(builtin) => Whole::new(Item::builtin(builtin), builtin.schema().document(), &[]),
        Contract::Own(own) => {
            let saved = find_saved(context, asked)?;
            let item = saved.map_or_else(|| Item::file(own, asked), |saved| Item::saved(&saved));
            let item = Item { draft: Some(own.loaded.draft), ..item };
            Whole::new(item, own.loaded.schema.document(), &own.loaded.warnings)
        }
    };
    Ok(Shown { format: 1, query: "schema", item })
}

impl Item {
    fn builtin(builtin: &'static Builtin) -> Self {
        let digest = Digest::of(builtin.text.as_bytes());
        let name = builtin.name.to_owned();
        Self { name, sort: "built-in", draft: None, digest, origin: None, saved_at: None }
    }

    fn saved(saved: &Saved) -> Self {
        Self {
            name: saved.name.clone(),
            sort: "saved",
            draft: None,
            digest: saved.digest,
            origin: Some(saved.origin.clone()),
            saved_at: Some(saved.saved_at),
        }
    }

    fn file(own: &Own, origin: &str) -> Self {
        let (name, origin) = (own.name.clone(), Some(origin.to_owned()));
        Self { name, sort: "file", draft: None, digest: own.digest, origin, saved_at: None }
    }
}

impl Whole {
    fn new(item: Item, schema: &Value, warnings: &[Warning]) -> Self {
        let prompt = prompt(&item.name, schema, &[common()]);
        Self { item, warnings: warnings.to_vec(), prompt, schema: schema.clone() }
    }
}

impl Answer for Shown {
    fn page(&self) -> Page {
        let Whole { item, warnings, schema, .. } = &self.item;
        let lead = Section::lead()
            .field("sort", item.sort)
            .field("draft", item.draft)
            .field("digest", item.digest)
            .field("origin", item.origin.as_ref())
            .field("saved", item.saved_at);
        let mut weak = Grid::new(["pointer", "message"]);
        for Warning { pointer, message } in warnings {
            weak.row([pointer.into(), message.into()]);
        }
        let text = serde_json::to_string_pretty(schema).unwrap_or_default();
        Page::new(format!("schema {}", item.name))
            .section(lead)
            .section(Section::new("warnings").grid(weak))
            .section(Section::new("schema").text(text))
    }
}

impl Tabular for Item {
    fn columns() -> Vec<Column<Self>> {
        vec![
            Column::shown("name", |i| (&i.name).into()),
            Column::shown("sort", |i| i.sort.into()),
            Column::hidden("draft", |i| i.draft.into()),
            Column::shown("digest", |i| i.digest.into()),
            Column::shown("origin", |i| i.origin.as_ref().into()),
            Column::shown("saved_at", |i| i.saved_at.into()),
        ]
    }
}
