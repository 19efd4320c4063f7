//! An answer that is no list: a titled page of sections, each of fields, texts, trees and grids.
//!
//! Uses nothing of the crate but the cells beside it. Invariant: plain data, in reading order; how a
//! label is set or a tree is drawn is the renderer's business.

use serde::Serialize;

use super::{Cell, Grid};

/// An answer that is no list. It serialises to its JSON, `"format": 1` included.
pub trait Answer: Serialize {
    /// The answer as people read it.
    fn page(&self) -> Page;

    /// The answer as rows, for CSV: the fields of its page unless it has rows of its own.
    fn grid(&self) -> Grid {
        self.page().fields()
    }
}

/// A titled page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    pub title: String,
    pub sections: Vec<Section>,
}

/// Part of a page, under a heading unless that is empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    pub heading: String,
    pub blocks: Vec<Block>,
}

/// One piece of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Labels with their values, set as one aligned column.
    Fields(Vec<Field>),
    /// A paragraph, wrapped and never cut.
    Text(String),
    Tree(Tree),
    Grid(Grid),
}

/// A labelled value.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub label: &'static str,
    pub value: Cell,
}

/// A line of text with what hangs below it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    pub text: String,
    pub children: Vec<Tree>,
}

impl Page {
    /// An empty page.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), sections: Vec::new() }
    }

    /// Adds a section; one that holds nothing is left out.
    #[must_use]
    pub fn section(mut self, section: Section) -> Self {
        if !section.blocks.is_empty() {
            self.sections.push(section);
        }
        self
    }

    /// Every field and text as a row `section, field, value`; rows of grids field by field.
    pub fn fields(&self) -> Grid {
        let mut out = Grid::new(["section", "field", "value"]);
        for section in &self.sections {
            let mut row = |label: &str, value: &Cell| {
                out.row([section.heading.as_str().into(), label.into(), value.clone()]);
            };
            for block in &section.blocks {
                match block {
                    Block::Fields(fields) => fields.iter().for_each(|f| row(f.label, &f.value)),
                    Block::Text(text) => row("", &text.into()),
                    Block::Tree(tree) => tree.walk(&mut |text| row("", &text.into())),
                    Block::Grid(grid) => {
                        for cells in &grid.rows {
                            grid.columns.iter().zip(cells).for_each(|(label, value)| row(label, value));
                        }
                    }
                }
            }
        }
        out
    }
}

impl Section {
    /// A section without a heading, for what a page begins with.
    pub fn lead() -> Self {
        Self::default()
    }

    /// An empty section under this heading.
    pub fn new(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), blocks: Vec::new() }
    }

    /// Adds a labelled value.
    #[must_use]
    pub fn field(mut self, label: &'static str, value: impl Into<Cell>) -> Self {
        let field = Field { label, value: value.into() };
        match self.blocks.last_mut() {
            Some(Block::Fields(fields)) => fields.push(field),
            _ => self.blocks.push(Block::Fields(vec![field])),
        }
        self
    }

    /// Adds a paragraph.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.blocks.push(Block::Text(text.into()));
        self
    }

    /// Adds a tree.
    #[must_use]
    pub fn tree(mut self, tree: Tree) -> Self {
        self.blocks.push(Block::Tree(tree));
        self
    }

    /// Adds a grid; one without rows is left out.
    #[must_use]
    pub fn grid(mut self, grid: Grid) -> Self {
        if !grid.rows.is_empty() {
            self.blocks.push(Block::Grid(grid));
        }
        self
    }
}

impl Tree {
    /// A line with nothing below it yet.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), children: Vec::new() }
    }

    /// Hangs another line below this one.
    #[must_use]
    pub fn child(mut self, child: Tree) -> Self {
        self.children.push(child);
        self
    }

    /// Every line, top down.
    pub fn walk(&self, visit: &mut impl FnMut(&str)) {
        visit(&self.text);
        for child in &self.children {
            child.walk(visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_follow_each_other_are_one_block() {
        let section = Section::new("Run").field("query", "why").field("confidence", 0.5).text("said");
        assert_eq!(section.blocks.len(), 2);
    }

    #[test]
    fn a_page_flattens_to_rows() {
        let mut grid = Grid::new(["id", "n"]);
        grid.row([Cell::from("a"), Cell::Int(1)]);
        let page = Page::new("Finding")
            .section(Section::lead().field("claim", "it holds"))
            .section(Section::new("Empty").grid(Grid::new(["x"])))
            .section(Section::new("Used by").grid(grid).tree(Tree::new("top").child(Tree::new("leaf"))));
        let text = |t: &str| Cell::from(t);
        assert_eq!(
            page.fields().rows,
            [
                vec![text(""), text("claim"), text("it holds")],
                vec![text("Used by"), text("id"), text("a")],
                vec![text("Used by"), text("n"), Cell::Int(1)],
                vec![text("Used by"), text(""), text("top")],
                vec![text("Used by"), text(""), text("leaf")],
            ]
        );
    }
}
