//! Where an item comes from, and how a link of it that leads nowhere is shown.
//!
//! May use `report`, `time`. Invariant: every item that belongs to a document ends with the same four
//! keys, and a link is listed whether or not there is something at its other end.

use rusqlite::Row;
use serde::{Deserialize, Serialize, Serializer};

use crate::report::{Cell, Column};
use crate::time::Timestamp;

/// The document an item belongs to.
#[derive(Clone, Debug, Serialize)]
pub struct Origin {
    /// Natural id.
    pub run: String,
    pub task: Option<String>,
    pub artifact: String,
    pub when: Timestamp,
}

impl Origin {
    /// Reads the columns `natural_id`, `task`, `uuid`, `when_us`.
    pub(super) fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            run: row.get("natural_id")?,
            task: row.get("task")?,
            artifact: row.get("uuid")?,
            when: row.get("when_us")?,
        })
    }
}

/// An item that belongs to a document.
pub(super) trait HasOrigin: 'static {
    fn origin(&self) -> &Origin;
}

/// The last four columns of an item that belongs to a document.
pub(super) fn origin_columns<T: HasOrigin>() -> [Column<T>; 4] {
    [
        Column::shown("run", |i: &T| (&i.origin().run).into()),
        Column::hidden("task", |i: &T| i.origin().task.as_ref().into()),
        Column::hidden("artifact", |i: &T| (&i.origin().artifact).into()),
        Column::hidden("when", |i: &T| i.origin().when.into()),
    ]
}

/// A finding that an item names; read from `[id, row]`, where `row` is null if there is none.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Link {
    pub id: String,
    row: Option<i64>,
}

impl Link {
    /// Whether the document names a finding it does not have.
    pub fn is_missing(&self) -> bool {
        self.row.is_none()
    }
}

impl Serialize for Link {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.id.serialize(serializer)
    }
}

/// A list of links for people, the missing ones marked.
pub(super) fn links_cell(links: &[Link]) -> Cell {
    let text =
        |link: &Link| if link.is_missing() { format!("{} (missing)", link.id) } else { link.id.clone() };
    Cell::List(links.iter().map(text).collect())
}
