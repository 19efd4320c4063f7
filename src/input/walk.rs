//! From the paths of a command line to the sources to read.
//!
//! May use `error`. Invariant: the order is that of the arguments, and inside a folder that of the sorted
//! names; no file is met twice through a link.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use walkdir::{DirEntry, WalkDir};

use super::{Options, Unreadable};
use crate::error::{Error, ErrorKind, Result};

/// Folders that hold no research: never entered unless named.
const SKIPPED: [&str; 1] = ["node_modules"];

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

/// The sources that these paths name, and what could not be looked into.
///
/// # Errors
/// [`ErrorKind::InputMissing`] for a path that names nothing.
pub(super) fn walk(paths: &[PathBuf], options: &Options) -> Result<(Vec<Source>, Vec<Unreadable>)> {
    let mut walk =
        Walk { text: options.text, seen: HashSet::new(), found: Vec::new(), unreadable: Vec::new() };
    for path in paths {
        if path.as_os_str() == "-" {
            walk.found.push(Source::Stdin);
        } else if path.exists() || path.is_symlink() {
            walk.add(path);
        } else {
            expand(path)?.iter().for_each(|path| walk.add(path));
        }
    }
    Ok((walk.found, walk.unreadable))
}

/// The paths that a pattern stands for, for shells that do not expand patterns themselves.
fn expand(path: &Path) -> Result<Vec<PathBuf>> {
    let missing = || {
        Error::new(ErrorKind::InputMissing, format_args!("no file or folder '{}'", path.display()))
            .hint("check the spelling; '-' reads standard input")
    };
    let pattern = path.to_str().ok_or_else(missing)?;
    let found: Vec<_> =
        glob::glob(pattern).map_err(|_| missing())?.filter_map(std::result::Result::ok).collect();
    if found.is_empty() { Err(missing()) } else { Ok(found) }
}

struct Walk {
    text: bool,
    seen: HashSet<PathBuf>,
    found: Vec<Source>,
    unreadable: Vec<Unreadable>,
}

impl Walk {
    fn add(&mut self, path: &Path) {
        if !path.is_dir() {
            self.found.push(Source::File(path.to_owned()));
            return;
        }
        let walk = WalkDir::new(path).follow_links(true).sort_by_file_name().into_iter();
        for entry in walk.filter_entry(|entry| entry.depth() == 0 || !is_skipped(entry)) {
            match entry {
                Ok(entry) => self.entry(entry),
                // A link back to a folder above: what it leads to is walked anyway.
                Err(error) if error.loop_ancestor().is_some() => {}
                Err(error) => {
                    let source = error.path().unwrap_or(path).to_string_lossy().into();
                    let message = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                    self.unreadable.push(Unreadable { source, message });
                }
            }
        }
    }

    fn entry(&mut self, entry: DirEntry) {
        if !entry.file_type().is_file() || !self.wants(entry.path()) {
            return;
        }
        let real = entry.path().canonicalize().unwrap_or_else(|_| entry.path().to_owned());
        if self.seen.insert(real) {
            self.found.push(Source::File(entry.into_path()));
        }
    }

    fn wants(&self, path: &Path) -> bool {
        let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        match extension.as_deref() {
            Some("json" | "jsonl" | "ndjson") => true,
            Some("txt" | "md" | "markdown") => self.text,
            _ => false,
        }
    }
}

fn is_skipped(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    name.starts_with('.') || (entry.file_type().is_dir() && SKIPPED.contains(&&*name))
}
