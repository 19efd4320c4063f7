//! A context packet as rows of the archive.
//!
//! May use the row types of `store`. Invariant: every element of the document becomes a row; of an open
//! item, what is known stands in columns and all of it in `body`.

use serde_json::Value;

use super::GapClass;
use super::model::{Item, Packet, Predecessor};
use crate::digest::Digest;
use crate::kinds::integer::Integer;
use crate::kinds::text_key::text_digest;
use crate::row;
use crate::store::rows::{Owner, Part, Rows, seq};
use crate::time::Timestamp;

/// Where `packet_decision` files the plan's own decisions, which no predecessor took.
const PLAN: i64 = -1;

row! { packet: PacketRow<'a> {
    artifact: Owner, packet_id: &'a str, project: &'a str, role: &'a str, task_id: &'a str, step_id: &'a str,
    step_attempt: Integer, objective: &'a str, permission: &'a str, plan_hash: &'a str, active_step: Integer,
    total_steps: Integer, allocated_tokens: Integer, estimated_tokens: Integer,
} }
row! { packet_outcome: OutcomeRow<'a> { artifact: Owner, seq: i64, outcome: &'a str } }
row! { packet_criterion: CriterionRow<'a> {
    artifact: Owner, seq: i64, local_id: &'a str, description: &'a str, verification_kind: &'a str,
    target_ref: Option<&'a str>, required: bool,
} }
row! { packet_predecessor: PredecessorRow<'a> {
    artifact: Owner, seq: i64, step_id: &'a str, role: &'a str, status: &'a str, summary: &'a str,
    settled_us: Timestamp, settled_text: &'a str,
} }
row! { packet_artifact: ArtifactRow<'a> {
    artifact: Owner, predecessor: i64, seq: i64, name: &'a str, kind: &'a str, r#ref: &'a str,
    snippet: Option<&'a str>,
} }
row! { packet_decision: DecisionRow<'a> { artifact: Owner, predecessor: i64, seq: i64, decision: &'a str } }
row! { keyed packet_item: ItemRow<'a> {
    artifact: Owner, section: &'static str, seq: i64, local_id: Option<&'a str>, kind: Option<&'a str>,
    summary: Option<&'a str>, authority: Option<&'a str>, confidence: Option<&'a str>,
    source_type: Option<&'a str>, source_ref: Option<&'a str>, state_key: Option<&'a str>,
    status: Option<&'a str>, observed_us: Option<Timestamp>, body: String,
} }
row! { keyed packet_gap: GapRow<'a> { artifact: Owner, seq: i64, text: &'a str, text_digest: Digest, class: &'static str } }
row! { packet_provenance: ProvenanceRow<'a> { artifact: Owner, origin: &'a str, items: Integer } }

/// All rows of a packet that passed.
pub(super) fn project(packet: &Packet<'_>) -> Rows {
    let mut rows = Rows::default();
    packet_rows(packet, &mut rows);
    for (at, predecessor) in packet.predecessors.iter().enumerate() {
        predecessor_rows(seq(at), predecessor, &mut rows);
    }
    for (at, decision) in packet.plan.settled_decisions.iter().enumerate() {
        rows.add(&DecisionRow { artifact: Owner, predecessor: PLAN, seq: seq(at), decision });
        rows.index(Part::Place("decision", seq(at)), decision, None);
    }
    for (section, items) in packet.environment.sections() {
        for (at, item) in items.iter().enumerate() {
            item_row(section, seq(at), item, &mut rows);
        }
    }
    for (at, text) in packet.budget.unresolved_gaps.iter().enumerate() {
        let class = GapClass::of(text).as_str();
        let row =
            rows.add(&GapRow { artifact: Owner, seq: seq(at), text, text_digest: text_digest(text), class });
        rows.index(Part::Row(row), text, None);
    }
    for (origin, items) in &packet.budget.provenance_summary {
        rows.add(&ProvenanceRow { artifact: Owner, origin, items: *items });
    }
    rows
}

fn packet_rows(packet: &Packet<'_>, rows: &mut Rows) {
    let (task, plan) = (&packet.task, &packet.plan);
    rows.add(&PacketRow {
        artifact: Owner,
        packet_id: packet.packet_id,
        project: packet.project,
        role: packet.target_role,
        task_id: task.task_id,
        step_id: task.step_id,
        step_attempt: task.step_attempt,
        objective: task.objective,
        permission: task.permission_ceiling,
        plan_hash: plan.plan_hash,
        active_step: plan.active_step_index,
        total_steps: plan.total_steps,
        allocated_tokens: packet.budget.allocated_tokens,
        estimated_tokens: packet.budget.estimated_tokens,
    });
    rows.index(Part::Place("objective", 0), task.objective, None);
    for (at, outcome) in task.allowed_outcomes.iter().enumerate() {
        rows.add(&OutcomeRow { artifact: Owner, seq: seq(at), outcome });
    }
    for (at, criterion) in packet.acceptance_criteria.iter().enumerate() {
        rows.add(&CriterionRow {
            artifact: Owner,
            seq: seq(at),
            local_id: criterion.id,
            description: criterion.description,
            verification_kind: criterion.verification_kind,
            target_ref: criterion.target_ref,
            required: criterion.required,
        });
        rows.index(Part::Place("criterion", seq(at)), criterion.description, None);
    }
}

fn predecessor_rows(position: i64, predecessor: &Predecessor<'_>, rows: &mut Rows) {
    rows.add(&PredecessorRow {
        artifact: Owner,
        seq: position,
        step_id: predecessor.step_id,
        role: predecessor.role,
        status: predecessor.status,
        summary: predecessor.summary,
        settled_us: predecessor.settled_at.valid(),
        settled_text: predecessor.settled_at.text,
    });
    rows.index(
        Part::Place("predecessor", position),
        predecessor.summary,
        predecessor.decisions.iter().copied(),
    );
    for (at, artifact) in predecessor.artifacts.iter().enumerate() {
        rows.add(&ArtifactRow {
            artifact: Owner,
            predecessor: position,
            seq: seq(at),
            name: artifact.name,
            kind: artifact.kind,
            r#ref: artifact.artifact_ref,
            snippet: artifact.content_snippet,
        });
    }
    for (at, decision) in predecessor.decisions.iter().enumerate() {
        rows.add(&DecisionRow { artifact: Owner, predecessor: position, seq: seq(at), decision });
    }
}

fn item_row(section: &'static str, position: i64, item: &Item, rows: &mut Rows) {
    let text = |key: &str| item.get(key).and_then(Value::as_str);
    let origin =
        |key: &str| item.get("provenance").and_then(|origin| origin.get(key)).and_then(Value::as_str);
    let row = rows.add(&ItemRow {
        artifact: Owner,
        section,
        seq: position,
        local_id: text("id"),
        kind: text("kind"),
        summary: text("summary"),
        authority: text("authority"),
        confidence: text("confidence"),
        source_type: origin("sourceType"),
        source_ref: origin("sourceRef"),
        state_key: text("stateKey"),
        status: text("status"),
        observed_us: text("observedAt").and_then(Timestamp::parse),
        body: serde_json::to_string(item).expect("a JSON object can be written"),
    });
    rows.index(Part::Row(row), text("summary").unwrap_or_default(), None);
}
