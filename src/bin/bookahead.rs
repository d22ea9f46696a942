//! The command line: the same scenario files without a browser. Native only.

#[cfg(not(target_arch = "wasm32"))]
#[path = "bookahead/mod.rs"]
mod cli;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    cli::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
