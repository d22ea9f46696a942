//! The numbers Bookahead lives by, measured: `scripts/bench` runs all of it and writes the tables of `docs/performance.md`, `scripts/bench
//! --short` takes ratios only and compares them with those that stand there.
//!
//! It measures natively and drives the browser; what the browser measures of the program is `tests/wasm/bench.rs`.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

mod measure;

#[path = "../tests/browser/harness/mod.rs"]
#[allow(dead_code, unused_imports)]
mod harness;
mod native;

fn main() -> std::process::ExitCode {
    native::main()
}
