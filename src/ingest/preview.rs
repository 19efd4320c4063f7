//! `--dry-run`: what an ingest would do.
//!
//! May use `store`. Invariant: nothing is written, and the reports are those that an ingest would give.

use std::collections::HashSet;

use super::pipeline::Ordered;
use super::prepare::{Prepared, Valid, Verdict};
use super::{Done, Outcome, Report, Request, Summary, Tell};
use crate::error::Result;
use crate::id::ArtifactId;
use crate::kinds::Kind;
use crate::store::Archive;
use crate::store::write::{Filed, foresee};

/// Reports what would become of everything that was checked.
pub(super) fn preview(
    archive: Option<&Archive>,
    checked: &mut Ordered<Result<Prepared>>,
    request: &Request,
    tell: &mut Tell<'_>,
) -> Result<Done> {
    let mut seen = Seen::default();
    let mut summary = Summary::default();
    let mut pending = Vec::new();
    let mut report = |report: Report| {
        summary.add(&report);
        tell(report)
    };
    for document in checked {
        let mut document = document?;
        if let Verdict::Valid(valid) = &document.verdict {
            document.report.settle(seen.foresee(archive, valid)?);
        }
        if request.atomic {
            pending.push(document.report);
        } else {
            report(document.report)?;
        }
    }
    let rejected = pending.iter().any(|report| report.outcome == Outcome::Rejected);
    for mut document in pending {
        if rejected && document.artifact.is_some_and(|id| seen.artifacts.contains(&id)) {
            document.withhold();
        }
        report(document)?;
    }
    Ok(Done { batch: None, summary })
}

/// What the documents before would have added to the archive.
#[derive(Default)]
struct Seen {
    artifacts: HashSet<ArtifactId>,
    lineages: HashSet<(Kind, String)>,
}

impl Seen {
    fn foresee(&mut self, archive: Option<&Archive>, valid: &Valid) -> Result<Filed> {
        let key = &valid.projection.identity.natural_key;
        let there = match archive {
            Some(archive) => archive.read(|c| foresee(c, valid.id, valid.kind.as_str(), key))?,
            None => Filed::Stored,
        };
        if there == Filed::Unchanged || !self.artifacts.insert(valid.id) {
            return Ok(Filed::Unchanged);
        }
        let first = self.lineages.insert((valid.kind, key.clone()));
        Ok(if first { there } else { Filed::Revised })
    }
}
