//! `sample-data/invalid/<code>/`: every code has a smallest input that yields it and nothing else.

use std::collections::BTreeSet;
use std::path::PathBuf;

use casebook::code::Code;
use casebook::diagnostic::Diagnostic;
use casebook::digest::Digest;
use casebook::input::{self, Document, Extent, sources};
use casebook::validate::{Options, check};

/// Codes that no file can hold, and where they are tested instead.
const ELSEWHERE: [Code; 3] = [
    Code::JsonTooLarge,    // below, with a document that was cut
    Code::InputUnreadable, // with the walk of folders
    Code::SchemaOther,     // no keyword of the built-in schemas comes to it
];

fn samples(code: &str) -> Vec<PathBuf> {
    let folder = PathBuf::from("sample-data/invalid").join(code);
    let entries = fs_err::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.collect::<BTreeSet<_>>().into_iter().collect()
}

fn found(path: PathBuf) -> Vec<Diagnostic> {
    let documents = sources(&[path], &input::Options::default()).unwrap();
    documents.flat_map(|document| check(&document.unwrap(), &Options::default()).diagnostics).collect()
}

/// What cannot be had alone: `minItems: 2` is met by naming one finding twice.
fn with(code: Code) -> BTreeSet<Code> {
    match code {
        Code::ThemeSingleFinding | Code::ContradictionSingleFinding => [code, Code::RefRepeated].into(),
        _ => [code].into(),
    }
}

#[test]
fn every_code_has_samples_that_yield_it_alone() {
    for &code in Code::ALL.iter().filter(|code| !ELSEWHERE.contains(code)) {
        let samples = samples(code.as_str());
        assert!(!samples.is_empty(), "{code} has no sample");
        for path in samples {
            let name = path.display().to_string();
            let diagnostics = found(path);
            let codes: BTreeSet<_> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
            assert_eq!(codes, with(code), "{name}: {diagnostics:#?}");
            for diagnostic in diagnostics {
                assert_eq!(diagnostic.severity, diagnostic.code.entry().severity, "{name}");
                assert!(diagnostic.message.chars().count() <= 200, "{name}: {}", diagnostic.message);
            }
        }
    }
}

#[test]
fn there_is_no_folder_without_a_code() {
    for entry in fs_err::read_dir("sample-data/invalid").unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(Code::parse(&name).is_some_and(|code| !ELSEWHERE.contains(&code)), "{name}");
    }
}

#[test]
fn a_document_that_was_cut_is_too_large() {
    let raw = fs_err::read("sample-data/invalid/confidence.missing/completed.json").unwrap();
    let cut = Extent::Cut { size: raw.len() as u64 + 1, digest: Digest::of(b"all of it") };
    let checked = check(&Document { extent: cut, ..Document::new("large.json", raw) }, &Options::default());
    assert_eq!(checked.diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), [Code::JsonTooLarge]);
    assert!(checked.projection.is_none());
}

/// Sample, pointer, line and column of the one diagnostic, read off the files by eye.
const PLACES: [(&str, &str, u64, u64); 0] = [];

#[test]
fn diagnostics_stand_where_the_fault_is() {
    for (sample, pointer, line, column) in PLACES {
        let diagnostics = found(format!("sample-data/invalid/{sample}.json").into());
        let places: Vec<_> =
            diagnostics.iter().map(|d| (&*d.pointer, d.position.line, d.position.column)).collect();
        assert_eq!(places, [(pointer, line, column)], "{sample}");
    }
}
