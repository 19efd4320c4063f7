//! The documents of several sources, one after another.
//!
//! May use `error`. Invariant: a source that cannot be read is reported and stops nothing else.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;

use super::split::Splitter;
use super::walk::{Found, Source, walk};
use super::{Document, Options, Unreadable};
use crate::error::Result;

/// The documents under `paths`: files, folders, globs (where no file has that very name) and `-`.
///
/// # Errors
/// `input.missing` when a path or pattern names nothing.
pub fn sources(paths: &[PathBuf], options: &Options) -> Result<Sources> {
    let waiting = walk(paths, options)?.into_iter();
    Ok(Sources { waiting, open: None, max_bytes: options.max_bytes, extract: options.extract })
}

/// An iterator over the documents of several sources, each opened when its turn comes.
pub struct Sources {
    waiting: std::vec::IntoIter<Found>,
    open: Option<Open>,
    max_bytes: usize,
    extract: bool,
}

struct Open {
    name: Arc<str>,
    documents: Splitter<Box<dyn Read + Send>>,
}

impl Iterator for Sources {
    type Item = std::result::Result<Document, Unreadable>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(open) = &mut self.open {
                match open.documents.next() {
                    Some(next) => return Some(next.map_err(|error| unreadable(&open.name, &error))),
                    None => self.open = None,
                }
            }
            let opened = self.waiting.next()?.and_then(|source| self.open(&source));
            match opened {
                Ok(open) => self.open = Some(open),
                Err(unreadable) => return Some(Err(unreadable)),
            }
        }
    }
}

impl Sources {
    fn open(&self, source: &Source) -> std::result::Result<Open, Unreadable> {
        let name = source.name();
        let reader: Box<dyn Read + Send> = match source {
            Source::Stdin => Box::new(io::stdin()),
            Source::File(path) => Box::new(File::open(path).map_err(|error| unreadable(&name, &error))?),
        };
        let documents = Splitter::new(reader, name.clone(), self.max_bytes);
        let documents = if self.extract { documents.all_words() } else { documents };
        Ok(Open { name, documents })
    }
}

fn unreadable(name: &Arc<str>, error: &io::Error) -> Unreadable {
    Unreadable { source: name.clone(), message: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_cannot_be_read_stops_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let (first, last) = (folder.path().join("a.json"), folder.path().join("b.ndjson"));
        fs_err::write(&first, "{\"a\":1}\n").expect("a file");
        fs_err::write(&last, "{\"a\":2}\n{\"a\":3}\n").expect("a file");
        let paths = [first, folder.path().to_owned(), last];
        let mut sources = sources(&paths, &Options::default()).expect("all are there");
        fs_err::remove_file(&paths[0]).expect("a file");
        let gone = sources.next().expect("a report").expect_err("gone");
        assert_eq!(gone.source.as_ref(), paths[0].to_string_lossy());
        let gone = sources.next().expect("a report").expect_err("gone");
        assert_eq!(gone.source.as_ref(), paths[0].to_string_lossy());
        let rest: Vec<_> = sources.map(|document| document.expect("readable").raw).collect();
        assert_eq!(rest, [b"{\"a\":2}", b"{\"a\":3}", b"{\"a\":2}", b"{\"a\":3}"]);
    }
}
