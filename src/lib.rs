//! casebook: an archive for research runs.
//!
//! ```text
//! bytes ── input ──▶ documents ── validate ──▶ verdict + rows ── ingest ──▶ archive ── query ──▶ answers ── render ──▶ stdout
//!          decode     kind         schema                          store                report
//!          scan       span         model, rules
//! ```
//!
//! The write side is arranged by kind of artifact ([`kinds`]), the read side by question; they meet
//! only in the tables of `migrations/`. A bad artifact is a [`diagnostic::Diagnostic`]; an
//! [`error::Error`] stops a command.

pub mod cli;
pub mod code;
pub mod contract;
mod detect;
pub mod diagnostic;
pub mod digest;
pub mod error;
pub mod id;
pub mod ingest;
pub mod input;
pub mod kinds;
pub mod nearest;
pub mod query;
pub mod reask;
pub mod render;
pub mod report;
pub mod schema;
pub mod store;
pub mod time;
pub mod validate;
