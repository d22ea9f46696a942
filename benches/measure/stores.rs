//! What an operation of each slot store takes, on the cases of `bookahead experiment stores-slots` and the others.

use super::clock::now_ms;
use bookahead::papers::slots::store::StoreKind;
use bookahead::papers::slots::store::experiment::{self, Axis, StoreTiming};
use serde::{Deserialize, Serialize};

/// One store in one case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoreTime {
    /// The experiment whose case it is.
    pub axis: String,
    /// The place on its axis.
    pub place: u32,
    /// The store.
    pub store: String,
    /// Microseconds of a search, in the fastest turn.
    pub search: f64,
    /// Microseconds of an addition and a deletion together, in the fastest turn.
    pub change: f64,
}

/// Measures stores in all places of an axis, with so many requests and turns.
pub fn store_times(axis: Axis, kinds: &[StoreKind], requests: u32, turns: u32) -> Vec<StoreTime> {
    let mut timing = StoreTiming::new(axis, kinds, requests, turns);
    while timing.advance(&now_ms) {}
    let fastest = |turns: &[f64]| turns.iter().copied().fold(f64::INFINITY, f64::min);
    let time = |time: &experiment::StoreTime| StoreTime {
        axis: axis.key().to_string(),
        place: time.place,
        store: time.store.key().to_string(),
        search: fastest(&time.search),
        change: fastest(&time.change),
    };
    timing.times().iter().map(time).collect()
}

/// All stores in all places of all axes.
pub fn all_store_times(requests: u32, turns: u32) -> Vec<StoreTime> {
    Axis::ALL.into_iter().flat_map(|axis| store_times(axis, &StoreKind::ALL, requests, turns)).collect()
}
