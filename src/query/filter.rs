//! The filters that every question takes.
//!
//! Invariant: a filter that is not given restricts nothing.

use rusqlite::ToSql;

use crate::time::Timestamp;

/// Which artifacts a question looks at; bound to the parameters of `scope.sql`.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub task: Option<String>,
    /// The lineage of a run or packet: what [`resolve_document`](super::resolve::resolve_document)
    /// found for its id.
    pub run: Option<i64>,
    pub domain: Option<String>,
    pub status: Option<String>,
    /// From this moment on.
    pub since: Option<Timestamp>,
    /// Up to, and not including, this moment.
    pub until: Option<Timestamp>,
    /// Superseded revisions too.
    pub all_revisions: bool,
}

impl Scope {
    /// The same scope, reaching superseded revisions too if `earlier` asks for what only they have.
    pub(super) fn reaching(&self, earlier: bool) -> Self {
        Self { all_revisions: self.all_revisions || earlier, ..self.clone() }
    }

    /// The parameters of `scope.sql`.
    pub fn params(&self) -> [(&'static str, &dyn ToSql); 7] {
        [
            (":task", &self.task),
            (":run", &self.run),
            (":domain", &self.domain),
            (":status", &self.status),
            (":since", &self.since),
            (":until", &self.until),
            (":all_revisions", &self.all_revisions),
        ]
    }
}

/// How many items to return; 0 means all.
#[derive(Clone, Copy, Debug)]
pub struct Limit(pub u32);

impl Default for Limit {
    fn default() -> Self {
        Self(50)
    }
}

impl Limit {
    /// The limit as SQLite wants it: -1 for none.
    pub fn sql(self) -> i64 {
        if self.0 == 0 { -1 } else { self.0.into() }
    }
}
