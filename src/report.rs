//! What an answer looks like before anybody formats it: items, columns, cells.
//!
//! May use `digest`, `time`. Invariant: plain data. A question fills it, a renderer reads it, and
//! neither knows the other.

mod page;

use serde::Serialize;

use crate::digest::Digest;
use crate::time::Timestamp;

pub use self::page::{Answer, Block, Field, Page, Section, Tree};

/// The answer to a question that lists things.
#[derive(Clone, Debug, Serialize)]
pub struct Listing<T> {
    /// Always 1; raised when a key of the JSON changes its meaning.
    pub format: u8,
    /// The command that was asked.
    pub query: &'static str,
    /// How many items there are.
    pub total: u64,
    /// How many of them are in `items`.
    pub returned: u64,
    pub truncated: bool,
    pub items: Vec<T>,
}

impl<T> Listing<T> {
    /// The first `items.len()` of `total` items.
    pub fn new(query: &'static str, total: u64, items: Vec<T>) -> Self {
        let returned = items.len() as u64;
        Self { format: 1, query, total, returned, truncated: returned < total, items }
    }
}

/// An item that can stand in a table. Its columns are its JSON keys, in the same order.
pub trait Tabular: Serialize + Sized + 'static {
    fn columns() -> Vec<Column<Self>>;
}

/// One column of a listing.
pub struct Column<T> {
    /// The JSON key, and the header in CSV.
    pub key: &'static str,
    /// Whether people see it in a table; CSV has every column.
    pub show: bool,
    pub cell: fn(&T) -> Cell,
}

impl<T> Column<T> {
    /// A column that tables show.
    pub fn shown(key: &'static str, cell: fn(&T) -> Cell) -> Self {
        Self { key, show: true, cell }
    }

    /// A column that only CSV has.
    pub fn hidden(key: &'static str, cell: fn(&T) -> Cell) -> Self {
        Self { key, show: false, cell }
    }
}

/// Cells under headings: what every tabular format is made from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    pub columns: Vec<&'static str>,
    /// Each as long as `columns`.
    pub rows: Vec<Vec<Cell>>,
}

impl Grid {
    /// An empty grid with these headings.
    pub fn new(columns: impl Into<Vec<&'static str>>) -> Self {
        Self { columns: columns.into(), rows: Vec::new() }
    }

    /// Adds a row, a cell for each column.
    pub fn row(&mut self, cells: impl Into<Vec<Cell>>) {
        let cells = cells.into();
        debug_assert_eq!(cells.len(), self.columns.len(), "a cell for each of {:?}", self.columns);
        self.rows.push(cells);
    }

    /// The items under the columns that tables show.
    pub fn shown<T: Tabular>(items: &[T]) -> Self {
        Self::of(items, |column| column.show)
    }

    /// The items under all their columns.
    pub fn whole<T: Tabular>(items: &[T]) -> Self {
        Self::of(items, |_| true)
    }

    fn of<T: Tabular>(items: &[T], wanted: impl Fn(&Column<T>) -> bool) -> Self {
        let columns: Vec<_> = T::columns().into_iter().filter(wanted).collect();
        Self {
            columns: columns.iter().map(|column| column.key).collect(),
            rows: items.iter().map(|item| columns.iter().map(|c| (c.cell)(item)).collect()).collect(),
        }
    }
}

/// One value as people read it.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing there: `-` in a table, empty in CSV.
    Empty,
    Text(String),
    Int(i64),
    /// A share or a mean: three decimals in a table, exact in CSV.
    Real(f64),
    Bool(bool),
    /// Its first digits in a table, all of them elsewhere.
    Digest(Digest),
    /// To the minute in a table, exact in CSV.
    Time(Timestamp),
    /// Several texts: joined by `, ` in a table, by `;` in CSV.
    List(Vec<String>),
    /// A series as a line of bars; `None` is a gap in it.
    Spark(Vec<Option<f64>>),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Cell {
    fn from(value: i64) -> Self {
        Self::Int(value)
    }
}

impl From<f64> for Cell {
    fn from(value: f64) -> Self {
        Self::Real(value)
    }
}

impl From<Timestamp> for Cell {
    fn from(moment: Timestamp) -> Self {
        Self::Time(moment)
    }
}

impl From<Digest> for Cell {
    fn from(digest: Digest) -> Self {
        Self::Digest(digest)
    }
}

impl From<bool> for Cell {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&Vec<String>> for Cell {
    fn from(list: &Vec<String>) -> Self {
        Self::List(list.clone())
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}
