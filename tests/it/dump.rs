//! What an archive holds, as text that two archives of the same documents share: all rows, in a total order,
//! without row ids, batches, sources and times of ingest. References are written as what they refer to.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

/// Tables that record how documents arrived, not what they are.
const LEFT_OUT: [&str; 4] = ["batch", "batch_outcome", "migration", "quarantine_attempt"];

/// The same of columns. Positions in a source depend on which source it was.
const LEFT_OUT_COLUMNS: [(&str, &str); 9] = [
    ("artifact", "batch"),
    ("artifact", "source"),
    ("artifact", "source_line"),
    ("artifact", "ingested_at"),
    ("diagnostic", "line"),
    ("quarantine", "source"),
    ("quarantine", "source_line"),
    ("quarantine", "first_seen"),
    ("quarantine_diagnostic", "line"),
];

/// The rows of every table, one a line, sorted.
pub fn dump(path: &Path) -> String {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let dump = Dump { connection: &connection, labels: HashMap::new() };
    dump.write()
}

/// Demands that two archives hold the same, and names the first difference.
#[track_caller]
pub fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (dump(one), dump(other));
    let (mut ones, mut others) = (one.lines(), other.lines());
    loop {
        match (ones.next(), others.next()) {
            (None, None) => return,
            (one, other) => assert_eq!(one, other, "the first difference"),
        }
    }
}

struct Dump<'a> {
    connection: &'a Connection,
    /// What each row of a table with an integer id is known by.
    labels: HashMap<(String, i64), String>,
}

struct Column {
    name: String,
    /// The table whose id this is.
    parent: Option<String>,
}

impl Dump<'_> {
    fn write(mut self) -> String {
        let tables: Vec<String> = self.column(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'search*'",
        );
        let mut lines = Vec::new();
        for table in tables.iter().filter(|table| !LEFT_OUT.contains(&table.as_str())) {
            let columns = self.columns(table);
            for row in self.rows(table, &columns) {
                let cells = columns.iter().zip(row).filter(|(column, _)| {
                    column.name != "id" && !LEFT_OUT_COLUMNS.contains(&(table, &column.name))
                });
                let cells: Vec<_> = cells.map(|(column, value)| self.cell(column, value)).collect();
                lines.push(format!("{table}: {}", cells.join(" | ")));
            }
        }
        lines.extend(self.words());
        lines.sort_unstable();
        lines.join("\n")
    }

    /// The texts of the full-text index, word by word, and what each was taken from.
    fn words(&mut self) -> Vec<String> {
        self.connection
            .execute_batch("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'search', 'instance')")
            .unwrap();
        // The vocabulary cannot be looked up by text, so it is read once and not joined.
        let mut words: HashMap<i64, Vec<String>> = HashMap::new();
        let mut statement = self
            .connection
            .prepare("SELECT doc, col || ':' || term FROM temp.words ORDER BY doc, col, offset")
            .unwrap();
        let mut rows = statement.query(()).unwrap();
        while let Some(row) = rows.next().unwrap() {
            words.entry(row.get(0).unwrap()).or_default().push(row.get(1).unwrap());
        }
        let mut statement =
            self.connection.prepare("SELECT last, artifact, part, rows, item FROM search_part").unwrap();
        let parts: Vec<(i64, i64, String, i64, i64)> = statement
            .query_map((), |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let mut lines = Vec::new();
        for (last, artifact, part, rows, item) in parts {
            for back in 0..rows {
                let of = match part.as_str() {
                    "query" | "objective" | "criterion" | "predecessor" | "decision" | "raw" => {
                        (item - back).to_string()
                    }
                    table => self.label(table, item - back),
                };
                let words = words.remove(&(last - back)).unwrap_or_default().join(" ");
                lines.push(format!("words: {} {part} {of} {words}", self.label("artifact", artifact)));
            }
        }
        assert!(words.is_empty(), "every row of the index belongs to a part");
        lines
    }

    fn columns(&self, table: &str) -> Vec<Column> {
        let parents: HashMap<String, String> = self
            .connection
            .prepare("SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?1) WHERE \"to\" = 'id'")
            .unwrap()
            .query_map([table], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let names: Vec<String> = self
            .connection
            .prepare("SELECT name FROM pragma_table_info(?1)")
            .unwrap()
            .query_map([table], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        names
            .into_iter()
            .map(|name| {
                let artifact = (name == "artifact").then(|| "artifact".to_owned());
                Column { parent: parents.get(&name).cloned().or(artifact), name }
            })
            .collect()
    }

    fn rows(&self, table: &str, columns: &[Column]) -> Vec<Vec<Value>> {
        let names: Vec<_> = columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
        let mut statement =
            self.connection.prepare(&format!("SELECT {} FROM \"{table}\"", names.join(", "))).unwrap();
        let row = |row: &rusqlite::Row<'_>| (0..columns.len()).map(|i| row.get(i)).collect();
        statement.query_map((), row).unwrap().map(Result::unwrap).collect()
    }

    fn cell(&mut self, column: &Column, value: Value) -> String {
        match (&column.parent, value) {
            (Some(parent), Value::Integer(id)) => self.label(parent, id),
            (_, Value::Text(text)) => format!("{text:?}"),
            (_, Value::Blob(blob)) => hex(&blob),
            (_, Value::Null) => "-".to_owned(),
            (_, Value::Integer(n)) => n.to_string(),
            (_, Value::Real(n)) => n.to_string(),
        }
    }

    /// The first unique key of a row.
    fn label(&mut self, table: &str, id: i64) -> String {
        if let Some(known) = self.labels.get(&(table.to_owned(), id)) {
            return known.clone();
        }
        let key: Vec<String> = self.column(&format!(
            "SELECT c.name FROM pragma_index_list('{table}') AS i, pragma_index_info(i.name) AS c
             WHERE i.origin = 'u' ORDER BY i.seq, c.seqno"
        ));
        let columns = self.columns(table);
        let columns: Vec<_> = columns.into_iter().filter(|column| key.contains(&column.name)).collect();
        let names: Vec<_> = columns.iter().map(|column| format!("\"{}\"", column.name)).collect();
        let query = format!("SELECT {} FROM \"{table}\" WHERE id = ?1", names.join(", "));
        let row: Vec<Value> = self
            .connection
            .query_row(&query, [id], |row| (0..columns.len()).map(|i| row.get(i)).collect())
            .unwrap();
        let cells: Vec<_> = columns.iter().zip(row).map(|(column, value)| self.cell(column, value)).collect();
        let label = format!("({})", cells.join(" "));
        self.labels.insert((table.to_owned(), id), label.clone());
        label
    }

    fn column(&self, query: &str) -> Vec<String> {
        let mut statement = self.connection.prepare(query).unwrap();
        statement.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
