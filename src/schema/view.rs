//! One value's schema seen whole: what stands in place, what it refers to, what `allOf` adds.
//!
//! Invariant: a view is finite, whatever refers to whatever.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::refs::{REFERENCES, Refs};

/// Keywords that explain and do nothing else.
pub(super) const NOTES: [&str; 4] = ["title", "description", "$comment", "examples"];

/// A schema document and those it may refer to.
#[derive(Debug)]
pub(super) struct Library<'a> {
    root: &'a Value,
    /// The first is the root's; the others are found by their `$id`.
    documents: Vec<(&'a str, Refs<'a>)>,
}

/// A schema, and the document in which its references are looked up.
pub(super) type Placed<'a> = (usize, &'a Value);

/// All the schema objects that speak of one value, the one in place first.
#[derive(Debug)]
pub(super) struct View<'a>(Vec<(usize, &'a Map<String, Value>)>);

impl<'a> Library<'a> {
    pub(super) fn new(root: &'a Value, others: &[&'a Value]) -> Self {
        let named = |document: &'a Value| {
            let id = document.get("$id").and_then(Value::as_str).unwrap_or_default();
            (id, Refs::new(document))
        };
        Self { root, documents: std::iter::once(root).chain(others.iter().copied()).map(named).collect() }
    }

    pub(super) fn root(&self) -> View<'a> {
        self.view(0, self.root)
    }

    pub(super) fn view(&self, document: usize, schema: &'a Value) -> View<'a> {
        let mut view = View(Vec::new());
        self.gather(document, schema, &mut view);
        view
    }

    fn gather(&self, document: usize, schema: &'a Value, view: &mut View<'a>) {
        let mut todo = vec![(document, schema)];
        while let Some((document, schema)) = todo.pop() {
            let Some(members) = schema.as_object() else { continue };
            if view.0.iter().any(|&(_, known)| std::ptr::eq(known, members)) {
                continue;
            }
            view.0.push((document, members));
            let all = members.get("allOf").and_then(Value::as_array).into_iter().flatten().rev();
            todo.extend(all.map(|schema| (document, schema)));
            let references = REFERENCES.iter().filter_map(|keyword| members.get(*keyword)?.as_str());
            todo.extend(references.filter_map(|reference| self.resolve(document, reference)));
        }
    }

    fn resolve(&self, document: usize, reference: &str) -> Option<Placed<'a>> {
        if Refs::is_local(reference) {
            return Some((document, self.documents[document].1.resolve(reference)?.1));
        }
        let (base, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let is_base = |id: &str| id == base || id.rsplit_once('/').is_some_and(|(_, name)| name == base);
        let found = self.documents.iter().position(|(id, _)| is_base(id))?;
        Some((found, self.documents[found].1.resolve(fragment)?.1))
    }
}

impl<'a> View<'a> {
    /// The first value of a keyword.
    pub(super) fn get(&self, keyword: &str) -> Option<Placed<'a>> {
        self.0.iter().find_map(|&(document, members)| Some((document, members.get(keyword)?)))
    }

    pub(super) fn text(&self, keyword: &str) -> Option<&'a str> {
        self.get(keyword)?.1.as_str()
    }

    /// The subschema of a keyword, if it is one schema and not a list.
    pub(super) fn schema(&self, keyword: &str) -> Option<Placed<'a>> {
        self.get(keyword).filter(|(_, schema)| schema.is_object())
    }

    pub(super) fn types(&self) -> Vec<&'a str> {
        match self.get("type") {
            Some((_, Value::String(name))) => vec![name],
            Some((_, Value::Array(names))) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    pub(super) fn properties(&self) -> BTreeMap<&'a str, Placed<'a>> {
        let mut all = BTreeMap::new();
        for &(document, members) in self.0.iter().rev() {
            let properties = members.get("properties").and_then(Value::as_object).into_iter().flatten();
            all.extend(properties.map(|(name, schema)| (name.as_str(), (document, schema))));
        }
        all
    }

    /// The names of the required keys, in the order the schema gives.
    pub(super) fn required(&self) -> Vec<&'a str> {
        let lists = self.0.iter().filter_map(|(_, members)| members.get("required")?.as_array());
        let mut names: Vec<&str> = Vec::new();
        for name in lists.flatten().filter_map(Value::as_str) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The forms of which a value takes one.
    pub(super) fn forms(&self) -> Vec<Placed<'a>> {
        let lists = self.0.iter().flat_map(|&(document, members)| {
            ["anyOf", "oneOf"].into_iter().filter_map(move |keyword| Some((document, members.get(keyword)?)))
        });
        let all = lists.flat_map(|(document, list)| {
            list.as_array().into_iter().flatten().map(move |schema| (document, schema))
        });
        all.collect()
    }

    /// What remains of the schema without these keywords.
    pub(super) fn without(&self, keywords: &[&str]) -> Map<String, Value> {
        let told =
            |name: &str, value: &Value| keywords.contains(&name) || (name == "items" && value.is_object());
        let all = self.0.iter().rev().flat_map(|(_, members)| *members);
        let rest = all.filter(|(name, value)| !told(name, value));
        rest.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// The same for two places that mean one schema: a reference, however it is described, means the
    /// schema it names.
    pub(super) fn identity(&self) -> Option<*const Map<String, Value>> {
        let says = |members: &Map<String, Value>| {
            members.keys().any(|key| !REFERENCES.contains(&key.as_str()) && !NOTES.contains(&key.as_str()))
        };
        self.0.iter().find(|(_, members)| says(members)).map(|&(_, members)| std::ptr::from_ref(members))
    }
}
