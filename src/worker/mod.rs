//! The messages between page and engine, and the engine that answers them, in the page or in a worker. It knows no system by name.
//!
//! `transport` puts messages into the form in which the browser carries them to the worker and back, and `serve` is the worker's event loop;
//! all the rest is plain Rust and tested natively.

pub mod dispatcher;
pub mod log_import;
pub mod messages;
#[cfg(feature = "worker")]
pub mod serve;
#[cfg(feature = "worker")]
pub mod transport;
