//! From pointers to places, for the diagnostics of a document that could be read.
//!
//! May use `diagnostic`. Invariant: the text is read once, and what no pointer leads to is not looked into.

use std::collections::HashMap;

use super::lex::{Kind, Lexer};
use super::place::Places;
use super::trace::unquote;
use crate::diagnostic::{Diagnostic, Position};

/// Places diagnostics of a well-formed text that begins at `start` by their pointers; one that points
/// nowhere is placed at the nearest instance above.
pub(super) fn locate(text: &str, start: Position, diagnostics: &mut [Diagnostic]) {
    let mut wanted = Wanted::new(diagnostics);
    wanted.find(text);
    let mut found: Vec<(usize, &mut Diagnostic)> = Vec::with_capacity(diagnostics.len());
    for (node, diagnostic) in wanted.leads.iter().zip(diagnostics) {
        found.push((wanted.nearest(*node), diagnostic));
    }
    found.sort_by_key(|(offset, _)| *offset);
    let mut places = Places::new(text, start);
    for (offset, diagnostic) in found {
        places.place(diagnostic, offset);
    }
}

/// The instances looked for, as the tree that their pointers make.
struct Wanted {
    /// The root is the first.
    nodes: Vec<Node>,
    /// For each diagnostic, the node its pointer leads to.
    leads: Vec<usize>,
}

/// An instance on the way of some pointer.
#[derive(Default)]
struct Node {
    parent: usize,
    /// By key or index, unescaped.
    children: HashMap<String, usize>,
    /// Where it begins, once found.
    offset: Option<usize>,
}

/// An open container that some pointer leads into, or not.
struct Frame {
    node: Option<usize>,
    /// The child that the next value is.
    next: Option<usize>,
    /// The index of the next element; an object has none.
    index: Option<usize>,
}

impl Wanted {
    fn new(diagnostics: &[Diagnostic]) -> Self {
        let mut wanted = Self { nodes: vec![Node::default()], leads: Vec::new() };
        for diagnostic in diagnostics {
            let steps = diagnostic.pointer.split('/').skip(1);
            let node =
                steps.fold(0, |node, step| wanted.child(node, &step.replace("~1", "/").replace("~0", "~")));
            wanted.leads.push(node);
        }
        wanted
    }

    fn child(&mut self, parent: usize, step: &str) -> usize {
        if let Some(&child) = self.nodes[parent].children.get(step) {
            return child;
        }
        let child = self.nodes.len();
        self.nodes.push(Node { parent, ..Node::default() });
        self.nodes[parent].children.insert(step.to_owned(), child);
        child
    }

    fn get(&self, node: Option<usize>, step: &str) -> Option<usize> {
        self.nodes[node?].children.get(step).copied()
    }

    /// Notes where each node begins, as far as the text has it.
    fn find(&mut self, text: &str) {
        let mut lexer = Lexer::new(text.as_bytes());
        let mut frames = vec![Frame { node: None, next: Some(0), index: None }];
        let mut missing = self.nodes.len();
        while missing > 0 {
            let Ok(Some(token)) = lexer.next() else { break };
            let frame = frames.last_mut().expect("the outermost frame stays");
            match token.kind {
                Kind::Key => frame.next = self.get(frame.node, &unquote(&text[token.span])),
                Kind::Close => drop(frames.pop()),
                _ => {
                    if let Some(index) = &mut frame.index {
                        frame.next = frame.node.and_then(|node| self.get(Some(node), &index.to_string()));
                        *index += 1;
                    }
                    let node = frame.next;
                    if let Some(node) = node {
                        missing -= usize::from(self.nodes[node].offset.replace(token.span.start).is_none());
                    }
                    if token.kind == Kind::Open {
                        let array = text.as_bytes()[token.span.start] == b'[';
                        frames.push(Frame { node, next: None, index: array.then_some(0) });
                    }
                }
            }
        }
    }

    /// Where the node begins, or the nearest one above it that is there.
    fn nearest(&self, mut node: usize) -> usize {
        while self.nodes[node].offset.is_none() && node != 0 {
            node = self.nodes[node].parent;
        }
        self.nodes[node].offset.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::code::Code;
    use crate::input::testing::json;
    use crate::input::trace::Trace;

    #[test]
    fn pointers_become_the_first_character_of_their_instance() {
        let text = "{\n  \"根\": [1, {\"b\": \"x\"}],\r\n  \"c\": 2\n}";
        let at = |line, column| Position { line, column };
        let pointers = ["/c", "", "/根/1/b", "/根/0", "/no/such", "/根/1/x/y"];
        let mut diagnostics: Vec<_> =
            pointers.iter().map(|&pointer| Diagnostic::new(Code::SchemaType, pointer, "")).collect();
        locate(text, at(10, 1), &mut diagnostics);
        let positions: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.position).collect();
        assert_eq!(positions, [at(12, 8), at(10, 1), at(11, 18), at(11, 9), at(10, 1), at(11, 12)]);
        let excerpt = diagnostics[2].excerpt.as_ref().expect("an excerpt");
        assert_eq!((excerpt.text.as_str(), excerpt.caret), ("  \"根\": [1, {\"b\": \"x\"}],", 17));
    }

    proptest! {
        #[test]
        fn every_value_is_found_where_its_token_is(value in json()) {
            let text = value.to_string();
            let (mut trace, mut pointers, mut expected) = (Trace::new(&text), Vec::new(), Vec::new());
            while let Some(token) = trace.next().expect("JSON") {
                if !matches!(token.kind, Kind::Key | Kind::Close) {
                    pointers.push(Diagnostic::new(Code::SchemaType, trace.pointer(), ""));
                    expected.push(Places::new(&text, Position::START).at(token.span.start));
                }
            }
            locate(&text, Position::START, &mut pointers);
            let found: Vec<_> = pointers.into_iter().map(|diagnostic| diagnostic.position).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
