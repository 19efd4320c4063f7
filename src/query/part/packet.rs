//! The parts of a context packet, and how the packets of a task follow each other.
//!
//! Invariant: a predecessor is a name of a step, not a link; which packets it means is looked up in the
//! task when asked, and a step without a packet is shown as missing.

use std::collections::BTreeMap;

use rusqlite::{Connection, named_params};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

use super::run::{name, with_state};
use crate::digest::Digest;
use crate::error::Result;
use crate::query::record::{Record, ToCell, record, records, to_cell};
use crate::report::Cell;
use crate::time::Timestamp;

record! {
    /// What a packet was made for.
    pub struct Packet {
        packet_id: String,
        project: String,
        role: String,
        step_id: String,
        attempt: i64,
        objective: String,
        outcomes: Vec<String> as json,
        permission: String,
        plan_hash: String,
        active_step: i64,
        total_steps: i64,
        settled_decisions: Vec<String> as json,
        allocated_tokens: i64,
        estimated_tokens: i64,
        /// How many items came from where.
        provenance: BTreeMap<String, i64> as json,
    }
}

record! {
    /// What the step is accepted by.
    pub struct Criterion {
        id: String,
        description: String,
        verification_kind: String,
        target_ref: Option<String>,
        required: bool,
    }
}

/// A work product that a predecessor handed on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Product {
    pub name: String,
    pub kind: String,
    #[serde(rename = "ref")]
    pub reference: String,
    pub snippet: Option<String>,
}

record! {
    /// A step that a packet follows.
    pub struct Predecessor {
        step_id: String,
        role: String,
        status: String,
        settled_at: Timestamp,
        summary: String,
        decisions: Vec<String> as json,
        artifacts: Vec<Product> as json,
    }
}

record! {
    /// An entry of a packet's environment.
    pub struct PacketItem {
        id: Option<String>,
        section: String,
        seq: i64,
        kind: Option<String>,
        summary: Option<String>,
        authority: Option<String>,
        confidence: Option<String>,
        source_type: Option<String>,
        source_ref: Option<String>,
        state_key: Option<String>,
        status: Option<String>,
        observed_at: Option<Timestamp>,
        /// All of it, as the document has it.
        body: Box<RawValue> as json,
    }
}

record! {
    /// A gap that a packet could not close.
    pub struct PacketGap {
        id: String,
        description: String,
        class: String,
        state: String,
        /// What was noted when its state was last recorded.
        note: Option<String>,
        #[serde(skip)]
        text_digest: Digest as hidden,
    }
}

record! {
    /// A packet among those of its task.
    pub struct Step {
        #[serde(skip)]
        row: i64 as hidden,
        packet: String,
        artifact: String,
        project: String,
        role: String,
        step_id: String,
        attempt: i64,
        when: Timestamp,
        /// What it says it follows.
        predecessors: Vec<Link> as json,
    }
}

/// A step that a packet says it follows, and the packets of the task that were made for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Link {
    pub step_id: String,
    pub role: String,
    pub status: String,
    #[serde(deserialize_with = "micros")]
    pub settled_at: Timestamp,
    #[serde(default)]
    pub packets: Vec<String>,
    /// The task has no packet of that step.
    #[serde(default)]
    pub missing: bool,
}

fn micros<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
    i64::deserialize(deserializer).map(Timestamp)
}

to_cell! {
    Vec<Product> => |list| Cell::List(list.iter().map(|p| format!("{} ({}) {}", p.name, p.kind, p.reference)).collect());
    Vec<Link> => |links| Cell::List(links.iter().map(|link| name(&link.step_id, link.missing)).collect());
}

/// Everything in a packet, and its place in its task.
#[derive(Clone, Debug, Serialize)]
pub struct PacketParts {
    pub criteria: Vec<Criterion>,
    pub predecessors: Vec<Predecessor>,
    pub items: Vec<PacketItem>,
    pub gaps: Vec<PacketGap>,
    /// The packets of its task, in the order of the plan.
    pub chain: Vec<Step>,
}

impl PacketParts {
    pub(in crate::query) fn load(connection: &Connection, artifact: i64) -> Result<Self> {
        let params = named_params! { ":artifact": artifact };
        Ok(Self {
            criteria: records(connection, include_str!("packet/criteria.sql"), params)?,
            predecessors: records(connection, include_str!("packet/predecessors.sql"), params)?,
            items: items(connection, artifact, None)?,
            gaps: gaps(connection, artifact, None)?,
            chain: chain(connection, artifact)?,
        })
    }
}

/// The packet of an artifact.
pub(in crate::query) fn packet(connection: &Connection, artifact: i64) -> Result<Packet> {
    let mut statement = connection.prepare_cached(include_str!("packet/packet.sql"))?;
    Ok(statement.query_one(named_params! { ":artifact": artifact }, Packet::from_row)?)
}

/// The entries of a packet, or one of them.
pub(in crate::query) fn items(
    connection: &Connection,
    artifact: i64,
    row: Option<i64>,
) -> Result<Vec<PacketItem>> {
    let params = named_params! { ":artifact": artifact, ":row": row };
    records(connection, include_str!("packet/items.sql"), params)
}

/// The gaps of a packet, or one of them.
pub(in crate::query) fn gaps(
    connection: &Connection,
    artifact: i64,
    row: Option<i64>,
) -> Result<Vec<PacketGap>> {
    let params = named_params! { ":artifact": artifact, ":row": row };
    records(connection, with_state!("packet/gaps.sql"), params)
}

/// The packets of the task of this one, their predecessors looked up among them. A packet follows
/// itself only where nothing else was made for the step it names.
pub(in crate::query) fn chain(connection: &Connection, artifact: i64) -> Result<Vec<Step>> {
    let params = named_params! { ":artifact": artifact };
    let mut steps: Vec<Step> = records(connection, include_str!("packet/steps.sql"), params)?;
    let mut made = BTreeMap::<String, Vec<String>>::new();
    for step in &steps {
        made.entry(step.step_id.clone()).or_default().push(step.packet.clone());
    }
    for step in &mut steps {
        for link in &mut step.predecessors {
            let packets = made.get(&link.step_id).cloned().unwrap_or_default();
            let others: Vec<_> = packets.iter().filter(|packet| **packet != step.packet).cloned().collect();
            link.missing = packets.is_empty();
            link.packets = if others.is_empty() { packets } else { others };
        }
    }
    Ok(steps)
}
