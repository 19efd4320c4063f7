//! Tests through the binary and across modules: one binary, a module a topic.
#![allow(clippy::unwrap_used)]

mod catalogue;
mod concurrency;
mod dump;
mod harness;
mod ingest;
mod layering;
mod mutations;
mod store;
mod streams;
mod validate;
