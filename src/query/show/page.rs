//! One thing as people read it: its fields, then what belongs to it.

use super::{Content, Kept, More, Shown};
use crate::query::part::What;
use crate::query::part::packet::PacketParts;
use crate::query::part::run::{Evidence, FindingRef, RunParts, Side, UsedBy};
use crate::query::record::{Record, grid};
use crate::report::{Answer, Cell, Grid, Page, Section};

impl Answer for Shown {
    fn page(&self) -> Page {
        let part = &self.item.part;
        let title = format!("{} {}", self.kind.as_str(), part.name());
        let page = linked(Page::new(title).section(part.section()), &part.what);
        match &self.item.more {
            More::Artifact { content, kept } => {
                let page = match &**content {
                    Content::Run(run) => {
                        run_parts(page.section(run.record.fields(Section::new("run"))), &run.parts)
                    }
                    Content::Packet(packet) => packet_parts(
                        page.section(packet.record.fields(Section::new("packet"))),
                        &packet.parts,
                    ),
                };
                beside(page, kept)
            }
            More::Run { parts, kept } => beside(run_parts(page, parts), kept),
            More::Packet { parts, kept } => beside(packet_parts(page, parts), kept),
            More::Finding { evidence, used_by } => uses(quoted(page, evidence), used_by),
            More::Citation { evidence } => quoted(page, evidence),
            More::Decided { history } => page.section(listed("decisions", history)),
            More::Nothing {} => page,
        }
    }
}

/// A section with a table of records.
fn listed<R: Record>(heading: &str, records: &[R]) -> Section {
    Section::new(heading).grid(grid(records))
}

fn beside(page: Page, kept: &Kept) -> Page {
    page.section(listed("revisions", &kept.revisions)).section(listed("diagnostics", &kept.diagnostics))
}

fn run_parts(page: Page, parts: &RunParts) -> Page {
    page.section(listed("findings", &parts.findings))
        .section(listed("evidence", &parts.evidence))
        .section(listed("citations", &parts.citations))
        .section(listed("themes", &parts.themes))
        .section(listed("contradictions", &parts.contradictions))
        .section(listed("gaps", &parts.gaps))
        .section(listed("actions", &parts.actions))
}

fn packet_parts(page: Page, parts: &PacketParts) -> Page {
    page.section(listed("acceptance criteria", &parts.criteria))
        .section(listed("predecessors", &parts.predecessors))
        .section(listed("environment", &parts.items))
        .section(listed("gaps", &parts.gaps))
        .section(listed("chain of the task", &parts.chain))
}

/// A section a quote, so that it stands whole.
fn quoted(page: Page, evidence: &[Evidence]) -> Page {
    evidence.iter().fold(page, |page, quote| page.section(quote.fields(Section::new("evidence"))))
}

fn uses(page: Page, used_by: &UsedBy) -> Page {
    page.section(listed("in themes", &used_by.themes))
        .section(listed("in contradictions", &used_by.contradictions))
        .section(listed("blocked by gaps", &used_by.gaps))
        .section(listed("basis of actions", &used_by.actions))
}

/// The findings that a part names, with what they claim.
fn linked(page: Page, what: &What) -> Page {
    let section = match what {
        What::Theme(theme) => refs("findings", &theme.findings),
        What::Gap(gap) => refs("blocked findings", &gap.blocked_findings),
        What::Action(action) => refs("based on", &action.based_on),
        What::Contradiction(contradiction) => Section::new("sides").grid(sides(&contradiction.sides)),
        _ => return page,
    };
    page.section(section)
}

fn refs(heading: &str, findings: &[FindingRef]) -> Section {
    let mut grid = Grid::new(["id", "claim", "confidence"]);
    for finding in findings {
        grid.row([(&finding.id).into(), claim(finding.claim.as_ref()), finding.confidence.into()]);
    }
    Section::new(heading).grid(grid)
}

fn sides(sides: &[Side]) -> Grid {
    let mut grid = Grid::new(["finding", "claim", "confidence", "independent_sources", "evidence_weight"]);
    for side in sides {
        grid.row([
            (&side.finding).into(),
            claim(side.claim.as_ref()),
            side.confidence.into(),
            side.independent_sources.into(),
            side.evidence_weight.into(),
        ]);
    }
    grid
}

fn claim(claim: Option<&String>) -> Cell {
    claim.map_or_else(|| "(missing)".into(), Cell::from)
}
