//! The program in WebAssembly as tests and benches call it from a page of theirs, compiled as the page is and of the same parts.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

mod bench;
#[path = "../digests/mod.rs"]
mod digests;
// The browser is not asked for everything.
#[allow(dead_code)]
#[path = "../../benches/measure/mod.rs"]
mod measure;
mod messages;

use wasm_bindgen::prelude::wasm_bindgen;

/// Whatever ends the program is told on the console.
#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// How the digests differ from those of native runs; empty if they do not.
#[wasm_bindgen]
pub fn differences_of_digests() -> String {
    let lines = digests::lines();
    assert!(lines.len() > 50, "all scenarios ran");
    digests::differences(&lines)
}

/// Ends the program if a message is changed on its way.
#[wasm_bindgen]
pub fn messages_come_through() {
    messages::come_through();
}
