//! The documents of several sources, one after another.
//!
//! May use `error`. Invariant: a source that cannot be read is reported and stops nothing else.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use super::split::Splitter;
use super::walk::{Source, walk};
use super::{Document, Options, Unreadable};
use crate::error::Result;

/// The documents under `paths`: files, folders, globs (where no file has that very name) and `-`.
///
/// # Errors
/// `input.missing` when a path or pattern names nothing.
pub fn sources(paths: &[PathBuf], options: &Options) -> Result<Sources> {
    let (waiting, unreadable) = walk(paths, options)?;
    let (waiting, unreadable) = (waiting.into_iter(), unreadable.into_iter());
    Ok(Sources { waiting, unreadable, open: None, max_bytes: options.max_bytes })
}

/// The documents of several sources, read one after another; at last, what could not be looked into.
pub struct Sources {
    waiting: std::vec::IntoIter<Source>,
    unreadable: std::vec::IntoIter<Unreadable>,
    open: Option<(Arc<str>, Splitter<Box<dyn Read + Send>>)>,
    max_bytes: usize,
}

impl Sources {
    /// How many sources have not been begun.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

impl Iterator for Sources {
    type Item = std::result::Result<Document, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((name, splitter)) = &mut self.open {
                match splitter.next_document() {
                    Ok(Some(document)) => return Some(Ok(document)),
                    Ok(None) => self.open = None,
                    Err(error) => {
                        let unreadable = unreadable(name.clone(), &error);
                        self.open = None;
                        return Some(Err(unreadable));
                    }
                }
            }
            let Some(source) = self.waiting.next() else {
                return self.unreadable.next().map(Err);
            };
            let name = source.name();
            match open(&source) {
                Ok(reader) => {
                    let splitter = Splitter::new(reader, name.clone(), self.max_bytes);
                    self.open = Some((name, splitter));
                }
                Err(error) => return Some(Err(unreadable(name, &error))),
            }
        }
    }
}

fn open(source: &Source) -> io::Result<Box<dyn Read + Send>> {
    Ok(match source {
        Source::Stdin => Box::new(io::stdin()),
        Source::File(path) => Box::new(File::open(path)?),
    })
}

fn unreadable(source: Arc<str>, error: &io::Error) -> Unreadable {
    Unreadable { source, message: error.to_string() }
}
