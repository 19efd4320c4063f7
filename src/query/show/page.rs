//! One thing as people read it: its fields, then what belongs to it.

use super::{Content, Kept, More, Shown};
use crate::query::part::What;
use crate::query::part::packet::PacketParts;
use crate::query::part::report::ReportParts;
use crate::query::part::run::{RunParts, UsedBy};
use crate::query::part::tree::{branch, drawn};
use crate::query::record::{Record, grid};
use crate::report::{Answer, Page, Section};

impl Answer for Shown {
    fn page(&self) -> Page {
        let part = &self.item.part;
        let page = Page::new(format!("{} {}", self.kind.as_str(), part.name()));
        let page = linked(page.section(part.section()), &part.what);
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
                    Content::Review(review) => {
                        let page = page.section(review.record.fields(Section::new("review")));
                        page.section(drawn("findings", &review.parts.findings))
                    }
                    Content::Report(report) => {
                        let page = page.section(report.record.fields(Section::new("report")));
                        report_parts(page, &report.parts)
                    }
                };
                beside(page, kept)
            }
            More::Run { parts, kept } => beside(run_parts(page, parts), kept),
            More::Packet { parts, kept } => beside(packet_parts(page, parts), kept),
            More::Review { parts, kept } => beside(page.section(drawn("findings", &parts.findings)), kept),
            More::Report { parts, kept } => beside(report_parts(page, parts), kept),
            More::Finding { evidence, used_by } => uses(page.section(drawn("rests on", evidence)), used_by),
            More::Citation { evidence } => page.section(drawn("quoted as", evidence)),
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
    let findings = parts.findings.iter().map(|finding| {
        finding.draw_with(parts.evidence.iter().filter(|evidence| evidence.finding_row == finding.row))
    });
    let findings = branch("findings", findings.collect()).into_iter().fold(Section::lead(), Section::tree);
    page.section(findings)
        .section(drawn("citations", &parts.citations))
        .section(drawn("themes", &parts.themes))
        .section(drawn("contradictions", &parts.contradictions))
        .section(drawn("gaps", &parts.gaps))
        .section(drawn("actions", &parts.actions))
}

fn packet_parts(page: Page, parts: &PacketParts) -> Page {
    page.section(drawn("acceptance criteria", &parts.criteria))
        .section(drawn("predecessors", &parts.predecessors))
        .section(drawn("environment", &parts.items))
        .section(drawn("gaps", &parts.gaps))
        .section(drawn("packets of the task", &parts.chain))
}

/// A section a part of the report; the elements of a list stand below each other.
fn report_parts(page: Page, parts: &ReportParts) -> Page {
    parts
        .sections
        .chunk_by(|one, next| one.name == next.name)
        .fold(page, |page, part| page.section(drawn(&part[0].name, part)))
}

fn uses(page: Page, used_by: &UsedBy) -> Page {
    page.section(drawn("in themes", &used_by.themes))
        .section(drawn("in contradictions", &used_by.contradictions))
        .section(drawn("blocked by gaps", &used_by.gaps))
        .section(drawn("basis of actions", &used_by.actions))
}

/// The findings that a part names, with what they claim.
fn linked(page: Page, what: &What) -> Page {
    match what {
        What::Theme(theme) => page.section(drawn("findings", &theme.findings)),
        What::Gap(gap) => page.section(drawn("blocks", &gap.blocked_findings)),
        What::Action(action) => page.section(drawn("based on", &action.based_on)),
        What::Contradiction(contradiction) => page.section(drawn("sides", &contradiction.sides)),
        _ => page,
    }
}
