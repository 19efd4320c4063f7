//! Tables for a terminal: no borders, columns two spaces apart, long texts over a few lines.
//!
//! Invariant: a table shows every row and every column at any width; what is cut ends in `…`.

use std::io::{self, Write};

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Row, Table, Width};

use super::text::{one_line, width};
use super::{BOLD, DIM, Look};
use crate::report::{Cell, Grid};

/// Spaces between columns: the padding of one and the place of the rule that this style leaves out.
const GAP: usize = 2;
const PADDING: usize = GAP - 1;
/// The most lines of one row.
const LINES: usize = 3;
/// The width that each other column must have before ids and times are kept whole.
const ROOM: usize = 16;

/// Writes a grid under its headings. One without rows is written as nothing at all.
pub(super) fn write(out: &mut dyn Write, look: Look, grid: &Grid) -> io::Result<()> {
    let mut style = Some(BOLD);
    for line in lines(look.width, grid) {
        let line = line.trim_end();
        let rule = style.is_some() && line.starts_with(RULE);
        match style {
            _ if rule => writeln!(out, "{}", look.paint(DIM, line))?,
            Some(bold) => writeln!(out, "{}", look.paint(bold, line))?,
            None => writeln!(out, "{line}")?,
        }
        style = style.filter(|_| !rule);
    }
    Ok(())
}

const RULE: char = '─';

/// The lines of a table: headings, a rule, rows.
pub(super) fn lines(limit: usize, grid: &Grid) -> Vec<String> {
    if grid.rows.is_empty() {
        return Vec::new();
    }
    let rows: Vec<Vec<String>> = grid.rows.iter().map(|row| row.iter().map(value).collect()).collect();
    let mut table = Table::new();
    table
        .load_style(NOTHING.header_separator(LineStyle::none().fill(RULE).junction(RULE)))
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_width(u16::try_from(limit).unwrap_or(u16::MAX));
    table.set_header(grid.columns.iter().map(|key| heading(key)));
    for row in &rows {
        let mut row = Row::from(row);
        row.max_height(LINES);
        table.add_row(row);
    }
    let whole = whole(limit, grid, &rows);
    let last = grid.columns.len() - 1;
    for (index, column) in table.column_iter_mut().enumerate() {
        let gap = if index == last { 0 } else { PADDING };
        column.set_padding((0, u16::try_from(gap).expect("a small number")));
        if let Some(width) = whole[index] {
            let width = u16::try_from(width + gap).unwrap_or(u16::MAX);
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
        }
        if grid.rows.iter().all(|row| numeric(&row[index])) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.lines().collect()
}

/// The widths of the columns that are not to be broken over lines: numbers, and texts without a
/// space in them such as ids and times, the narrowest first, as long as the others have room.
fn whole(limit: usize, grid: &Grid, rows: &[Vec<String>]) -> Vec<Option<usize>> {
    let columns = grid.columns.len();
    let natural = |index: usize| {
        let cells = rows.iter().map(|row| width(&row[index]));
        cells.max().unwrap_or_default().max(longest_word(&heading(grid.columns[index])))
    };
    let solid = |index: &usize| rows.iter().all(|row| !row[*index].contains(' '));
    let mut candidates: Vec<_> = (0..columns).filter(solid).map(|index| (natural(index), index)).collect();
    candidates.sort_unstable();
    let mut left = limit.saturating_sub(GAP * (columns - 1));
    let mut others = columns;
    let mut whole = vec![None; columns];
    for (width, index) in candidates {
        others -= 1;
        if left < width + others.min(1) * ROOM {
            break;
        }
        left -= width;
        whole[index] = Some(width);
    }
    whole
}

fn longest_word(text: &str) -> usize {
    text.split(' ').map(width).max().unwrap_or_default()
}

fn numeric(cell: &Cell) -> bool {
    matches!(cell, Cell::Int(_) | Cell::Real(_) | Cell::Empty)
}

/// A column's key as a heading.
pub(super) fn heading(key: &str) -> String {
    key.replace('_', " ")
}

/// A value as people read it, on one line.
pub(super) fn value(cell: &Cell) -> String {
    let text = match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => one_line(text),
        Cell::Int(value) => value.to_string(),
        Cell::Real(value) => format!("{value:.3}"),
        Cell::Bool(true) => "yes".to_owned(),
        Cell::Bool(false) => "no".to_owned(),
        Cell::List(items) => items.iter().map(|item| one_line(item)).collect::<Vec<_>>().join(", "),
        Cell::Spark(values) => sparkline(values),
    };
    if text.is_empty() { "-".to_owned() } else { text }
}

/// A bar a value, from the series' own lowest to its highest; a gap is a space.
fn sparkline(values: &[Option<f64>]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let known = || values.iter().flatten().copied();
    let low = known().fold(f64::INFINITY, f64::min);
    let span = known().fold(f64::NEG_INFINITY, f64::max) - low;
    let bar = |value: f64| {
        // The share is within 0 to 1, so the index is within the bars.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let index = if span > 0.0 { ((value - low) / span * 7.0).round() as usize } else { 3 };
        BARS[index]
    };
    values.iter().map(|value| value.map_or(' ', bar)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        let mut grid = Grid::new(["id", "mean_confidence", "claim"]);
        let claim =
            "A long claim that has to be broken over several lines before it fits, and then some more words";
        grid.row([Cell::from("find_a1b2c3"), Cell::Real(0.5), claim.into()]);
        grid.row([Cell::from("find_b"), Cell::Empty, "根因分析".into()]);
        grid
    }

    #[test]
    fn texts_share_what_ids_and_numbers_leave() {
        assert_eq!(
            lines(46, &grid()).iter().map(|line| line.trim_end()).collect::<Vec<_>>(),
            [
                "id                 mean  claim",
                "             confidence",
                "──────────────────────────────────────────────",
                "find_a1b2c3       0.500  A long claim that has",
                "                         to be broken over",
                "                         several lines before…",
                "find_b                -  根因分析",
            ]
        );
    }

    #[test]
    fn every_row_and_column_is_there_at_any_width() {
        for limit in [1, 5, 20, 40, 80, 200] {
            let text = lines(limit, &grid()).concat();
            for part in ["f", "0", "根"] {
                assert!(text.contains(part), "{part} at {limit}: {text}");
            }
        }
    }

    #[test]
    fn a_sparkline_spans_its_own_range() {
        assert_eq!(sparkline(&[Some(0.5), None, Some(1.0), Some(0.75)]), "▁ █▅");
        assert_eq!(sparkline(&[Some(0.5), Some(0.5)]), "▄▄");
        assert_eq!(sparkline(&[]), "");
    }
}
