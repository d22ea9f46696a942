//! The messages between page and engine, and the engine that answers them, in the page or in a worker. It knows no system by name.
//!
//! `transport` puts messages into the form in which the browser carries them to the worker and back, `serve` is the worker's event loop, and `next_task` has both
//! engines work in pieces; all the rest is plain Rust and tested natively.

pub mod dispatcher;
pub mod log_import;
pub mod messages;
#[cfg(feature = "app")]
pub mod next_task;
#[cfg(feature = "app")]
pub mod serve;
#[cfg(feature = "app")]
pub mod transport;
