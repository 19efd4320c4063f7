//! The archive file: opening, migrating, reading, writing. Knows no kind of artifact.
//!
//! May use `error`, `id`, `time`, `digest`, `diagnostic`. Invariant: every write happens inside one
//! IMMEDIATE transaction, and no reader changes the archive.

pub mod batch;
pub mod contract;
pub mod decision;
pub mod original;
pub mod quarantine;
pub mod rows;
pub mod search_text;
pub mod write;

mod diagnostics;
mod discover;
mod insert;
mod migrate;
mod open;
mod retry;

pub use discover::{IN_FOLDER, discover};
pub use open::Archive;
