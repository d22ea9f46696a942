//! The engine as an ES module, for other pages, Node and notebooks. Described in `docs/js-module.md`.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod border;
mod functions;
