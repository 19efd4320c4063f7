//! `casebook audit`

use super::{Context, LimitArgs, ScopeArgs};
use crate::error::{Error, ErrorKind, Result};
use crate::query::audit::{self, Request, Rule, Severity};
use crate::query::filter::Limit;

/// Declared against computed: claims that say more than their evidence
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Only this rule
    #[arg(long, value_enum)]
    rule: Option<Rule>,
    /// Exit 1 if an error, a warning or worse, or this rule is found: error, warning or a RULE
    #[arg(long, value_name = "WHAT", value_parser = gate)]
    fail_on: Option<Gate>,
    #[command(flatten)]
    scope: ScopeArgs,
    #[command(flatten)]
    limit: LimitArgs,
}

/// What makes the command fail.
#[derive(Clone, Copy, Debug)]
enum Gate {
    AtLeast(Severity),
    Rule(Rule),
}

fn gate(text: &str) -> Result<Gate, String> {
    match text {
        "error" => Ok(Gate::AtLeast(Severity::Error)),
        "warning" => Ok(Gate::AtLeast(Severity::Warning)),
        _ => clap::ValueEnum::from_str(text, false).map(Gate::Rule).map_err(|_| {
            let rules: Vec<_> =
                <Rule as clap::ValueEnum>::value_variants().iter().map(|r| r.as_str()).collect();
            format!("say error, warning, or one of {}", rules.join(", "))
        }),
    }
}

impl Gate {
    fn stops(self, item: &audit::Item) -> bool {
        match self {
            Self::AtLeast(severity) => item.severity <= severity,
            Self::Rule(rule) => item.rule == rule.as_str(),
        }
    }
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    let (listing, stopped) = context.archive()?.read(|connection| {
        let ask = |limit| {
            let request = Request { scope: context.scope(&args.scope, connection)?, rule: args.rule, limit };
            audit::audit(connection, &request)
        };
        let listing = ask(args.limit.limit())?;
        // A gate looks at what is not shown, too.
        let stopped = match args.fail_on {
            Some(gate) if listing.truncated => ask(Limit(0))?.items.iter().any(|item| gate.stops(item)),
            Some(gate) => listing.items.iter().any(|item| gate.stops(item)),
            None => false,
        };
        Ok((listing, stopped))
    })?;
    context.print(&listing)?;
    if stopped { Err(Error::new(ErrorKind::Rejected, "the audit found what it fails on")) } else { Ok(()) }
}
