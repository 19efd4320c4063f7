//! The command line: one file a command, each with its arguments, its help and its one function.
//!
//! May use everything. Invariant: stdout and stderr are written through `output` alone.

mod actions;
mod audit;
mod check;
mod citations;
mod contract;
mod contradictions;
mod explain;
mod extract;
mod findings;
mod format;
mod gaps;
mod help;
mod ingest;
mod init;
mod list;
mod outcomes;
mod output;
mod packets;
mod provenance;
mod quarantine;
mod resolve;
mod schema;
mod show;
mod stats;
mod task;
mod themes;
mod trends;
mod usage;
mod validate;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgAction, Args, FromArgMatches as _, Parser, Subcommand};
use rusqlite::Connection;

use self::format::{Asked, Special};
use self::output::{Color, Output};
use crate::error::Result;
use crate::query::filter::{Limit, Scope};
use crate::query::finding_filter::FindingFilter;
use crate::query::resolve::resolve_document;
use crate::render::Format;
use crate::store::{Archive, discover};
use crate::time::{Timestamp, parse_bound};

/// An archive for research runs: checks, files and answers questions about what agents found
#[derive(Debug, Parser)]
#[command(name = "casebook", version, disable_help_subcommand = true)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Global {
    /// The archive [default: CASEBOOK_DB, else the nearest .casebook/archive.db upward]
    #[arg(long, global = true, value_name = "PATH")]
    pub db: Option<PathBuf>,
    /// How the answer is written: table, json, ndjson, csv, markdown, html; by validate also sarif, github
    /// [default: table]
    #[arg(long, global = true, value_enum, value_name = "FORMAT", hide_possible_values = true)]
    format: Option<Asked>,
    /// Short for --format json
    #[arg(long, global = true, conflicts_with = "format")]
    json: bool,
    /// When to use colour: auto, always, never
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        hide_default_value = true
    )]
    color: Color,
    /// Say nothing but the answer and errors
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Say more; on stderr
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
}

#[derive(Debug, Subcommand)]
enum Command {
    Init(init::Args),
    Ingest(ingest::Args),
    Resolve(resolve::Args),
    Quarantine(quarantine::Args),
    Schema(schema::Args),
    Validate(validate::Args),
    Extract(extract::Args),
    Explain(explain::Args),
    List(list::Args),
    Show(show::Args),
    Task(task::Args),
    Findings(findings::Args),
    Gaps(gaps::Args),
    Themes(themes::Args),
    Contradictions(contradictions::Args),
    Actions(actions::Args),
    Citations(citations::Args),
    Packets(packets::Args),
    Provenance(provenance::Args),
    Audit(audit::Args),
    Trends(trends::Args),
    Stats(stats::Args),
}

impl Command {
    fn run(&self, context: &mut Context) -> Result<()> {
        match self {
            Self::Init(args) => init::run(context, args),
            Self::Ingest(args) => ingest::run(context, args),
            Self::Resolve(args) => resolve::run(context, args),
            Self::Quarantine(args) => quarantine::run(context, args),
            Self::Schema(args) => schema::run(context, args),
            Self::Validate(args) => validate::run(context, args),
            Self::Extract(args) => extract::run(context, args),
            Self::Explain(args) => explain::run(context, args),
            Self::List(args) => list::run(context, args),
            Self::Show(args) => show::run(context, args),
            Self::Task(args) => task::run(context, args),
            Self::Findings(args) => findings::run(context, args),
            Self::Gaps(args) => gaps::run(context, args),
            Self::Themes(args) => themes::run(context, args),
            Self::Contradictions(args) => contradictions::run(context, args),
            Self::Actions(args) => actions::run(context, args),
            Self::Citations(args) => citations::run(context, args),
            Self::Packets(args) => packets::run(context, args),
            Self::Provenance(args) => provenance::run(context, args),
            Self::Audit(args) => audit::run(context, args),
            Self::Trends(args) => trends::run(context, args),
            Self::Stats(args) => stats::run(context, args),
        }
    }
}

/// What a command works with: the options of every command and the two streams.
///
/// A command reads its archive through [`Context::archive`], prints one answer through
/// [`Context::print`], [`Context::print_answer`] or [`Context::print_value`], and says everything
/// else through [`Context::note`] and [`Context::warn`].
#[derive(Debug)]
pub(crate) struct Context {
    pub global: Global,
    out: Output,
}

impl Context {
    fn new(global: Global) -> Self {
        let out = Output::new(global.color, global.quiet, global.verbose);
        Self { global, out }
    }

    /// The archive, opened for reading.
    pub fn archive(&self) -> Result<Archive> {
        Archive::open_read(&discover(self.global.db.as_deref())?)
    }

    /// The format asked for; a table unless told otherwise.
    pub fn format(&self) -> Format {
        self.format_or(Format::Table)
    }

    /// The format asked for, of a command that answers in another one unless told otherwise.
    pub fn format_or(&self, otherwise: Format) -> Format {
        match self.global.format {
            _ if self.global.json => Format::Json,
            Some(Asked::Any(format)) => format,
            Some(Asked::Only(_)) | None => otherwise,
        }
    }

    /// The format asked for, if it is one of this command alone.
    pub fn special(&self) -> Option<Special> {
        match self.global.format {
            Some(Asked::Only(special)) => Some(special),
            Some(Asked::Any(_)) | None => None,
        }
    }

    /// The filters as a question takes them, resolved against the archive that will be asked. With
    /// `-v` the moments that `--since` and `--until` stand for are said.
    pub fn scope(&self, args: &ScopeArgs, connection: &Connection) -> Result<Scope> {
        let run = args.run.as_deref();
        let run = run.map(|id| resolve_document(connection, id, args.task.as_deref())).transpose()?;
        let bound =
            |text: &Option<String>| text.as_deref().map(|t| parse_bound(t, Timestamp::now())).transpose();
        let (since, until) = (bound(&args.since)?, bound(&args.until)?);
        if self.verbose() {
            match (since, until) {
                (Some(since), Some(until)) => self.note(format_args!("from {since} until before {until}")),
                (Some(since), None) => self.note(format_args!("from {since} on")),
                (None, Some(until)) => self.note(format_args!("before {until}")),
                (None, None) => {}
            }
        }
        Ok(Scope {
            task: args.task.clone(),
            run: run.map(|document| document.lineage),
            domain: args.domain.clone(),
            status: args.status.clone(),
            since,
            until,
            all_revisions: args.all_revisions,
        })
    }
}

/// Which artifacts to look at; see [`Context::scope`].
#[derive(Debug, Args)]
#[command(next_help_heading = "Filters")]
pub(crate) struct ScopeArgs {
    /// Only this task
    #[arg(long, value_name = "TASK")]
    task: Option<String>,
    /// Only this run or packet: its id, its unique beginning, or TASK/ID
    #[arg(long, value_name = "RUN")]
    run: Option<String>,
    /// Only runs that name this domain
    #[arg(long)]
    domain: Option<String>,
    /// Only runs in this status
    #[arg(long, value_parser = ["pending", "in_progress", "completed", "failed", "partial"])]
    status: Option<String>,
    /// From this date, time or age on (2026-01-18, 7d), UTC
    #[arg(long, value_name = "WHEN")]
    since: Option<String>,
    /// Before this date, time or age, UTC
    #[arg(long, value_name = "WHEN")]
    until: Option<String>,
    /// Superseded revisions too
    #[arg(long)]
    all_revisions: bool,
}

/// Which findings count; an item of another question counts when it touches one of them.
#[derive(Debug, Args)]
#[command(next_help_heading = "Filters")]
pub(crate) struct FindingArgs {
    /// Only findings with this tag, and what touches them
    #[arg(long)]
    tag: Option<String>,
    /// Only findings of this category, and what touches them
    #[arg(long, value_parser = CATEGORIES)]
    category: Option<String>,
    /// Only findings at least this confident, and what touches them
    #[arg(long, value_name = "0..1", value_parser = confidence)]
    min_confidence: Option<f64>,
    /// Only findings at most this confident, and what touches them
    #[arg(long, value_name = "0..1", value_parser = confidence)]
    max_confidence: Option<f64>,
}

/// The categories that the research schema knows.
const CATEGORIES: [&str; 6] = ["fact", "best-practice", "pattern", "warning", "opinion", "requirement"];

fn confidence(text: &str) -> Result<f64, String> {
    let known = text.parse().ok().filter(|value| (0.0..=1.0).contains(value));
    known.ok_or_else(|| "a confidence lies between 0 and 1".to_owned())
}

impl FindingArgs {
    pub fn filter(&self) -> FindingFilter {
        FindingFilter {
            tag: self.tag.clone(),
            category: self.category.clone(),
            min_confidence: self.min_confidence,
            max_confidence: self.max_confidence,
        }
    }
}

/// How much to show.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    /// At most this many; 0 for all
    #[arg(long, default_value_t = 50, value_name = "N")]
    limit: u32,
}

impl LimitArgs {
    pub fn limit(&self) -> Limit {
        Limit(self.limit)
    }
}

/// Runs the command line and says how the process ends.
pub fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    usage::report_bugs(&args);
    let parsed = help::command().try_get_matches_from(&args).and_then(|matches| {
        let name = matches.subcommand_name().unwrap_or_default().to_owned();
        Ok((name, Cli::from_arg_matches(&matches)?))
    });
    let exit = match parsed {
        Ok((name, cli)) => {
            let mut context = Context::new(cli.global);
            let spoken = context.global.format.map_or(Ok(()), |asked| asked.check(&name));
            let result = spoken.and_then(|()| cli.command.run(&mut context));
            let format = context.format();
            result.map_or_else(|error| context.out.fail(format, &error), |()| 0)
        }
        Err(error) => usage::refuse(&args, &error),
    };
    ExitCode::from(exit)
}
