//! Documents with one fault each, made by walking the schema files: the fault's code, pointer and line are
//! known before anything is checked.

use std::collections::BTreeSet;

use casebook::code::{Code, Severity};
use casebook::input::Document;
use casebook::validate::{Checked, Options, check};
use serde_json::{Value, json};

const RESEARCH: &str = include_str!("../../schemas/research-output.schema.json");
const PACKET: &str = include_str!("../../schemas/context-packet.schema.json");
const COMMON: &str = include_str!("../../schemas/common.schema.json");

/// A research output that has every key its schema knows.
fn research() -> Value {
    json!({
        "$schema": "https://cleo-dev.com/schemas/v1/rcsd-research-output.schema.json",
        "_meta": {
            "researchId": "res_0a1b2c3d", "taskId": "T001", "shortName": "every-key", "version": "1.2.3",
            "createdAt": "2026-01-18T10:00:00Z", "completedAt": "2026-01-18T10:10:00+00:00", "duration": 600,
        },
        "query": {
            "original": "Which key is missing?", "expanded": ["keys"], "domains": ["schemas"],
            "exclusions": ["prose"], "context": "A test",
        },
        "status": "completed",
        "sources": {
            "searched": 4, "used": 1,
            "byTool": {"tavily": 1, "context7": 0, "webFetch": 1, "reddit": 0, "codebase": 1},
            "citations": [{
                "id": "cite_0a1b2c", "type": "web", "title": "A page", "url": "https://example.com/a",
                "author": "A body", "date": "2026-01-17", "reliability": "high", "tool": "manual",
                "excerpt": "All keys are here.",
            }],
        },
        "findings": [
            {
                "id": "find_0a1b2c", "claim": "All keys are here.",
                "evidence": [{"citationId": "cite_0a1b2c", "quote": "All keys", "weight": 0.5}],
                "sourceCount": 1, "confidence": 0.75, "relevance": 1, "category": "fact", "tags": ["keys"],
            },
            {"id": "find_ffffff", "claim": "This one is bare.", "confidence": 0},
        ],
        "themes": [{
            "id": "theme_0a1b", "name": "Keys", "description": "All of them", "strength": "strong",
            "findingIds": ["find_0a1b2c", "find_ffffff"],
        }],
        "contradictions": [{
            "id": "contra_0a1b", "description": "Here or not", "resolution": "Look again", "severity": "minor",
            "requiresConsensus": false, "findingIds": ["find_0a1b2c", "find_ffffff"],
        }],
        "gaps": [{
            "id": "gap_0a1b", "description": "Which keys come next", "importance": "low",
            "suggestedSources": ["the schema"], "blocksFindings": ["find_0a1b2c"],
        }],
        "actionableItems": [{
            "id": "action_0a1b", "action": "Keep them", "rationale": "They are asked for", "priority": "low",
            "basedOn": ["find_0a1b2c"], "effort": "small",
        }],
        "confidence": {
            "overall": 0.5, "caveats": ["none"],
            "factors": {
                "sourceQuality": 1, "sourceDiversity": 0, "evidenceStrength": 0.25, "consistency": 0.5, "recency": 1,
            },
        },
        "rawData": {"tavilyResponses": [1], "context7Responses": [], "extractedContent": [], "more": {}},
    })
}

/// A context packet that has every key its schema knows.
fn packet() -> Value {
    json!({
        "schema": "kxm.context-packet.v2", "packetId": "packet-1", "project": "keys",
        "generatedAt": "2026-01-18T10:00:00.5Z", "targetRole": "writer",
        "task": {
            "taskId": "task-1", "stepId": "write", "stepAttempt": 1, "objective": "Write all keys",
            "allowedOutcomes": ["done"], "permissionCeiling": "edit",
        },
        "acceptanceCriteria": [{
            "id": "all", "description": "All keys", "verificationKind": "gate", "targetRef": "keys",
            "required": true,
        }],
        "plan": {"planHash": "default", "activeStepIndex": 1, "totalSteps": 2, "settledDecisions": ["All of them"]},
        "predecessors": [{
            "stepId": "plan", "role": "planner", "status": "passed", "summary": "Planned",
            "settledAt": "2026-01-18T09:00:00Z", "decisions": ["All of them"],
            "artifacts": [{
                "name": "plan", "kind": "plan", "artifactRef": "artifact:plan.md", "contentSnippet": "keys",
            }],
        }],
        "environment": {
            "sharedDefaults": [{"id": "rule-1", "summary": "Leave none out"}],
            "projectKnowledge": [{"id": "item-1", "anything": [1]}], "currentState": [], "contradictions": [],
            "activeSkills": [{}],
        },
        "budget": {
            "allocatedTokens": 100, "estimatedTokens": 10, "unresolvedGaps": ["none"],
            "provenanceSummary": {"human": 1},
        },
    })
}

/// One changed document and what must be found in it: code and pointer of every error.
struct Mutant {
    document: Value,
    expected: BTreeSet<(Code, String)>,
}

/// Makes the mutants of a document along its schema.
struct Walk<'a> {
    root: &'a Value,
    common: Value,
    document: Value,
    mutants: Vec<Mutant>,
}

impl<'a> Walk<'a> {
    fn mutants(schema: &'a Value, document: &Value) -> Vec<Mutant> {
        let common = serde_json::from_str(COMMON).unwrap();
        let mut walk = Walk { root: schema, common, document: document.clone(), mutants: Vec::new() };
        walk.value(schema, document, "");
        walk.mutants
    }

    fn follow<'s>(&'s self, schema: &'s Value) -> &'s Value {
        let Some(target) = schema["$ref"].as_str() else { return schema };
        let (file, pointer) = target.split_once('#').unwrap();
        let root = if file.is_empty() { self.root } else { &self.common };
        root.pointer(pointer).unwrap()
    }

    /// The document with the value at `pointer` replaced, or taken out.
    fn with(&self, pointer: &str, value: Option<Value>) -> Value {
        let mut document = self.document.clone();
        if let Some(value) = value {
            *document.pointer_mut(pointer).unwrap() = value;
        } else {
            let (above, key) = pointer.rsplit_once('/').unwrap();
            document.pointer_mut(above).unwrap().as_object_mut().unwrap().remove(key);
        }
        document
    }

    fn add(&mut self, document: Value, expected: &[(Code, &str)]) {
        let expected = expected.iter().map(|(code, pointer)| (*code, (*pointer).to_owned())).collect();
        self.mutants.push(Mutant { document, expected });
    }

    fn replace(&mut self, pointer: &str, value: Value, codes: &[Code]) {
        let document = self.with(pointer, Some(value));
        self.add(document, &codes.iter().map(|code| (*code, pointer)).collect::<Vec<_>>());
    }

    fn value(&mut self, schema: &Value, value: &Value, pointer: &str) {
        let schema = self.follow(schema).clone();
        self.keywords(&schema, value, pointer);
        match value {
            Value::Object(members) => {
                self.keys(&schema, pointer);
                for (key, member) in members {
                    let declared = schema["properties"].get(key).unwrap_or(&schema["additionalProperties"]);
                    self.value(declared, member, &format!("{pointer}/{key}"));
                }
            }
            Value::Array(items) if !items.is_empty() => {
                self.value(&schema["items"], &items[0], &format!("{pointer}/0"));
            }
            _ => {}
        }
    }

    /// Each required key taken out, each other one too; a key too many.
    fn keys(&mut self, schema: &Value, pointer: &str) {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for key in schema["properties"].as_object().into_iter().flat_map(|map| map.keys()) {
            let at = format!("{pointer}/{key}");
            if self.document.pointer(&at).is_none() {
                continue;
            }
            let document = self.with(&at, None);
            let missing = [(Code::SchemaRequired, pointer)];
            let expected = if required.contains(&key.as_str()) { &missing[..] } else { &[] };
            self.add(document, expected);
        }
        if schema["additionalProperties"] == false {
            let mut document = self.document.clone();
            let object = document.pointer_mut(pointer).unwrap().as_object_mut().unwrap();
            object.insert("~/x".to_owned(), json!({"any": "thing"}));
            self.add(document, &[(Code::SchemaAdditionalProperty, &format!("{pointer}/~0~1x"))]);
        }
    }

    /// Each limit met and crossed by one, each set, pattern, format and type broken.
    fn keywords(&mut self, schema: &Value, value: &Value, pointer: &str) {
        let limit = |keyword: &str| schema[keyword].as_u64().map(|limit| usize::try_from(limit).unwrap());
        // Two bytes, one code point.
        let text = |length: usize| Value::from("é".repeat(length));
        if let Some(most) = limit("maxLength") {
            self.replace(pointer, text(most), &[]);
            self.replace(pointer, text(most + 1), &[Code::SchemaLength]);
        }
        if let Some(least) = limit("minLength") {
            self.replace(pointer, text(least), &[]);
            self.replace(pointer, text(least - 1), &[Code::SchemaLength]);
        }
        if let Some(least) = limit("minItems").filter(|least| *least > 0) {
            let items = value.as_array().unwrap()[..least - 1].to_vec();
            self.replace(pointer, items.into(), &[Code::SchemaItems]);
        }
        let step = if schema["type"] == "integer" { 1.0 } else { 0.001 };
        if let Some(least) = schema["minimum"].as_f64() {
            self.replace(pointer, json!(least - step), &[Code::SchemaRange]);
        }
        if let Some(most) = schema["maximum"].as_f64() {
            self.replace(pointer, json!(most), &[]);
            self.replace(pointer, json!(most + step), &[Code::SchemaRange]);
        }
        if schema["type"] == "integer" {
            self.replace(pointer, json!(1e30), &[Code::JsonNumberRange]);
        }
        let keywords = [
            ("enum", Code::SchemaEnum, "é"),
            ("const", Code::SchemaConst, "é"),
            ("pattern", Code::SchemaPattern, "é"),
            ("format", Code::SchemaFormat, "é"),
        ];
        for (keyword, code, broken) in keywords {
            if schema.get(keyword).is_some() {
                self.replace(pointer, broken.into(), &[code]);
            }
        }
        self.types(schema, pointer);
    }

    /// A value of another type, which is not in the set either.
    fn types(&mut self, schema: &Value, pointer: &str) {
        let also = [("enum", Code::SchemaEnum), ("const", Code::SchemaConst)];
        let also =
            also.into_iter().filter(|(keyword, _)| schema.get(keyword).is_some()).map(|(_, code)| code);
        let mut codes: Vec<_> = also.collect();
        let Some(wanted) = schema["type"].as_str() else {
            if !codes.is_empty() {
                self.replace(pointer, json!(7), &codes);
            }
            return;
        };
        codes.push(Code::SchemaType);
        let others = [json!(null), json!(true), json!("é"), json!(7.5), json!([]), json!({})];
        for other in others {
            let same = match &other {
                Value::Bool(_) => wanted == "boolean",
                Value::String(_) => wanted == "string",
                Value::Number(_) => wanted == "number",
                Value::Array(_) => wanted == "array",
                Value::Object(_) => wanted == "object",
                Value::Null => false,
            };
            // A document that is no object has no kind.
            if !same && !pointer.is_empty() {
                self.replace(pointer, other, &codes);
            }
        }
    }
}

/// Lines that a value takes when it is pretty-printed.
fn lines(value: &Value) -> u64 {
    match value {
        Value::Object(members) if !members.is_empty() => 2 + members.values().map(lines).sum::<u64>(),
        Value::Array(items) if !items.is_empty() => 2 + items.iter().map(lines).sum::<u64>(),
        _ => 1,
    }
}

/// The line on which the value at `pointer` begins when its document is pretty-printed.
fn line(document: &Value, pointer: &str) -> u64 {
    let Some(rest) = pointer.strip_prefix('/') else { return 1 };
    let (step, below) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    let step = step.replace("~1", "/").replace("~0", "~");
    let (before, inner): (u64, &Value) = match document {
        Value::Object(members) => {
            let before =
                members.iter().take_while(|(key, _)| **key != step).map(|(_, value)| lines(value)).sum();
            (before, &members[&step])
        }
        Value::Array(items) => {
            let index: usize = step.parse().unwrap();
            (items[..index].iter().map(lines).sum(), &items[index])
        }
        _ => panic!("{pointer} leads into a scalar"),
    };
    before + 1 + line(inner, below)
}

fn checked(document: &Value) -> Checked {
    let raw = serde_json::to_vec_pretty(document).unwrap();
    check(&Document::new("mutant.json", raw), &Options { max_errors: 1000, ..Options::default() })
}

fn holds(schema: &str, document: &Value, fewest: usize) {
    let valid = checked(document);
    assert!(valid.projection.is_some(), "{:#?}", valid.diagnostics);
    let schema = serde_json::from_str(schema).unwrap();
    let mutants = Walk::mutants(&schema, document);
    assert!(mutants.len() >= fewest, "only {} mutants", mutants.len());
    for Mutant { document, expected } in mutants {
        let checked = checked(&document);
        let errors: Vec<_> = checked.diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        let found: BTreeSet<_> = errors.iter().map(|d| (d.code, d.pointer.clone())).collect();
        assert_eq!(found, expected, "{errors:#?}\n{document:#}");
        assert_eq!(errors.len(), expected.len(), "{errors:#?}");
        assert_eq!(checked.projection.is_some(), expected.is_empty());
        for error in errors {
            assert_eq!(error.position.line, line(&document, &error.pointer), "{error:#?}\n{document:#}");
            assert_eq!(error.keyword.is_some(), error.code != Code::JsonNumberRange, "{error:#?}");
        }
    }
}

#[test]
fn every_constraint_of_research_is_held() {
    holds(RESEARCH, &research(), 700);
}

#[test]
fn every_constraint_of_a_packet_is_held() {
    holds(PACKET, &packet(), 400);
}
