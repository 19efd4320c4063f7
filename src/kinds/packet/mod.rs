//! Context packets: what an agent was handed before a step of a task.
//!
//! May use what `kinds` may. Invariant: the model, the rules and the rows speak of one document, and of the
//! open lists nothing is demanded.

mod model;
mod rows;
mod rules;

use serde::Deserialize as _;
use serde_json::Value;

use self::model::Packet;
use super::reference::{Id, Ids, List, Reference};
use super::{Artifact, Identity, Linked};
use crate::diagnostic::Diagnostic;
use crate::store::rows::Rows;

static CRITERIA: List = List { noun: "criterion", pointer: "/acceptanceCriteria" };

/// What an unresolved gap of a packet is about, told by how its text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GapClass {
    Budget,
    ItemLimit,
    NoRecords,
    BudgetExceeded,
    Dispatch,
    Other,
}

impl GapClass {
    const PREFIXES: [(&str, Self); 5] = [
        ("budget of", Self::Budget),
        ("context item limit", Self::ItemLimit),
        ("no context records", Self::NoRecords),
        ("context_budget_exceeded", Self::BudgetExceeded),
        ("dispatch_context_", Self::Dispatch),
    ];

    fn of(text: &str) -> Self {
        let class = Self::PREFIXES.into_iter().find(|(prefix, _)| text.starts_with(prefix));
        class.map_or(Self::Other, |(_, class)| class)
    }

    fn as_str(self) -> &'static str {
        match self {
            Self::Budget => "budget",
            Self::ItemLimit => "item-limit",
            Self::NoRecords => "no-records",
            Self::BudgetExceeded => "budget-exceeded",
            Self::Dispatch => "dispatch",
            Self::Other => "other",
        }
    }
}

/// A context packet, read.
#[derive(Debug)]
pub(super) struct Handover<'a> {
    packet: Packet<'a>,
    ids: Ids<'a>,
}

impl<'a> Handover<'a> {
    /// Reads a document that its schema has passed.
    pub fn read(document: &'a Value) -> serde_json::Result<Self> {
        let packet = Packet::deserialize(document)?;
        let criteria = packet.acceptance_criteria.iter().enumerate();
        let ids = Ids::new(criteria.map(|(index, c)| Id { list: &CRITERIA, index, text: c.id }));
        Ok(Self { packet, ids })
    }
}

impl Artifact for Handover<'_> {
    fn identity(&self) -> Identity {
        let Packet { packet_id, project, generated_at, task, .. } = &self.packet;
        Identity {
            natural_id: [project, "/", packet_id].concat(),
            natural_key: serde_json::json!([project, packet_id]).to_string(),
            task: Some(task.task_id.to_owned()),
            title: task.objective.to_owned(),
            status: None,
            version: None,
            when: Some((generated_at.valid(), generated_at.text.to_owned())),
        }
    }

    fn rows(&self) -> Rows {
        rows::project(&self.packet)
    }
}

impl<'a> Linked<'a> for Handover<'a> {
    fn ids(&self) -> &Ids<'a> {
        &self.ids
    }

    /// A packet names nothing of its own by id; predecessors and tasks are other documents.
    fn references(&self) -> Vec<Reference<'a>> {
        Vec::new()
    }

    fn rules(&self) -> Vec<Diagnostic> {
        rules::check(&self.packet)
    }
}

/// The natural id and the task of a document, as far as they can be read from any value.
pub(super) fn names(value: &Value) -> (Option<String>, Option<String>) {
    let text = |pointer| value.pointer(pointer).and_then(Value::as_str);
    let natural = text("/project").zip(text("/packetId")).map(|(project, id)| [project, "/", id].concat());
    (natural, text("/task/taskId").map(str::to_owned))
}
