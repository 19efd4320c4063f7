//! Markdown: tables for listings, headings and lists for pages.
//!
//! Invariant: no text of an answer can end a cell, a row or a paragraph, or become markup.

use std::io::{self, Write};

use super::table::{heading, value};
use super::text::visible;
use crate::report::{Block, Cell, Grid, Page, Tree};

/// Writes a grid as a table; the header stands alone if there are no rows.
pub(super) fn grid(out: &mut dyn Write, grid: &Grid) -> io::Result<()> {
    let line = |cells: Vec<String>| format!("| {} |", cells.join(" | "));
    writeln!(out, "{}", line(grid.columns.iter().map(|key| heading(key)).collect()))?;
    writeln!(out, "{}", line(grid.columns.iter().map(|_| "---".to_owned()).collect()))?;
    grid.rows.iter().try_for_each(|row| writeln!(out, "{}", line(row.iter().map(inline).collect())))
}

/// Writes a page.
pub(super) fn page(out: &mut dyn Write, page: &Page) -> io::Result<()> {
    writeln!(out, "# {}", escape(&page.title))?;
    for section in &page.sections {
        if !section.heading.is_empty() {
            writeln!(out, "\n## {}", escape(&section.heading))?;
        }
        for block in &section.blocks {
            writeln!(out)?;
            match block {
                Block::Fields(fields) => {
                    for field in fields {
                        writeln!(out, "- **{}**: {}", heading(field.label), inline(&field.value))?;
                    }
                }
                Block::Text(text) => writeln!(out, "{}", escape(text))?,
                Block::Tree(top) => tree(out, top, 0)?,
                Block::Grid(rows) => grid(out, rows)?,
            }
        }
    }
    Ok(())
}

fn tree(out: &mut dyn Write, node: &Tree, depth: usize) -> io::Result<()> {
    writeln!(out, "{:depth$}- {}", "", escape(&node.text))?;
    node.children.iter().try_for_each(|child| tree(out, child, depth + 2))
}

fn inline(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) if !text.is_empty() => escape(text),
        Cell::List(items) if !items.is_empty() => {
            items.iter().map(|item| escape(item)).collect::<Vec<_>>().join(", ")
        }
        other => value(other),
    }
}

/// Text that stands for itself in Markdown, on one line.
fn escape(text: &str) -> String {
    let text = visible(&text.replace("\r\n", "\n").replace('\r', "\n")).replace('\n', "<br>\n");
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' => {}
            '<' => out.push_str("&lt;"),
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '#' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}
