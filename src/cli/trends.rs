//! `casebook trends`

use super::{Context, FindingArgs, ScopeArgs};
use crate::error::Result;
use crate::query::trends;

/// How confidence moves over time
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What is measured
    #[arg(long, value_enum, default_value_t)]
    metric: trends::Metric,
    /// What makes a series
    #[arg(long, value_enum, default_value_t)]
    by: trends::By,
    /// What makes a point
    #[arg(long, value_enum, default_value_t)]
    bucket: trends::Bucket,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    findings: FindingArgs,
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let trends = context.archive()?.read(|connection| {
        let request = trends::Request {
            scope: context.scope(&args.scope, connection)?,
            filter: args.findings.filter(),
            metric: args.metric,
            by: args.by,
            bucket: args.bucket,
        };
        trends::trends(connection, &request)
    })?;
    context.print_answer(&trends)
}
