//! Time per operation of the slot stores: a search for a start, and an addition with the deletion of the same reservation, against slots, reservations,
//! duration and load: the cases of `bookahead experiment stores-slots` and the others.
//!
//! `cargo bench --bench stores`; after `--` a number takes so many requests, words take only axes and stores that have one of them in their name.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::slots::store::experiment::{Axis, Load};
use bookahead::engine::slots::store::{Reservation, SlotStore, StoreKind, UseStore};
use std::time::Instant;

/// Rounds of each measurement; the fastest counts.
const ROUNDS: usize = 5;

/// Nanoseconds of a search, and of an addition and a deletion together.
struct Timing<'a>(&'a Load);

impl UseStore for Timing<'_> {
    type Out = [f64; 2];

    fn with<S: SlotStore>(self) -> [f64; 2] {
        let Load { extent, fill, measured } = self.0;
        let mut store = S::new(*extent);
        for (id, wanted) in (0..).zip(fill) {
            if let Some(start) = store.first_start(*wanted, &mut ()) {
                store.add(wanted.at(id, start), &mut ());
            }
        }
        let id = fill.len() as u32;
        let mut fastest = [f64::INFINITY; 2];
        for _ in 0..ROUNDS {
            let began = Instant::now();
            let placed: Vec<Reservation> =
                measured.iter().filter_map(|wanted| Some(wanted.at(id, store.first_start(*wanted, &mut ())?))).collect();
            let search = began.elapsed().as_secs_f64() * 1e9 / measured.len().max(1) as f64;
            let began = Instant::now();
            for reservation in &placed {
                store.add(*reservation, &mut ());
                assert!(store.remove(*reservation, &mut ()), "it was added just now");
            }
            let change = began.elapsed().as_secs_f64() * 1e9 / placed.len().max(1) as f64;
            fastest = [fastest[0].min(search), fastest[1].min(change)];
        }
        fastest
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let requests: u32 = words.iter().find_map(|word| word.parse().ok()).unwrap_or(1_000);
    let names: Vec<&String> = words.iter().filter(|word| word.parse::<u32>().is_err()).collect();
    let is_wanted = |name: &str, all: &[&str]| {
        let mine: Vec<_> = names.iter().filter(|word| all.iter().any(|name| name.contains(word.as_str()))).collect();
        mine.is_empty() || mine.iter().any(|word| name.contains(word.as_str()))
    };
    let (axes, stores) = (Axis::ALL.map(Axis::key), StoreKind::ALL.map(StoreKind::key));
    println!("{:<22}{:>8}  {:<16}{:>12}{:>18}", "axis", "place", "store", "search, ns", "add + delete, ns");
    for axis in Axis::ALL.into_iter().filter(|axis| is_wanted(axis.key(), &axes)) {
        for place in axis.places(requests) {
            let load = axis.case(requests, place).draw(1);
            for kind in StoreKind::ALL.into_iter().filter(|kind| is_wanted(kind.key(), &stores)) {
                let [search, change] = kind.with(Timing(&load));
                println!("{:<22}{place:>8}  {:<16}{search:>12.0}{change:>18.0}", axis.key(), kind.key());
            }
        }
    }
}
