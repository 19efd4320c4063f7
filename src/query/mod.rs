//! The questions. Each is a module: typed arguments, SQL beside it, typed answer.
//!
//! May use `store`, `report`, `error`, `time`. Invariant: a question reads one snapshot, changes
//! nothing, and returns plain data in a total order.

pub mod filter;
pub mod list;
pub mod quarantine;
