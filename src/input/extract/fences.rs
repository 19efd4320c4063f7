//! Fenced blocks: which stretches of a text are marked as JSON.
//!
//! Invariant: no line of valid JSON begins or ends a fence, since a JSON string holds no line break.

use std::ops::Range;

use super::objects;

/// A block that claims to be JSON.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Block {
    /// Byte offsets of what stands between the fences.
    pub content: Range<usize>,
    pub closed: bool,
}

/// A run of three or more fence characters in a line.
#[derive(Clone, Copy)]
struct Fence {
    mark: u8,
    length: usize,
    /// Byte offset in its line of what follows it.
    info: usize,
    /// Whether words stand before it, so that it may be a mere mention of a fence.
    behind_words: bool,
}

struct Open {
    fence: Fence,
    json: bool,
    start: usize,
}

/// The JSON blocks in the order of the text: those whose info string begins with `json`, and those
/// without one that begin with a brace or a bracket.
pub(super) fn json_blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Open> = None;
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end;
        end += line.len();
        if let Some(fence) = Fence::opening(line, open.is_some()) {
            close(&mut blocks, open.take(), start, false);
            let opened = Open::new(text, fence, start..end);
            // A block may begin and end on one line.
            match opened.closed_by(&text[opened.start..end]) {
                Some(length) => {
                    let stop = opened.start + length;
                    close(&mut blocks, Some(opened), stop, true);
                }
                None => open = Some(opened),
            }
        } else if let Some(length) = open.as_ref().and_then(|open| open.closed_by(line)) {
            close(&mut blocks, open.take(), start + length, true);
        }
    }
    close(&mut blocks, open, text.len(), false);
    blocks
}

fn close(blocks: &mut Vec<Block>, open: Option<Open>, end: usize, closed: bool) {
    if let Some(open) = open.filter(|open| open.json) {
        blocks.push(Block { content: open.start..end, closed });
    }
}

impl Fence {
    /// The fence that opens a block on this line. Inside a block, one without an info string does not.
    /// Agents also write the fence behind their last words, so `json` at the end of a line opens one too.
    fn opening(line: &str, in_block: bool) -> Option<Self> {
        let indent = line.len() - line.trim_start().len();
        if let Some(fence) = Self::at(line, indent) {
            return (!in_block || !line[fence.info..].trim().is_empty()).then_some(fence);
        }
        let content = line.trim_end();
        let info = content.len().checked_sub(4).filter(|&info| content.is_char_boundary(info))?;
        let before = content[..info].trim_end_matches('`');
        Self::at(line, before.len()).filter(|_| content[info..].eq_ignore_ascii_case("json"))
    }

    fn at(line: &str, start: usize) -> Option<Self> {
        let rest = &line.as_bytes()[start..];
        let mark = *rest.first().filter(|mark| b"`~".contains(mark))?;
        let length = rest.iter().take_while(|&&byte| byte == mark).count();
        (length >= 3).then_some(Self {
            mark,
            length,
            info: start + length,
            behind_words: !line[..start].trim().is_empty(),
        })
    }
}

impl Open {
    fn new(text: &str, fence: Fence, line: Range<usize>) -> Self {
        let info = &text[line.start + fence.info..line.end];
        let indent = info.len() - info.trim_start().len();
        let word = info.trim_start().split(|c: char| c.is_whitespace() || "{[".contains(c)).next();
        let word = word.unwrap_or_default();
        let after = line.start + fence.info + indent + word.len();
        let inline = objects::is_opening(text[after..line.end].trim_start());
        let start = if inline { after } else { line.end };
        let looks = || text[start..].trim_start().starts_with(['{', '[']);
        let named = word.eq_ignore_ascii_case("json");
        let json = (named && !fence.behind_words) || ((named || word.is_empty()) && looks());
        Self { fence, json, start }
    }

    /// Whether this line ends the block; if so, how much of the line still belongs to it. In JSON a
    /// fence may stand behind the last brace.
    fn closed_by(&self, line: &str) -> Option<usize> {
        let content = line.trim_end();
        let run = content.bytes().rev().take_while(|&byte| byte == self.fence.mark).count();
        let before = &content[..content.len() - run];
        (run >= self.fence.length && (self.json || before.trim().is_empty())).then_some(before.len())
    }
}
