//! Ids and links inside a document, and the one place that follows them, for every kind.
//!
//! May use `code`, `diagnostic`. Invariant: a link that leads nowhere is reported and kept; it is never
//! dropped.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;

use crate::code::Code;
use crate::diagnostic::Diagnostic;

/// A list whose members have ids, unique within the list.
#[derive(Debug)]
pub(crate) struct List {
    /// What a member is called.
    pub noun: &'static str,
    /// Where the list stands, as an RFC 6901 pointer.
    pub pointer: &'static str,
}

/// The id of a list's member.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Id<'a> {
    pub list: &'static List,
    /// Position of the member.
    pub index: usize,
    pub text: &'a str,
}

/// A place where a document names a member of a list by its id.
#[derive(Debug)]
pub(crate) struct Reference<'a> {
    pub place: Place,
    pub target: &'static List,
    pub text: &'a str,
    /// What it is if there is no such member.
    pub missing: Code,
}

/// Where a link stands: in a list of a list's member. Spelled out only if there is something to say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub owner: &'static List,
    pub index: usize,
    /// The member's key that holds the links.
    pub key: &'static str,
    pub position: usize,
    /// What follows if the link is not the element itself, for example `/citationId`.
    pub rest: &'static str,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { owner, index, key, position, rest } = self;
        write!(f, "{}/{index}/{key}/{position}{rest}", owner.pointer)
    }
}

/// All ids of a document.
#[derive(Debug, Default)]
pub(crate) struct Ids<'a> {
    members: HashMap<(&'static str, &'a str), usize>,
    /// Ids given twice, each with the member that had it first.
    repeated: Vec<(Id<'a>, usize)>,
}

impl<'a> Ids<'a> {
    pub fn new(ids: impl IntoIterator<Item = Id<'a>>) -> Self {
        let mut all = Self::default();
        for id in ids {
            match all.members.entry((id.list.pointer, id.text)) {
                Entry::Vacant(free) => {
                    free.insert(id.index);
                }
                Entry::Occupied(first) => all.repeated.push((id, *first.get())),
            }
        }
        all
    }

    /// The position of the member with this id.
    pub fn find(&self, list: &List, id: &'a str) -> Option<usize> {
        self.members.get(&(list.pointer, id)).copied()
    }

    /// What is wrong with the ids themselves and with the links to them.
    pub fn check(&self, references: &[Reference<'a>]) -> Vec<Diagnostic> {
        let repeated = self.repeated.iter().map(|(id, first)| {
            let Id { list: List { noun, pointer }, index, text } = id;
            let message = format!("{noun} id \"{text}\" is taken by {pointer}/{first}");
            Diagnostic::new(Code::IdDuplicate, format!("{pointer}/{index}/id"), message)
                .hint("give each its own id, and see which of them is meant wherever the id is named")
        });
        let dangling =
            references.iter().filter(|link| self.find(link.target, link.text).is_none()).map(|link| {
                let noun = link.target.noun;
                let message = format!("there is no {noun} \"{}\" in this document", link.text);
                let diagnostic = Diagnostic::new(link.missing, link.place.to_string(), message);
                match self.nearest(link) {
                    Some(id) => diagnostic.hint(format!("did you mean \"{id}\"?")),
                    None => diagnostic.hint(format!("add the {noun}, or correct the id")),
                }
            });
        repeated.chain(dangling).collect()
    }

    /// The id that differs from the link in one digit, if there is just one.
    fn nearest(&self, link: &Reference<'a>) -> Option<&'a str> {
        let slip = |id: &&str| strsim::osa_distance(id, link.text) == 1;
        let ids = self.members.keys().filter(|(list, _)| *list == link.target.pointer);
        let mut near = ids.map(|(_, id)| *id).filter(slip);
        near.next().filter(|_| near.next().is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static CITATIONS: List = List { noun: "citation", pointer: "/sources/citations" };
    static FINDINGS: List = List { noun: "finding", pointer: "/findings" };

    fn link(text: &str) -> Reference<'_> {
        let place = Place { owner: &FINDINGS, index: 2, key: "evidence", position: 0, rest: "/citationId" };
        Reference { place, target: &CITATIONS, text, missing: Code::RefCitationMissing }
    }

    #[test]
    fn an_id_is_looked_for_in_its_own_list() {
        let ids = Ids::new([Id { list: &FINDINGS, index: 0, text: "a" }]);
        assert_eq!(ids.find(&FINDINGS, "a"), Some(0));
        assert_eq!(ids.find(&CITATIONS, "a"), None);
    }

    #[test]
    fn repeated_ids_and_dangling_links_are_named() {
        let ids = [(0, "cite_aaaaaa"), (1, "cite_bbbbbb"), (2, "cite_aaaaaa")];
        let ids = Ids::new(ids.map(|(index, text)| Id { list: &CITATIONS, index, text }));
        let found = ids.check(&[link("cite_bbbbbb"), link("cite_bbbbb0"), link("cite_ffffff")]);
        let seen: Vec<_> = found.iter().map(|d| (d.code, &*d.pointer, d.hint.as_deref())).collect();
        let pointer = "/findings/2/evidence/0/citationId";
        assert_eq!(seen[0].0, Code::IdDuplicate);
        assert_eq!(seen[0].1, "/sources/citations/2/id");
        assert_eq!(seen[1], (Code::RefCitationMissing, pointer, Some("did you mean \"cite_bbbbbb\"?")));
        assert_eq!(seen[2], (Code::RefCitationMissing, pointer, Some("add the citation, or correct the id")));
        assert_eq!(seen.len(), 3);
    }
}
