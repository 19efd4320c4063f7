//! Pages for a terminal: a title, then sections of fields, paragraphs, trees and tables.
//!
//! Invariant: texts are wrapped at the width and never cut.

use std::io::{self, Write};

use super::table::{self, heading, value};
use super::text::{visible, width, wrap};
use super::{BOLD, CYAN, DIM, Look};
use crate::report::{Block, Cell, Field, Page, Section, Tree};

/// How far the content of a section stands in.
const INDENT: usize = 2;

/// Writes a page.
pub(super) fn write(out: &mut dyn Write, look: Look, page: &Page) -> io::Result<()> {
    for line in wrap(&visible(&page.title), look.width) {
        writeln!(out, "{}", look.paint(BOLD, line))?;
    }
    page.sections.iter().try_for_each(|section| {
        writeln!(out)?;
        write_section(out, look, section)
    })
}

fn write_section(out: &mut dyn Write, look: Look, section: &Section) -> io::Result<()> {
    if !section.heading.is_empty() {
        writeln!(out, "{}", look.paint(CYAN, visible(&section.heading)))?;
    }
    for (index, block) in section.blocks.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        match block {
            Block::Fields(fields) => write_fields(out, look, fields)?,
            Block::Text(text) => {
                for line in wrap(&visible(text), look.width.saturating_sub(INDENT)) {
                    writeln!(out, "{:INDENT$}{line}", "")?;
                }
            }
            Block::Tree(tree) => write_tree(out, look, tree, "", "")?,
            Block::Grid(grid) => {
                let inner = Look { width: look.width.saturating_sub(INDENT), ..look };
                let mut text = Vec::new();
                table::write(&mut text, inner, grid)?;
                for line in String::from_utf8_lossy(&text).lines() {
                    writeln!(out, "{:INDENT$}{line}", "")?;
                }
            }
        }
    }
    Ok(())
}

fn write_fields(out: &mut dyn Write, look: Look, fields: &[Field]) -> io::Result<()> {
    let labels: Vec<_> = fields.iter().map(|field| heading(field.label)).collect();
    let column = labels.iter().map(|label| width(label)).max().unwrap_or_default();
    let hang = INDENT + column + 2;
    for (label, field) in labels.iter().zip(fields) {
        let text = match &field.value {
            Cell::Text(text) if !text.is_empty() => visible(text).into_owned(),
            Cell::Time(moment) => moment.to_string(),
            Cell::Digest(digest) => digest.to_string(),
            other => value(other),
        };
        let mut lines = wrap(&text, look.width.saturating_sub(hang).max(20)).into_iter();
        let first = lines.next().unwrap_or_default();
        let pad = " ".repeat(column - width(label) + 2);
        writeln!(out, "{:INDENT$}{}{pad}{first}", "", look.paint(DIM, label))?;
        lines.try_for_each(|line| writeln!(out, "{:hang$}{line}", ""))?;
    }
    Ok(())
}

/// Writes a tree: `lead` stands before its first line, `below` before all others.
fn write_tree(out: &mut dyn Write, look: Look, tree: &Tree, lead: &str, below: &str) -> io::Result<()> {
    let room = look.width.saturating_sub(INDENT + width(lead)).max(20);
    let bar = if tree.children.is_empty() { "" } else { "│ " };
    for (index, line) in wrap(&visible(&tree.text), room).into_iter().enumerate() {
        let branch = if index == 0 { lead.to_owned() } else { format!("{below}{bar}") };
        writeln!(out, "{:INDENT$}{}{line}", "", look.paint(DIM, branch))?;
    }
    for (index, child) in tree.children.iter().enumerate() {
        let last = index + 1 == tree.children.len();
        let (branch, rest) = if last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
        write_tree(out, look, child, &format!("{below}{branch}"), &format!("{below}{rest}"))?;
    }
    Ok(())
}
