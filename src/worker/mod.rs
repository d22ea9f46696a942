//! The messages between page and worker, and the worker that answers them.
//!
//! `body`, `columns`, `log`, `money`, `server`, `servers`, `servers_plan` and `words` are plain Rust and tested natively; `wire` puts them
//! into browser messages, `desk` answers these, and `serve` is the worker's event loop around it.

pub mod body;
pub mod columns;
pub mod log;
pub mod money;
pub mod server;
pub mod servers;
pub mod servers_plan;
pub mod words;
#[cfg(feature = "app")]
pub mod desk;
#[cfg(feature = "app")]
pub mod serve;
#[cfg(feature = "app")]
pub mod wire;
