//! The schemas documents are checked against. The only place that knows the validator crate.
//!
//! May use `code`, `diagnostic`, `nearest`. Invariant: nothing is ever fetched, and no schema is compiled
//! before a document needs it.

mod explain;
mod hint;
mod integers;
mod keywords;
mod lint;
pub mod own;
pub mod prompt;
mod prune;
mod refs;
mod view;

use std::sync::LazyLock;

use jsonschema::{Registry, Validator};
use serde_json::Value;

use crate::diagnostic::Diagnostic;

pub use integers::whole;
pub use prune::Pruned;

/// A schema ready to be checked against.
#[derive(Debug)]
pub struct Schema {
    document: Value,
    validator: Validator,
}

impl Schema {
    /// The schema as JSON.
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// All that is wrong with a document, unlocated, in no order; empty if it is valid.
    pub fn check(&self, document: &Value) -> Vec<Diagnostic> {
        if self.validator.is_valid(document) {
            return Vec::new();
        }
        self.validator
            .iter_errors(document)
            .flat_map(|error| explain::explain(&self.document, &error))
            .collect()
    }

    /// One `json.number-range` for each integer that the schema takes but 64 bits cannot hold.
    pub fn oversized(&self, document: &Value) -> Vec<Diagnostic> {
        integers::oversized(&self.document, document)
    }
}

/// A schema that comes with casebook.
#[derive(Debug)]
pub struct Builtin {
    /// The name it goes by, part of an artifact's id.
    pub name: &'static str,
    /// The schema file.
    pub text: &'static str,
    compiled: LazyLock<Schema>,
}

macro_rules! builtin {
    ($($(#[$doc:meta])* $name:ident = $spelled:literal in $file:literal;)+) => {
        $($(#[$doc])*
        pub static $name: Builtin = Builtin {
            name: $spelled,
            text: include_str!(concat!("../../schemas/", $file)),
            compiled: LazyLock::new(|| compile($name.text)),
        };)+
    };
}

builtin! {
    /// Research output, draft-07.
    RESEARCH = "research-output" in "research-output.schema.json";
    /// Context packet, 2020-12.
    PACKET = "context-packet" in "context-packet.schema.json";
    /// What a reviewer found, 2020-12. Reviews have checks of their own; this is what prompts are made of.
    REVIEW = "reviewer-output" in "reviewer-output.schema.json";
    /// What stands around a report.
    ENVELOPE = "report-envelope" in "report-envelope.schema.json";
    /// Report: a session summed up.
    SUMMARY = "summary" in "report-summary.schema.json";
    /// Report: an incident looked back on.
    POSTMORTEM = "postmortem" in "report-postmortem.schema.json";
    /// Report: a lesson.
    TUTORIAL = "tutorial" in "report-tutorial.schema.json";
    /// Report: a bug hunted down.
    DEBUG = "debug" in "report-debug.schema.json";
    /// Report: for people who do not write software.
    EXECUTIVE = "executive" in "report-executive.schema.json";
}

/// The reports that come with casebook, the default one first.
pub static REPORTS: [&Builtin; 5] = [&SUMMARY, &POSTMORTEM, &TUTORIAL, &DEBUG, &EXECUTIVE];

/// What the other schemas refer to.
const COMMON: &str = include_str!("../../schemas/common.schema.json");
const COMMON_URI: &str = "https://schemas.kxm.dev/common.schema.json";

impl Builtin {
    /// The schema, compiled when it is first asked for.
    pub fn schema(&self) -> &Schema {
        &self.compiled
    }
}

/// The definitions that built-in schemas share.
pub fn common() -> &'static Value {
    static SHARED: LazyLock<Value> = LazyLock::new(|| parse(COMMON));
    &SHARED
}

fn compile(text: &str) -> Schema {
    let document = parse(text);
    let registry = Registry::new()
        .add(COMMON_URI, parse(COMMON))
        .and_then(jsonschema::RegistryBuilder::prepare)
        .expect("the shared definitions are a valid schema");
    let validator = jsonschema::options()
        .offline()
        .with_registry(&registry)
        .should_validate_formats(true)
        .build(&document)
        .expect("built-in schemas compile, a test sees to it");
    Schema { document, validator }
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("built-in schemas are JSON, a test sees to it")
}
