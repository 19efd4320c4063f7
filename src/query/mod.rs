//! The questions. Each is a module: typed arguments, SQL beside it, typed answer.
//!
//! May use `store`, `report`, `error`, `time`. Invariant: a question reads one snapshot, changes
//! nothing, and returns plain data in a total order.

pub mod actions;
pub mod audit;
pub mod citations;
pub mod contradictions;
pub mod decisions;
pub mod dossier;
pub mod filter;
pub mod finding_filter;
pub mod findings;
#[cfg(test)]
mod fixture;
pub mod gaps;
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
mod state;
pub mod stats;
pub mod task;
pub mod themes;
pub mod trends;
