//! Rows on their way from a worker to the writer: one arena of text, one list of cells.
//!
//! Uses nothing of the crate but `digest` and the form of search texts. Invariant: rows are independent of the archive they will
//! land in. Row ids, the artifact's own id and the ids of shared dimensions are placeholders that
//! the writer fills in, so a document can be projected on any thread before its turn comes.

use super::search_text::{BORDER, index_form};
use crate::digest::Digest;

/// A table of the archive as the writer sees it. Made by [`row!`](crate::row), never by hand.
#[derive(Debug)]
pub struct Table {
    pub name: &'static str,
    /// The INSERT statement, its parameters in the order of the row's fields.
    pub insert: &'static str,
    /// The highest `id` there is, 0 if none. Only for keyed tables.
    pub last_id: &'static str,
    pub columns: usize,
    /// Whether rows are referred to by an integer `id` that the writer assigns.
    pub keyed: bool,
}

/// A table whose rows many documents share, found by its text key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dimension {
    Source,
    ThemeName,
}

/// The `n`-th row that this document adds to a keyed table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowRef {
    pub table: &'static Table,
    pub index: u32,
}

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Table {}

/// One value of a row. Text and bytes lie in the arena.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    Null,
    Int(i64),
    Real(f64),
    Text {
        start: u32,
        len: u32,
    },
    Blob {
        start: u32,
        len: u32,
    },
    /// The row id of the artifact these rows belong to.
    Artifact,
    /// The row id that the writer gives to a row of the same document.
    Row(RowRef),
    /// The row id of a shared dimension's entry with this key.
    Shared {
        dimension: Dimension,
        start: u32,
        len: u32,
    },
}

/// All rows of one document.
#[derive(Debug, Default)]
pub struct Rows {
    arena: Vec<u8>,
    cells: Vec<Cell>,
    /// Each row's table and its first cell.
    starts: Vec<(&'static Table, u32)>,
    keyed: Vec<(&'static Table, u32)>,
    search: Vec<SearchText>,
}

/// What the full-text index gets of one part of a document: what it says, and what stands behind it.
#[derive(Clone, Copy, Debug)]
pub struct SearchText {
    pub part: Part,
    main: (u32, u32),
    support: (u32, u32),
}

/// A part of a document that words are found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A row of a keyed table.
    Row(RowRef),
    /// An entry of a list without a keyed table, by its position; 0 for what there is one of.
    Place(&'static str, i64),
}

impl Part {
    /// The table of the row, or the name of the list.
    pub fn name(self) -> &'static str {
        match self {
            Self::Row(row) => row.table.name,
            Self::Place(name, _) => name,
        }
    }

    /// Whether this part follows `other` in the same table or list.
    pub fn follows(self, other: Self) -> bool {
        match (other, self) {
            (Self::Row(a), Self::Row(b)) => a.table == b.table && a.index + 1 == b.index,
            (Self::Place(a, i), Self::Place(b, j)) => a == b && i + 1 == j,
            _ => false,
        }
    }
}

impl Rows {
    /// Adds a row; for a keyed table, returns the reference by which other rows name it. A table's
    /// parents must have been added before.
    pub fn add<R: Row>(&mut self, row: &R) -> RowRef {
        let first = u32::try_from(self.cells.len()).expect("below four billion cells in a document");
        self.starts.push((R::TABLE, first));
        let mut index = 0;
        if R::TABLE.keyed {
            index = self.next_index(R::TABLE);
            self.cells.push(Cell::Row(RowRef { table: R::TABLE, index }));
        }
        row.put(self);
        RowRef { table: R::TABLE, index }
    }

    fn next_index(&mut self, table: &'static Table) -> u32 {
        if let Some((_, count)) = self.keyed.iter_mut().find(|(known, _)| *known == table) {
            *count += 1;
            return *count - 1;
        }
        self.keyed.push((table, 1));
        0
    }

    /// Adds a part to the full-text index, in the form it is indexed in. A part without words is left out.
    pub fn index<'a>(&mut self, part: Part, main: &str, support: impl IntoIterator<Item = &'a str>) {
        let main = self.store(index_form(main).as_bytes());
        let start = self.arena.len();
        for text in support.into_iter().filter(|text| !text.is_empty()) {
            if self.arena.len() > start {
                self.store(BORDER.as_bytes());
            }
            self.store(index_form(text).as_bytes());
        }
        let length = |bytes: usize| u32::try_from(bytes).expect("a document is far below 4 GiB");
        let support = (length(start), length(self.arena.len() - start));
        if main.1 + support.1 > 0 {
            self.search.push(SearchText { part, main, support });
        }
    }

    fn store(&mut self, bytes: &[u8]) -> (u32, u32) {
        let start = u32::try_from(self.arena.len()).expect("a document is far below 4 GiB");
        self.arena.extend_from_slice(bytes);
        (start, u32::try_from(bytes.len()).expect("a document is far below 4 GiB"))
    }

    /// The rows in the order they were added, each with its table and cells.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Table, &[Cell])> {
        self.starts.iter().map(|&(table, first)| {
            let first = first as usize;
            (table, &self.cells[first..first + table.columns])
        })
    }

    /// How many rows each keyed table gets.
    pub fn keyed(&self) -> &[(&'static Table, u32)] {
        &self.keyed
    }

    /// The texts for the full-text index, in order.
    pub fn search(&self) -> &[SearchText] {
        &self.search
    }

    /// The two texts of a search entry, as they are indexed.
    pub fn search_text(&self, entry: &SearchText) -> [&str; 2] {
        [entry.main, entry.support].map(|(start, len)| self.text(start, len))
    }

    /// The text of a [`Cell::Text`] or the key of a [`Cell::Shared`].
    pub fn text(&self, start: u32, len: u32) -> &str {
        std::str::from_utf8(self.blob(start, len)).expect("only whole strings were stored")
    }

    /// The bytes of a [`Cell::Blob`].
    pub fn blob(&self, start: u32, len: u32) -> &[u8] {
        &self.arena[start as usize..start as usize + len as usize]
    }

    fn push(&mut self, cell: Cell) {
        self.cells.push(cell);
    }
}

/// A typed row of one table: its fields are the columns. Implemented by [`row!`](crate::row).
pub trait Row {
    const TABLE: &'static Table;
    fn put(&self, rows: &mut Rows);
}

/// A Rust value that can stand in a row.
pub trait Put {
    fn put(&self, rows: &mut Rows);
}

/// The artifact a row belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Owner;

/// The entry of a shared dimension with this key.
#[derive(Clone, Copy, Debug)]
pub struct Shared<'a>(pub Dimension, pub &'a str);

impl Put for Owner {
    fn put(&self, rows: &mut Rows) {
        rows.push(Cell::Artifact);
    }
}

impl Put for Shared<'_> {
    fn put(&self, rows: &mut Rows) {
        let (start, len) = rows.store(self.1.as_bytes());
        rows.push(Cell::Shared { dimension: self.0, start, len });
    }
}

impl Put for RowRef {
    fn put(&self, rows: &mut Rows) {
        rows.push(Cell::Row(*self));
    }
}

impl Put for str {
    fn put(&self, rows: &mut Rows) {
        let (start, len) = rows.store(self.as_bytes());
        rows.push(Cell::Text { start, len });
    }
}

impl Put for String {
    fn put(&self, rows: &mut Rows) {
        self.as_str().put(rows);
    }
}

impl Put for std::borrow::Cow<'_, str> {
    fn put(&self, rows: &mut Rows) {
        str::put(self, rows);
    }
}

impl Put for Digest {
    fn put(&self, rows: &mut Rows) {
        let (start, len) = rows.store(&self.0);
        rows.push(Cell::Blob { start, len });
    }
}

impl Put for i64 {
    fn put(&self, rows: &mut Rows) {
        rows.push(Cell::Int(*self));
    }
}

impl Put for f64 {
    fn put(&self, rows: &mut Rows) {
        rows.push(Cell::Real(*self));
    }
}

impl Put for bool {
    fn put(&self, rows: &mut Rows) {
        rows.push(Cell::Int((*self).into()));
    }
}

impl Put for crate::time::Timestamp {
    fn put(&self, rows: &mut Rows) {
        rows.push(Cell::Int(self.0));
    }
}

impl<T: Put> Put for Option<T> {
    fn put(&self, rows: &mut Rows) {
        match self {
            Some(value) => value.put(rows),
            None => rows.push(Cell::Null),
        }
    }
}

impl<T: Put + ?Sized> Put for &T {
    fn put(&self, rows: &mut Rows) {
        (**self).put(rows);
    }
}

/// A position in a list, as the archive's `seq` columns hold it.
pub fn seq(index: usize) -> i64 {
    i64::try_from(index).expect("a list in memory is shorter than i64::MAX")
}

/// Declares the typed row of a table: a struct whose fields are the columns, in any order the table
/// has them. `keyed` tables have an integer `id` that the writer assigns; it is not a field.
///
/// ```ignore
/// row! { keyed finding: FindingRow<'a> { artifact: Owner, seq: i64, claim: &'a str } }
/// ```
#[macro_export]
macro_rules! row {
    (keyed $table:ident : $name:ident $(<$life:lifetime>)? { $($field:ident : $type:ty),+ $(,)? }) => {
        $crate::row!(@make $table $name [$($life)?] true ["id"] { $($field : $type),+ });
    };
    ($table:ident : $name:ident $(<$life:lifetime>)? { $($field:ident : $type:ty),+ $(,)? }) => {
        $crate::row!(@make $table $name [$($life)?] false [] { $($field : $type),+ });
    };
    (@make $table:ident $name:ident [$($life:lifetime)?] $keyed:literal [$($id:literal)?] {
        $head:ident : $head_type:ty $(, $field:ident : $type:ty)*
    }) => {
        #[derive(Debug)]
        pub(crate) struct $name $(<$life>)? {
            pub $head: $head_type,
            $(pub $field: $type,)*
        }

        impl $(<$life>)? $crate::store::rows::Row for $name $(<$life>)? {
            const TABLE: &'static $crate::store::rows::Table = {
                static TABLE: $crate::store::rows::Table = $crate::store::rows::Table {
                    name: stringify!($table),
                    insert: concat!(
                        "INSERT INTO \"", stringify!($table), "\" (",
                        $("\"", $id, "\", ",)?
                        "\"", $crate::row!(@column $head), "\"" $(, ", \"", $crate::row!(@column $field), "\"")*,
                        ") VALUES (",
                        $($crate::row!(@mark $id), ", ",)?
                        "?" $(, $crate::row!(@comma_mark $field))*,
                        ")"
                    ),
                    last_id: concat!("SELECT coalesce(max(id), 0) FROM \"", stringify!($table), "\""),
                    columns: <[&str]>::len(&[$($id,)? $crate::row!(@column $head), $($crate::row!(@column $field)),*]),
                    keyed: $keyed,
                };
                &TABLE
            };

            fn put(&self, rows: &mut $crate::store::rows::Rows) {
                $crate::store::rows::Put::put(&self.$head, rows);
                $($crate::store::rows::Put::put(&self.$field, rows);)*
            }
        }
    };
    // Columns whose names are words of the language.
    (@column r#ref) => { "ref" };
    (@column r#type) => { "type" };
    (@column $field:ident) => { stringify!($field) };
    (@mark $any:tt) => { "?" };
    (@comma_mark $any:tt) => { ", ?" };
}

#[cfg(test)]
mod tests {
    use super::*;

    row! { keyed finding: FindingRow<'a> { artifact: Owner, claim: &'a str, relevance: Option<f64> } }
    row! { citation: CitationRow<'a> { artifact: Owner, r#type: &'a str } }
    row! { evidence: EvidenceRow<'a> { finding: RowRef, source: Shared<'a>, seq: i64 } }

    #[test]
    fn a_row_names_its_columns_and_keeps_their_order() {
        assert_eq!(
            FindingRow::TABLE.insert,
            r#"INSERT INTO "finding" ("id", "artifact", "claim", "relevance") VALUES (?, ?, ?, ?)"#
        );
        assert_eq!(CitationRow::TABLE.insert, r#"INSERT INTO "citation" ("artifact", "type") VALUES (?, ?)"#);
        let mut rows = Rows::default();
        rows.add(&CitationRow { artifact: Owner, r#type: "web" });
        rows.add(&FindingRow { artifact: Owner, claim: "first", relevance: None });
        let second = rows.add(&FindingRow { artifact: Owner, claim: "second", relevance: Some(0.5) });
        rows.add(&EvidenceRow { finding: second, source: Shared(Dimension::Source, "s"), seq: 0 });
        assert_eq!(rows.keyed(), [(FindingRow::TABLE, 2)]);

        let all: Vec<_> = rows.iter().collect();
        let [.., (table, cells), (_, evidence)] = all[..] else { panic!("four rows") };
        assert_eq!(table.name, "finding");
        let [Cell::Row(id), Cell::Artifact, Cell::Text { start, len }, Cell::Real(0.5)] = *cells else {
            panic!("{cells:?}")
        };
        assert_eq!((id.index, rows.text(start, len)), (1, "second"));
        assert_eq!(evidence[0], Cell::Row(second));
    }
}
