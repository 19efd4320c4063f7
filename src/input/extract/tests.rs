use proptest::prelude::*;

use super::*;
use crate::diagnostic::Position;

const ANY: &dyn Fn(&str) -> bool = &|_| true;
const NONE: &dyn Fn(&str) -> bool = &|_| false;

#[track_caller]
fn found<'a>(text: &'a str, accepts: &dyn Fn(&str) -> bool) -> (&'a str, Option<Diagnostic>) {
    let document = Document::new("answer.txt", text.into());
    let found = extract(&document, accepts).unwrap_or_else(|error| panic!("{error:?} in {text:?}"));
    assert_eq!(found.answer.raw, text.as_bytes()[found.span.clone()]);
    (&text[found.span], found.notes.into_iter().find(|note| note.code == Code::ExtractSeveral))
}

#[track_caller]
fn answer<'a>(text: &'a str, accepts: &dyn Fn(&str) -> bool) -> &'a str {
    found(text, accepts).0
}

#[track_caller]
fn fault(text: &str, accepts: &dyn Fn(&str) -> bool) -> (Code, u64, u64) {
    let error = extract(&Document::new("answer.txt", text.into()), accepts).expect_err("no answer");
    (error.code, error.position.line, error.position.column)
}

#[test]
fn the_whole_text_is_tried_first() {
    assert_eq!(answer("{\"a\":1}", NONE), "{\"a\":1}");
    assert_eq!(answer(" \n{\"a\":\"```json\"}\r\n", NONE), "{\"a\":\"```json\"}");
    assert_eq!(answer("\u{feff}{\"a\":1}", NONE), "{\"a\":1}");
    assert_eq!(answer("[{\"a\":1}]", NONE), "[{\"a\":1}]", "a list of one is a list");
    assert_eq!(answer("{\"text\":\"<think>{}</think>\"}", NONE), "{\"text\":\"<think>{}</think>\"}");
}

#[test]
fn a_fence_may_be_written_in_many_ways() {
    for text in [
        "```json\n{\"a\":1}\n```",
        "```JSON\n{\"a\":1}\n```\n",
        "```\n{\"a\":1}\n```",
        "``` json title=\"x\"\n{\"a\":1}\n```",
        "~~~json\n{\"a\":1}\n~~~",
        "~~~\n{\"a\":1}\n~~~",
        "````json\n{\"a\":1}\n````",
        "```json\r\n{\"a\":1}\r\n```",
        "Here:\n\n   ```json\n   {\"a\":1}\n   ```\nDone.",
        "Here:\n\t~~~ Json\n{\"a\":1}\n\t~~~~~",
        "```json{\"a\":1}```",
        "```json {\"a\":1} ```",
        "```{\"a\":1}```",
        "```json\n{\"a\":1}```",
        "```json\n{\"a\":1}",
        "```json\n{\"a\":1}\n\nI hope this helps, {really}.",
        "````json\n{\"a\":1}\n```\nThat was it.",
        "The answer is ```json\n{\"a\":1}\n```",
        "```markdown\n# Answer\n```json\n{\"a\":1}\n```\n```",
        "```text\nno json\n```\n```json\n{\"a\":1}\n```",
    ] {
        assert_eq!(found(text, NONE), ("{\"a\":1}", None), "{text:?}");
    }
}

#[test]
fn a_fence_inside_a_string_ends_nothing() {
    let object = r#"{"detail":"```json\n{\"draft\":true}\n```","a":["~~~"]}"#;
    assert_eq!(answer(&format!("Text\n```json\n{object}\n```\nText"), NONE), object);
    assert_eq!(answer(&format!("Text\n{object}\nText"), ANY), object);
}

#[test]
fn the_last_fenced_block_is_the_answer() {
    let text = "Draft:\n```json\n{\"draft\":1}\n```\nFinal:\n```json\n{\"a\":1}\n```\nor {\"b\":2}?";
    let (json, note) = found(text, ANY);
    assert_eq!(json, "{\"a\":1}");
    let note = note.expect("the draft is named");
    assert_eq!((note.code, note.position), (Code::ExtractSeveral, Position { line: 3, column: 1 }));
    assert_eq!(note.message, "the JSON on line 7 counts; another candidate is on line 3");
}

#[test]
fn a_broken_last_block_is_never_replaced() {
    let first = "```json\n{\"a\":1}\n```\n";
    assert_eq!(answer(&format!("{first}```json\n{{\"b\":}}\n```"), ANY), "{\"b\":}");
    assert_eq!(answer(&format!("{first}```json\nnot JSON\n```"), ANY), "not JSON");
    assert_eq!(answer(&format!("{first}```json\n{{\"b\":1}} {{\"c\":1}}\n```"), ANY), "{\"b\":1} {\"c\":1}");
    assert_eq!(fault(&format!("{first}```json\n{{\"b\":[1,\n```"), ANY), (Code::ExtractTruncated, 5, 1));
    assert_eq!(fault(&format!("{first}```json\n{{\"b\":[1,"), ANY), (Code::ExtractTruncated, 5, 1));
    assert_eq!(fault(&format!("{first}```json\n\n```"), ANY).0, Code::ExtractNone);
}

#[test]
fn blocks_of_other_languages_are_prose() {
    let text = "```js\nlet x = {\"draft\":1};\n```\nSo: {\"a\":1}\n```\nplain words\n```";
    assert_eq!(answer(text, ANY), "{\"a\":1}");
    assert_eq!(answer("```json5\n{\"a\":1}\n```", ANY), "{\"a\":1}");
    assert_eq!(answer("```{r}\nplot(x)\n```\n{\"a\":1}", ANY), "{\"a\":1}");
    assert_eq!(answer("{\"a\":1}\nThat was the JSON, no need for ```json", ANY), "{\"a\":1}");
}

#[test]
fn braces_in_prose_do_no_harm() {
    for text in [
        "Use {x}: {\"a\":1}",
        "An open { brace, then {\"a\":1}",
        "A set {\"x\", \"y\"}, then {\"a\":1} and }",
        "Say \"it's {\" and {\"a\":1}",
        "{\"a\":1} — and {that} {is} [all] {",
        "f() { return \"{\"; } {\"a\":1}",
        "汉字｛{\"a\":1}｝",
        "[1] says [{x}]: {\"a\":1}",
        "{{{ {\"a\":1} }}}",
    ] {
        assert_eq!(answer(text, ANY), "{\"a\":1}", "{text:?}");
        assert_eq!(answer(text, NONE), "{\"a\":1}", "{text:?}");
    }
}

#[test]
fn what_an_agent_thinks_is_no_answer() {
    let thought = "<think>Maybe\n```json\n{\"draft\":1}\n```\nor {\"b\":2}</think>";
    assert_eq!(answer(&format!("{thought}\n{{\"a\":1}}"), ANY), "{\"a\":1}");
    assert_eq!(answer(&format!("```json\n{{\"a\":1}}\n```\n{thought}"), ANY), "{\"a\":1}");
    assert_eq!(answer("<thinking>{\"b\":2}</thinking>{\"a\":1}", ANY), "{\"a\":1}");
    // Better a draft than nothing; a tag that never closes is no thought.
    assert_eq!(answer(thought, ANY), "{\"draft\":1}");
    assert_eq!(answer("<think>{\"a\":1}", ANY), "{\"a\":1}");
    assert_eq!(answer("{\"a\":\"<think>\"} or {\"b\":\"</think>\"}", ANY), "{\"b\":\"</think>\"}");
    assert_eq!(fault("<think>{\"b\":2}</think> Nothing.", ANY).0, Code::ExtractNone);
}

#[test]
fn without_a_fence_the_schema_chooses() {
    let text = "{\"a\":1} then {\"b\":2} then {\"c\":3}";
    let accepts = |word: &'static str| move |json: &str| json.contains(word);
    assert_eq!(answer(text, &accepts("\"a\"")), "{\"a\":1}");
    let (json, note) = found(text, &accepts(":"));
    assert_eq!((json, note.map(|note| note.position.column)), ("{\"c\":3}", Some(14)));
    assert_eq!(answer(text, NONE), "{\"c\":3}", "none fits: the last that parses");
    // An object inside another is no candidate, and a list is not opened.
    assert_eq!(answer("x {\"outer\":{\"a\":1}}", &accepts("\"a\"")), "{\"outer\":{\"a\":1}}");
    assert_eq!(answer("x [{\"a\":1}] y", NONE), "[{\"a\":1}]");
    assert_eq!(answer("x {\"outer\":{\"a\":1},}", ANY), "{\"outer\":{\"a\":1},}");
}

#[test]
fn what_is_broken_behind_an_answer_is_noted() {
    let (json, note) = found("{\"a\":1}\nthen\n{\"b\":2,}", ANY);
    assert_eq!(json, "{\"a\":1}");
    assert_eq!(note.map(|note| note.position), Some(Position { line: 3, column: 1 }));
    let (json, note) = found("{\"a\":1}\nthen\n {\"b\":2,", ANY);
    assert_eq!(json, "{\"a\":1}");
    assert_eq!(note.map(|note| note.position), Some(Position { line: 3, column: 2 }));
}

#[test]
fn a_cut_object_is_said_to_be_cut() {
    assert_eq!(fault("Here: {\"a\": [1, 2", ANY), (Code::ExtractTruncated, 1, 7));
    assert_eq!(fault("汉\n字 {\"a\": {\"b\":1}, \"c", ANY), (Code::ExtractTruncated, 2, 3));
    assert_eq!(fault("{\"a\":1} {\"b\":", NONE), (Code::ExtractTruncated, 1, 9));
}

#[test]
fn text_without_json_has_no_answer() {
    for text in ["", "  \n ", "} {", "no braces", "{x}", "[1, 2]x", "42", "{", "```json"] {
        assert_eq!(fault(text, ANY).0, Code::ExtractNone, "{text:?}");
    }
}

#[test]
fn json_that_does_not_parse_is_the_answer_to_complain_of() {
    for json in ["{\"a\": }", "{\"a\":1,}", "{\"a\":1 /* c */}", "{\"a\":'b'}"] {
        assert_eq!(answer(json, ANY), json);
        assert_eq!(answer(&format!("So: {json}."), ANY), json);
    }
    assert_eq!(answer("{\"a\":1,\"a\":2}", ANY), "{\"a\":1,\"a\":2}", "who reads it refuses the second key");
}

#[test]
fn hostile_texts_take_no_longer_than_others() {
    for (piece, count) in [
        ("{", 100_000),
        ("{\"a\":", 20_000),
        ("{\"a\":x ", 20_000),
        ("{\"a\":[x {\"b\":\"", 10_000),
        ("[{\"a\":1},x", 10_000),
        ("<think>", 20_000),
        ("```\n", 20_000),
        ("```json\n", 10_000),
        ("{\"\\\"", 20_000),
        ("{}", 20_000),
        ("{   [", 20_000),
        ("</think><think>", 100_000),
    ] {
        let text = piece.repeat(count);
        let _ = choose(&text, NONE);
        let _ = choose(&text, ANY);
        let _ = choose(&format!("{text}x"), ANY);
    }
}

#[test]
fn places_are_those_of_the_source() {
    let text = "\u{feff}汉字\r\nOn: {\"a\":\n  tru}\n";
    let found = extract(&Document::new("answer.txt", text.into()), ANY).expect("an answer");
    assert_eq!(found.answer.start, Position { line: 2, column: 5 });
    assert_eq!((found.answer.offset, found.span.start), (15, 15));
    let faults = crate::input::read(&found.answer).expect_err("tru is no JSON");
    assert_eq!((faults[0].code, faults[0].position), (Code::JsonSyntax, Position { line: 3, column: 3 }));
    let latin = extract(&Document::new("answer.txt", b"caf\xe9 {}".to_vec()), ANY).expect_err("no UTF-8");
    assert_eq!((latin.code, latin.position.column), (Code::TextEncoding, 4));
}

fn prose() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-z ]{0,8}",
        Just("{".into()),
        Just("}".into()),
        Just("\"".into()),
        Just("\\".into()),
        Just("[".into()),
        Just("]".into()),
        Just("{\"a\":".into()),
        Just("{x}".into()),
        Just("\n".into()),
        Just("汉 ".into()),
        Just("` ".into()),
        Just("~".into()),
        Just("<think>".into()),
        Just("<b>".into()),
        Just("{\"k\":1}".into()),
    ];
    proptest::collection::vec(word, 0..20)
        .prop_map(|words: Vec<String>| words.concat().replace("```", "").replace("~~~", ""))
}

fn object() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        any::<i64>().prop_map(serde_json::Value::from),
        "[a-z`~{}\\[\\]\"\\\\\n<>汉]{0,12}".prop_map(serde_json::Value::from),
        Just(serde_json::Value::Null),
    ];
    let value = leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(serde_json::Value::from),
            proptest::collection::btree_map("[a-z`{]{1,4}", inner, 0..3)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    });
    (proptest::collection::btree_map("[a-z]{1,4}", value, 0..4), any::<bool>()).prop_map(|(map, pretty)| {
        let value = serde_json::Value::Object(map.into_iter().collect());
        if pretty { format!("{value:#}") } else { value.to_string() }
    })
}

proptest! {
    #[test]
    fn one_fenced_object_is_found_whatever_stands_around_it(
        before in prose(), object in object(), after in prose(),
        fence in prop_oneof![Just("```"), Just("~~~"), Just("`````")], info in prop_oneof![Just("json"), Just("")],
    ) {
        let text = format!("{before}\n{fence}{info}\n{object}\n{fence}\n{after}");
        prop_assert_eq!(answer(&text, ANY), object);
    }

    #[test]
    fn a_broken_last_block_is_the_answer_whatever_stands_before(
        before in prose(), first in object(), second in object(), after in prose(),
    ) {
        let broken = second.replacen('{', "{,", 1);
        let text = format!("{before}\n```json\n{first}\n```\n{before}\n```json\n{broken}\n```\n{after}");
        prop_assert_eq!(answer(&text, ANY), broken);
    }

    #[test]
    fn any_text_gives_an_answer_or_a_reason(text in "[\\{\\}\\[\\]\"\\\\:,`~ \n1a<>/think汉]{0,60}") {
        if let Ok(found) = choose(&text, ANY) {
            prop_assert!(text.get(found.span).is_some_and(|json| !json.is_empty()));
        }
    }
}
