//! A context packet as its schema describes it, borrowed from the parsed document.
//!
//! Uses nothing of the crate but `Integer` and `Moment`. Invariant: a value that passed the schema can be
//! read, unless an integer in it does not fit 64 bits.

#![expect(clippy::struct_field_names, reason = "the fields are the keys of the schema")]

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::kinds::integer::Integer;
use crate::kinds::moment::Moment;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Packet<'a> {
    pub packet_id: &'a str,
    pub project: &'a str,
    #[serde(borrow)]
    pub generated_at: Moment<'a>,
    pub target_role: &'a str,
    #[serde(borrow)]
    pub task: Task<'a>,
    pub acceptance_criteria: Vec<Criterion<'a>>,
    pub plan: Plan<'a>,
    pub predecessors: Vec<Predecessor<'a>>,
    pub environment: Environment,
    pub budget: Budget<'a>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Task<'a> {
    pub task_id: &'a str,
    pub step_id: &'a str,
    pub step_attempt: Integer,
    pub objective: &'a str,
    #[serde(borrow)]
    pub allowed_outcomes: Vec<&'a str>,
    pub permission_ceiling: &'a str,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Criterion<'a> {
    pub id: &'a str,
    pub description: &'a str,
    pub verification_kind: &'a str,
    pub target_ref: Option<&'a str>,
    pub required: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Plan<'a> {
    pub plan_hash: &'a str,
    pub active_step_index: Integer,
    pub total_steps: Integer,
    #[serde(borrow)]
    pub settled_decisions: Vec<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Predecessor<'a> {
    pub step_id: &'a str,
    pub role: &'a str,
    pub status: &'a str,
    pub summary: &'a str,
    #[serde(borrow)]
    pub settled_at: Moment<'a>,
    pub artifacts: Vec<Artifact<'a>>,
    pub decisions: Vec<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Artifact<'a> {
    pub name: &'a str,
    pub kind: &'a str,
    pub artifact_ref: &'a str,
    pub content_snippet: Option<&'a str>,
}

/// The five lists of context items. Four of them are open objects, so all are read alike.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Environment {
    pub shared_defaults: Vec<Item>,
    pub project_knowledge: Vec<Item>,
    pub current_state: Vec<Item>,
    pub contradictions: Vec<Item>,
    pub active_skills: Vec<Item>,
}

/// One context item: an open object of which some keys are known in practice.
pub(crate) type Item = Map<String, Value>;

impl Environment {
    /// The lists with the names their items are filed under.
    pub fn sections(&self) -> [(&'static str, &[Item]); 5] {
        [
            ("sharedDefaults", &self.shared_defaults),
            ("projectKnowledge", &self.project_knowledge),
            ("currentState", &self.current_state),
            ("contradictions", &self.contradictions),
            ("activeSkills", &self.active_skills),
        ]
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Budget<'a> {
    pub allocated_tokens: Integer,
    pub estimated_tokens: Integer,
    #[serde(borrow)]
    pub unresolved_gaps: Vec<&'a str>,
    #[serde(borrow)]
    pub provenance_summary: BTreeMap<&'a str, Integer>,
}
