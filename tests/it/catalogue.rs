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
const PLACES: [(&str, &str, u64, u64); 28] = [
    ("schema.required/no-status", "", 1, 1),
    ("schema.required/packet-without-budget", "", 1, 1),
    ("json.duplicate-key/status-twice", "/status", 11, 3),
    ("json.number-range/beyond-64-bits", "/sources/searched", 12, 17),
    ("schema.additional-property/misspelt", "/confidnce", 17, 16),
    ("schema.type/number-in-quotes", "/confidence/overall", 17, 30),
    ("schema.enum/done", "/status", 10, 13),
    ("schema.pattern/full-width-digits", "/_meta/taskId", 5, 15),
    ("schema.format/no-offset", "/_meta/createdAt", 7, 18),
    ("schema.items/theme-of-one", "/themes/0/findingIds", 30, 66),
    ("ref.citation-missing/citation", "/findings/0/evidence/0/citationId", 21, 35),
    ("ref.finding-missing/theme", "/themes/0/findingIds/1", 30, 82),
    ("id.duplicate/finding", "/findings/1/id", 24, 13),
    ("finding.no-evidence/missing", "/findings/0", 16, 16),
    ("finding.source-count/two-spellings", "/findings/0/sourceCount", 33, 22),
    ("citation.unused/unused", "/sources/citations/0", 14, 19),
    ("quote.not-in-excerpt/absent", "/findings/0/evidence/0/quote", 23, 59),
    ("count.by-tool/sum", "/sources/byTool", 14, 15),
    ("time.order/duration", "/_meta/duration", 9, 17),
    ("confidence.missing/completed", "", 1, 1),
    ("plan.step-out-of-range/past-the-end", "/plan/activeStepIndex", 18, 24),
    ("time.invalid/no-such-day", "/generatedAt", 5, 18),
    ("predecessor.repeated/same-step", "/predecessors/1/stepId", 33, 17),
    ("artifact-ref.unpinned/no-digest", "/predecessors/0/artifacts/0/artifactRef", 29, 69),
    ("outcome.empty/none", "/task/allowedOutcomes", 12, 24),
    ("item.unknown-confidence/sure", "/environment/currentState/0/confidence", 26, 54),
    ("kind.unsupported-version/wrapped-packet", "/packet", 2, 13),
    ("kind.unknown/stranger", "", 1, 1),
];

#[test]
fn diagnostics_stand_where_the_fault_is() {
    for (sample, pointer, line, column) in PLACES {
        let diagnostics = found(format!("sample-data/invalid/{sample}.json").into());
        let places: Vec<_> =
            diagnostics.iter().map(|d| (&*d.pointer, d.position.line, d.position.column)).collect();
        assert_eq!(places, [(pointer, line, column)], "{sample}");
    }
}
