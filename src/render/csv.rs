//! CSV as RFC 4180 has it, safe to open in a spreadsheet.
//!
//! Invariant: no cell of text can begin a formula; numbers are exact and stay numbers.

use std::io::{self, Write};

use crate::report::{Cell, Grid};

/// Writes a grid under its header.
pub(super) fn write(out: &mut dyn Write, grid: &Grid) -> io::Result<()> {
    let mut writer = ::csv::Writer::from_writer(out);
    let rows = grid.rows.iter().map(|row| row.iter().map(field).collect());
    let header = grid.columns.iter().map(|&key| key.to_owned()).collect();
    for record in std::iter::once::<Vec<String>>(header).chain(rows) {
        writer.write_record(record).map_err(|error| match error.into_kind() {
            ::csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("{other:?}")),
        })?;
    }
    writer.flush()
}

fn field(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => inert(text.clone()),
        Cell::Int(value) => value.to_string(),
        Cell::Real(value) => value.to_string(),
        Cell::Bool(value) => value.to_string(),
        Cell::Time(moment) => moment.to_string(),
        Cell::Digest(digest) => digest.to_string(),
        Cell::List(items) => inert(items.join(";")),
        Cell::Spark(values) => {
            let values: Vec<_> =
                values.iter().map(|v| v.map_or_else(String::new, |v| v.to_string())).collect();
            values.join(";")
        }
    }
}

/// A spreadsheet takes text that begins like a formula for one; a leading apostrophe says it is text.
fn inert(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) && text.parse::<f64>().is_err() {
        format!("'{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn csv(cells: Vec<Cell>) -> String {
        let mut out = Vec::new();
        let mut grid = Grid::new(vec!["a"; cells.len()]);
        grid.row(cells);
        write(&mut out, &grid).expect("in memory");
        let text = String::from_utf8(out).expect("UTF-8");
        text.split_once('\n').expect("a header").1.to_owned()
    }

    #[test]
    fn text_cannot_begin_a_formula() {
        for (text, field) in [
            ("=1+1", "'=1+1\n"),
            ("@SUM(A1)", "'@SUM(A1)\n"),
            ("-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0\n"),
            ("\tx", "'\tx\n"),
            ("\r=1", "\"'\r=1\"\n"),
            ("-12.5", "-12.5\n"),
            ("+3", "+3\n"),
            ("a=b", "a=b\n"),
        ] {
            assert_eq!(csv(vec![text.into()]), field, "{text:?}");
        }
        assert_eq!(csv(vec![Cell::List(vec!["=a".into(), "b".into()])]), "'=a;b\n");
    }

    #[test]
    fn values_are_exact_and_quoted_where_needed() {
        let cells =
            vec![Cell::Real(0.1 + 0.2), Cell::Int(-5), Cell::Empty, Cell::Bool(true), "a,\"b\"".into()];
        assert_eq!(csv(cells), "0.30000000000000004,-5,,true,\"a,\"\"b\"\"\"\n");
    }
}
