//! Structs that are read from a row by the names of their fields.
//!
//! May use `report`. Invariant: a field's name is the column of the statement, the key of the JSON and
//! the label people see, so no list of columns is written twice.

use rusqlite::{Connection, Row, ToSql};

use crate::digest::Digest;
use crate::error::Result;
use crate::report::{Cell, Grid, Section};
use crate::time::Timestamp;

/// A struct that a row can be read into.
pub(super) trait Record: Sized {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self>;

    /// What people see of it: a label and a value a field.
    fn cells(&self) -> Vec<(&'static str, Cell)>;

    /// Its fields, added to a section.
    fn fields(&self, section: Section) -> Section {
        self.cells().into_iter().fold(section, |section, (label, cell)| section.field(label, cell))
    }
}

/// Every row of a statement.
pub(super) fn records<R: Record>(
    connection: &Connection,
    sql: &str,
    params: &[(&str, &dyn ToSql)],
) -> Result<Vec<R>> {
    let mut statement = connection.prepare_cached(sql)?;
    let records = statement.query_map(params, R::from_row)?.collect::<rusqlite::Result<_>>()?;
    Ok(records)
}

/// Records as a table, a column a field.
pub(super) fn grid<R: Record>(records: &[R]) -> Grid {
    let mut grid = Grid::default();
    for record in records {
        let (labels, cells): (Vec<_>, Vec<_>) = record.cells().into_iter().unzip();
        grid.columns = labels;
        grid.row(cells);
    }
    grid
}

/// Declares a struct that is read from a row. A field `as json` is read from a column that holds JSON;
/// people do not see one `as hidden`.
macro_rules! record {
    ($(#[$attribute:meta])* $visibility:vis struct $name:ident {
        $($(#[$field_attribute:meta])* $field:ident : $type:ty $(as $how:ident)?),+ $(,)?
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, serde::Serialize)]
        $visibility struct $name {
            $($(#[$field_attribute])* pub $field: $type,)+
        }

        impl $crate::query::record::Record for $name {
            fn from_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Self> {
                Ok(Self { $($field: $crate::query::record::record!(@get row $field ($type) $($how)?)),+ })
            }

            fn cells(&self) -> Vec<(&'static str, $crate::report::Cell)> {
                [$($crate::query::record::record!(@cell $field (self.$field) $($how)?)),+]
                    .into_iter()
                    .flatten()
                    .collect()
            }
        }
    };
    (@get $row:ident $field:ident ($type:ty) json) => {
        $row.get::<_, $crate::query::sql::Json<$type>>(stringify!($field))?.0
    };
    (@get $row:ident $field:ident ($type:ty) $(hidden)?) => { $row.get(stringify!($field))? };
    (@cell $field:ident ($value:expr) hidden) => { None };
    (@cell $field:ident ($value:expr) $(json)?) => {
        Some((stringify!($field), $crate::query::record::ToCell::to_cell(&$value)))
    };
}
pub(super) use record;

/// A value that people can see.
pub(super) trait ToCell {
    fn to_cell(&self) -> Cell;
}

macro_rules! to_cell {
    ($($type:ty => |$value:ident| $cell:expr;)+) => {
        $(impl ToCell for $type {
            fn to_cell(&self) -> Cell {
                let $value = self;
                $cell
            }
        })+
    };
}
pub(super) use to_cell;

to_cell! {
    String => |text| text.into();
    i64 => |number| (*number).into();
    f64 => |number| (*number).into();
    bool => |truth| (*truth).into();
    Timestamp => |moment| (*moment).into();
    Digest => |digest| (*digest).into();
    Vec<String> => |list| list.into();
    Box<serde_json::value::RawValue> => |json| json.get().into();
}

impl<T: ToCell> ToCell for Option<T> {
    fn to_cell(&self) -> Cell {
        self.as_ref().map_or(Cell::Empty, T::to_cell)
    }
}
