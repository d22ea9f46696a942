//! What an operation of each slot store takes: a search for a start, and an addition with the deletion of the same reservation, on the cases of
//! `bookahead experiment stores-slots` and the others.

use super::clock::timed;
use bookahead::engine::slots::store::experiment::{Axis, Load};
use bookahead::engine::slots::store::{Reservation, SlotStore, StoreKind, UseStore};
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

/// All measured requests are taken again and again for so long within a turn: a browser's clock has steps of 0.1 ms. In milliseconds.
const TURN_MS: f64 = 4.0;

/// Fills a store, then measures so many turns.
struct Timing<'a> {
    load: &'a Load,
    turns: u32,
}

/// Milliseconds of one round, from as many as make a turn.
fn each(mut round: impl FnMut()) -> f64 {
    let (mut spent, mut rounds) = (0.0, 0.0);
    while spent < TURN_MS {
        spent += timed(&mut round).0;
        rounds += 1.0;
    }
    spent / rounds
}

impl UseStore for Timing<'_> {
    /// Microseconds of a search, and of an addition and a deletion.
    type Out = [f64; 2];

    fn with<S: SlotStore>(self) -> [f64; 2] {
        let Load { extent, fill, measured } = self.load;
        let mut store = S::new(*extent);
        for (id, wanted) in (0..).zip(fill) {
            if let Some(start) = store.first_start(*wanted, &mut ()) {
                store.add(wanted.at(id, start), &mut ());
            }
        }
        let id = fill.len() as u32;
        let mut placed: Vec<Reservation> = Vec::with_capacity(measured.len());
        let mut fastest = [f64::INFINITY; 2];
        for _ in 0..self.turns {
            let search = each(|| {
                placed.clear();
                placed.extend(measured.iter().filter_map(|wanted| Some(wanted.at(id, store.first_start(*wanted, &mut ())?))));
            });
            let change = each(|| {
                for reservation in &placed {
                    store.add(*reservation, &mut ());
                    assert!(store.remove(*reservation, &mut ()), "it was added just now");
                }
            });
            let of = |ms: f64, operations: usize| ms * 1e3 / operations.max(1) as f64;
            fastest = [fastest[0].min(of(search, measured.len())), fastest[1].min(of(change, placed.len()))];
        }
        fastest
    }
}

/// Measures stores in all places of an axis, with so many requests and turns.
pub fn store_times(axis: Axis, kinds: &[StoreKind], requests: u32, turns: u32) -> Vec<StoreTime> {
    let mut times = Vec::new();
    for place in axis.places(requests) {
        let load = axis.case(requests, place).draw(1);
        for kind in kinds {
            let [search, change] = kind.with(Timing { load: &load, turns });
            times.push(StoreTime { axis: axis.key().to_string(), place, store: kind.key().to_string(), search, change });
        }
    }
    times
}

/// All stores in all places of all axes.
pub fn all_store_times(requests: u32, turns: u32) -> Vec<StoreTime> {
    Axis::ALL.into_iter().flat_map(|axis| store_times(axis, &StoreKind::ALL, requests, turns)).collect()
}
