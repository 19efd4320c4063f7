//! Where each document of a stream begins and ends.
//!
//! May use `diagnostic`, `digest`. Invariant: content decides, never a file's name, and the memory held is
//! that of one document.
//!
//! A document that stands on a line of its own is handed on without being looked into: `}` and `{` on two
//! lines in a row never meet inside one JSON value, so a line from `{` to `}` before a line that begins with
//! `{` is whole. Everything else is read by the grammar, to the end of the value or to its first fault.

use std::io::{self, Read};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::decode::{strip_bom, wide_encoding};
use super::locate::code_points;
use super::syntax::{self, Event, skip_space};
use super::{CUT_KEPT, Document, Extent};
use crate::diagnostic::Position;
use crate::digest::Digest;

/// How much is read at a time.
const CHUNK: usize = 256 << 10;

/// Splits what a reader yields into documents.
#[derive(Debug)]
pub struct Splitter<R> {
    reader: R,
    source: Arc<str>,
    max_bytes: usize,
    /// What was read and not yet handed on.
    buffer: Vec<u8>,
    /// Where in `buffer` the next document may begin.
    at: usize,
    end_of_file: bool,
    /// The line that `buffer[at]` stands on, and where in `buffer` its text begins.
    line: u64,
    line_start: usize,
    /// Code points of that line that are no longer in `buffer`, and bytes of the source likewise.
    column: u64,
    forgotten: u64,
    /// Documents handed on so far.
    count: u64,
    /// Whether every document so far had a line to itself.
    by_line: bool,
    /// Documents found but not yet handed on, last first.
    ready: Vec<Document>,
}

/// What the grammar makes of the bytes at hand.
enum Found {
    /// One object, ending here.
    Object(usize),
    /// An array, ending here, and its elements that are whole.
    Array { end: usize, elements: Elements },
    /// A fault; in an array, the elements before it are whole.
    Fault(Elements),
    /// The bytes at hand are not enough, and more would be too much.
    TooLarge,
}

#[derive(Default)]
struct Elements {
    spans: Vec<(usize, usize)>,
    objects: bool,
    /// Whether some element has the key that only a finding of a review has.
    review: bool,
}

impl<R: Read> Splitter<R> {
    /// Splits `reader`, whose documents are said to come from `source`; `max_bytes` limits each.
    pub fn new(reader: R, source: Arc<str>, max_bytes: usize) -> Self {
        Self {
            reader,
            source,
            max_bytes,
            buffer: Vec::new(),
            at: 0,
            end_of_file: false,
            line: 1,
            line_start: 0,
            column: 0,
            forgotten: 0,
            count: 0,
            by_line: true,
            ready: Vec::new(),
        }
    }

    /// The next document, or `None` at the end. An empty source is one empty document.
    ///
    /// # Errors
    /// What the reader says; what was read up to then has been handed on.
    pub fn next_document(&mut self) -> io::Result<Option<Document>> {
        if let Some(document) = self.ready.pop() {
            return Ok(Some(document));
        }
        let start = self.seek_start()?;
        if start == self.buffer.len() {
            return Ok((self.count == 0).then(|| self.take_rest()));
        }
        if self.count == 0 && wide_encoding(strip_bom(&self.buffer).0).is_some() {
            return self.take_everything().map(Some);
        }
        match self.buffer[start] {
            b'{' => {
                if let Some(end) = self.whole_line(start)? {
                    return Ok(Some(self.emit(start, end)));
                }
                let found = self.scan(start)?;
                self.act(start, found).map(Some)
            }
            b'[' => {
                let found = self.scan(start)?;
                self.act(start, found).map(Some)
            }
            _ => self.refuse(start).map(Some),
        }
    }

    /// Moves to the first byte of the next document, reading on past white space, and lets go of what
    /// was handed on. What stands before the first document is kept until it is known to be the only one.
    fn seek_start(&mut self) -> io::Result<usize> {
        if self.count > 0 && self.at > CHUNK {
            self.forget();
        }
        loop {
            let bom = if self.count == 0 && self.at == 0 {
                self.buffer.len() - strip_bom(&self.buffer).0.len()
            } else {
                0
            };
            let start = skip_space(&self.buffer, self.at + bom);
            if start < self.buffer.len() && (start + 4 <= self.buffer.len() || self.end_of_file) {
                return Ok(start);
            }
            if !self.read_more()? {
                return Ok(start.min(self.buffer.len()));
            }
        }
    }

    /// Reads a chunk; `false` at the end of the source.
    fn read_more(&mut self) -> io::Result<bool> {
        if self.end_of_file {
            return Ok(false);
        }
        let want = CHUNK.max(self.buffer.len() - self.at);
        let before = self.buffer.len();
        let read = self.reader.by_ref().take(want as u64).read_to_end(&mut self.buffer);
        self.end_of_file = self.buffer.len() == before;
        read.map(|_| !self.end_of_file)
    }

    /// The end of the document at `start`, if it plainly has its line to itself and is not the whole
    /// source.
    fn whole_line(&mut self, start: usize) -> io::Result<Option<usize>> {
        let Some(line_end) = self.line_end(start)? else { return Ok(None) };
        let end = start + self.buffer[start..line_end].trim_ascii_end().len();
        if self.buffer[end - 1] != b'}' || holds_two(&self.buffer[start..end]) {
            return Ok(None);
        }
        let Some(next) = self.next_start(line_end)? else { return Ok(None) };
        Ok((self.buffer[next] == b'{').then_some(end))
    }

    /// The line break after `from`, or the end of the source; `None` if the line is over the limit.
    fn line_end(&mut self, from: usize) -> io::Result<Option<usize>> {
        let mut searched = from;
        loop {
            if let Some(found) = memchr::memchr(b'\n', &self.buffer[searched..]) {
                return Ok(Some(searched + found).filter(|end| end - from <= self.max_bytes));
            }
            searched = self.buffer.len();
            if searched - from > self.max_bytes {
                return Ok(None);
            }
            if !self.read_more()? {
                return Ok(Some(self.buffer.len()));
            }
        }
    }

    /// The first byte from `from` on that is not white space.
    fn next_start(&mut self, from: usize) -> io::Result<Option<usize>> {
        let mut at = from;
        loop {
            at = skip_space(&self.buffer, at);
            if at < self.buffer.len() {
                return Ok(Some(at));
            }
            if !self.read_more()? {
                return Ok(None);
            }
        }
    }

    /// Reads the value at `start` with the grammar, fetching more of the source as needed.
    fn scan(&mut self, start: usize) -> io::Result<Found> {
        loop {
            let mut elements = Elements::default();
            let outcome = scan_value(&self.buffer, start, &mut elements);
            match outcome {
                Ok(end) if end - start > self.max_bytes => return Ok(Found::TooLarge),
                Ok(end) if self.buffer[start] == b'[' => return Ok(Found::Array { end, elements }),
                Ok(end) => return Ok(Found::Object(end)),
                Err(fault) if !fault.cut => return Ok(Found::Fault(elements)),
                Err(_) if self.buffer.len() - start > self.max_bytes => return Ok(Found::TooLarge),
                Err(_) => {
                    if !self.read_more()? {
                        return Ok(Found::Fault(elements));
                    }
                }
            }
        }
    }

    fn act(&mut self, start: usize, found: Found) -> io::Result<Document> {
        match found {
            Found::TooLarge => self.skip_oversize(start),
            Found::Object(end) => self.accept(start, end, vec![(start, end)]),
            Found::Array { end, elements } if elements.review || !elements.objects => {
                self.accept(start, end, vec![(start, end)])
            }
            Found::Array { end, elements } => self.accept(start, end, elements.spans),
            Found::Fault(elements) => {
                if elements.objects && !elements.review && (self.count == 0 || !self.by_line) {
                    let rest = elements.spans.last().map_or(start, |span| span.1);
                    return self.emit_then_rest(&elements.spans, rest, Extent::Array);
                }
                self.refuse(start)
            }
        }
    }

    /// Hands on the documents of a value that is whole, after a look at what follows it.
    fn accept(&mut self, start: usize, end: usize, spans: Vec<(usize, usize)>) -> io::Result<Document> {
        let Some(next) = self.next_start(end)? else {
            if self.count == 0 && spans.len() == 1 {
                return Ok(self.take_rest());
            }
            return Ok(self.emit_all(&spans));
        };
        let follows = self.buffer[next] == b'{' || self.buffer[next] == b'[';
        let own_line = !self.buffer[start..next].is_empty()
            && memchr::memchr(b'\n', &self.buffer[start..end]).is_none()
            && memchr::memchr(b'\n', &self.buffer[end..next]).is_some();
        if follows || (own_line && self.by_line && (self.count > 0 || self.resumes_after(next)?)) {
            self.by_line &= own_line;
            return Ok(self.emit_all(&spans));
        }
        // Text that begins no document follows.
        if self.by_line && self.resumes_after(start)? {
            return self.refuse(start);
        }
        if self.count == 0 {
            return self.take_everything();
        }
        self.emit_then_rest(&spans, end, Extent::Trailing)
    }

    /// Hands on what stands at `start` as a stretch that holds no document: its line, if the documents of
    /// this source have a line each; otherwise everything to the end.
    fn refuse(&mut self, start: usize) -> io::Result<Document> {
        if self.by_line
            && self.resumes_after(start)?
            && let Some(end) = self.line_end(start)?
        {
            let end = start + self.buffer[start..end].trim_ascii_end().len();
            return Ok(self.emit(start, end));
        }
        if self.count == 0 {
            return self.take_everything();
        }
        self.advance(start);
        self.take_everything()
    }

    /// Whether reading can go on with the line after the one at `start`: documents came one a line so far,
    /// or the next line plainly is one.
    fn resumes_after(&mut self, start: usize) -> io::Result<bool> {
        if !self.by_line {
            return Ok(false);
        }
        if self.count > 0 {
            return Ok(true);
        }
        let Some(line_end) = self.line_end(start)? else { return Ok(false) };
        let Some(next) = self.next_start(line_end)? else { return Ok(false) };
        let Some(next_end) = self.line_end(next)? else { return Ok(false) };
        let line = self.buffer[next..next_end].trim_ascii_end();
        Ok(line.starts_with(b"{") && line.len() > 1 && line.ends_with(b"}"))
    }

    /// Moves on to `to`, keeping count of lines.
    fn advance(&mut self, to: usize) {
        let passed = &self.buffer[self.at..to];
        if let Some(last) = memchr::memrchr(b'\n', passed) {
            self.line += memchr::memchr_iter(b'\n', passed).count() as u64;
            self.line_start = self.at + last + 1;
            self.column = 0;
        }
        self.at = to;
    }

    /// Where `buffer[at]` stands in the source.
    fn here(&self) -> Position {
        let before = &self.buffer[self.line_start..self.at];
        let before = if self.line == 1 { strip_bom(before).0 } else { before };
        Position { line: self.line, column: 1 + self.column + code_points(before) }
    }

    /// Lets go of what was handed on.
    fn forget(&mut self) {
        self.column += code_points(&self.buffer[self.line_start..self.at]);
        self.forgotten += self.at as u64;
        self.buffer.drain(..self.at);
        (self.at, self.line_start) = (0, 0);
    }

    fn emit(&mut self, start: usize, end: usize) -> Document {
        self.advance(start);
        let document = Document {
            source: self.source.clone(),
            start: self.here(),
            offset: self.forgotten + start as u64,
            raw: self.buffer[start..end].to_vec(),
            extent: Extent::Whole,
        };
        self.advance(end);
        self.count += 1;
        document
    }

    /// Hands on several documents, the first at once and the others when asked.
    fn emit_all(&mut self, spans: &[(usize, usize)]) -> Document {
        let documents: Vec<_> = spans.iter().map(|&(start, end)| self.emit(start, end)).collect();
        self.ready = documents.into_iter().rev().collect();
        if let Some(close) = self.closing_bracket() {
            self.advance(close);
        }
        self.ready.pop().expect("there is at least one document")
    }

    /// Past the bracket that closes an array of documents just handed on.
    fn closing_bracket(&self) -> Option<usize> {
        let at = skip_space(&self.buffer, self.at);
        (self.buffer.get(at) == Some(&b']')).then_some(at + 1)
    }

    /// Hands on whole documents, and after them everything from `rest` on as one stretch.
    fn emit_then_rest(
        &mut self,
        spans: &[(usize, usize)],
        rest: usize,
        extent: Extent,
    ) -> io::Result<Document> {
        let documents: Vec<_> = spans.iter().map(|&(start, end)| self.emit(start, end)).collect();
        let rest = skip_space(&self.buffer, rest);
        let rest = rest + usize::from(self.buffer.get(rest) == Some(&b','));
        self.advance(skip_space(&self.buffer, rest));
        let mut last = self.take_everything()?;
        if last.complete() {
            last.extent = extent;
        }
        self.ready = [last].into_iter().chain(documents.into_iter().rev()).collect();
        Ok(self.ready.pop().expect("there is at least one document"))
    }

    /// Everything from here to the end of the source, read on for as long as the limit allows.
    fn take_everything(&mut self) -> io::Result<Document> {
        while self.buffer.len() - self.at <= self.max_bytes {
            if !self.read_more()? {
                return Ok(self.take_rest());
            }
        }
        self.by_line = false;
        self.skip_oversize(self.at)
    }

    /// Everything that was read and not yet handed on.
    fn take_rest(&mut self) -> Document {
        self.emit(self.at, self.buffer.len())
    }

    /// Passes over a document that is too large, to the end of its line if documents come one a line,
    /// otherwise to the end of the source, keeping its beginning, its size and its digest.
    fn skip_oversize(&mut self, start: usize) -> io::Result<Document> {
        self.advance(start);
        let (position, offset) = (self.here(), self.forgotten + start as u64);
        let mut kept = Vec::new();
        let mut size = 0;
        let mut hasher = Sha256::new();
        loop {
            let rest = &self.buffer[self.at..];
            let line_end = self.by_line.then(|| memchr::memchr(b'\n', rest)).flatten();
            let part = &rest[..line_end.unwrap_or(rest.len())];
            kept.extend_from_slice(&part[..part.len().min(CUT_KEPT - kept.len())]);
            size += part.len() as u64;
            hasher.update(part);
            let end = self.at + part.len();
            self.advance(end);
            self.forget();
            if line_end.is_some() || !self.read_more()? {
                break;
            }
        }
        self.count += 1;
        let digest = Digest(hasher.finalize().into());
        let extent = Extent::Cut { size, digest };
        Ok(Document { source: self.source.clone(), start: position, offset, raw: kept, extent })
    }
}

impl<R: Read> Iterator for Splitter<R> {
    type Item = io::Result<Document>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_document().transpose()
    }
}

/// Whether a second object may begin on this line. It may only seem so, inside a string.
fn holds_two(line: &[u8]) -> bool {
    memchr::memchr_iter(b'}', line).any(|at| line.get(skip_space(line, at + 1)) == Some(&b'{'))
}

/// Reads one value, noting the elements of a top-level array.
fn scan_value(bytes: &[u8], start: usize, elements: &mut Elements) -> Result<usize, syntax::Fault> {
    if bytes[start] == b'{' {
        return syntax::value(bytes, start, |_| true);
    }
    let mut depth = 0;
    let mut element = start;
    syntax::value(bytes, start, |event| {
        let (begin, end) = match event {
            Event::Open { at, object } => {
                depth += 1;
                if depth == 2 {
                    element = *at;
                    elements.objects |= object;
                }
                return true;
            }
            Event::Close { end } => {
                depth -= 1;
                (element, *end)
            }
            Event::Key(span) => {
                elements.review |= depth == 2 && bytes[span.clone()] == *b"\"rule_key\"";
                return true;
            }
            Event::String(span) | Event::Number(span) | Event::Word(span) => (span.start, span.end),
        };
        if depth == 1 {
            elements.spans.push((begin, end));
        }
        true
    })
}
