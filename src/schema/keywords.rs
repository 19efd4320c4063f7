//! The keywords of JSON Schema as data: in which drafts each exists, what it holds, what type it
//! speaks of.
//!
//! Invariant: a keyword that the validator would pass over in silence is not in the table.

use jsonschema::Draft;

/// Where the subschemas of a keyword are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Nothing,
    Schema,
    List,
    Map,
    /// `items` before 2020-12: one schema, or one a position.
    SchemaOrList,
}

/// One keyword.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keyword {
    pub name: &'static str,
    since: Draft,
    until: Draft,
    pub holds: Holds,
    /// The type it constrains; the validator ignores it for a value of any other type.
    pub needs: Option<&'static str>,
    /// Whether its subschemas look at the same value as the schema they stand in.
    pub in_place: bool,
}

impl Keyword {
    fn exists_in(&self, draft: Draft) -> bool {
        self.since <= draft && draft <= self.until
    }
}

/// The keyword of this name, if the draft has it.
pub(super) fn find(draft: Draft, name: &str) -> Option<&'static Keyword> {
    KEYWORDS.iter().find(|keyword| keyword.name == name && keyword.exists_in(draft))
}

/// The names of the draft's keywords.
pub(super) fn names(draft: Draft) -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().filter(move |keyword| keyword.exists_in(draft)).map(|keyword| keyword.name)
}

const FIRST: Draft = Draft::Draft4;
const LAST: Draft = Draft::Draft202012;

const fn keyword(name: &'static str, since: Draft, holds: Holds) -> Keyword {
    Keyword { name, since, until: LAST, holds, needs: None, in_place: false }
}

const fn plain(name: &'static str) -> Keyword {
    keyword(name, FIRST, Holds::Nothing)
}

const fn about(needs: &'static str, keyword: Keyword) -> Keyword {
    Keyword { needs: Some(needs), ..keyword }
}

const fn in_place(keyword: Keyword) -> Keyword {
    Keyword { in_place: true, ..keyword }
}

const fn until(until: Draft, keyword: Keyword) -> Keyword {
    Keyword { until, ..keyword }
}

const KEYWORDS: &[Keyword] = &[
    // What a schema is, and what it points to.
    plain("$schema"),
    until(Draft::Draft4, plain("id")),
    keyword("$id", Draft::Draft6, Holds::Nothing),
    plain("$ref"),
    keyword("$comment", Draft::Draft7, Holds::Nothing),
    keyword("$anchor", Draft::Draft201909, Holds::Nothing),
    keyword("$vocabulary", Draft::Draft201909, Holds::Nothing),
    until(Draft::Draft201909, keyword("$recursiveRef", Draft::Draft201909, Holds::Nothing)),
    until(Draft::Draft201909, keyword("$recursiveAnchor", Draft::Draft201909, Holds::Nothing)),
    keyword("$dynamicRef", Draft::Draft202012, Holds::Nothing),
    keyword("$dynamicAnchor", Draft::Draft202012, Holds::Nothing),
    keyword("$defs", Draft::Draft201909, Holds::Map),
    keyword("definitions", FIRST, Holds::Map),
    // What people and prompts are told.
    plain("title"),
    plain("description"),
    plain("default"),
    keyword("examples", Draft::Draft6, Holds::Nothing),
    keyword("readOnly", Draft::Draft7, Holds::Nothing),
    keyword("writeOnly", Draft::Draft7, Holds::Nothing),
    keyword("deprecated", Draft::Draft201909, Holds::Nothing),
    // Any value.
    plain("type"),
    plain("enum"),
    keyword("const", Draft::Draft6, Holds::Nothing),
    in_place(keyword("allOf", FIRST, Holds::List)),
    in_place(keyword("anyOf", FIRST, Holds::List)),
    in_place(keyword("oneOf", FIRST, Holds::List)),
    in_place(keyword("not", FIRST, Holds::Schema)),
    in_place(keyword("if", Draft::Draft7, Holds::Schema)),
    in_place(keyword("then", Draft::Draft7, Holds::Schema)),
    in_place(keyword("else", Draft::Draft7, Holds::Schema)),
    // Numbers.
    about("number", plain("multipleOf")),
    about("number", plain("minimum")),
    about("number", plain("maximum")),
    about("number", plain("exclusiveMinimum")),
    about("number", plain("exclusiveMaximum")),
    // Strings.
    about("string", plain("minLength")),
    about("string", plain("maxLength")),
    about("string", plain("pattern")),
    about("string", plain("format")),
    about("string", keyword("contentEncoding", Draft::Draft6, Holds::Nothing)),
    about("string", keyword("contentMediaType", Draft::Draft6, Holds::Nothing)),
    about("string", keyword("contentSchema", Draft::Draft201909, Holds::Schema)),
    // Arrays.
    about("array", plain("minItems")),
    about("array", plain("maxItems")),
    about("array", plain("uniqueItems")),
    about("array", until(Draft::Draft201909, keyword("items", FIRST, Holds::SchemaOrList))),
    about("array", keyword("items", Draft::Draft202012, Holds::Schema)),
    about("array", until(Draft::Draft201909, keyword("additionalItems", FIRST, Holds::Schema))),
    about("array", keyword("prefixItems", Draft::Draft202012, Holds::List)),
    about("array", keyword("contains", Draft::Draft6, Holds::Schema)),
    about("array", keyword("minContains", Draft::Draft201909, Holds::Nothing)),
    about("array", keyword("maxContains", Draft::Draft201909, Holds::Nothing)),
    about("array", keyword("unevaluatedItems", Draft::Draft201909, Holds::Schema)),
    // Objects.
    about("object", plain("minProperties")),
    about("object", plain("maxProperties")),
    about("object", plain("required")),
    about("object", keyword("properties", FIRST, Holds::Map)),
    about("object", keyword("patternProperties", FIRST, Holds::Map)),
    about("object", keyword("additionalProperties", FIRST, Holds::Schema)),
    about("object", keyword("propertyNames", Draft::Draft6, Holds::Schema)),
    about("object", keyword("dependentRequired", Draft::Draft201909, Holds::Nothing)),
    about("object", in_place(keyword("dependentSchemas", Draft::Draft201909, Holds::Map))),
    about("object", in_place(keyword("dependencies", FIRST, Holds::Map))),
    about("object", keyword("unevaluatedProperties", Draft::Draft201909, Holds::Schema)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_has_each_keyword_once_and_only_its_own() {
        for draft in [FIRST, Draft::Draft6, Draft::Draft7, Draft::Draft201909, LAST] {
            let mut all: Vec<_> = names(draft).collect();
            all.sort_unstable();
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{draft:?}");
        }
        assert!(find(Draft::Draft7, "prefixItems").is_none());
        assert!(find(LAST, "additionalItems").is_none());
        assert_eq!(find(LAST, "items").map(|keyword| keyword.holds), Some(Holds::Schema));
        assert_eq!(find(Draft::Draft7, "items").map(|keyword| keyword.holds), Some(Holds::SchemaOrList));
    }

    /// The validator's own list has the keywords that it acts on; it must not know one that we lack.
    #[test]
    fn the_table_has_every_keyword_that_the_validator_acts_on() {
        let known =
            names(FIRST).chain(names(Draft::Draft7)).chain(names(Draft::Draft201909)).chain(names(LAST));
        for name in known {
            for draft in [FIRST, Draft::Draft6, Draft::Draft7, Draft::Draft201909, LAST] {
                let superseded =
                    draft == LAST && (name == "additionalItems" || name.starts_with("$recursive"));
                if draft.is_known_keyword(name) && !superseded {
                    assert!(find(draft, name).is_some(), "{draft:?} {name}");
                }
            }
        }
    }
}
