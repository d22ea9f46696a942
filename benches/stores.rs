//! Time per operation of the slot stores: a search for a start, and an addition with the deletion of the same reservation, against slots, reservations,
//! duration and load: the cases of `bookahead experiment stores-slots` and the others.
//!
//! `cargo bench --bench stores`; after `--` a number takes so many requests, words take only axes and stores that have one of them in their name.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

#[path = "measure/clock.rs"]
#[allow(dead_code)]
mod clock;
#[path = "measure/stores.rs"]
#[allow(dead_code)]
mod measured;

use bookahead::papers::slots::store::StoreKind;
use bookahead::papers::slots::store::experiment::Axis;

/// Turns of each measurement; the fastest counts.
const TURNS: u32 = 5;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let requests: u32 = words.iter().find_map(|word| word.parse().ok()).unwrap_or(1_000);
    let names: Vec<&String> = words.iter().filter(|word| word.parse::<u32>().is_err()).collect();
    let is_wanted = |name: &str, all: &[&str]| {
        let mine: Vec<_> = names.iter().filter(|word| all.iter().any(|name| name.contains(word.as_str()))).collect();
        mine.is_empty() || mine.iter().any(|word| name.contains(word.as_str()))
    };
    let (axes, stores) = (Axis::ALL.map(Axis::key), StoreKind::ALL.map(StoreKind::key));
    let kinds: Vec<StoreKind> = StoreKind::ALL.into_iter().filter(|kind| is_wanted(kind.key(), &stores)).collect();
    println!("{:<22}{:>8}  {:<16}{:>12}{:>18}", "axis", "place", "store", "search, µs", "add + delete, µs");
    for axis in Axis::ALL.into_iter().filter(|axis| is_wanted(axis.key(), &axes)) {
        for measured::StoreTime { axis, place, store, search, change } in measured::store_times(axis, &kinds, requests, TURNS) {
            println!("{axis:<22}{place:>8}  {store:<16}{search:>12.3}{change:>18.3}");
        }
    }
}
