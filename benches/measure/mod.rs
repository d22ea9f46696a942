//! Measurements of the engine: plain Rust that runs natively and, compiled from the same sources, in a browser's WebAssembly.

pub mod cases;
pub mod clock;
pub mod costs;
pub mod idle;
#[cfg(not(target_arch = "wasm32"))]
pub mod offers;
// Natively `cargo bench --bench chart` measures pictures.
#[cfg(target_arch = "wasm32")]
pub mod picture;
pub mod rates;
pub mod replan;
pub mod stores;
