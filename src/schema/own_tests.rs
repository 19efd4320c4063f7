use serde_json::{Value, json};

use super::*;

/// A schema of one described property, `value`, with this subschema.
fn of(value: &Value) -> Value {
    json!({"type": "object", "properties": {"value": value}})
}

fn check_value(schema: &Value) -> Result<OwnSchema> {
    load(schema.clone())
}

#[track_caller]
fn accepted(schema: &Value) -> Vec<(String, String)> {
    let schema = check_value(schema).unwrap_or_else(|error| panic!("{error}: {schema}"));
    schema.warnings.into_iter().map(|warning| (warning.pointer, warning.message)).collect()
}

#[track_caller]
fn refused(schema: &Value, reason: &str, pointer: &str) {
    let error = check_value(schema).err().unwrap_or_else(|| panic!("accepted: {schema}"));
    assert_eq!(error.kind, ErrorKind::SchemaRefused);
    assert_eq!(error.kind.exit().0, 6);
    assert!(error.message.contains(reason), "{} lacks {reason}", error.message);
    assert!(error.message.ends_with(&format!("(at {pointer})")), "{} is not at {pointer}", error.message);
}

type Hold = fn(Value) -> Value;

/// Every way to put a schema below another: where it stands under `value`, and what holds it there.
fn places() -> Vec<(&'static str, Hold)> {
    vec![
        ("anyOf/0", |s| json!({"type": "object", "anyOf": [s]})),
        ("allOf/0", |s| json!({"type": "object", "allOf": [s]})),
        ("oneOf/0", |s| json!({"type": "object", "oneOf": [s]})),
        ("not", |s| json!({"type": "object", "not": s})),
        ("if", |s| json!({"type": "object", "if": s})),
        ("then", |s| json!({"type": "object", "if": true, "then": s})),
        ("else", |s| json!({"type": "object", "if": true, "else": s})),
        ("$defs/d", |s| json!({"type": "object", "$defs": {"d": s}})),
        ("definitions/d", |s| json!({"type": "object", "definitions": {"d": s}})),
        ("prefixItems/0", |s| json!({"type": "array", "prefixItems": [s]})),
        ("items", |s| json!({"type": "array", "items": s})),
        ("contains", |s| json!({"type": "array", "contains": s})),
        ("unevaluatedItems", |s| json!({"type": "array", "unevaluatedItems": s})),
        ("properties/p", |s| json!({"type": "object", "properties": {"p": s}})),
        ("additionalProperties", |s| json!({"type": "object", "additionalProperties": s})),
        ("patternProperties/x", |s| json!({"type": "object", "patternProperties": {"x": s}})),
        ("propertyNames", |s| json!({"type": "object", "propertyNames": s})),
        ("dependentSchemas/p", |s| json!({"type": "object", "dependentSchemas": {"p": s}})),
        ("unevaluatedProperties", |s| json!({"type": "object", "unevaluatedProperties": s})),
        ("contentSchema", |s| json!({"type": "string", "contentSchema": s})),
    ]
}

/// `levels` objects, one inside the other.
fn tower(levels: usize) -> Value {
    (1..levels)
        .fold(json!({"type": "object"}), |inner, _| json!({"type": "object", "properties": {"p": inner}}))
}

#[test]
fn a_plain_schema_passes_and_is_acted_on() {
    let schema = check_value(&of(&json!({"type": "string", "format": "date", "description": "The day"})));
    let schema = schema.expect("a good schema");
    assert_eq!((schema.draft, schema.warnings.as_slice()), ("2020-12", &[][..]));
    assert!(schema.schema.check(&json!({"value": "2026-01-31"})).is_empty());
    assert!(!schema.schema.check(&json!({"value": "2026-02-30"})).is_empty(), "formats are asserted");
}

#[test]
fn the_root_is_an_object_schema() {
    let described = json!({"type": "string", "description": "x"});
    refused(&json!([]), "no object schema", "the root");
    refused(&json!(true), "no object schema", "the root");
    refused(&json!({"properties": {}}), "no object schema", "the root");
    refused(&json!({"type": "array", "items": described}), "no object schema", "the root");
    refused(&json!({"type": ["object"], "properties": {}}), "no object schema", "the root");
    refused(&json!({"type": "object"}), "no \"properties\"", "the root");
    refused(&json!({"type": "object", "properties": []}), "no \"properties\"", "the root");
    refused(&json!({"type": "object", "properties": {"a": true}}), "must be an object", "/properties/a");
    accepted(&json!({"type": "object", "properties": {}}));
}

#[test]
fn thirty_properties_at_the_top_and_no_more() {
    let wide = |count: usize| {
        let names = (0..count).map(|index| (format!("p{index}"), json!({"type": "string"})));
        json!({"type": "object", "properties": names.collect::<serde_json::Map<_, _>>()})
    };
    accepted(&wide(30));
    refused(&wide(31), "31 top-level properties", "/properties");
    accepted(&of(&wide(31)));
}

#[test]
fn five_levels_pass_and_six_do_not() {
    accepted(&tower(5));
    refused(
        &tower(6),
        "more than 5 deep",
        "/properties/p/properties/p/properties/p/properties/p/properties/p",
    );
}

#[test]
fn every_place_is_a_level() {
    for (place, hold) in places() {
        // The root, `value`, then the place: two more levels are left.
        accepted(&of(&hold(tower(3))));
        let below = format!("/properties/value/{place}/properties/p/properties/p/properties/p");
        refused(&of(&hold(tower(4))), "more than 5 deep", &below);
    }
}

#[test]
fn a_reference_is_as_deep_as_the_schema_it_names() {
    let with = |levels| {
        json!({
            "type": "object",
            "properties": {"a": {"type": "object", "properties": {"b": {"$ref": "#/$defs/tower"}}}},
            "$defs": {"tower": tower(levels)},
        })
    };
    accepted(&with(3));
    refused(&with(4), "more than 5 deep", "/$defs/tower/properties/p/properties/p/properties/p");
}

#[test]
fn a_shared_definition_counts_where_it_is_used_deepest() {
    let schema = json!({
        "type": "object",
        "properties": {
            "shallow": {"$ref": "#/$defs/pair"},
            "x": {"type": "object", "properties": {"y": {"type": "object", "properties": {"z": {"$ref": "#/$defs/pair"}}}}},
        },
        "$defs": {"pair": tower(3)},
    });
    refused(&schema, "more than 5 deep", "/$defs/pair/properties/p/properties/p");
}

#[test]
fn a_schema_may_contain_itself() {
    accepted(&of(&json!({"$ref": "#"})));
    accepted(&of(&json!({"$ref": ""})));
    accepted(&of(&json!({"type": "array", "items": {"$ref": "#"}})));
    accepted(&json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/a"}},
        "$defs": {
            "a": {"type": "object", "properties": {"b": {"$ref": "#/$defs/b"}}},
            "b": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}},
        },
    }));
}

#[test]
fn references_that_fan_out_take_no_time() {
    let branches = |next: usize| vec![json!({"$ref": format!("#/$defs/d{next}")}); 150];
    let mut definitions: serde_json::Map<_, _> =
        (0..8).map(|index| (format!("d{index}"), json!({"anyOf": branches(index + 1)}))).collect();
    definitions.insert("d8".into(), json!({"type": "string"}));
    let schema = json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/d0"}},
        "$defs": definitions,
    });
    assert_eq!(check_value(&schema).expect_err("nine deep").kind, ErrorKind::SchemaRefused);
    // A chain of references is no deeper than its end, however long.
    let chain: serde_json::Map<_, _> = (0..2000)
        .map(|index| (format!("c{index}"), json!({"$ref": format!("#/$defs/c{}", index + 1)})))
        .chain([("c2000".to_owned(), json!({"type": "string"}))])
        .collect();
    let schema = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/c0"}}, "$defs": chain});
    super::lint::check(&Refs::new(&schema), &schema, Draft::Draft202012).expect("two deep");
}

#[test]
fn references_never_leave_the_document() {
    let outward =
        ["https://example.org/a.json", "file:///etc/passwd", "other.json", "other.json#/a", "//host/x", "/a"];
    for reference in outward {
        refused(&of(&json!({"$ref": reference})), "leads out of the document", "/properties/value/$ref");
    }
    refused(&of(&json!({"$dynamicRef": "x#y"})), "leads out", "/properties/value/$dynamicRef");
    let old = json!({"$schema": "https://json-schema.org/draft/2019-09/schema", "type": "object",
        "properties": {"a": {"$recursiveRef": "http://169.254.169.254/"}}});
    refused(&old, "leads out", "/properties/a/$recursiveRef");
    for (place, hold) in places() {
        let pointer = format!("/properties/value/{place}/$ref");
        refused(&of(&hold(json!({"$ref": "https://example.org/"}))), "leads out of the document", &pointer);
    }
}

#[test]
fn local_references_must_name_something() {
    accepted(
        &json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/d"}}, "$defs": {"d": {"type": "string"}}}),
    );
    accepted(
        &json!({"type": "object", "properties": {"a": {"$ref": "#d"}}, "$defs": {"d": {"$anchor": "d", "type": "string"}}}),
    );
    refused(&of(&json!({"$ref": "#/$defs/none"})), "names nothing", "/properties/value/$ref");
    refused(&of(&json!({"$ref": "#none"})), "names nothing", "/properties/value/$ref");
}

#[test]
fn what_hides_behind_a_reference_is_checked_too() {
    let schema = json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/properties/b/default"}, "b": {"type": "object", "default": {"minlength": 3}}},
    });
    refused(&schema, "\"minlength\" is no keyword", "/properties/b/default/minlength");
}

#[test]
fn a_schema_inside_has_no_base_of_its_own() {
    refused(&of(&json!({"$id": "https://example.org/x"})), "at the root only", "/properties/value/$id");
    refused(
        &of(&json!({"$schema": "http://json-schema.org/draft-07/schema#"})),
        "at the root only",
        "/properties/value/$schema",
    );
    accepted(&json!({"$id": "https://example.org/x", "type": "object", "properties": {}}));
}

#[test]
fn known_dialects_in_both_spellings() {
    let with = |dialect: &str| json!({"$schema": dialect, "type": "object", "properties": {}});
    let drafts = [
        ("draft-04", "json-schema.org/draft-04/schema#"),
        ("draft-06", "json-schema.org/draft-06/schema#"),
        ("draft-07", "json-schema.org/draft-07/schema#"),
        ("2019-09", "json-schema.org/draft/2019-09/schema"),
        ("2020-12", "json-schema.org/draft/2020-12/schema"),
    ];
    for (name, rest) in drafts {
        for scheme in ["http", "https"] {
            let schema = check_value(&with(&format!("{scheme}://{rest}"))).expect("a known dialect");
            assert_eq!(schema.draft, name);
        }
    }
    for unknown in
        ["https://example.org/dialect", "draft-07", "", "https://json-schema.org/draft/2021-01/schema"]
    {
        refused(&with(unknown), "is unknown", "/$schema");
    }
    refused(&json!({"$schema": 7, "type": "object", "properties": {}}), "is unknown", "/$schema");
}

#[test]
fn the_draft_decides_what_is_a_keyword() {
    let tuple = json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
        "properties": {"a": {"type": "array", "items": [{"type": "string"}], "additionalItems": false}}});
    accepted(&tuple);
    let newer = json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object",
        "properties": {"a": {"type": "array", "prefixItems": []}}});
    refused(&newer, "\"prefixItems\" is no keyword", "/properties/a/prefixItems");
    refused(
        &of(&json!({"type": "array", "additionalItems": false})),
        "is no keyword",
        "/properties/value/additionalItems",
    );
}

#[test]
fn an_unknown_keyword_is_named_with_its_nearest() {
    let error = check_value(&of(&json!({"type": "string", "maxLenght": 3}))).expect_err("misspelt");
    assert!(error.message.contains("\"maxLenght\" is no keyword"), "{}", error.message);
    assert_eq!(error.hint.as_deref(), Some("the nearest keyword is \"maxLength\""));
    for (place, hold) in places() {
        let pointer = format!("/properties/value/{place}/requird");
        refused(&of(&hold(json!({"requird": []}))), "is no keyword", &pointer);
    }
    // Names of properties are free, and so is what is only data.
    accepted(&of(
        &json!({"type": "object", "properties": {"__proto__": {"type": "string"}}, "default": {"$ref": "x"},
        "examples": [{"foo": 1}], "enum": [{"$ref": "https://example.org/"}]}),
    ));
}

#[test]
fn required_names_are_among_the_properties() {
    accepted(&of(&json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]})));
    let dangling = json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "b"]});
    refused(&of(&dangling), "\"b\" is required", "/properties/value/required");
    refused(
        &json!({"type": "object", "properties": {}, "required": ["toString"]}),
        "\"toString\"",
        "/required",
    );
    for (place, hold) in places() {
        let pointer = format!("/properties/value/{place}/required");
        refused(&of(&hold(json!({"type": "object", "required": ["x"]}))), "is required but", &pointer);
    }
    // A branch that looks at the same object knows its properties.
    accepted(&of(
        &json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}),
    ));
}

#[test]
fn a_keyword_needs_its_type() {
    let needs = [
        ("minLength", json!(1), "string"),
        ("maxLength", json!(1), "string"),
        ("pattern", json!("x"), "string"),
        ("format", json!("date"), "string"),
        ("minimum", json!(1), "number"),
        ("maximum", json!(1), "number"),
        ("exclusiveMinimum", json!(1), "number"),
        ("exclusiveMaximum", json!(1), "number"),
        ("multipleOf", json!(1), "number"),
        ("items", json!({"type": "string"}), "array"),
        ("prefixItems", json!([{"type": "string"}]), "array"),
        ("contains", json!({"type": "string"}), "array"),
        ("minItems", json!(1), "array"),
        ("maxItems", json!(1), "array"),
        ("uniqueItems", json!(true), "array"),
        ("properties", json!({}), "object"),
        ("required", json!([]), "object"),
        ("additionalProperties", json!(false), "object"),
        ("patternProperties", json!({}), "object"),
        ("propertyNames", json!({"type": "string"}), "object"),
        ("minProperties", json!(1), "object"),
        ("maxProperties", json!(1), "object"),
        ("dependentRequired", json!({}), "object"),
    ];
    for (keyword, value, kind) in needs {
        accepted(&of(&json!({"type": kind, keyword: value})));
        accepted(&of(&json!({"type": [kind, "null"], keyword: value})));
        let pointer = format!("/properties/value/{keyword}");
        refused(&of(&json!({keyword: value})), &format!("without \"type\": \"{kind}\""), &pointer);
        refused(&of(&json!({"type": "boolean", keyword: value})), "has no effect", &pointer);
    }
    accepted(&of(&json!({"type": "integer", "minimum": 1})));
    for (place, hold) in places() {
        let pointer = format!("/properties/value/{place}/minLength");
        refused(&of(&hold(json!({"minLength": 1}))), "has no effect", &pointer);
    }
    // The type may stand in the schema around, if both look at the same value.
    accepted(&of(&json!({"type": "string", "anyOf": [{"minLength": 3}, {"pattern": "x"}]})));
}

#[test]
fn what_the_draft_itself_forbids_is_refused() {
    refused(&of(&json!({"type": "strin"})), "", "/properties/value/type");
    refused(&of(&json!({"type": "string", "minLength": -1})), "", "/properties/value/minLength");
    refused(&of(&json!({"type": "array", "items": 7})), "", "/properties/value/items");
    assert!(check_value(&of(&json!({"type": "string", "pattern": "("}))).is_err());
    assert!(check_value(&of(&json!({"type": "string", "format": "dat"}))).is_err());
}

#[test]
fn weak_fields_and_ignored_siblings_are_warned_of() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            "bare": {},
            "good": {"type": "string", "description": "x"},
            "named": {"$ref": "#/definitions/id", "pattern": "^x", "description": "An id"},
            "typed": {"type": "string"},
        },
        "definitions": {"id": {"type": "string"}},
    });
    let warnings = accepted(&schema);
    let expected = [
        ("/properties/bare", "the field has no \"type\""),
        ("/properties/bare", "the field has no \"description\""),
        ("/properties/named", "\"pattern\" beside \"$ref\" is ignored in this draft"),
        ("/properties/typed", "the field has no \"description\""),
    ];
    assert_eq!(warnings, expected.map(|(pointer, message)| (pointer.to_owned(), message.to_owned())));
    let mut newer = schema;
    newer["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    refused(&newer, "has no effect", "/properties/named/pattern");
}

#[test]
fn names_of_saved_schemas() {
    for good in ["a", "7", "Summary-2_x", &"n".repeat(64)] {
        assert!(is_valid_name(good), "{good}");
    }
    for bad in ["", "_a", "-a", "__proto__", "a b", "a/b", "..", "ä", "a.json", &"n".repeat(65)] {
        assert!(!is_valid_name(bad), "{bad}");
    }
}
