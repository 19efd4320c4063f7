//! `casebook list`

use super::{Context, FindingArgs, LimitArgs, ScopeArgs};
use crate::error::Result;
use crate::kinds::Kind;
use crate::query::list;

/// Which artifacts are there, latest first
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this kind
    #[arg(long, value_parser = Kind::ALL.map(Kind::as_str))]
    kind: Option<String>,
    /// In which order
    #[arg(long, value_enum, default_value_t)]
    sort: list::Sort,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    findings: FindingArgs,
    #[command(flatten)]
    limit: LimitArgs,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let listing = context.archive()?.read(|connection| {
        let request = list::Request {
            scope: context.scope(&args.scope, connection)?,
            filter: args.findings.filter(),
            kind: args.kind.clone(),
            sort: args.sort,
            limit: args.limit.limit(),
        };
        list::list(connection, &request)
    })?;
    context.print(&listing)
}
