//! Tests of the way from bytes to JSON, through the whole module.

use proptest::prelude::*;

use super::split::Splitter;

use super::*;

fn split(bytes: &[u8]) -> Vec<Document> {
    split_limited(bytes, 64 << 20)
}

fn split_limited(bytes: &[u8], max_bytes: usize) -> Vec<Document> {
    Splitter::new(bytes, "t".into(), max_bytes)
        .map(|document| document.expect("memory can be read"))
        .collect()
}

fn texts(bytes: &[u8]) -> Vec<String> {
    split(bytes).iter().map(|document| String::from_utf8_lossy(&document.raw).into_owned()).collect()
}

/// The faults of a source's only bad document: code, line, column, pointer.
fn faults(bytes: &[u8]) -> Vec<(&'static str, u64, u64, String)> {
    let bad: Vec<_> = split(bytes).iter().filter_map(|document| read(document).err()).collect();
    let [diagnostics] = &bad[..] else { panic!("{} bad documents", bad.len()) };
    diagnostics
        .iter()
        .map(|d| (d.code.as_str(), d.position.line, d.position.column, d.pointer.clone()))
        .collect()
}

fn fault(code: &'static str, line: u64, column: u64, pointer: &str) -> Vec<(&'static str, u64, u64, String)> {
    vec![(code, line, column, pointer.to_owned())]
}

#[test]
fn a_file_of_one_document_is_kept_whole() {
    let file = b"\xef\xbb\xbf\n{\n \"a\": 1\n}\r\n\n";
    assert_eq!(split(file)[0].raw, file);
    assert_eq!(split(file).len(), 1);
    assert_eq!(texts(b"{\"a\":1}\n"), ["{\"a\":1}\n"]);
}

#[test]
fn documents_are_found_however_they_are_laid_out() {
    assert_eq!(texts(b"{\"a\":1}\r\n\r\n{\"a\":2}\n{\"a\":3}"), ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]);
    assert_eq!(texts(b"{\"a\":1}{\"a\":2} {\"a\":3}\n"), ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]);
    assert_eq!(texts(b"{\n\"a\":1}\n{\n\"a\":2\n}\n"), ["{\n\"a\":1}", "{\n\"a\":2\n}"]);
    assert_eq!(texts(b"{\"a\":1}\n{\n\"a\":2\n}\n{\"a\":3}"), ["{\"a\":1}", "{\n\"a\":2\n}", "{\"a\":3}"]);
    assert_eq!(texts(b"[{\"a\":1},\n {\"a\":2}]\n"), ["{\"a\":1}", "{\"a\":2}"]);
    assert_eq!(texts(b"{\"a\":\"}\"}\n{\"a\":\"}{\"}\n"), ["{\"a\":\"}\"}", "{\"a\":\"}{\"}"]);
}

#[test]
fn an_array_of_review_findings_is_one_document() {
    let review = "[{\"file\":\"a.rs\",\"rule_key\":\"X\"},{\"file\":\"b.rs\"}]";
    assert_eq!(texts(review.as_bytes()), [review]);
    assert_eq!(texts(b"[1, 2]"), ["[1, 2]"]);
    assert_eq!(texts(b"[]"), ["[]"]);
}

#[test]
fn a_bad_line_spoils_only_itself() {
    let rest = |bytes| texts(bytes);
    assert_eq!(rest(b"{\"a\":1}\n{\"a\":\n{\"a\":3}\n"), ["{\"a\":1}", "{\"a\":", "{\"a\":3}"]);
    assert_eq!(rest(b"{\"a\":1,\n{\"a\":2}\n{\"a\":3}\n"), ["{\"a\":1,", "{\"a\":2}", "{\"a\":3}"]);
    assert_eq!(rest(b"{\"a\":1}\n{\"a\":2} x\n{\"a\":3}\n"), ["{\"a\":1}", "{\"a\":2} x", "{\"a\":3}"]);
    assert_eq!(rest(b"{\"a\":1}\noops\n{\"a\":3}\n"), ["{\"a\":1}", "oops", "{\"a\":3}"]);
    assert_eq!(rest(b"oops\n{\"a\":2}\n{\"a\":3}\n"), ["oops", "{\"a\":2}", "{\"a\":3}"]);
    assert_eq!(rest(b"{\"a\":1}\n{\"a\":2}\n{\"a\":\"half"), ["{\"a\":1}", "{\"a\":2}", "{\"a\":\"half"]);
}

#[test]
fn trailing_text_rejects_a_file_of_one_document() {
    for file in [&b"{\"a\":2}TRAILER"[..], b"{\n\"a\": 2\n}\nTRAILER\n", b"{\"a\":2}\nTRAILER\n"] {
        assert_eq!(split(file).len(), 1);
        assert_eq!(split(file)[0].raw, file);
    }
    assert_eq!(faults(b"{\"a\":2}TRAILER"), fault("json.trailing", 1, 8, ""));
    assert_eq!(faults(b"{\n\"a\": 2\n}\nTRAILER\n"), fault("json.trailing", 4, 1, ""));
}

#[test]
fn documents_before_a_fault_stand() {
    assert_eq!(
        texts(b"{\n\"a\":1}\n{\n\"a\":2\n}\n{\n\"a\": }\n{}"),
        ["{\n\"a\":1}", "{\n\"a\":2\n}", "{\n\"a\": }\n{}"]
    );
    assert_eq!(texts(b"[{\"a\":1},\n{\"a\":2},\n{\"a\":}\n]\n"), ["{\"a\":1}", "{\"a\":2}", "{\"a\":}\n]\n"]);
    assert_eq!(texts(b"[{\"a\":1},\n{\"a\":2}"), ["{\"a\":1}", "{\"a\":2}", ""]);
    assert_eq!(texts(b"[{\"a\":1} {\"a\":2}]"), ["{\"a\":1}", "{\"a\":2}]"]);
    assert_eq!(faults(b"[{\"a\":1},\n{\"a\":2}"), fault("json.syntax", 2, 8, ""));
    assert_eq!(faults(b"[{\"a\":1} {\"a\":2}"), fault("json.syntax", 1, 10, ""));
}

#[test]
fn faults_have_their_place() {
    assert_eq!(faults(b""), fault("input.empty", 1, 1, ""));
    assert_eq!(faults(b" \n\n"), fault("input.empty", 1, 1, ""));
    assert_eq!(faults(b"hello"), fault("json.syntax", 1, 1, ""));
    assert_eq!(faults(b"{\n  \"a\": 1,\n}"), fault("json.syntax", 3, 1, ""));
    assert_eq!(faults("{\"名\": [1, x]}".as_bytes()), fault("json.syntax", 1, 11, "/名/1"));
    assert_eq!(
        faults(b"\xef\xbb\xbf{\"a\": x}"),
        [("text.bom", 1, 1, String::new()), ("json.syntax", 1, 7, "/a".to_owned())]
    );
    assert_eq!(faults(b"{\"a\":1}\r\n{\"a\":2}\r\n{\"b\" 3}\r\n"), fault("json.syntax", 3, 6, ""));
    assert_eq!(faults(b"{\"a\": {\"b\": 1,\n \"b\": 2}}"), fault("json.duplicate-key", 2, 2, "/a/b"));
    assert_eq!(faults(b"{\"a\": 1e400, \"b\": NaN}").len(), 2);
    assert_eq!(faults(b"{\"a\": NaN}"), fault("json.number-range", 1, 7, "/a"));
    assert_eq!(faults(b"{\"a\": [\"x\\u0000\"]}"), fault("text.nul", 1, 10, "/a/0"));
    assert_eq!(faults(b"{\"q\": \"cut \\ud83d\"}"), fault("json.surrogate", 1, 12, "/q"));
    assert_eq!(faults(b"{\"q\": \"\\ude00\\ud83d\\ude00\"}"), fault("json.surrogate", 1, 8, "/q"));
    assert_eq!(faults(b"{\"q\": \"half"), fault("json.syntax", 1, 12, "/q"));
    assert_eq!(faults(b"{\"q\": \"caf\xe9\"}"), fault("text.encoding", 1, 11, ""));
}

#[test]
fn all_faults_of_a_document_are_reported() {
    let json = b"{\"a\": \"\\u0000\", \"a\": 1e999, \"c\": \"\\ud800\"}";
    let codes: Vec<_> = faults(json).into_iter().map(|(code, ..)| code).collect();
    assert_eq!(codes, ["text.nul", "json.duplicate-key", "json.number-range", "json.surrogate"]);
}

#[test]
fn wide_encodings_are_named() {
    for (encode, name) in [
        (u16::to_le_bytes as fn(u16) -> [u8; 2], "UTF-16 (little-endian)"),
        (u16::to_be_bytes, "UTF-16 (big-endian)"),
    ] {
        let mut bytes: Vec<u8> = "{\"a\": 1}\n".encode_utf16().flat_map(encode).collect();
        for _ in 0..2 {
            let [document] = &split(&bytes)[..] else { panic!("one document") };
            assert_eq!(document.raw, bytes);
            let message = &read(document).expect_err("not UTF-8")[0].message;
            assert!(message.contains(name), "{message}");
            bytes = encode(0xfeff).into_iter().chain(bytes).collect();
        }
    }
}

#[test]
fn depth_is_limited_without_recursion() {
    let nested = |depth: usize| format!("{{\"a\":{}{}}}", "[".repeat(depth - 1), "]".repeat(depth - 1));
    assert!(read(&split(nested(128).as_bytes())[0]).is_ok());
    assert_eq!(faults(nested(129).as_bytes())[0].0, "json.too-deep");
    assert_eq!(faults(nested(129).as_bytes())[0].2, 6 + 127);
    assert_eq!(faults("[".repeat(100_000).as_bytes())[0].0, "json.too-deep");
    assert_eq!(faults(nested(100_000).as_bytes())[0].0, "json.too-deep");
}

#[test]
fn an_oversized_document_keeps_its_digest_and_its_beginning() {
    let long = format!("{{\"a\": \"{}\"}}", "x".repeat(100_000));
    let file = format!("{{\"a\":1}}\n{long}\n{{\"a\":3}}\n");
    let documents = split_limited(file.as_bytes(), 1000);
    assert_eq!(documents.len(), 3);
    assert_eq!(
        (documents[1].size(), documents[1].digest()),
        (long.len() as u64, Digest::of(long.as_bytes()))
    );
    assert_eq!(documents[1].raw, long.as_bytes()[..CUT_KEPT]);
    assert_eq!(documents[2].start, Position { line: 3, column: 1 });
    assert_eq!(read(&documents[1]).expect_err("too large")[0].code, Code::JsonTooLarge);

    let [whole] = &split_limited(long.as_bytes(), 1000)[..] else { panic!("one document") };
    assert_eq!(whole.digest(), Digest::of(long.as_bytes()));
}

#[test]
fn pointers_lead_to_lines_and_columns() {
    let json = "{\n  \"a\": [1, {\"é\": \"漢字\", \"b~/c\": null}]\n}";
    let document = &split(json.as_bytes())[0];
    let pointers = ["", "/a/1", "/a/1/b~0~1c", "/a/7/x"];
    let mut found = pointers.map(|pointer| Diagnostic::new(Code::SchemaType, pointer, ""));
    locate(document, &mut found);
    let places = found.each_ref().map(|d| (d.position.line, d.position.column));
    assert_eq!(places, [(1, 1), (2, 12), (2, 32), (2, 8)]);
    let excerpt = found[2].excerpt.as_ref().expect("located");
    assert_eq!(excerpt.text.chars().skip(excerpt.caret).take(4).collect::<String>(), "null");
}

/// JSON-like text: mostly well-formed, with the odd fault.
fn jsonish() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        Just("{"),
        Just("}"),
        Just("["),
        Just("]"),
        Just(","),
        Just(":"),
        Just("\"a\""),
        Just("\"b\""),
        Just("\"\\u0000\""),
        Just("\"\\ud83d\""),
        Just("\"\\ud83d\\ude00\""),
        Just("1"),
        Just("-0.5e3"),
        Just("1e400"),
        Just("01"),
        Just("true"),
        Just("nul"),
        Just("null"),
        Just(" "),
        Just("\n"),
        Just("\"x"),
        Just("é"),
        Just("NaN"),
        Just("123456789012345678901"),
        Just("{\"a\":"),
        Just("{\"a\":1}"),
    ];
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

proptest! {
    #[test]
    fn parser_and_scanner_agree(json in jsonish()) {
        let document = Document::new("t", json.clone().into_bytes());
        prop_assert_eq!(parse::parse(&json).is_some(), scan::faults(&document, &json).is_empty());
    }

    #[test]
    fn every_byte_is_in_one_document(bytes in prop_oneof![prop::collection::vec(any::<u8>(), 0..200), jsonish().prop_map(String::into_bytes)]) {
        let documents = split(&bytes);
        let mut rest = &bytes[..];
        for document in &documents {
            let _ = read(document);
            let at = memchr::memmem::find(rest, &document.raw).expect("documents come in order");
            prop_assert!(rest[..at].iter().all(|b| b" \t\r\n,[]\xef\xbb\xbf".contains(b)), "lost {:?}", &rest[..at]);
            rest = &rest[at + document.raw.len()..];
        }
        prop_assert!(rest.iter().all(|b| b" \t\r\n,]".contains(b)), "lost {:?}", rest);
    }
}
