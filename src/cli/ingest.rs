//! `casebook ingest`

use std::num::NonZero;
use std::path::PathBuf;

use super::Context;
use super::check::{CheckArgs, InputArgs};
use super::init::warn_without_log;
use super::outcomes::Outcomes;
use crate::error::{ErrorKind, Result};
use crate::ingest::{self, Request};
use crate::input::sources;
use crate::render::visible;
use crate::store::{Archive, discover};

/// Check documents and file them in the archive, which is made if need be
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Files, folders, patterns, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Say what would happen; write nothing
    #[arg(long)]
    dry_run: bool,
    /// All or nothing: if one document is rejected, none is stored
    #[arg(long)]
    atomic: bool,
    /// Threads that check documents [default: one a core]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// List every document, however many there are
    #[arg(long)]
    list_all: bool,
    #[command(flatten)]
    check: CheckArgs,
    #[command(flatten)]
    input: InputArgs,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let options = args.check.options(context)?;
    let request = Request { task: options.task.clone(), options, atomic: args.atomic, jobs: args.jobs };
    let inputs = sources(&args.paths, &args.input.options())?;
    let path = discover(context.global.db.as_deref())?;
    if args.dry_run {
        let archive = match Archive::open_read(&path) {
            Err(error) if error.kind == ErrorKind::ArchiveMissing => None,
            opened => Some(opened?),
        };
        let mut outcomes = Outcomes::new(context, args.list_all).dry_run();
        let done = ingest::preview(archive.as_ref(), inputs, &request, &mut |report| outcomes.take(report))?;
        return outcomes.finish(done, archive.as_ref());
    }
    let mut archive = Archive::create(&path)?;
    if archive.was_created() {
        context.note(format_args!("made the archive {}", visible(&path.display().to_string())));
    }
    warn_without_log(context, &archive);
    let mut outcomes = Outcomes::new(context, args.list_all);
    let done = ingest::ingest(&mut archive, inputs, &request, &mut |report| outcomes.take(report))?;
    outcomes.finish(done, Some(&archive))
}
