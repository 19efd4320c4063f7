//! `casebook findings`

use super::{Context, FindingArgs, LimitArgs, ScopeArgs};
use crate::error::Result;
use crate::query::findings;

/// What was found: claims with their confidence, evidence and doubts
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is one independent filter")]
pub(super) struct Args {
    /// Only those whose evidence comes from one source
    #[arg(long)]
    single_source: bool,
    /// Only those without evidence
    #[arg(long)]
    no_evidence: bool,
    /// Only those that an unresolved contradiction names
    #[arg(long)]
    contradicted: bool,
    /// Only those that an open gap blocks
    #[arg(long)]
    blocked: bool,
    /// Only those whose claim has all of these words; the last may end in * for words that begin so
    #[arg(long, value_name = "WORDS")]
    text: Option<String>,
    /// In which order
    #[arg(long, value_enum, default_value_t)]
    sort: findings::Sort,
    #[command(flatten)]
    findings: FindingArgs,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    limit: LimitArgs,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let listing = context.archive()?.read(|connection| {
        let request = findings::Request {
            scope: context.scope(&args.scope, connection)?,
            filter: args.findings.filter(),
            single_source: args.single_source,
            no_evidence: args.no_evidence,
            contradicted: args.contradicted,
            blocked: args.blocked,
            text: args.text.clone(),
            sort: args.sort,
            limit: args.limit.limit(),
        };
        findings::findings(connection, &request)
    })?;
    context.print(&listing)
}
