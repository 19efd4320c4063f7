//! `task`: everything filed under one task, in the order of time.

use rusqlite::{Connection, named_params};
use serde::Serialize;

use super::record::{record, records};
use crate::error::Result;
use crate::report::{Answer, Column, Grid, Page, Section, Tabular};
use crate::time::Timestamp;

/// The answer: the documents of a task.
#[derive(Clone, Debug, Serialize)]
pub struct Task {
    format: u8,
    query: &'static str,
    pub task: String,
    /// Oldest first.
    pub items: Vec<Item>,
    pub counts: Counts,
}

record! {
    /// One document.
    pub struct Item {
        kind: String,
        artifact: String,
        natural_id: String,
        when: Timestamp,
        title: String,
        status: Option<String>,
    }
}

impl Tabular for Item {
    fn columns() -> Vec<Column<Self>> {
        vec![
            Column::shown("when", |i: &Self| i.when.into()),
            Column::shown("kind", |i| (&i.kind).into()),
            Column::shown("natural_id", |i| (&i.natural_id).into()),
            Column::shown("status", |i| i.status.as_ref().into()),
            Column::shown("title", |i| (&i.title).into()),
            Column::hidden("artifact", |i| (&i.artifact).into()),
        ]
    }
}

/// How many documents of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub research: u64,
    pub packet: u64,
    pub review: u64,
    pub report: u64,
}

impl Counts {
    /// Adds documents of a kind.
    pub fn add(&mut self, kind: &str, documents: u64) {
        match kind {
            "research" => self.research += documents,
            "packet" => self.packet += documents,
            "review" => self.review += documents,
            _ => self.report += documents,
        }
    }

    /// Adds the count of each kind to a section.
    pub(super) fn fields(self, section: Section) -> Section {
        let named = [
            ("research", self.research),
            ("packet", self.packet),
            ("review", self.review),
            ("report", self.report),
        ];
        named.into_iter().fold(section, |section, (kind, count)| section.field(kind, count.cast_signed()))
    }
}

/// The documents of the task of this id; the current revision of each, or all.
///
/// # Errors
/// What SQLite says.
pub fn task(connection: &Connection, task: &str, all_revisions: bool) -> Result<Task> {
    let params = named_params! { ":task": task, ":all_revisions": all_revisions };
    let items: Vec<Item> = records(connection, include_str!("task.sql"), params)?;
    let mut counts = Counts::default();
    for item in &items {
        counts.add(&item.kind, 1);
    }
    Ok(Task { format: 1, query: "task", task: task.to_owned(), items, counts })
}

impl Answer for Task {
    fn page(&self) -> Page {
        Page::new(format!("task {}", self.task))
            .section(self.counts.fields(Section::lead()))
            .section(Section::new("documents").grid(Grid::shown(&self.items)))
    }

    fn grid(&self) -> Grid {
        Grid::whole(&self.items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::fixture::Fixture;

    #[test]
    fn documents_come_in_the_order_of_time() {
        let fixture = Fixture::new();
        fixture.run("T1", "res_2", "2026-02-01");
        fixture.packet("a", "T1", "s1", "2026-01-01", &[]);
        fixture.revision("T1", "res_1", "2026-01-15", "1.0.0", "partial");
        fixture.revision("T1", "res_1", "2026-03-15", "1.1.0", "completed");
        fixture.run("T10", "res_9", "2026-01-01");
        let ids = |all| -> Vec<String> {
            let task = task(fixture.db(), "T1", all).expect("an answer");
            task.items.into_iter().map(|item| item.natural_id).collect()
        };
        assert_eq!(ids(false), ["p/a", "res_2", "res_1"]);
        assert_eq!(ids(true), ["p/a", "res_1", "res_2", "res_1"]);
        let counts = task(fixture.db(), "T1", false).expect("an answer").counts;
        assert_eq!(counts, Counts { research: 2, packet: 1, review: 0, report: 0 });
    }
}
