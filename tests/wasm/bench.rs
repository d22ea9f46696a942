//! What the benches measure in the browser.

use crate::measure::{idle, picture, rates, replan, stores};
use bookahead::engine::slots::scenario::Policy;
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

/// [`stores::all_store_times`] as JSON.
#[wasm_bindgen]
pub fn store_times_json(requests: u32, turns: u32) -> String {
    serde_json::to_string(&stores::all_store_times(requests, turns)).expect("numbers and names to memory cannot fail")
}

/// [`picture::Picture`] for a page of its own.
#[wasm_bindgen]
pub struct Picture(picture::Picture);

#[wasm_bindgen]
impl Picture {
    /// See [`picture::Picture::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(nodes: u32, requests: u32, width: f64, height: f64) -> Self {
        Self(picture::Picture::new(nodes, requests, width, height))
    }

    /// See [`picture::Picture::show`].
    pub fn show(&mut self, first: f64, slots: f64) {
        self.0.show(first, slots);
    }

    /// See [`picture::Picture::carry`].
    pub fn carry(&mut self, slots: u32) {
        self.0.carry(slots);
    }

    /// Where the pixels lie in memory, four bytes each.
    pub fn pixels(&self) -> *const u8 {
        self.0.pixels().bytes().as_ptr()
    }
}
