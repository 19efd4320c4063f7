//! What the schema cannot say of a context packet.
//!
//! May use `code`, `diagnostic`, `time`. Invariant: a rule looks at one document and reports everything it
//! finds in it.

use std::collections::HashMap;

use serde_json::Value;

use super::GapClass;
use super::model::{Packet, Predecessor};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::time::Timestamp;

const CONFIDENCES: [&str; 3] = ["verified", "probable", "uncertain"];

/// Everything the rules have to say.
pub(super) fn check(packet: &Packet<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    plan(packet, &mut found);
    let generated = packet.generated_at.check("/generatedAt", &mut found);
    predecessors(&packet.predecessors, generated, &mut found);
    budget(packet, &mut found);
    if packet.task.allowed_outcomes.is_empty() {
        let message = "the task allows no outcome";
        found.push(
            Diagnostic::new(Code::OutcomeEmpty, "/task/allowedOutcomes", message)
                .hint("list the outcomes a step may report"),
        );
    }
    items(packet, &mut found);
    found
}

fn plan(packet: &Packet<'_>, found: &mut Vec<Diagnostic>) {
    let (active, total) = (packet.plan.active_step_index.0, packet.plan.total_steps.0);
    if active >= total {
        let message = format!("activeStepIndex {active} lies beyond a plan of {total}");
        found.push(
            Diagnostic::new(Code::PlanStepOutOfRange, "/plan/activeStepIndex", message)
                .hint(format!("steps count from 0: the last is {}", total - 1)),
        );
    }
}

fn predecessors(predecessors: &[Predecessor<'_>], generated: Option<Timestamp>, found: &mut Vec<Diagnostic>) {
    let mut first: HashMap<&str, usize> = HashMap::new();
    for (index, predecessor) in predecessors.iter().enumerate() {
        let pointer = format!("/predecessors/{index}");
        let earlier = *first.entry(predecessor.step_id).or_insert(index);
        if earlier != index {
            let message =
                format!("the step {} is already that of /predecessors/{earlier}", predecessor.step_id);
            let at = format!("{pointer}/stepId");
            found.push(
                Diagnostic::new(Code::PredecessorRepeated, at, message).hint("keep the attempt that counts"),
            );
        }
        let settled = predecessor.settled_at.check(&format!("{pointer}/settledAt"), found);
        if settled.zip(generated).is_some_and(|(settled, generated)| settled > generated) {
            let message = format!("{} settled after the packet was generated", predecessor.step_id);
            let at = format!("{pointer}/settledAt");
            found.push(Diagnostic::new(Code::PredecessorFuture, at, message).hint("correct the times"));
        }
        for (at, artifact) in predecessor.artifacts.iter().enumerate() {
            found
                .extend(artifact_ref(format!("{pointer}/artifacts/{at}/artifactRef"), artifact.artifact_ref));
        }
    }
}

/// A reference to an artifact reads `artifact:<path>@sha256:<64 hex digits>`.
fn artifact_ref(pointer: String, text: &str) -> Option<Diagnostic> {
    let form = "write artifact:<path>@sha256:<64 hex digits>";
    let note = |code, message: String| Some(Diagnostic::new(code, pointer, message).hint(form));
    let Some(path) = text.strip_prefix("artifact:").filter(|path| !path.is_empty()) else {
        return note(Code::ArtifactRefMalformed, format!("{text} is no artifact reference"));
    };
    match path.rsplit_once("@sha256:") {
        None => note(Code::ArtifactRefUnpinned, format!("{text} names no digest")),
        Some((path, digest)) => {
            let pinned = digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit());
            if pinned && !path.is_empty() {
                return None;
            }
            note(Code::ArtifactRefMalformed, format!("{text} has a digest that is not 64 hex digits"))
        }
    }
}

fn budget(packet: &Packet<'_>, found: &mut Vec<Diagnostic>) {
    let budget = &packet.budget;
    let (estimated, allocated) = (budget.estimated_tokens.0, budget.allocated_tokens.0);
    let said = budget
        .unresolved_gaps
        .iter()
        .any(|gap| matches!(GapClass::of(gap), GapClass::Budget | GapClass::BudgetExceeded));
    if estimated > allocated && !said {
        let message = format!("{estimated} tokens estimated of {allocated} allocated, and no gap says so");
        let pointer = "/budget/estimatedTokens";
        found.push(
            Diagnostic::new(Code::BudgetExceeded, pointer, message)
                .hint("prune the packet, or record the gap"),
        );
    }
}

fn items(packet: &Packet<'_>, found: &mut Vec<Diagnostic>) {
    for (section, items) in packet.environment.sections() {
        for (index, item) in items.iter().enumerate() {
            let pointer = format!("/environment/{section}/{index}");
            if item.get("id").and_then(Value::as_str).is_none() {
                let message = "the item has no id, so nothing can refer to it";
                found.push(Diagnostic::new(Code::ItemNoId, &*pointer, message).hint("give it an id"));
            }
            if let Some(confidence) = item.get("confidence")
                && !confidence.as_str().is_some_and(|word| CONFIDENCES.contains(&word))
            {
                let message = format!("{confidence} is no known confidence");
                let pointer = format!("{pointer}/confidence");
                found.push(
                    Diagnostic::new(Code::ItemUnknownConfidence, pointer, message)
                        .hint("use verified, probable or uncertain"),
                );
            }
        }
    }
}
