//! `casebook gaps`

use super::{Context, FindingArgs, LimitArgs, ScopeArgs};
use crate::error::Result;
use crate::query::gaps;
use crate::time::Timestamp;

/// What is not known yet, the most important first
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only those that are open or reopened; this is the default
    #[arg(long, conflicts_with = "all")]
    open: bool,
    /// Settled ones too, and those that only an earlier revision has
    #[arg(long)]
    all: bool,
    /// Only gaps of this importance
    #[arg(long, value_enum)]
    importance: Option<gaps::Importance>,
    /// One row a text, those that recur in most runs first
    #[arg(long)]
    group: bool,
    /// In which order
    #[arg(long, value_enum, default_value_t)]
    sort: gaps::Sort,
    #[command(flatten)]
    findings: FindingArgs,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    limit: LimitArgs,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let archive = context.archive()?;
    let request = archive.read(|connection| {
        Ok(gaps::Request {
            scope: context.scope(&args.scope, connection)?,
            filter: args.findings.filter(),
            all: args.all,
            importance: args.importance,
            sort: args.sort,
            limit: args.limit.limit(),
            now: Timestamp::now(),
        })
    })?;
    if args.group {
        let listing = archive.read(|connection| gaps::groups(connection, &request))?;
        return context.print(&listing);
    }
    let listing = archive.read(|connection| gaps::gaps(connection, &request))?;
    context.print(&listing)
}
