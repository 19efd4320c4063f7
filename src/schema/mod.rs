//! The schemas documents are checked against. The only place that knows the validator crate.
//!
//! May use `code`, `diagnostic`, `nearest`. Invariant: nothing is ever fetched, and no schema is compiled
//! before a document needs it.

mod explain;
mod hint;
mod integers;

use std::sync::LazyLock;

use jsonschema::{Registry, Validator};
use serde_json::Value;

use crate::diagnostic::Diagnostic;

pub use integers::whole;

/// A schema that comes with casebook.
#[derive(Debug)]
pub struct Builtin {
    /// The name it goes by, part of an artifact's id.
    pub name: &'static str,
    /// The schema file.
    pub text: &'static str,
    compiled: LazyLock<Compiled>,
}

/// Research output, draft-07.
pub static RESEARCH: Builtin = Builtin {
    name: "research-output",
    text: include_str!("../../schemas/research-output.schema.json"),
    compiled: LazyLock::new(|| Compiled::new(RESEARCH.text)),
};

/// Context packet, 2020-12.
pub static PACKET: Builtin = Builtin {
    name: "context-packet",
    text: include_str!("../../schemas/context-packet.schema.json"),
    compiled: LazyLock::new(|| Compiled::new(PACKET.text)),
};

/// What the other schemas refer to.
const COMMON: &str = include_str!("../../schemas/common.schema.json");
const COMMON_URI: &str = "https://schemas.kxm.dev/common.schema.json";

#[derive(Debug)]
struct Compiled {
    schema: Value,
    validator: Validator,
}

impl Compiled {
    fn new(text: &str) -> Self {
        let schema = parse(text);
        let registry = Registry::new()
            .add(COMMON_URI, parse(COMMON))
            .and_then(jsonschema::RegistryBuilder::prepare)
            .expect("the shared definitions are a valid schema");
        let validator = jsonschema::options()
            .offline()
            .with_registry(&registry)
            .should_validate_formats(true)
            .build(&schema)
            .expect("built-in schemas compile, a test sees to it");
        Self { schema, validator }
    }
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).expect("built-in schemas are JSON, a test sees to it")
}

impl Builtin {
    /// All that is wrong with a document, unlocated, in no order; empty if it is valid.
    pub fn check(&self, document: &Value) -> Vec<Diagnostic> {
        let Compiled { schema, validator } = &*self.compiled;
        if validator.is_valid(document) {
            return Vec::new();
        }
        validator.iter_errors(document).flat_map(|error| explain::explain(schema, &error)).collect()
    }

    /// One `json.number-range` for each integer that the schema takes but 64 bits cannot hold.
    pub fn oversized(&self, document: &Value) -> Vec<Diagnostic> {
        integers::oversized(&self.compiled.schema, document)
    }
}
