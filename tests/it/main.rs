//! Tests through the binary and across modules: one binary, a module a topic.
#![allow(clippy::unwrap_used)]

mod audit;
mod catalogue;
mod ci;
mod concurrency;
mod dump;
mod formats;
mod harness;
mod house;
mod ids;
mod ingest;
mod layering;
mod mutations;
mod own_schemas;
mod pages;
mod readme;
mod resolve;
mod reviews_and_reports;
mod statements;
mod store;
mod streams;
mod validate;
