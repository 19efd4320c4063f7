//! The archive file: opening, migrating, reading, writing. Knows no kind of artifact.
//!
//! May use `error`, `id`, `time`, `digest`, `diagnostic`. Invariant: every write happens inside one
//! IMMEDIATE transaction, and no reader changes the archive.

pub mod rows;

mod migrate;
mod open;

pub use open::Archive;
