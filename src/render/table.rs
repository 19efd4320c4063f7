//! Tables for a terminal: no borders, columns two spaces apart, long texts over a few lines.
//!
//! Invariant: a table shows every row and every column at any width; what is cut ends in `…`.

use std::io::{self, Write};

use anstyle::Style;

use super::layout::{GAP, needs, share};
use super::text::{NO_BREAK, clip, one_line, width, wrap};
use super::{BOLD, DIM, Look, RED, YELLOW};
use crate::report::{Cell, Grid};

/// The most lines of one text.
const LINES: usize = 3;
/// Up to this width an item of a list is kept on one line.
const ITEM: usize = 24;
/// How much of a digest tells it from others.
const DIGITS: usize = 12;
/// How far what stands under a row is set in.
const INDENT: usize = 2;
/// The least width of what stands under a row.
const PAGE: usize = 16;

/// Writes a grid under its headings. One without rows is written as nothing at all.
pub(super) fn write(out: &mut dyn Write, look: Look, grid: &Grid) -> io::Result<()> {
    if grid.rows.is_empty() {
        return Ok(());
    }
    let texts: Vec<Vec<String>> = grid.rows.iter().map(|row| row.iter().map(text).collect()).collect();
    let table = Table::new(look, grid, &texts);
    table.write_head(out)?;
    texts.iter().try_for_each(|row| table.write_row(out, row))
}

/// A table's plan.
struct Table {
    look: Look,
    columns: Vec<Column>,
    /// The columns that stand under their row, and their headings.
    under: Vec<(usize, String)>,
}

/// A column that stands in the row.
struct Column {
    index: usize,
    heading: String,
    /// Where it begins.
    start: usize,
    width: usize,
    /// Numbers end at the same place.
    right: bool,
}

impl Table {
    fn new(look: Look, grid: &Grid, texts: &[Vec<String>]) -> Self {
        let (mut columns, mut under, mut start) = (Vec::new(), Vec::new(), 0);
        for (index, width) in share(look.width, &needs(grid, texts)).into_iter().enumerate() {
            let heading = heading(grid.columns[index]);
            let Some(width) = width else {
                under.push((index, heading));
                continue;
            };
            let number = |row: &Vec<Cell>| matches!(row[index], Cell::Int(_) | Cell::Real(_));
            let right = grid.rows.iter().any(number);
            columns.push(Column { index, heading, start, width, right });
            start += width + GAP;
        }
        Self { look, columns, under }
    }

    fn write_head(&self, out: &mut dyn Write) -> io::Result<()> {
        let headings: Vec<_> = self.columns.iter().map(|c| wrap(&c.heading, c.width)).collect();
        self.write_lines(out, &headings, |_| Some(BOLD))?;
        let end = self.columns.last().map_or(0, |last| last.start + last.width);
        let end = if self.under.is_empty() { end } else { self.look.width.max(end) };
        writeln!(out, "{}", self.look.paint(DIM, "─".repeat(end)))
    }

    fn write_row(&self, out: &mut dyn Write, texts: &[String]) -> io::Result<()> {
        let cells: Vec<_> = self.columns.iter().map(|c| clip(&texts[c.index], c.width, LINES)).collect();
        self.write_lines(out, &cells, emphasis)?;
        let label = self.under.iter().map(|(_, heading)| width(heading)).max().unwrap_or_default();
        let hang = INDENT + label + GAP;
        for (index, heading) in &self.under {
            let lines = clip(&texts[*index], self.look.width.saturating_sub(hang).max(PAGE), LINES);
            let mut lead = format!("{:INDENT$}{}", "", self.look.paint(DIM, heading));
            let mut at = INDENT + width(heading);
            for line in lines {
                writeln!(out, "{lead}{:1$}{line}", "", hang - at)?;
                (lead, at) = (String::new(), 0);
            }
        }
        Ok(())
    }

    /// Writes cells side by side, each a few lines long.
    fn write_lines(
        &self,
        out: &mut dyn Write,
        cells: &[Vec<String>],
        style: impl Fn(&str) -> Option<Style>,
    ) -> io::Result<()> {
        let height = cells.iter().map(Vec::len).max().unwrap_or_default();
        for index in 0..height {
            let mut at = 0;
            for (column, lines) in self.columns.iter().zip(cells) {
                let text = lines.get(index).map_or("", String::as_str);
                if text.is_empty() {
                    continue;
                }
                let wide = width(text);
                let shift = if column.right { column.width.saturating_sub(wide) } else { 0 };
                write!(out, "{:1$}", "", (column.start + shift).saturating_sub(at))?;
                match style(text) {
                    Some(style) => write!(out, "{}", self.look.paint(style, text))?,
                    None => write!(out, "{text}")?,
                }
                // One grapheme may be wider than any column, and then moves what follows.
                at = (column.start + shift).max(at) + wide;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// How a cell that is one of the words that grade things is set apart.
fn emphasis(text: &str) -> Option<Style> {
    match text {
        "-" => Some(DIM),
        "critical" | "error" | "rejected" => Some(RED),
        "high" | "significant" | "warning" | "reopened" => Some(YELLOW),
        _ => None,
    }
}

/// A column's key as a heading.
pub(super) fn heading(key: &str) -> String {
    key.replace('_', " ")
}

/// A value as it stands in a column: short items of a list are not broken over lines.
fn text(cell: &Cell) -> String {
    let Cell::List(items) = cell else { return value(cell) };
    let items = items.iter().map(|item| one_line(item));
    let items = items.map(|item| if width(&item) <= ITEM { item.replace(' ', NO_BREAK) } else { item });
    let list = items.collect::<Vec<_>>().join(", ");
    if list.is_empty() { value(&Cell::Empty) } else { list }
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
        Cell::Time(moment) => moment.to_minute(),
        Cell::Digest(digest) => digest.to_string()[..DIGITS].to_owned(),
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

    fn drawn(limit: usize, colour: bool) -> String {
        let mut grid = Grid::new(["id", "mean_confidence", "claim"]);
        let claim = "A long claim that has to be broken over several lines before it fits, and then \
                     some more words, and more of them until it is cut";
        grid.row([Cell::from("find_a1b2c3"), Cell::Real(0.5), claim.into()]);
        grid.row([Cell::from("find_b"), Cell::Empty, "根因分析".into()]);
        let mut out = Vec::new();
        write(&mut out, Look { width: limit, colour }, &grid).expect("in memory");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn texts_share_what_ids_and_numbers_leave() {
        assert_eq!(
            drawn(50, false).lines().collect::<Vec<_>>(),
            [
                "id                 mean  claim",
                "             confidence",
                "──────────────────────────────────────────────────",
                "find_a1b2c3       0.500  A long claim that has to",
                "                         be broken over several",
                "                         lines before it fits, an…",
                "find_b                -  根因分析",
            ]
        );
    }

    #[test]
    fn a_text_that_finds_no_room_stands_under_its_row() {
        assert_eq!(
            drawn(40, false).lines().collect::<Vec<_>>(),
            [
                "id                 mean",
                "             confidence",
                "────────────────────────────────────────",
                "find_a1b2c3       0.500",
                "  claim  A long claim that has to be",
                "         broken over several lines",
                "         before it fits, and then some…",
                "find_b                -",
                "  claim  根因分析",
            ]
        );
    }

    #[test]
    fn every_row_and_column_is_there_at_any_width() {
        for limit in [0, 1, 5, 20, 40, 80, 200] {
            let text = drawn(limit, false);
            for part in ["fi", "0.500", "根"] {
                assert!(text.contains(part), "{part} at {limit}: {text}");
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_can_be_shown(cells in proptest::collection::vec("(\\PC|ᄀ|\\x1b|\n|👩‍👩‍👧| ){0,60}", 6), limit in 0usize..60) {
            let mut grid = Grid::new(["a", "long_heading", "c"]);
            for row in cells.chunks(3) {
                grid.row(row.iter().map(Cell::from).collect::<Vec<_>>());
            }
            let mut out = Vec::new();
            write(&mut out, Look { width: limit, colour: false }, &grid).expect("in memory");
            let text = String::from_utf8(out).expect("UTF-8");
            let acts = text.contains('\u{1b}');
            proptest::prop_assert!(!acts);
        }
    }

    #[test]
    fn a_grapheme_wider_than_its_column_moves_what_follows() {
        let mut grid = Grid::new(["a", "b", "c"]);
        grid.row([Cell::from("ᄀ".repeat(40)), "x y".into(), Cell::Int(1)]);
        let mut out = Vec::new();
        write(&mut out, Look { width: 30, colour: false }, &grid).expect("in memory");
        assert!(String::from_utf8(out).expect("UTF-8").contains("x y"));
    }

    #[test]
    fn colour_adds_nothing_but_colour() {
        let coloured = drawn(50, true);
        let plain: String =
            coloured.split('\u{1b}').map(|part| part.split_once('m').map_or(part, |p| p.1)).collect();
        assert!(coloured.contains("\u{1b}[1m"));
        assert_eq!(plain, drawn(50, false));
    }

    #[test]
    fn a_sparkline_spans_its_own_range() {
        assert_eq!(sparkline(&[Some(0.5), None, Some(1.0), Some(0.75)]), "▁ █▅");
        assert_eq!(sparkline(&[Some(0.5), Some(0.5)]), "▄▄");
        assert_eq!(sparkline(&[]), "");
    }
}
