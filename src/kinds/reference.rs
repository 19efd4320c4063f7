//! Links inside a document, and the one place that follows them.
//!
//! May use `code`, `diagnostic`. Invariant: a kind says which links it has; whether they lead anywhere,
//! and whether ids are told apart, is decided here for all kinds.

use std::collections::{HashMap, HashSet};

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::nearest::nearest;

/// The ids of one sort of thing in a document, in order, with their positions in its list.
#[derive(Debug, Default)]
pub(crate) struct Ids<'a> {
    index: HashMap<&'a str, usize>,
}

impl<'a> Ids<'a> {
    /// Collects ids, reporting those that are there already. `list` is the pointer of their array.
    pub fn collect(list: &str, ids: impl IntoIterator<Item = &'a str>, found: &mut Vec<Diagnostic>) -> Self {
        let mut index: HashMap<&str, usize> = HashMap::new();
        for (position, id) in ids.into_iter().enumerate() {
            if let Some(first) = index.get(id) {
                let message = format!("the id {id} is already that of {list}/{first}");
                found.push(
                    Diagnostic::new(Code::IdDuplicate, format!("{list}/{position}/id"), message)
                        .hint("give each its own id"),
                );
            } else {
                index.insert(id, position);
            }
        }
        Self { index }
    }

    /// Where in its list the thing with this id stands.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.index.get(id).copied()
    }
}

/// A link from one place of a document to a thing of the same document.
#[derive(Clone, Debug)]
pub(crate) struct Reference<'a> {
    pub id: &'a str,
    pub pointer: String,
    /// The code if it leads nowhere.
    pub missing: Code,
    /// What it should lead to, as messages name it.
    pub noun: &'static str,
}

/// Reports the links that lead nowhere.
pub(crate) fn resolve(references: &[Reference<'_>], ids: &Ids<'_>, found: &mut Vec<Diagnostic>) {
    for reference in references.iter().filter(|reference| ids.position(reference.id).is_none()) {
        let message = format!("there is no {} {} in this document", reference.noun, reference.id);
        let hint = match nearest(reference.id, ids.index.keys().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("add the {}, or correct the id", reference.noun),
        };
        found.push(Diagnostic::new(reference.missing, &*reference.pointer, message).hint(hint));
    }
}

/// Reports ids that one list names again. `list` is its pointer.
pub(crate) fn repeated(list: &str, ids: &[&str], found: &mut Vec<Diagnostic>) {
    let mut seen = HashSet::new();
    for (position, id) in ids.iter().enumerate().filter(|(_, id)| !seen.insert(**id)) {
        let message = format!("{id} is named twice in this list");
        found.push(
            Diagnostic::new(Code::RefRepeated, format!("{list}/{position}"), message).hint("name it once"),
        );
    }
}

/// How many different ids a list names.
pub(crate) fn distinct(ids: &[&str]) -> usize {
    ids.iter().collect::<HashSet<_>>().len()
}
