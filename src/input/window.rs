//! The part of a source that is in memory: a reader with as much look-ahead as is asked for.
//!
//! Uses [`super::place`]. Invariant: what is in memory is what was read and not yet consumed; position and
//! offset are those of its first byte.

use std::io::{self, Read};

use super::decode::BOM;
use super::lex::blank;
use super::place::advance;
use crate::diagnostic::Position;

/// How much is read at a time.
const CHUNK: usize = 256 << 10;

/// The unconsumed beginning of what is left of a source.
#[derive(Debug)]
pub(super) struct Window<R> {
    reader: R,
    buffer: Vec<u8>,
    consumed: usize,
    ended: bool,
    position: Position,
    offset: u64,
}

/// What was found looking for the next byte that is no white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    At(usize),
    /// Nothing but white space is left.
    End,
    /// White space up to the limit.
    Far,
}

impl<R: Read> Window<R> {
    pub fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), consumed: 0, ended: false, position: Position::START, offset: 0 }
    }

    /// What is in memory.
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.consumed..]
    }

    /// Where the first byte in memory stands; a byte order mark counts as nothing.
    pub fn position(&self) -> Position {
        self.position
    }

    /// How many bytes stand before the first byte in memory.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads on, at least as much again as there is, so that reading the same bytes anew after each
    /// time stays linear. `false` at the end of the source.
    pub fn more(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.buffer.drain(..self.consumed);
        self.consumed = 0;
        let wanted = CHUNK.max(self.buffer.len());
        let read = self.reader.by_ref().take(wanted as u64).read_to_end(&mut self.buffer)?;
        self.ended = read < wanted;
        Ok(read > 0)
    }

    /// The first byte from `at` on that is no white space, at most `limit`.
    pub fn next(&mut self, mut at: usize, limit: usize) -> io::Result<Next> {
        loop {
            at += blank(&self.bytes()[at..]);
            if at > limit {
                return Ok(Next::Far);
            }
            if at < self.bytes().len() {
                return Ok(Next::At(at));
            }
            if !self.more()? {
                return Ok(Next::End);
            }
        }
    }

    /// The end of the line that `at` is in, its line feed or the end of the source; `None` if that is
    /// beyond `limit`.
    pub fn line_end(&mut self, at: usize, limit: usize) -> io::Result<Option<usize>> {
        let mut searched = at;
        loop {
            if let Some(found) = memchr::memchr(b'\n', &self.bytes()[searched..]) {
                return Ok(Some(searched + found).filter(|&end| end <= limit));
            }
            searched = self.bytes().len();
            if searched > limit {
                return Ok(None);
            }
            if !self.more()? {
                return Ok(Some(searched));
            }
        }
    }

    /// Moves on past white space. `false` if nothing else is left.
    pub fn skip_blank(&mut self) -> io::Result<bool> {
        loop {
            self.consume(blank(self.bytes()));
            if !self.bytes().is_empty() {
                return Ok(true);
            }
            if !self.more()? {
                return Ok(false);
            }
        }
    }

    /// Moves on past so many bytes of what is in memory.
    pub fn consume(&mut self, length: usize) {
        let passed = &self.buffer[self.consumed..self.consumed + length];
        let counted = if self.offset == 0 { passed.strip_prefix(BOM).unwrap_or(passed) } else { passed };
        self.position = advance(self.position, counted);
        self.offset += length as u64;
        self.consumed += length;
    }
}
