//! Random JSON for the property tests of this folder.

use proptest::prelude::*;
use serde_json::{Map, Value};

/// Any value, an object or array at the top, up to a handful of levels.
pub(super) fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-(1_i64 << 53)..(1_i64 << 53)).prop_map(Value::from),
        any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    let inner = leaf.prop_recursive(4, 24, 5, |inner| prop_oneof![array(inner.clone()), object(inner)]);
    prop_oneof![array(inner.clone()), object(inner)]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-d]{0,2}", "[\\PC\n\t\"\\\\\u{1F600}\u{FFFD}]{0,6}"]
}

fn array(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    prop::collection::vec(inner, 0..4).prop_map(Value::from)
}

fn object(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    prop::collection::vec((text(), inner), 0..4)
        .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>()))
}

/// Bits of text that are likely to hurt when they land in JSON.
pub(super) fn shard() -> impl Strategy<Value = String> {
    let known = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        "\n",
        " ",
        "0",
        "-",
        "1e400",
        "NaN",
        "-Infinity",
        "nul",
        "true",
        "\\u0000",
        "\\ud83d",
        "\\ud83d\\ude00",
        "\\u12",
        "\0",
        "\t",
        "//",
        "'",
        "\"a\":1,",
        ",}",
        "[[[[",
        "]]]]",
        "1.5e",
        "01",
        "根",
        "\u{feff}",
        "{}",
        "{\"a\":1}\n{\"b\":2}\n",
        "},\n{",
        "99999999999999999999",
    ];
    prop_oneof![4 => prop::sample::select(known.to_vec()).prop_map(str::to_owned), 1 => "\\PC{1,3}"]
}

/// JSON text with up to three shards driven into it or pieces cut out of it.
pub(super) fn broken() -> impl Strategy<Value = String> {
    let cut = (any::<prop::sample::Index>(), 0_usize..6, shard());
    (json(), any::<bool>(), prop::collection::vec(cut, 0..4)).prop_map(|(value, pretty, cuts)| {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let mut text: Vec<char> = text.expect("JSON").chars().collect();
        for (index, length, shard) in cuts {
            let at = index.index(text.len() + 1);
            let end = (at + length).min(text.len());
            text.splice(at..end, shard.chars());
        }
        text.into_iter().collect()
    })
}
