//! The command line: one file a command, each with its arguments, its help and its one function.
//!
//! May use everything. Invariant: stdout and stderr are written through [`output::Output`] alone.

mod list;
pub mod output;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use self::output::Output;
use crate::error::Result;
use crate::query::filter::{Limit, Scope};
use crate::render::Format;
use crate::store::Archive;
use crate::time::{Timestamp, parse_bound};

/// An archive for research runs: checks, files and answers questions about what agents found.
#[derive(Debug, Parser)]
#[command(name = "casebook", version)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// Options of every command.
#[derive(Debug, Args)]
pub(crate) struct Global {
    /// The archive; otherwise CASEBOOK_DB, the nearest .casebook/archive.db upward, or the user's own
    #[arg(long, global = true, value_name = "PATH")]
    db: Option<PathBuf>,
    /// How the answer is written
    #[arg(long, global = true, value_enum)]
    format: Option<Format>,
    /// Short for --format json
    #[arg(long, global = true, conflicts_with = "format")]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::Args),
}

/// What a command works with.
#[derive(Debug)]
pub(crate) struct Context {
    pub global: Global,
    pub out: Output,
}

impl Context {
    /// The archive, opened for reading.
    pub fn archive(&self) -> Result<Archive> {
        let path = self.global.db.clone().unwrap_or_else(|| PathBuf::from(".casebook/archive.db"));
        Archive::open_read(&path)
    }

    /// The format asked for; a table unless told otherwise.
    pub fn format(&self) -> Format {
        if self.global.json { Format::Json } else { self.global.format.unwrap_or(Format::Table) }
    }
}

/// Which artifacts to look at.
#[derive(Debug, Args)]
#[command(next_help_heading = "Filters")]
pub(crate) struct ScopeArgs {
    /// Only this task
    #[arg(long, value_name = "TASK")]
    task: Option<String>,
    /// Only this run: its id, or TASK/ID
    #[arg(long, value_name = "RUN")]
    run: Option<String>,
    /// Only runs that name this domain
    #[arg(long)]
    domain: Option<String>,
    /// Only runs in this status
    #[arg(long)]
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

impl ScopeArgs {
    pub fn scope(&self) -> Result<Scope> {
        let bound =
            |text: &Option<String>| text.as_deref().map(|t| parse_bound(t, Timestamp::now())).transpose();
        Ok(Scope {
            task: self.task.clone(),
            run: self.run.clone(),
            domain: self.domain.clone(),
            status: self.status.clone(),
            since: bound(&self.since)?,
            until: bound(&self.until)?,
            all_revisions: self.all_revisions,
        })
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
    let cli = Cli::parse();
    let mut context = Context { global: cli.global, out: Output::default() };
    let result = match &cli.command {
        Command::List(args) => list::run(&mut context, args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => ExitCode::from(error.kind.exit().0),
    }
}
