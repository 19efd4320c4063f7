//! Where each document of a stream begins and ends.
//!
//! May use `diagnostic`, `digest`. Invariant: content decides, never a file's name or how the reader cuts
//! its chunks; and what is held in memory is a document and a look ahead, each within the limit.
//!
//! A document that stands on a line of its own is handed on without being looked into: `}` and `{` never
//! meet across a line break inside one JSON value, so a line from `{` to `}` before a line that begins with
//! `{` is whole. Everything else is read by the grammar, to the end of the value or to its first fault.
//!
//! When documents come one a line and a line is broken, only that line is lost, and from there on every
//! line stands alone: so no byte is read by the grammar more than a few times, whatever the input.

use std::io::{self, Read};
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::lex::{Fault, Kind, Lexer, blank, is_blank};
use super::window::{Next, Window};
use super::{CUT_KEPT, Document, Extent, decode};
use crate::digest::Digest;

/// Splits what a reader yields into documents; an empty source is one empty document.
#[derive(Debug)]
pub struct Splitter<R> {
    window: Window<R>,
    source: Arc<str>,
    max_bytes: usize,
    /// Documents handed on so far.
    count: u64,
    /// Whether each of them had one line, and that to itself.
    by_line: bool,
    state: State,
}

/// What may come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A document of any layout.
    Top,
    /// An agent's words, to the end.
    Words,
    /// A line, whatever is on it.
    Line,
    /// An element of an array of documents, the first one or one behind a comma.
    Element,
    /// A comma, or the end of the array.
    AfterElement,
    /// Nothing: all was handed on.
    Done,
}

/// What the grammar makes of a value.
enum Scan {
    /// Whole, up to here.
    Whole(usize),
    Fault,
    /// Longer than the limit.
    Large,
}

/// How far a stretch that is too large goes.
#[derive(Clone, Copy)]
enum Until {
    /// To the end of its line.
    Line,
    /// To where one line ends with `}` and the next begins with `{`.
    Document { closed: bool, broken_off: bool },
    /// To the end of the source.
    End,
}

impl Until {
    /// Whether the stretch ends before this byte, the next one of it.
    fn ends(&mut self, byte: u8) -> bool {
        match self {
            Self::Line => return byte == b'\n',
            Self::End => {}
            Self::Document { closed, broken_off } => match byte {
                b'{' if *closed && *broken_off => return true,
                b'}' => (*closed, *broken_off) = (true, false),
                b'\n' => *broken_off = true,
                _ => *closed &= is_blank(byte),
            },
        }
        false
    }
}

impl<R: Read> Splitter<R> {
    /// Splits `reader`, whose documents are said to come from `source`; `max_bytes` limits each.
    pub fn new(reader: R, source: Arc<str>, max_bytes: usize) -> Self {
        Self { window: Window::new(reader), source, max_bytes, count: 0, by_line: true, state: State::Top }
    }

    /// Takes the whole source for an agent's words, however it begins.
    pub fn all_words(self) -> Self {
        Self { state: State::Words, ..self }
    }

    fn document(&mut self) -> io::Result<Option<Document>> {
        match self.state {
            State::Done => return Ok(None),
            State::Element | State::AfterElement => {
                if let Some(element) = self.element()? {
                    return Ok(Some(element));
                }
            }
            State::Words => return self.rest(0, Extent::Text).map(Some),
            State::Top | State::Line => {}
        }
        let Some(start) = self.seek()? else {
            self.state = State::Done;
            return Ok((self.count == 0).then(|| self.emit(0, self.window.bytes().len(), Extent::Whole)));
        };
        if self.count == 0 && decode::wide(self.window.bytes()).is_some() {
            return self.rest(0, Extent::Whole).map(Some);
        }
        match self.window.bytes()[start] {
            _ if self.state == State::Line => self.line(start).map(Some),
            b'{' => self.object(start).map(Some),
            b'[' => match self.array(start)? {
                Some(document) => Ok(Some(document)),
                None => self.element(),
            },
            _ => self.text(start).map(Some),
        }
    }

    /// How far may be looked beyond `from`.
    fn limit(&self, from: usize) -> usize {
        from.saturating_add(self.max_bytes)
    }

    /// Where in the window the next document begins. What stands before the first one is kept, until it
    /// is known whether that is the only one.
    fn seek(&mut self) -> io::Result<Option<usize>> {
        if self.count == 0 && self.window.offset() == 0 {
            while self.window.bytes().len() < 4 && self.window.more()? {}
            match self.window.next(self.lead(), self.max_bytes)? {
                Next::At(start) => return Ok(Some(start)),
                Next::End => return Ok(None),
                Next::Far => {}
            }
        }
        Ok(self.window.skip_blank()?.then_some(0))
    }

    /// The length of the byte order mark that begins the source, while it is in the window.
    fn lead(&self) -> usize {
        let first = self.window.offset() == 0 && self.window.bytes().starts_with(decode::BOM);
        if first { decode::BOM.len() } else { 0 }
    }

    /// The end of the object at `start`, if it plainly has its line to itself and another follows.
    fn own_line(&mut self, start: usize) -> io::Result<Option<usize>> {
        let Some(line_end) = self.window.line_end(start, self.limit(start))? else { return Ok(None) };
        let end = start + trimmed(&self.window.bytes()[start..line_end]);
        let line = &self.window.bytes()[start..end];
        if !line.ends_with(b"}") || holds_two(line) {
            return Ok(None);
        }
        let next = self.window.next(line_end, self.limit(line_end))?;
        Ok(matches!(next, Next::At(next) if self.window.bytes()[next] == b'{').then_some(end))
    }

    fn object(&mut self, start: usize) -> io::Result<Document> {
        if self.by_line
            && let Some(end) = self.own_line(start)?
        {
            return Ok(self.span(start, end));
        }
        match self.scan(start, end_of)? {
            Scan::Whole(end) => self.whole(start, end),
            Scan::Fault => self.faulty(start),
            Scan::Large => self.large(start),
        }
    }

    /// Reads the value at `start` with the grammar, fetching more of the source as needed.
    fn scan(
        &mut self,
        start: usize,
        mut read: impl FnMut(&[u8]) -> Result<usize, Fault>,
    ) -> io::Result<Scan> {
        loop {
            let bytes = &self.window.bytes()[start..];
            // One byte more than allowed tells a document that fits from one that does not.
            let bytes = &bytes[..bytes.len().min(self.max_bytes.saturating_add(1))];
            match read(bytes) {
                Ok(length) if length <= self.max_bytes => return Ok(Scan::Whole(start + length)),
                Ok(_) => return Ok(Scan::Large),
                Err(Fault::End { .. }) if bytes.len() > self.max_bytes => return Ok(Scan::Large),
                Err(Fault::End { .. }) if self.window.more()? => {}
                Err(_) => return Ok(Scan::Fault),
            }
        }
    }

    /// Hands on a value that is whole, after a look at what follows it.
    fn whole(&mut self, start: usize, end: usize) -> io::Result<Document> {
        let next = match self.window.next(end, self.limit(end))? {
            Next::At(next) => next,
            Next::End if self.count == 0 && self.window.bytes().len() <= self.max_bytes => {
                return Ok(self.emit(0, self.window.bytes().len(), Extent::Whole));
            }
            Next::End | Next::Far => return Ok(self.span(start, end)),
        };
        let bytes = self.window.bytes();
        let broken_off = memchr::memchr(b'\n', &bytes[end..next]).is_some();
        let alone = broken_off && memchr::memchr(b'\n', &bytes[start..end]).is_none();
        if matches!(bytes[next], b'{' | b'[') {
            self.by_line &= alone;
            return Ok(self.span(start, end));
        }
        // Text follows that begins no document.
        if !broken_off && self.resumes(start)? {
            return self.line(start);
        }
        if self.count == 0 && !(alone && self.resumes(next)?) {
            return self.rest(0, Extent::Whole);
        }
        self.by_line &= alone;
        Ok(self.span(start, end))
    }

    /// Hands on what stands at `start` and is no JSON: its line, if documents come one a line; otherwise
    /// everything to the end.
    fn faulty(&mut self, start: usize) -> io::Result<Document> {
        if self.resumes(start)? {
            return self.line(start);
        }
        self.rest(if self.count == 0 { 0 } else { start }, Extent::Whole)
    }

    /// Hands on text that begins neither an object nor an array.
    fn text(&mut self, start: usize) -> io::Result<Document> {
        match (self.count, self.by_line) {
            (0, _) => self.rest(0, Extent::Text),
            (_, true) => self.line(start),
            (_, false) => self.rest(start, Extent::Trailing),
        }
    }

    /// Whether reading can go on behind the line at `at`: documents came one a line so far, or some line
    /// further on plainly is one.
    fn resumes(&mut self, at: usize) -> io::Result<bool> {
        if self.count > 0 {
            return Ok(self.by_line);
        }
        let limit = self.limit(at);
        let mut line = at;
        while let Some(end) = self.window.line_end(line, limit)? {
            line = end + 1;
            if line > self.window.bytes().len() {
                break;
            }
            let Some(end) = self.window.line_end(line, limit)? else { break };
            let text = &self.window.bytes()[line..end];
            let text = &text[..trimmed(text)];
            if text.starts_with(b"{") && text.ends_with(b"}") && end_of(text) == Ok(text.len()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Hands on the array at `start` if it is one document, or no array of documents at all. Otherwise
    /// steps into it: its elements are documents.
    fn array(&mut self, start: usize) -> io::Result<Option<Document>> {
        let mut seen = Seen::default();
        let scan = self.scan(start, |bytes| {
            seen = Seen::default();
            seen.end_of(bytes)
        })?;
        let one = !seen.objects || (seen.rule_key && !matches!(scan, Scan::Large));
        match scan {
            Scan::Whole(end) if one => self.whole(start, end).map(Some),
            Scan::Fault if one || (self.count > 0 && self.by_line) => self.faulty(start).map(Some),
            Scan::Large if one => self.large(start).map(Some),
            _ => {
                self.window.consume(start + 1);
                self.by_line = false;
                self.state = State::Element;
                Ok(None)
            }
        }
    }

    /// The next document of an array, or what stands where it goes wrong; `None` behind its end.
    fn element(&mut self) -> io::Result<Option<Document>> {
        loop {
            self.window.skip_blank()?;
            match (self.state, self.window.bytes().first()) {
                (State::AfterElement, Some(b',')) => {
                    self.window.consume(1);
                    self.state = State::Element;
                }
                (State::AfterElement, Some(b']')) => {
                    self.window.consume(1);
                    self.state = State::Top;
                    return Ok(None);
                }
                (State::Element, Some(b'{')) => {
                    self.state = State::AfterElement;
                    return match self.scan(0, end_of)? {
                        Scan::Whole(end) => Ok(Some(self.span(0, end))),
                        Scan::Fault | Scan::Large => self.rest(0, Extent::Whole).map(Some),
                    };
                }
                _ => return self.rest(0, Extent::Array).map(Some),
            }
        }
    }

    /// Hands on the line at `start`.
    fn line(&mut self, start: usize) -> io::Result<Document> {
        self.state = State::Line;
        match self.window.line_end(start, self.limit(start))? {
            Some(end) => Ok(self.span(start, start + trimmed(&self.window.bytes()[start..end]))),
            None => self.cut_from(start, Until::Line),
        }
    }

    /// Hands on everything from `from` to the end of the source.
    fn rest(&mut self, from: usize, extent: Extent) -> io::Result<Document> {
        self.state = State::Done;
        self.window.consume(from);
        while self.window.bytes().len() <= self.max_bytes {
            if !self.window.more()? {
                return Ok(self.emit(0, self.window.bytes().len(), extent));
            }
        }
        self.cut(Until::End)
    }

    fn large(&mut self, start: usize) -> io::Result<Document> {
        if self.count > 0 && self.by_line {
            return self.cut_from(start, Until::Line);
        }
        let document = self.cut_from(start, Until::Document { closed: false, broken_off: false })?;
        self.by_line &= self.window.position().line <= document.start.line + 1;
        Ok(document)
    }

    fn cut_from(&mut self, start: usize, until: Until) -> io::Result<Document> {
        self.window.consume(if self.lead() > 0 { 0 } else { start });
        self.cut(until)
    }

    /// Hands on a stretch that is too large: its beginning, its size and its digest.
    fn cut(&mut self, mut until: Until) -> io::Result<Document> {
        let mut document = self.emit(0, 0, Extent::Whole);
        let (mut size, mut hasher) = (0, Sha256::new());
        loop {
            let bytes = self.window.bytes();
            let end = bytes.iter().position(|&byte| until.ends(byte));
            let part = &bytes[..end.unwrap_or(bytes.len())];
            document.raw.extend_from_slice(&part[..part.len().min(CUT_KEPT - document.raw.len())]);
            size += part.len() as u64;
            hasher.update(part);
            self.window.consume(part.len());
            if end.is_some() || !self.window.more()? {
                break;
            }
        }
        document.extent = Extent::Cut { size, digest: Digest(hasher.finalize().into()) };
        Ok(document)
    }

    /// Hands on a document; the first takes the byte order mark along.
    fn span(&mut self, start: usize, end: usize) -> Document {
        self.emit(if self.lead() > 0 { 0 } else { start }, end, Extent::Whole)
    }

    fn emit(&mut self, start: usize, end: usize, extent: Extent) -> Document {
        self.window.consume(start);
        let document = Document {
            source: self.source.clone(),
            start: self.window.position(),
            offset: self.window.offset(),
            raw: self.window.bytes()[..end - start].to_vec(),
            extent,
        };
        self.window.consume(end - start);
        self.count += 1;
        document
    }
}

impl<R: Read> Iterator for Splitter<R> {
    type Item = io::Result<Document>;

    /// The next document, or what the reader says; after that, nothing more.
    fn next(&mut self) -> Option<Self::Item> {
        let next = self.document();
        if next.is_err() {
            self.state = State::Done;
        }
        next.transpose()
    }
}

/// What a top-level array holds, as far as the grammar could read it.
#[derive(Default)]
struct Seen {
    /// Whether its first element is an object.
    objects: bool,
    /// Whether an element has the key that only a finding of a review has.
    rule_key: bool,
}

impl Seen {
    fn end_of(&mut self, bytes: &[u8]) -> Result<usize, Fault> {
        let mut lexer = Lexer::new(bytes);
        let mut first = true;
        while let Some(token) = lexer.next()? {
            if lexer.level() == 2 {
                match token.kind {
                    Kind::Open if first => self.objects = bytes[token.span.start] == b'{',
                    Kind::Key => self.rule_key |= bytes[token.span.clone()] == *b"\"rule_key\"",
                    _ => {}
                }
            }
            first &= token.span.end == 1;
        }
        Ok(lexer.at())
    }
}

/// The end of the value that begins the bytes.
fn end_of(bytes: &[u8]) -> Result<usize, Fault> {
    let mut lexer = Lexer::new(bytes);
    while lexer.next()?.is_some() {}
    Ok(lexer.at())
}

/// Whether a second document may begin on this line. It may only seem so, inside a string.
fn holds_two(line: &[u8]) -> bool {
    let follows = |at: usize| line.get(at + 1 + blank(&line[at + 1..]));
    memchr::memchr_iter(b'}', line).any(|at| matches!(follows(at), Some(b'{' | b'[')))
}

/// The length of a line without the white space at its end.
fn trimmed(line: &[u8]) -> usize {
    line.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1)
}
