//! A research output as its schema describes it, borrowed from the parsed document.
//!
//! Uses nothing of the crate but `Integer` and `Moment`. Invariant: a value that passed the schema can be
//! read, unless an integer in it does not fit 64 bits.

#![expect(clippy::struct_field_names, reason = "the fields are the keys of the schema")]

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::kinds::integer::Integer;
use crate::kinds::moment::Moment;

#[derive(Debug, Deserialize)]
pub(crate) struct Research<'a> {
    #[serde(rename = "_meta", borrow)]
    pub meta: Meta<'a>,
    pub query: Query<'a>,
    pub status: &'a str,
    pub sources: Sources<'a>,
    pub findings: Vec<Finding<'a>>,
    #[serde(default)]
    pub themes: Vec<Theme<'a>>,
    #[serde(default)]
    pub contradictions: Vec<Contradiction<'a>>,
    #[serde(default)]
    pub gaps: Vec<Gap<'a>>,
    #[serde(default, rename = "actionableItems")]
    pub actions: Vec<Action<'a>>,
    pub confidence: Option<Confidence<'a>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Meta<'a> {
    pub research_id: &'a str,
    pub task_id: &'a str,
    pub short_name: &'a str,
    pub version: Option<&'a str>,
    #[serde(borrow)]
    pub created_at: Moment<'a>,
    pub completed_at: Option<Moment<'a>>,
    /// Seconds.
    pub duration: Option<Integer>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Query<'a> {
    pub original: &'a str,
    #[serde(default, borrow)]
    pub expanded: Vec<&'a str>,
    #[serde(default)]
    pub domains: Vec<&'a str>,
    #[serde(default)]
    pub exclusions: Vec<&'a str>,
    pub context: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Sources<'a> {
    pub searched: Integer,
    pub used: Integer,
    #[serde(default, borrow)]
    pub by_tool: BTreeMap<&'a str, Integer>,
    pub citations: Vec<Citation<'a>>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Citation<'a> {
    pub id: &'a str,
    #[serde(rename = "type")]
    pub kind: &'a str,
    pub title: &'a str,
    pub url: Option<&'a str>,
    pub author: Option<&'a str>,
    pub date: Option<&'a str>,
    pub reliability: Option<&'a str>,
    pub tool: Option<&'a str>,
    pub excerpt: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Finding<'a> {
    pub id: &'a str,
    pub claim: &'a str,
    #[serde(default, borrow)]
    pub evidence: Vec<Evidence<'a>>,
    pub source_count: Option<Integer>,
    pub confidence: f64,
    pub relevance: Option<f64>,
    pub category: Option<&'a str>,
    #[serde(default)]
    pub tags: Vec<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Evidence<'a> {
    pub citation_id: &'a str,
    pub quote: &'a str,
    pub weight: Option<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Theme<'a> {
    pub id: &'a str,
    pub name: &'a str,
    pub description: Option<&'a str>,
    #[serde(borrow)]
    pub finding_ids: Vec<&'a str>,
    pub strength: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Contradiction<'a> {
    pub id: &'a str,
    pub description: &'a str,
    #[serde(borrow)]
    pub finding_ids: Vec<&'a str>,
    pub resolution: Option<&'a str>,
    pub severity: Option<&'a str>,
    pub requires_consensus: Option<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Gap<'a> {
    pub id: &'a str,
    pub description: &'a str,
    pub importance: Option<&'a str>,
    #[serde(default, borrow)]
    pub suggested_sources: Vec<&'a str>,
    #[serde(default)]
    pub blocks_findings: Vec<&'a str>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Action<'a> {
    pub id: &'a str,
    pub action: &'a str,
    pub rationale: Option<&'a str>,
    pub priority: &'a str,
    #[serde(default, borrow)]
    pub based_on: Vec<&'a str>,
    pub effort: Option<&'a str>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Confidence<'a> {
    pub overall: f64,
    #[serde(default)]
    pub factors: Factors,
    #[serde(default, borrow)]
    pub caveats: Vec<&'a str>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Factors {
    pub source_quality: Option<f64>,
    pub source_diversity: Option<f64>,
    pub evidence_strength: Option<f64>,
    pub consistency: Option<f64>,
    pub recency: Option<f64>,
}
