//! What the browser calls.

use crate::measure::{idle, rates, replan};
use bookahead::engine::scenario::Policy;
use wasm_bindgen::prelude::wasm_bindgen;

/// [`rates::rates`] as JSON.
#[wasm_bindgen]
pub fn rates_json(requests: u32, runs: u32) -> String {
    serde_json::to_string(&rates::rates(requests, runs)).expect("numbers and names to memory cannot fail")
}

/// [`replan::edits`] as JSON, with the page's own policy.
#[wasm_bindgen]
pub fn edits_json(requests: u32, count: u32) -> String {
    serde_json::to_string(&replan::edits(requests, Policy::default(), count)).expect("numbers and names to memory cannot fail")
}

/// [`idle::idle_rates`] as JSON.
#[wasm_bindgen]
pub fn idle_rates_json(requests: u32, runs: u32) -> String {
    serde_json::to_string(&idle::idle_rates(requests, runs)).expect("numbers and names to memory cannot fail")
}
