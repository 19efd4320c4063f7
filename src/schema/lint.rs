//! The walk over every subschema of an own schema, by place and by reference.
//!
//! Invariant: each subschema is visited at the deepest nesting at which a value can meet it, in time
//! linear in the size of the document; a schema that contains itself ends the walk there.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use jsonschema::Draft;
use serde_json::{Map, Value};

use super::keywords::{self, Holds, Keyword};
use super::own::{Refusal, Warning};
use super::refs::{REFERENCES, Refs};
use crate::diagnostic::push_pointer;
use crate::nearest::closest;

/// The deepest nesting; the root is 1.
const MAX_NESTING: u8 = 5;
/// Keywords that say what the whole document is, and would change what `#` means elsewhere.
const ROOT_ONLY: [&str; 4] = ["$schema", "$id", "id", "$vocabulary"];

/// Visits every subschema.
///
/// # Errors
/// The first thing that no schema may do.
pub(super) fn check<'a>(refs: &Refs<'a>, document: &'a Value, draft: Draft) -> Result<Vec<Warning>, Refusal> {
    let mut walk = Walk {
        refs,
        draft,
        todo: Vec::new(),
        open: HashSet::new(),
        visited: HashMap::new(),
        warnings: Vec::new(),
    };
    walk.todo.push(Step::Enter(Visit {
        schema: document,
        pointer: String::new(),
        nesting: 1,
        field: false,
        context: Rc::default(),
    }));
    while let Some(step) = walk.todo.pop() {
        match step {
            Step::Enter(visit) => walk.enter(visit)?,
            Step::Leave(schema) => {
                walk.open.remove(&schema);
            }
        }
    }
    walk.warnings.sort_by(|a, b| a.pointer.cmp(&b.pointer));
    Ok(walk.warnings)
}

/// What the enclosing schemas already say of the same value.
#[derive(Clone, Default)]
struct Context<'a> {
    types: Vec<&'a str>,
    properties: HashSet<&'a str>,
}

struct Visit<'a> {
    schema: &'a Value,
    pointer: String,
    nesting: u8,
    /// Whether it is the schema of a named property.
    field: bool,
    context: Rc<Context<'a>>,
}

enum Step<'a> {
    Enter(Visit<'a>),
    Leave(*const Value),
}

struct Walk<'r, 'a> {
    refs: &'r Refs<'a>,
    draft: Draft,
    todo: Vec<Step<'a>>,
    /// The schemas that enclose the present one, by place or by reference.
    open: HashSet<*const Value>,
    /// The deepest nesting at which each schema was visited.
    visited: HashMap<*const Value, u8>,
    warnings: Vec<Warning>,
}

impl<'a> Walk<'_, 'a> {
    fn enter(&mut self, visit: Visit<'a>) -> Result<(), Refusal> {
        let Value::Object(members) = visit.schema else { return Ok(()) };
        if visit.nesting > MAX_NESTING {
            let reason = format!("schemas are nested more than {MAX_NESTING} deep");
            return Err(Refusal::new(visit.pointer, reason));
        }
        let identity = std::ptr::from_ref(visit.schema);
        let before = self.visited.get(&identity).copied();
        if self.open.contains(&identity) || before.is_some_and(|nesting| nesting >= visit.nesting) {
            return Ok(());
        }
        self.visited.insert(identity, visit.nesting);
        self.open.insert(identity);
        self.todo.push(Step::Leave(identity));
        if before.is_none() {
            self.warn(&visit, members);
        }
        let context = Rc::new(visit.context.within(members));
        // What stands beside a reference in these drafts is ignored, so it is warned of and no more.
        let ignored = self.ignores_siblings(members);
        if !ignored {
            check_required(&visit.pointer, members, &context)?;
        }
        self.follow(&visit, members)?;
        for (name, value) in members.iter().rev() {
            let keyword = self.known(&visit, name)?;
            if !ignored {
                check_type(&visit.pointer, keyword, &context)?;
            }
            self.push_children(&visit, keyword, value, &context);
        }
        Ok(())
    }

    fn ignores_siblings(&self, members: &Map<String, Value>) -> bool {
        self.draft < Draft::Draft201909 && members.contains_key("$ref")
    }

    fn known(&self, visit: &Visit<'a>, name: &str) -> Result<&'static Keyword, Refusal> {
        let pointer = push_pointer(&visit.pointer, name);
        if ROOT_ONLY.contains(&name) && !visit.pointer.is_empty() && !self.is_anchor(visit, name) {
            return Err(Refusal::new(pointer, format!("\"{name}\" may stand at the root only")));
        }
        keywords::find(self.draft, name).ok_or_else(|| {
            let refusal = Refusal::new(pointer, format!("\"{name}\" is no keyword of its draft"));
            match closest(name, keywords::names(self.draft)) {
                Some(known) => refusal.hint(format!("the nearest keyword is \"{known}\"")),
                None => refusal,
            }
        })
    }

    /// Before 2019-09 an id that is only a fragment is what an anchor is now.
    fn is_anchor(&self, visit: &Visit<'a>, name: &str) -> bool {
        let fragment = visit.schema[name].as_str().is_some_and(|id| id.starts_with('#'));
        self.draft < Draft::Draft201909 && fragment
    }

    /// A reference is as good as the schema it names standing in its place.
    fn follow(&mut self, visit: &Visit<'a>, members: &'a Map<String, Value>) -> Result<(), Refusal> {
        for keyword in REFERENCES {
            let Some(reference) = members.get(keyword).and_then(Value::as_str) else { continue };
            let pointer = push_pointer(&visit.pointer, keyword);
            if !Refs::is_local(reference) {
                return Err(Refusal::new(pointer, format!("\"{reference}\" leads out of the document"))
                    .hint("only references that begin with # are followed"));
            }
            let Some((target, schema)) = self.refs.resolve(reference) else {
                return Err(Refusal::new(pointer, format!("\"{reference}\" names nothing in the document")));
            };
            self.todo.push(Step::Enter(Visit {
                schema,
                pointer: target,
                nesting: visit.nesting,
                field: false,
                context: Rc::default(),
            }));
        }
        Ok(())
    }

    fn push_children(
        &mut self,
        visit: &Visit<'a>,
        keyword: &Keyword,
        value: &'a Value,
        context: &Rc<Context<'a>>,
    ) {
        let base = push_pointer(&visit.pointer, keyword.name);
        let mut push = |schema: &'a Value, pointer: String| {
            self.todo.push(Step::Enter(Visit {
                schema,
                pointer,
                nesting: visit.nesting + 1,
                field: keyword.name == "properties",
                context: if keyword.in_place { Rc::clone(context) } else { Rc::default() },
            }));
        };
        match (keyword.holds, value) {
            (Holds::Map, Value::Object(map)) => {
                map.iter().rev().for_each(|(name, schema)| push(schema, push_pointer(&base, name)));
            }
            (Holds::List | Holds::SchemaOrList, Value::Array(list)) => {
                let indexed = list.iter().enumerate().rev();
                indexed.for_each(|(index, schema)| push(schema, push_pointer(&base, &index.to_string())));
            }
            (Holds::Schema | Holds::SchemaOrList, _) => push(value, base),
            _ => {}
        }
    }

    fn warn(&mut self, visit: &Visit<'a>, members: &Map<String, Value>) {
        let ignored = self.ignores_siblings(members);
        let mut warn = |message: String| {
            self.warnings.push(Warning { pointer: visit.pointer.clone(), message });
        };
        if visit.field {
            let target = members
                .get("$ref")
                .and_then(Value::as_str)
                .and_then(|reference| self.refs.resolve(reference))
                .map(|(_, schema)| schema);
            let says = |key: &str| {
                members.contains_key(key) || target.is_some_and(|schema| schema.get(key).is_some())
            };
            for key in ["type", "description"].into_iter().filter(|key| !says(key)) {
                warn(format!("the field has no \"{key}\""));
            }
        }
        if ignored {
            let annotations = ["$ref", "title", "description", "$comment"];
            for key in members.keys().filter(|key| !annotations.contains(&key.as_str())) {
                warn(format!("\"{key}\" beside \"$ref\" is ignored in this draft"));
            }
        }
    }
}

impl<'a> Context<'a> {
    /// What is known of the value once this schema has spoken too.
    fn within(&self, members: &'a Map<String, Value>) -> Self {
        let own = match members.get("type") {
            Some(Value::String(name)) => vec![name.as_str()],
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let types = if own.is_empty() { self.types.clone() } else { own };
        let mut properties = self.properties.clone();
        if let Some(Value::Object(map)) = members.get("properties") {
            properties.extend(map.keys().map(String::as_str));
        }
        Self { types, properties }
    }
}

fn check_required(pointer: &str, members: &Map<String, Value>, context: &Context<'_>) -> Result<(), Refusal> {
    let required = members.get("required").and_then(Value::as_array).into_iter().flatten();
    for name in required.filter_map(Value::as_str) {
        if !context.properties.contains(name) {
            let pointer = push_pointer(pointer, "required");
            return Err(Refusal::new(
                pointer,
                format!("\"{name}\" is required but is not among the properties"),
            ));
        }
    }
    Ok(())
}

fn check_type(pointer: &str, keyword: &Keyword, context: &Context<'_>) -> Result<(), Refusal> {
    let Some(needed) = keyword.needs else { return Ok(()) };
    let fits = |name: &&str| *name == needed || (needed == "number" && *name == "integer");
    if context.types.iter().any(fits) {
        return Ok(());
    }
    let reason = format!("\"{}\" has no effect without \"type\": \"{needed}\"", keyword.name);
    Err(Refusal::new(push_pointer(pointer, keyword.name), reason))
}
