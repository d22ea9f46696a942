//! The numbers Bookahead lives by, measured: `scripts/bench` runs all of it and writes the tables of `docs/performance.md`, `scripts/bench
//! --short` takes ratios only and compares them with those that stand there.
//!
//! Two programs of the same sources: natively it measures, drives the browser and writes; compiled for wasm32 it is what the browser
//! measures the engine with (`wasm.rs`).

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

// The browser is not asked for everything.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
mod measure;

#[cfg(target_arch = "wasm32")]
mod wasm;

#[cfg(not(target_arch = "wasm32"))]
#[path = "../tests/browser/harness/mod.rs"]
#[allow(dead_code, unused_imports)]
mod harness;
#[cfg(not(target_arch = "wasm32"))]
mod native;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    native::main()
}

/// Nothing by itself: the page calls the exports.
#[cfg(target_arch = "wasm32")]
fn main() {}
