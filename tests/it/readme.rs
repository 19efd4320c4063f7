//! The tour of the README prints what it says: each `$ casebook …` line of a `console` block is run, in order, in one
//! folder that holds the sample data.
//!
//! `CASEBOOK_BLESS=1 cargo test` writes the output anew.

use std::path::Path;

use crate::harness::{Casebook, run};
use crate::pages::hold;

const COMMAND: &str = "$ casebook ";

#[test]
fn the_tour_prints_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let casebook = with_samples(root);
    let readme = fs_err::read_to_string(root.join("README.md")).unwrap();
    assert!(readme.contains(COMMAND), "the README has a tour");
    hold("README.md", &replayed(&readme, &casebook));
}

fn with_samples(root: &Path) -> Casebook {
    let mut casebook = Casebook::new();
    for entry in walkdir::WalkDir::new(root.join("sample-data")) {
        let path = entry.unwrap().into_path();
        if path.is_file() {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            casebook = casebook.file(name, fs_err::read(&path).unwrap());
        }
    }
    casebook
}

/// The README with the output that its commands have now.
fn replayed(readme: &str, casebook: &Casebook) -> String {
    let mut page = String::new();
    let mut in_tour = false;
    for line in readme.lines() {
        if in_tour && line != "```" {
            if let Some(words) = line.strip_prefix(COMMAND) {
                page += &[line, "\n", &printed(casebook, words)].concat();
            }
            continue;
        }
        in_tour = line == "```console";
        page += &[line, "\n"].concat();
    }
    page
}

/// What a command prints, first on stdout, then on stderr, without spaces at the ends of lines.
fn printed(casebook: &Casebook, words: &str) -> String {
    let ran = run(&mut casebook.command(words.split_whitespace()));
    let text = [ran.stdout, ran.stderr].concat();
    text.lines().map(|line| [line.trim_end(), "\n"].concat()).collect()
}
