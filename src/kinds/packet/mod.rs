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
use super::{Identity, Projection, Read};
use crate::schema::PACKET;
use crate::store::rows::Rows;
use crate::time::Timestamp;

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

/// Reads a value that passed the schema.
pub(super) fn read(value: &Value) -> Read {
    let Ok(packet) = Packet::deserialize(value) else {
        return Read { diagnostics: PACKET.oversized(value), projection: None };
    };
    let diagnostics = rules::check(&packet);
    let projection = identity(&packet).map(|identity| {
        let mut rows = Rows::default();
        rows::project(&packet, &mut rows);
        Projection { identity, rows }
    });
    Read { diagnostics, projection }
}

/// `None` if the time is none; the rules say so.
fn identity(packet: &Packet<'_>) -> Option<Identity> {
    Some(Identity {
        natural_id: [packet.project, "/", packet.packet_id].concat(),
        natural_key: serde_json::json!([packet.project, packet.packet_id]).to_string(),
        task: Some(packet.task.task_id.to_owned()),
        title: packet.task.objective.to_owned(),
        status: None,
        version: None,
        when: Some((Timestamp::parse(packet.generated_at)?, packet.generated_at.to_owned())),
    })
}

/// The natural id and the task of a document, as far as they can be read from any value.
pub(super) fn names(value: &Value) -> (Option<String>, Option<String>) {
    let text = |pointer| value.pointer(pointer).and_then(Value::as_str);
    let natural = text("/project").zip(text("/packetId")).map(|(project, id)| [project, "/", id].concat());
    (natural, text("/task/taskId").map(str::to_owned))
}
