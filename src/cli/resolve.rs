//! `casebook resolve`

use super::Context;
use crate::error::{Error, Result};
use crate::query::decisions::{Item, settling_finding, target};
use crate::report::Listing;
use crate::store::decision::{Subject, Verdict, decide};
use crate::store::{Archive, discover};
use crate::time::Timestamp;

/// What became of a gap or contradiction, and why
///
/// Records are added, never overwritten; the newest counts, and 'casebook show' lists them all. A record holds for the
/// item's id and text in its run, also in later revisions that have them.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Gaps and contradictions: an id, its unique beginning, or RUN/ID to be exact
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
    /// What it becomes
    #[arg(long, value_enum)]
    state: State,
    /// Why
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    note: String,
    /// Who says so
    #[arg(long, value_name = "WHO")]
    by: Option<String>,
    /// The finding that settles it
    #[arg(long, value_name = "ID")]
    finding: Option<String>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum State {
    Resolved,
    Accepted,
    Reopened,
}

impl State {
    fn as_str(self) -> &'static str {
        match self {
            Self::Resolved => "resolved",
            Self::Accepted => "accepted",
            Self::Reopened => "reopened",
        }
    }
}

pub(super) fn run(context: &mut Context, args: &Args) -> Result<()> {
    if args.note.trim().is_empty() {
        return Err(Error::usage("an empty --note says nothing").hint("say why, in a few words"));
    }
    let mut archive = Archive::open_write(&discover(context.global.db.as_deref())?)?;
    let now = Timestamp::now();
    let items = archive.write(|transaction| {
        let finding = args.finding.as_deref().map(|id| settling_finding(transaction, id)).transpose()?;
        let verdict = Verdict {
            state: args.state.as_str(),
            note: &args.note,
            by: args.by.as_deref(),
            finding: finding.as_deref(),
        };
        args.ids
            .iter()
            .map(|id| {
                let about = target(transaction, id)?;
                let subject = Subject {
                    kind: about.kind,
                    task: about.origin.task.as_deref(),
                    run: &about.origin.run,
                    local_id: &about.id,
                    text_digest: about.text_digest,
                };
                let (record, at) = decide(transaction, &subject, &verdict, now)?;
                Ok(Item {
                    kind: about.kind,
                    id: about.id,
                    state: args.state.as_str(),
                    note: args.note.clone(),
                    by: args.by.clone(),
                    finding: finding.clone(),
                    at,
                    record,
                    origin: about.origin,
                })
            })
            .collect::<Result<Vec<_>>>()
    })?;
    context.print(&Listing::new("resolve", items.len() as u64, items))
}
