//! The questions. Each is a module: typed arguments, SQL beside it, typed answer.
//!
//! May use `store`, `report`, `error`, `time`. Invariant: a question reads one snapshot, changes
//! nothing, and returns plain data in a total order.

pub mod filter;
pub mod finding_filter;
#[cfg(test)]
mod fixture;
pub mod list;
mod origin;
pub mod packets;
pub mod part;
pub mod provenance;
pub mod quarantine;
mod record;
pub mod resolve;
pub mod show;
mod sql;
pub mod stats;
pub mod task;
pub mod trends;
