//! The messages between page and engine, and the engine that answers them, in the page or in a worker.
//!
//! `transport` puts messages into the form in which the browser carries them to the worker and back, and `serve` is the worker's event loop;
//! all the rest is plain Rust and tested natively.

pub mod columns;
pub mod dispatcher;
pub mod log_import;
pub mod look_message;
pub mod messages;
pub mod money_engine;
pub mod plan_engine;
pub mod plan_pieces;
#[cfg(feature = "app")]
pub mod serve;
pub mod servers_engine;
pub mod servers_plan;
#[cfg(feature = "app")]
pub mod transport;
