//! From the paths of a command line to the sources to read.
//!
//! May use `error`. Invariant: the order is that of the arguments, and inside a folder that of the sorted
//! names; nothing in a folder is met twice through a link.

use std::collections::HashSet;
use std::io::ErrorKind as Io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use super::{Options, Unreadable};
use crate::error::{Error, ErrorKind, Result};

/// Folders that hold no research: never entered unless named. Others of the kind are hidden.
const SKIPPED: [&str; 2] = ["node_modules", "CVS"];

/// As shells do it: `*` leaves hidden files alone.
const GLOB: glob::MatchOptions = glob::MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Stdin,
    File(PathBuf),
}

impl Source {
    /// The name the source goes by in every output.
    pub fn name(&self) -> Arc<str> {
        match self {
            Self::Stdin => "-".into(),
            Self::File(path) => path.to_string_lossy().into(),
        }
    }
}

/// What paths lead to: something to read, or something that could not be looked into.
pub(super) type Found = std::result::Result<Source, Unreadable>;

/// All that these paths lead to.
///
/// # Errors
/// `input.missing` for a path that names nothing.
pub(super) fn walk(paths: &[PathBuf], options: &Options) -> Result<Vec<Found>> {
    let mut walk = Walk { text: options.text, seen: HashSet::new(), found: Vec::new() };
    for path in paths {
        if path.as_os_str() == "-" {
            // The second reader of one stream would find nothing in it.
            if !walk.found.contains(&Ok(Source::Stdin)) {
                walk.found.push(Ok(Source::Stdin));
            }
        } else if is_missing(path) {
            walk.pattern(path)?;
        } else {
            walk.path(path);
        }
    }
    Ok(walk.found)
}

fn is_missing(path: &Path) -> bool {
    // Windows calls a name with a star in it invalid, not missing.
    let absent = |kind| matches!(kind, Io::NotFound | Io::NotADirectory | Io::InvalidFilename);
    path.metadata().is_err_and(|error| absent(error.kind()))
}

struct Walk {
    text: bool,
    /// Where the files found in folders really are.
    seen: HashSet<PathBuf>,
    found: Vec<Found>,
}

impl Walk {
    /// Expands a pattern, for shells that do not.
    fn pattern(&mut self, path: &Path) -> Result<()> {
        let missing = || {
            Error::new(ErrorKind::InputMissing, format_args!("no file or folder '{}'", path.display()))
                .hint("check the spelling; '-' reads standard input")
        };
        let pattern = path.to_str().ok_or_else(missing)?;
        let mut matches = glob::glob_with(pattern, GLOB).map_err(|_| missing())?.peekable();
        matches.peek().ok_or_else(missing)?;
        for found in matches {
            match found {
                Ok(path) => self.path(&path),
                Err(error) => self.unreadable(error.path(), error.error()),
            }
        }
        Ok(())
    }

    /// Adds a path that was named: a folder's content, or whatever else it is.
    fn path(&mut self, path: &Path) {
        if path.is_dir() { self.folder(path) } else { self.found.push(Ok(Source::File(path.to_owned()))) }
    }

    fn folder(&mut self, folder: &Path) {
        let walk = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
        let mut files = Vec::new();
        for entry in walk.filter_entry(|entry| entry.depth() == 0 || !is_skipped(entry)) {
            match entry {
                Ok(entry) if entry.file_type().is_file() && self.wants(entry.path()) => files.push(entry),
                Ok(_) => {}
                // A link back to a folder above: what it leads to is walked anyway.
                Err(error) if error.loop_ancestor().is_some() => {}
                Err(error) => {
                    let path = error.path().unwrap_or(folder);
                    if !path.file_name().is_some_and(|name| is_hidden(&name.to_string_lossy())) {
                        self.unreadable(path, &error);
                    }
                }
            }
        }
        // A file goes by its own name where it has one in this folder, not by that of a link to it.
        let real = |entry: &DirEntry| entry.path().canonicalize().unwrap_or_else(|_| entry.path().to_owned());
        let (links, own): (Vec<_>, Vec<_>) = files.iter().partition(|entry| entry.path_is_symlink());
        let taken: HashSet<&Path> = own
            .into_iter()
            .chain(links)
            .filter(|entry| self.seen.insert(real(entry)))
            .map(DirEntry::path)
            .collect();
        let files = files.iter().map(DirEntry::path).filter(|path| taken.contains(path));
        self.found.extend(files.map(|path| Ok(Source::File(path.to_owned()))));
    }

    fn wants(&self, path: &Path) -> bool {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("json" | "jsonl" | "ndjson") => true,
            Some("txt" | "md") => self.text,
            _ => false,
        }
    }

    fn unreadable(&mut self, path: &Path, error: &dyn std::error::Error) {
        // The cause alone: the path is said beside it.
        let message = error.source().map_or_else(|| error.to_string(), ToString::to_string);
        self.found.push(Err(Unreadable { source: path.to_string_lossy().into(), message }));
    }
}

fn is_hidden(name: &str) -> bool {
    name.starts_with('.')
}

fn is_skipped(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    is_hidden(&name) || (entry.file_type().is_dir() && SKIPPED.contains(&&*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these files in it, each holding its own name.
    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let path = folder.path().join(file);
            fs_err::create_dir_all(path.parent().expect("inside")).expect("a folder");
            fs_err::write(&path, file).expect("a file");
        }
        folder
    }

    /// What is found, relative to the folder; `!` marks what could not be looked into.
    fn found(folder: &tempfile::TempDir, paths: &[&str], text: bool) -> Vec<String> {
        let paths: Vec<_> = paths.iter().map(|path| folder.path().join(path)).collect();
        let options = Options { text, ..Options::default() };
        let relative = |name: &str| {
            let path = Path::new(name).strip_prefix(folder.path()).expect("inside");
            path.to_string_lossy().replace('\\', "/")
        };
        let found = walk(&paths, &options).expect("nothing is missing");
        found
            .iter()
            .map(|found| match found {
                Ok(source) => relative(&source.name()),
                Err(unreadable) => format!("!{}", relative(&unreadable.source)),
            })
            .collect()
    }

    #[test]
    fn folders_are_walked_in_sorted_order_and_hidden_things_left_alone() {
        let folder = folder(&[
            "b.json",
            "a/z.NDJSON",
            "a/a.Jsonl",
            "c.txt",
            "d.md",
            "e.rs",
            ".hidden.json",
            ".git/x.json",
            "node_modules/x.json",
        ]);
        assert_eq!(found(&folder, &[""], false), ["a/a.Jsonl", "a/z.NDJSON", "b.json"]);
        assert_eq!(found(&folder, &[""], true), ["a/a.Jsonl", "a/z.NDJSON", "b.json", "c.txt", "d.md"]);
        assert_eq!(found(&folder, &["e.rs", ".git", "b.json"], false), ["e.rs", ".git/x.json", "b.json"]);
    }

    #[test]
    fn patterns_are_expanded_where_no_file_has_that_name() {
        let folder = folder(&["b1.json", "b2.json", ".b3.json", "sub/c.json", "[x].json"]);
        assert_eq!(found(&folder, &["b*.json", "s?b"], false), ["b1.json", "b2.json", "sub/c.json"]);
        assert_eq!(found(&folder, &["*.json"], false), ["[x].json", "b1.json", "b2.json"]);
        assert_eq!(found(&folder, &["[x].json"], false), ["[x].json"]);
    }

    #[test]
    fn a_path_that_names_nothing_is_an_error() {
        let folder = folder(&["a.json"]);
        for path in ["b.json", "*.ndjson", "a.json/b", "***"] {
            let error = walk(&[folder.path().join(path)], &Options::default()).expect_err(path);
            assert_eq!(error.kind, ErrorKind::InputMissing, "{path}");
            assert!(error.hint.is_some());
        }
    }

    #[test]
    fn standard_input_is_read_once() {
        let paths = ["-".into(), "-".into()];
        assert_eq!(walk(&paths, &Options::default()).expect("stdin"), [Ok(Source::Stdin)]);
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_twice() {
        use std::os::unix::fs::symlink;

        let folder = folder(&["a/b.json", "a/real.json", "c/d.json"]);
        let at = |path: &str| folder.path().join(path);
        symlink("..", at("a/loop")).expect("a link");
        symlink("real.json", at("a/also.json")).expect("a link");
        symlink("../c", at("a/c")).expect("a link");
        symlink("gone.json", at("a/dangling.json")).expect("a link");
        symlink("gone.json", at("a/.#lock.json")).expect("a link");
        std::os::unix::net::UnixListener::bind(at("a/socket.json")).expect("a socket");
        assert_eq!(
            found(&folder, &["a"], false),
            ["!a/dangling.json", "a/b.json", "a/c/d.json", "a/real.json"]
        );
        assert_eq!(
            found(&folder, &["a", "a/also.json"], false).last().map(String::as_str),
            Some("a/also.json")
        );
    }
}
