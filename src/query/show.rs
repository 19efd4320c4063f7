//! `show`: one thing, whole.
//!
//! Invariant: what is shown is what the archive holds, all of it; nothing is cut and no link left out.

mod page;

use rusqlite::{Connection, named_params};
use serde::Serialize;

use super::part::document::{self, Revision, Warning};
use super::part::packet::{self, Packet, PacketParts};
use super::part::run::{self, Decision, Evidence, Pick, Run, RunParts, UsedBy};
use super::part::{Part, What};
use super::record::records;
use super::resolve::{Kind, Thing};
use crate::digest::Digest;
use crate::error::Result;

/// The answer: one thing.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    format: u8,
    query: &'static str,
    pub kind: Kind,
    pub item: Item,
}

/// A thing with what belongs to it.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    #[serde(flatten)]
    pub part: Part<What>,
    #[serde(flatten)]
    pub more: More,
}

/// What belongs to a thing, by its kind.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum More {
    Artifact {
        content: Box<Content>,
        #[serde(flatten)]
        kept: Kept,
    },
    Run {
        #[serde(flatten)]
        parts: Box<RunParts>,
        #[serde(flatten)]
        kept: Kept,
    },
    Packet {
        #[serde(flatten)]
        parts: Box<PacketParts>,
        #[serde(flatten)]
        kept: Kept,
    },
    Finding {
        evidence: Vec<Evidence>,
        used_by: UsedBy,
    },
    Citation {
        evidence: Vec<Evidence>,
    },
    Decided {
        history: Vec<Decision>,
    },
    Nothing {},
}

/// What an artifact is a revision of.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Content {
    Run(Whole<Run, RunParts>),
    Packet(Whole<Packet, PacketParts>),
}

/// A document and its parts.
#[derive(Clone, Debug, Serialize)]
pub struct Whole<R, P> {
    #[serde(flatten)]
    pub record: R,
    #[serde(flatten)]
    pub parts: P,
}

/// What the archive keeps beside a document.
#[derive(Clone, Debug, Serialize)]
pub struct Kept {
    pub revisions: Vec<Revision>,
    pub diagnostics: Vec<Warning>,
}

/// All there is of a thing.
///
/// # Errors
/// What SQLite says.
pub fn show(connection: &Connection, thing: &Thing) -> Result<Shown> {
    let part = Part::load(connection, thing)?;
    let more = more(connection, thing, &part.what)?;
    Ok(Shown { format: 1, query: "show", kind: thing.kind, item: Item { part, more } })
}

fn more(connection: &Connection, thing: &Thing, what: &What) -> Result<More> {
    let artifact = thing.artifact;
    let kept = || kept(connection, artifact);
    let run_parts = || RunParts::load(connection, artifact);
    let packet_parts = || PacketParts::load(connection, artifact);
    let decided =
        |kind, digest| history(connection, thing, kind, digest).map(|history| More::Decided { history });
    Ok(match what {
        What::Artifact(record) => {
            let content = if record.kind == "packet" {
                Content::Packet(Whole {
                    record: packet::packet(connection, artifact)?,
                    parts: packet_parts()?,
                })
            } else {
                Content::Run(Whole { record: run::run(connection, artifact)?, parts: run_parts()? })
            };
            More::Artifact { content: Box::new(content), kept: kept()? }
        }
        What::Run(_) => More::Run { parts: Box::new(run_parts()?), kept: kept()? },
        What::Packet(_) => More::Packet { parts: Box::new(packet_parts()?), kept: kept()? },
        What::Finding(finding) => {
            let touching = Pick::touching(artifact, &[finding.row]);
            let used_by = UsedBy::load(connection, &touching)?;
            More::Finding { evidence: touching.evidence(connection)?, used_by }
        }
        What::Citation(_) => {
            More::Citation { evidence: Pick::one(artifact, thing.row).evidence(connection)? }
        }
        What::Gap(gap) => decided("gap", gap.text_digest)?,
        What::PacketGap(gap) => decided("gap", gap.text_digest)?,
        What::Contradiction(contradiction) => decided("contradiction", contradiction.text_digest)?,
        What::Theme(_) | What::Action(_) | What::PacketItem(_) => More::Nothing {},
    })
}

fn kept(connection: &Connection, artifact: i64) -> Result<Kept> {
    Ok(Kept {
        revisions: document::revisions(connection, artifact)?,
        diagnostics: document::warnings(connection, artifact)?,
    })
}

/// What was decided about a gap or contradiction, oldest first.
fn history(connection: &Connection, thing: &Thing, kind: &str, digest: Digest) -> Result<Vec<Decision>> {
    let params = named_params! {
        ":kind": kind,
        ":run": thing.natural_id,
        ":task": thing.task,
        ":local_id": thing.local_id,
        ":text_digest": digest,
    };
    records(connection, include_str!("part/run/history.sql"), params)
}
