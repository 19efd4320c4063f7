//! Tests through the binary and across modules: one binary, a module a topic.
#![allow(clippy::unwrap_used)]

mod catalogue;
mod harness;
mod layering;
mod streams;
