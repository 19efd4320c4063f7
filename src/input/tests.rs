//! Tests of the way from bytes to JSON, through the whole module.

use std::io::{self, Read};

use proptest::prelude::*;

use super::split::Splitter;
use super::*;
use crate::code::Severity;

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
    assert_eq!(texts(b"[{\"a\":1}]\n"), ["{\"a\":1}"]);
    assert_eq!(texts(b"{\"a\":\"}\"}\n{\"a\":\"}{\"}\n"), ["{\"a\":\"}\"}", "{\"a\":\"}{\"}"]);
}

#[test]
fn words_are_told_from_json() {
    for words in ["Here:\n```json\n{}\n```\n", "Here:\n{\"a\":1}\nDone.\n", "\u{feff} Sorry.", "42"] {
        let documents = split(words.as_bytes());
        assert_eq!(documents.iter().map(|d| d.extent).collect::<Vec<_>>(), [Extent::Text], "{words:?}");
        assert_eq!(Document::new("t", words.into()).extent, Extent::Text);
    }
    for json in ["{\"a\":1}\noops\n", "\u{feff}[", " \n", ""] {
        assert!(split(json.as_bytes()).iter().all(|d| d.extent != Extent::Text), "{json:?}");
        assert_eq!(Document::new("t", json.into()).extent, Extent::Whole);
    }
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
    assert_eq!(faults(b"{\"a\": [\"x\\u0000\"]}"), fault("text.nul", 1, 8, "/a/0"));
    assert_eq!(faults(b"{\"q\": \"cut \\ud83d\"}"), fault("json.surrogate", 1, 7, "/q"));
    assert_eq!(faults(b"{\"q\": \"\\ude00\\ud83d\\ude00\"}"), fault("json.surrogate", 1, 7, "/q"));
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
    for (encode, name) in
        [(u16::to_le_bytes as fn(u16) -> [u8; 2], "UTF-16LE"), (u16::to_be_bytes, "UTF-16BE")]
    {
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
fn an_oversized_document_ends_where_the_next_one_plainly_begins() {
    let long = format!("{{\n  \"a\": \"{}\"\n}}", "x".repeat(100));
    let file = format!("{{\n  \"b\": 1\n}}\n{long}\n\n{{\n  \"b\": 2\n}}\n");
    let documents = split_limited(file.as_bytes(), 50);
    let sizes: Vec<_> = documents.iter().map(Document::size).collect();
    // The line breaks behind it go with it.
    assert_eq!(sizes, [12, long.len() as u64 + 2, 12]);
    assert_eq!(documents[1].raw.len(), long.len() + 2);
    assert_eq!(documents[1].digest(), Digest::of(format!("{long}\n\n").as_bytes()));
    assert_eq!(read(&documents[1]).expect_err("too large")[0].code, Code::JsonTooLarge);
    assert_eq!(documents[2].start, Position { line: 8, column: 1 });
}

#[test]
fn an_array_of_documents_may_be_longer_than_the_limit() {
    let file = format!("[{}{{\"a\": 1}}\n]", "{\"a\": 1},\n ".repeat(100));
    let documents = split_limited(file.as_bytes(), 30);
    assert_eq!(documents.len(), 101);
    assert!(documents.iter().all(|document| document.raw == b"{\"a\": 1}"));
    assert_eq!(documents[100].start, Position { line: 101, column: 2 });
    let numbers = format!("[{}1]", "1,".repeat(100));
    let [whole] = &split_limited(numbers.as_bytes(), 30)[..] else { panic!("one document") };
    assert_eq!(whole.size(), 203);
}

#[test]
fn a_byte_order_mark_goes_with_the_first_document() {
    let documents = split(b"\xef\xbb\xbf{\"a\":1}\r\n{\"a\":2}\r\n");
    assert_eq!(documents[0].raw, b"\xef\xbb\xbf{\"a\":1}");
    assert_eq!((documents[0].offset, documents[0].start), (0, Position::START));
    let note = &read(&documents[0]).expect("JSON").notes[0];
    assert_eq!((note.code, note.severity), (Code::TextBom, Severity::Note));
    assert_eq!((documents[1].offset, documents[1].start), (12, Position { line: 2, column: 1 }));
    assert_eq!(read(&documents[1]).expect("JSON").notes, []);
    assert_eq!(texts(b"\xef\xbb\xbf[{\"a\":1},{\"a\":2}]"), ["{\"a\":1}", "{\"a\":2}"]);
    assert_eq!(split(b"\xef\xbb\xbf[{\"a\":1},{\"a\":2}]")[0].start, Position { line: 1, column: 2 });
    assert_eq!(faults(b"\xef\xbb\xbf\xef\xbb\xbf{}")[1], ("json.syntax", 1, 1, String::new()));
}

#[test]
fn positions_are_those_of_the_file() {
    assert_eq!(
        faults("{\"名\":1}\n\n{\"名\":1}{\"名\": x}\n".as_bytes()),
        fault("json.syntax", 3, 14, "/名")
    );
    assert_eq!(faults(b"[{\"a\":1},\n  {\"a\":1, \"a\":2}]"), fault("json.duplicate-key", 2, 11, "/a"));
    let documents = split(b"{\"a\":1}\n{\"a\":\"\xb8\xf9\"}\n");
    let message = &read(&documents[1]).expect_err("GBK")[0].message;
    assert!(message.starts_with("invalid UTF-8 at byte 14"), "{message}");
}

#[test]
fn faults_that_leave_the_grammar_clear_spoil_one_document_only() {
    assert_eq!(texts(b"{\n\"a\":NaN}\n{\n\"a\":1e999}\n{}").len(), 3);
    assert_eq!(texts(b"[{\"a\":1,\"a\":2},{\"a\":3}]"), ["{\"a\":1,\"a\":2}", "{\"a\":3}"]);
}

#[test]
fn text_behind_several_documents_is_a_stretch_of_its_own() {
    assert_eq!(texts(b"{\"a\":1} {\"a\":2} and more\n"), ["{\"a\":1}", "{\"a\":2}", "and more\n"]);
    assert_eq!(faults(b"{\"a\":1} {\"a\":2} and more\n"), fault("json.trailing", 1, 17, ""));
    assert_eq!(faults(b"[{\"a\":1}]\n]"), fault("json.trailing", 2, 1, ""));
    assert_eq!(faults(b"[{\"a\":1},\n]"), fault("json.syntax", 2, 1, ""));
    assert_eq!(faults(b"[{\"a\":1}, 5]"), fault("json.syntax", 1, 11, ""));
    assert_eq!(texts(b"{\"a\":1}\nTRAILER\n{\"a\":2}"), ["{\"a\":1}", "TRAILER", "{\"a\":2}"]);
}

#[test]
fn text_that_begins_no_json_is_one_stretch() {
    for text in ["Here:\n{\"a\":1}\n{\"a\":2}\n", "42", "\"a\"\n", "'a'", "```json\n{}\n```"] {
        assert_eq!(texts(text.as_bytes()), [text]);
        assert_eq!(faults(text.as_bytes()), fault("json.syntax", 1, 1, ""), "{text}");
    }
}

#[test]
fn a_broken_document_of_many_lines_is_one_stretch() {
    let cut = "{\n  \"a\": [\n    {\"b\": 1},\n    {\"b\": 2}\n  ],\n  \"c\": \n";
    assert_eq!(texts(cut.as_bytes()), [cut]);
    assert_eq!(faults(cut.as_bytes()), fault("json.syntax", 7, 1, ""));
}

#[test]
fn many_unclosed_lines_are_read_once() {
    let file = "{\"a\":1}\n".to_owned() + &"{\"a\":[\n".repeat(20_000);
    assert_eq!(split(file.as_bytes()).len(), 20_001);
    let file = "{}".repeat(20_000);
    assert_eq!(split(file.as_bytes()).len(), 20_000);
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn every_byte_is_in_one_document(bytes in stream(), limit in limit()) {
        let documents = split_limited(&bytes, limit);
        let mut done = 0;
        for document in &documents {
            let start = usize::try_from(document.offset).expect("in memory");
            prop_assert!(bytes[done..start].iter().all(|b| b" \t\r\n,[]\xef\xbb\xbf".contains(b)));
            done = start + usize::try_from(document.size()).expect("in memory");
            prop_assert!(bytes[start..done].starts_with(&document.raw));
            prop_assert_eq!(document.digest(), Digest::of(&bytes[start..done]));
            let text = String::from_utf8_lossy(bytes[..start].strip_prefix(decode::BOM).unwrap_or(&bytes[..start])).into_owned();
            let column = text.rsplit('\n').next().expect("one").chars().count() as u64 + 1;
            prop_assert_eq!(document.start.line, text.matches('\n').count() as u64 + 1);
            prop_assert!(document.start.column == column || text.contains(char::REPLACEMENT_CHARACTER));
        }
        prop_assert!(bytes[done..].iter().all(|b| b" \t\r\n,]".contains(b)));
        prop_assert!(!documents.is_empty());
    }

    #[test]
    fn chunks_do_not_matter(bytes in stream(), limit in limit(), sizes in prop::collection::vec(1_usize..9, 1..8)) {
        let chunked = Chunks { bytes: &bytes, sizes: sizes.into_iter().cycle() };
        let documents: io::Result<Vec<_>> = Splitter::new(chunked, "t".into(), limit).collect();
        prop_assert_eq!(documents.expect("memory can be read"), split_limited(&bytes, limit));
    }

    #[test]
    fn any_document_has_a_verdict(bytes in stream()) {
        for document in split(&bytes) {
            match read(&document) {
                Ok(mut parsed) => locate(&document, &mut parsed.notes),
                Err(faults) => prop_assert!(faults.iter().any(|fault| fault.severity == Severity::Error)),
            }
        }
    }

    #[test]
    fn what_was_written_is_read_again(values in prop::collection::vec(testing::json(), 2..6), layout in 0..4) {
        let objects: Vec<_> = values.into_iter().map(|value| serde_json::json!({ "a": value })).collect();
        let text = match layout {
            0 => objects.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
            1 => objects.iter().map(ToString::to_string).collect(),
            2 => objects.iter().flat_map(|object| [format!("{object:#}"), "\r\n".to_owned()]).collect(),
            _ => serde_json::to_string_pretty(&objects).expect("JSON"),
        };
        let read: Vec<_> =
            split(text.as_bytes()).iter().map(|document| read(document).expect("JSON").value).collect();
        prop_assert_eq!(read, objects);
    }
}

/// A reader that yields a few bytes at a time.
struct Chunks<'a, I> {
    bytes: &'a [u8],
    sizes: I,
}

impl<I: Iterator<Item = usize>> Read for Chunks<'_, I> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.next().expect("endless").min(self.bytes.len()).min(buffer.len());
        let (now, later) = self.bytes.split_at(size);
        buffer[..size].copy_from_slice(now);
        self.bytes = later;
        Ok(size)
    }
}

/// Anything a file may hold: documents in several layouts, broken or not, and noise.
fn stream() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => testing::broken().prop_map(String::into_bytes),
        2 => testing::shard().prop_map(String::into_bytes),
        2 => Just(b"{\"a\":1}\n".to_vec()),
        1 => Just(b"\n".to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    (any::<bool>(), prop::collection::vec(piece, 0..6)).prop_map(|(array, pieces)| {
        let mut bytes = pieces.concat();
        if array {
            bytes.splice(0..0, *b"[");
        }
        bytes
    })
}

fn limit() -> impl Strategy<Value = usize> {
    prop_oneof![1_usize..80, Just(64 << 20)]
}
