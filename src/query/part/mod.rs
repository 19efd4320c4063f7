//! What documents are made of, each part as a record read from the archive.
//!
//! May use `report`. `show` prints these parts, `provenance` puts them into relation. Invariant: a link
//! that leads nowhere is a part like any other, and says that it is missing.

pub mod document;
pub mod packet;
pub mod report;
pub mod review;
pub mod run;
pub(super) mod tree;

use rusqlite::Connection;
use serde::Serialize;

use self::document::Artifact;
use self::packet::{Packet, PacketGap, PacketItem};
use self::report::SessionReport;
use self::review::Review;
use self::run::{Action, Citation, Contradiction, Finding, Gap, Pick, Run, Theme};
use super::origin::Origin;
use super::record::Record;
use super::resolve::{Kind, Thing};
use crate::error::Result;
use crate::report::Section;

/// A part and the document it belongs to.
#[derive(Clone, Debug, Serialize)]
pub struct Part<T> {
    #[serde(flatten)]
    pub what: T,
    #[serde(flatten)]
    pub origin: Origin,
}

/// Anything that an id can name.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum What {
    Artifact(Artifact),
    Run(Run),
    Packet(Packet),
    Review(Review),
    Report(SessionReport),
    Finding(Finding),
    Citation(Citation),
    Theme(Theme),
    Gap(Gap),
    Contradiction(Contradiction),
    Action(Action),
    PacketItem(PacketItem),
    PacketGap(PacketGap),
}

impl Part<What> {
    /// The thing that an id was resolved to.
    pub(super) fn load(connection: &Connection, thing: &Thing) -> Result<Self> {
        let (artifact, row) = (thing.artifact, thing.row);
        let pick = Pick::one(artifact, row);
        let what = match thing.kind {
            Kind::Artifact => What::Artifact(document::artifact(connection, artifact)?),
            Kind::Run => What::Run(run::run(connection, artifact)?),
            Kind::Packet => What::Packet(packet::packet(connection, artifact)?),
            Kind::Review => What::Review(review::review(connection, artifact)?),
            Kind::Report => What::Report(report::report(connection, artifact)?),
            Kind::Finding => What::Finding(the(pick.findings(connection)?)),
            Kind::Citation => What::Citation(the(pick.citations(connection)?)),
            Kind::Theme => What::Theme(the(pick.themes(connection)?)),
            Kind::Gap => What::Gap(the(pick.gaps(connection)?)),
            Kind::Contradiction => What::Contradiction(the(pick.contradictions(connection)?)),
            Kind::Action => What::Action(the(pick.actions(connection)?)),
            Kind::PacketItem => What::PacketItem(the(packet::items(connection, artifact, Some(row))?)),
            Kind::PacketGap => What::PacketGap(the(packet::gaps(connection, artifact, Some(row))?)),
        };
        Ok(Self { what, origin: thing.origin() })
    }

    /// What people see of it: its fields, then its document.
    pub(super) fn section(&self) -> Section {
        let lead = Section::lead();
        let fields = match &self.what {
            What::Artifact(record) => record.fields(lead),
            What::Run(record) => record.fields(lead),
            What::Packet(record) => record.fields(lead),
            What::Review(record) => record.fields(lead),
            What::Report(record) => record.fields(lead),
            What::Finding(record) => record.fields(lead),
            What::Citation(record) => record.fields(lead),
            What::Theme(record) => record.fields(lead),
            What::Gap(record) => record.fields(lead),
            What::Contradiction(record) => record.fields(lead),
            What::Action(record) => record.fields(lead),
            What::PacketItem(record) => record.fields(lead),
            What::PacketGap(record) => record.fields(lead),
        };
        fields
            .field("run", &self.origin.run)
            .field("task", self.origin.task.as_ref())
            .field("artifact", &self.origin.artifact)
            .field("when", self.origin.when)
    }

    /// Its id in its document, or that of the document.
    pub(super) fn name(&self) -> &str {
        match &self.what {
            What::Artifact(_) => &self.origin.artifact,
            What::Run(_) | What::Packet(_) | What::Review(_) | What::Report(_) => &self.origin.run,
            What::Finding(finding) => &finding.id,
            What::Citation(citation) => &citation.id,
            What::Theme(theme) => &theme.id,
            What::Gap(gap) => &gap.id,
            What::Contradiction(contradiction) => &contradiction.id,
            What::Action(action) => &action.id,
            What::PacketItem(item) => item.id.as_deref().unwrap_or(&item.section),
            What::PacketGap(gap) => &gap.id,
        }
    }

    /// What it says, in one line.
    pub(super) fn text(&self) -> &str {
        match &self.what {
            What::Artifact(artifact) => &artifact.title,
            What::Run(run) => &run.query,
            What::Packet(packet) => &packet.objective,
            What::Review(review) => review.reviewer.as_deref().unwrap_or_default(),
            What::Report(report) => &report.title,
            What::Finding(finding) => &finding.claim,
            What::Citation(citation) => &citation.title,
            What::Theme(theme) => &theme.name,
            What::Gap(gap) => &gap.description,
            What::Contradiction(contradiction) => &contradiction.description,
            What::Action(action) => &action.action,
            What::PacketItem(item) => item.summary.as_deref().unwrap_or_default(),
            What::PacketGap(gap) => &gap.description,
        }
    }
}

/// The part of a row that was found in the same snapshot.
fn the<T>(parts: Vec<T>) -> T {
    parts.into_iter().next().expect("a row that an id was resolved to")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::query::fixture::Fixture;

    /// The steps of a statement that read a whole table.
    fn scans(fixture: &Fixture, sql: &str) -> Vec<String> {
        let sql = format!("EXPLAIN QUERY PLAN {sql}");
        let mut statement = fixture.db().prepare(&sql).expect(&sql);
        // Parameters stay unbound: a plan does not depend on them.
        let mut rows = statement.raw_query();
        let mut scans = Vec::new();
        while let Some(row) = rows.next().expect("a plan") {
            let step: String = row.get("detail").expect("a step");
            let small = ["SCAN CONSTANT ROW", "SCAN asked", "SCAN (subquery"];
            let small = step.contains("VIRTUAL TABLE") || small.iter().any(|small| step.starts_with(small));
            if step.starts_with("SCAN") && !small {
                scans.push(step);
            }
        }
        scans
    }

    #[test]
    fn one_thing_is_found_without_reading_a_table() {
        let fixture = Fixture::new();
        let read = |path: &Path| fs_err::read_to_string(path).expect("a statement");
        let state =
            format!("WITH asked AS (SELECT :artifact AS artifact)\n{}", include_str!("../item_state.sql"));
        let items = include_str!("../resolve/items.sql");
        let mut read_in_full = Vec::new();
        for folder in ["part/run", "part/packet", "part/document", "provenance", "resolve"] {
            for entry in fs_err::read_dir(Path::new("src/query").join(folder)).expect("a folder") {
                let path = entry.expect("an entry").path();
                let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
                let sql = match name {
                    // These read the archive's ids to suggest one, or are no statement by themselves.
                    "known.sql" | "items.sql" if folder == "resolve" => continue,
                    _ if path.extension().is_none_or(|extension| extension != "sql") => continue,
                    "anywhere.sql" | "within.sql" => format!("{items}{}", read(&path)),
                    "gaps.sql" | "contradictions.sql" => format!("{state}{}", read(&path)),
                    _ => read(&path),
                };
                read_in_full
                    .extend(scans(&fixture, &sql).into_iter().map(|step| format!("{folder}/{name}: {step}")));
            }
        }
        assert!(read_in_full.is_empty(), "{read_in_full:#?}");
    }
}
