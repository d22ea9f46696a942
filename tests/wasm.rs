//! The WebAssembly half of "the same scenario gives the same bytes": runs in a web worker of a real browser, where the planner runs.
#![cfg(target_arch = "wasm32")]

mod digests;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[wasm_bindgen_test]
fn in_a_browser() {
    let lines = digests::lines();
    assert!(lines.len() > 50, "all scenarios ran");
    let differences = digests::differences(&lines);
    assert!(differences.is_empty(), "WebAssembly differs from the native runs:\n{differences}");
}
