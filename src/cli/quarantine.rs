//! `casebook quarantine`

use serde::Serialize;

use super::check::CheckArgs;
use super::outcomes::Outcomes;
use super::{Context, LimitArgs};
use crate::error::Result;
use crate::ingest::{self, Request};
use crate::query::quarantine;
use crate::store::quarantine::discard;
use crate::store::{Archive, discover};

/// What was refused: see it, try it again, or throw it away
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// What is in quarantine, latest first
    List(ListArgs),
    /// One entry, with its bytes
    Show(ShowArgs),
    /// Check entries again and file those that pass today
    Retry(RetryArgs),
    /// Throw entries away for good
    Discard(DiscardArgs),
}

#[derive(Debug, clap::Args)]
struct ListArgs {
    /// Only this kind: research, packet, review, report
    #[arg(long)]
    kind: Option<String>,
    #[command(flatten)]
    limit: LimitArgs,
}

#[derive(Debug, clap::Args)]
struct ShowArgs {
    /// The entry's key, or the beginning of it
    key: String,
    /// Write the bytes that were refused, and nothing else
    #[arg(long)]
    raw: bool,
}

#[derive(Debug, clap::Args)]
struct RetryArgs {
    /// Keys of entries, or beginnings of them; without any, all entries
    #[arg(value_name = "KEY")]
    keys: Vec<String>,
    #[command(flatten)]
    check: CheckArgs,
}

#[derive(Debug, clap::Args)]
struct DiscardArgs {
    /// Keys of entries, or beginnings of them
    #[arg(required = true, value_name = "KEY")]
    keys: Vec<String>,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    match &args.command {
        Command::List(args) => list(context, args),
        Command::Show(args) => show(context, args),
        Command::Retry(args) => retry(context, args),
        Command::Discard(args) => throw_away(context, args),
    }
}

fn list(context: &mut Context, args: &ListArgs) -> Result<()> {
    let request = quarantine::Request { kind: args.kind.clone(), limit: args.limit.limit() };
    let listing = context.archive()?.read(|connection| quarantine::list(connection, &request))?;
    context.print(&listing)
}

fn show(context: &mut Context, args: &ShowArgs) -> Result<()> {
    let shown = context
        .archive()?
        .read(|connection| quarantine::show(connection, quarantine::find(connection, &args.key)?))?;
    if args.raw {
        context.write(|out| out.write_all(&shown.item.bytes))
    } else {
        context.print_answer(&shown)
    }
}

fn retry(context: &mut Context, args: &RetryArgs) -> Result<()> {
    let options = args.check.options(context)?;
    let request = Request { task: options.task.clone(), options, ..Request::default() };
    let mut archive = Archive::open_write(&discover(context.global.db.as_deref())?)?;
    let entries =
        if args.keys.is_empty() { archive.read(quarantine::all)? } else { find_all(&archive, &args.keys)? };
    let mut outcomes = Outcomes::new(context, false);
    let done = ingest::retry(&mut archive, &entries, &request, &mut |report| outcomes.take(report))?;
    outcomes.finish(done, Some(&archive))
}

/// The answer in JSON.
#[derive(Serialize)]
struct ThrownAway {
    format: u8,
    query: &'static str,
    discarded: usize,
}

fn throw_away(context: &mut Context, args: &DiscardArgs) -> Result<()> {
    let mut archive = Archive::open_write(&discover(context.global.db.as_deref())?)?;
    let entries = find_all(&archive, &args.keys)?;
    archive.write(|transaction| entries.iter().try_for_each(|&entry| discard(transaction, entry)))?;
    let discarded = entries.len();
    if context.format().is_json() {
        return context.print_value(&ThrownAway { format: 1, query: "quarantine", discarded });
    }
    context.write(|out| writeln!(out, "discarded {discarded}"))
}

/// The entries with these keys, each once.
fn find_all(archive: &Archive, keys: &[String]) -> Result<Vec<i64>> {
    let mut entries = archive.read(|connection| {
        keys.iter().map(|key| quarantine::find(connection, key)).collect::<Result<Vec<_>>>()
    })?;
    entries.sort_unstable();
    entries.dedup();
    Ok(entries)
}
