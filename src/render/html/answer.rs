//! Any answer as a page of its own.
//!
//! May use `report`. Invariant: the same rows and columns as in a table.

use maud::{Markup, Render, html};

use super::{Shell, Text};
use crate::render::table::{heading, value};
use crate::report::{Block, Cell, Field, Grid, Page, Section, Tree};

/// A grid under the name of its question.
pub(in crate::render) fn listing(query: &str, total: u64, grid: &Grid) -> Markup {
    let shown = grid.rows.len() as u64;
    let lead = match (shown, total) {
        (0, _) => "nothing found".to_owned(),
        (shown, total) if shown < total => format!("the first {shown} of {total}"),
        (shown, _) => format!("{shown} in all"),
    };
    let content = html! { @if shown > 0 { (table(grid, query)) } };
    shell(query, html! { p.soft { (lead) } }).page(&content)
}

/// A page with its sections.
pub(in crate::render) fn page(page: &Page) -> Markup {
    shell(&page.title, Markup::default()).page(&html! { @for section in &page.sections { (part(section)) } })
}

fn shell(title: &str, lead: Markup) -> Shell<'_> {
    let colophon = html! { p { "casebook " (env!("CARGO_PKG_VERSION")) } };
    Shell { kind: "casebook", title, language: None, lead, colophon, style: "", script: "" }
}

fn part(section: &Section) -> Markup {
    html! {
        section {
            @if !section.heading.is_empty() { h2 dir="auto" { (Text(&section.heading)) } }
            @for block in &section.blocks {
                @match block {
                    Block::Fields(fields) => (self::fields(fields)),
                    Block::Text(text) => p { (Text(text)) },
                    Block::Tree(top) => ul.tree { (tree(top)) },
                    Block::Grid(grid) => (table(grid, &section.heading)),
                }
            }
        }
    }
}

/// Labelled values.
pub(crate) fn fields(fields: &[Field]) -> Markup {
    html! {
        dl.fields {
            @for field in fields { dt { (heading(field.label)) } dd { (field.value) } }
        }
    }
}

/// A table that scrolls by itself where it has no room; `name` is said of it to those who do not see it.
pub(crate) fn table(grid: &Grid, name: &str) -> Markup {
    let number = |column: usize| grid.rows.iter().any(|row| is_number(&row[column]));
    let numbers: Vec<bool> = (0..grid.columns.len()).map(number).collect();
    let class = |column: usize| numbers[column].then_some("number");
    html! {
        div.scroll role="region" aria-label=(name) tabindex="0" {
            table {
                thead {
                    tr {
                        @for (column, key) in grid.columns.iter().enumerate() {
                            th scope="col" class=[class(column)] { (heading(key)) }
                        }
                    }
                }
                tbody {
                    @for row in &grid.rows {
                        tr { @for (column, cell) in row.iter().enumerate() { td class=[class(column)] { (cell) } } }
                    }
                }
            }
        }
    }
}

fn is_number(cell: &Cell) -> bool {
    matches!(cell, Cell::Int(_) | Cell::Real(_))
}

fn tree(node: &Tree) -> Markup {
    html! {
        li {
            (Text(&node.text))
            @if !node.children.is_empty() { ul { @for child in &node.children { (tree(child)) } } }
        }
    }
}

impl Render for Cell {
    fn render(&self) -> Markup {
        match self {
            Self::Text(text) if !text.is_empty() => Text(text).render(),
            Self::List(items) if !items.is_empty() => html! {
                @for (index, item) in items.iter().enumerate() {
                    @if index > 0 { ", " }
                    (Text(item))
                }
            },
            Self::Time(moment) => html! { time datetime=(moment) { (moment.to_minute()) } },
            Self::Digest(digest) => html! { code title=(digest) { (value(self)) } },
            other => html! { (value(other)) },
        }
    }
}
