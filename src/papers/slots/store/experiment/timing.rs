//! What the operations of the stores take, on the cases of the experiments. The engine has no clock: who measures brings one.

use super::cases::{Axis, Load};
use crate::experiment::{Curve, Measure, Options, Panel, PanelForm, Point, Progress, Results};
use crate::slots::store::kind::{StoreKind, UseStore};
use crate::slots::store::reservation::Reservation;
use crate::slots::store::slot_store::SlotStore;
use bookahead_engine::core::statistics::Interval;
use std::hint::black_box;

/// All measured requests are taken again and again for so long within a turn: a browser's clock has steps of 0.1 ms. In milliseconds.
const TURN_MS: f64 = 4.0;
/// Most rounds of a turn, for a clock that stands still.
const ROUNDS: u32 = 100_000;
/// Seed of the cases.
const SEED: u64 = 1;

/// One store in one case.
#[derive(Clone, Debug, PartialEq)]
pub struct StoreTime {
    /// The place on the axis.
    pub place: u32,
    /// The store.
    pub store: StoreKind,
    /// Microseconds of a search, turn by turn.
    pub search: Vec<f64>,
    /// Microseconds of an addition and the deletion of the same reservation, turn by turn.
    pub change: Vec<f64>,
}

/// A measurement at work: place by place, store by store.
#[derive(Clone, Debug)]
pub struct StoreTiming {
    axis: Axis,
    stores: Vec<StoreKind>,
    requests: u32,
    turns: u32,
    places: Vec<u32>,
    /// The case that is measured, and its place.
    load: Option<(u32, Load)>,
    times: Vec<StoreTime>,
}

impl StoreTiming {
    /// Stores in all places of an axis, with so many requests and turns.
    pub fn new(axis: Axis, stores: &[StoreKind], requests: u32, turns: u32) -> Self {
        let places = axis.places(requests);
        Self { axis, stores: stores.to_vec(), requests, turns, places, load: None, times: Vec::new() }
    }

    /// Measures the next store by a clock that tells milliseconds; false when all are done. It takes `2 × turns` times four milliseconds and what it
    /// takes to fill the store.
    pub fn advance(&mut self, clock: &dyn Fn() -> f64) -> bool {
        let (at, of) = (self.times.len(), self.stores.len().max(1));
        let (Some(&place), Some(&store)) = (self.places.get(at / of), self.stores.get(at % of)) else { return false };
        let load = match self.load.take() {
            Some((drawn, load)) if drawn == place => load,
            _ => self.axis.case(self.requests, place).draw(SEED),
        };
        let [search, change] = store.with(Timing { load: &load, turns: self.turns, clock });
        self.load = Some((place, load));
        self.times.push(StoreTime { place, store, search, change });
        true
    }

    /// What was measured so far.
    pub fn times(&self) -> &[StoreTime] {
        &self.times
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        Progress { done: self.times.len() as u32, units: (self.places.len() * self.stores.len()) as u32 }
    }

    /// As curves: the mean of the turns with its interval. No claim is tested with them: another machine has other times.
    pub fn results(&self) -> Results {
        let panel = |(key, words): (&str, &str), of: fn(&StoreTime) -> &[f64]| {
            let curve = |store: &StoreKind| {
                let mine = self.times.iter().filter(|time| time.store == *store);
                let points = mine.map(|time| Point { x: f64::from(time.place), y: Interval::of(of(time).iter().copied()) });
                Curve { key: format!("{key}_{}", store.key()), label: store.words().to_string(), points: points.collect() }
            };
            let measure = Measure { key: key.to_string(), words: words.to_string() };
            Panel { measure, form: PanelForm::Curves, curves: self.stores.iter().map(curve).collect() }
        };
        Results {
            key: format!("{}-time", self.axis.key()),
            title: format!("Slot stores: time against {}", self.axis.words()),
            options: Options { runs: self.turns, requests: self.requests, seed: SEED },
            progress: self.progress(),
            measures: Vec::new(),
            axis: self.axis.measure(),
            panels: vec![
                panel(("search_us", "µs for a search"), |time| &time.search),
                panel(("change_us", "µs for adding and deleting"), |time| &time.change),
            ],
            claims: Vec::new(),
            beside: Vec::new(),
        }
    }
}

/// Fills a store, then measures so many turns.
struct Timing<'a> {
    load: &'a Load,
    turns: u32,
    clock: &'a dyn Fn() -> f64,
}

impl Timing<'_> {
    /// Microseconds of each of so many operations, from as many rounds of them as make a turn.
    fn turn(&self, operations: usize, mut round: impl FnMut()) -> f64 {
        let (began, mut spent, mut rounds) = ((self.clock)(), 0.0, 0);
        while spent < TURN_MS && rounds < ROUNDS {
            round();
            rounds += 1;
            spent = (self.clock)() - began;
        }
        spent * 1e3 / f64::from(rounds) / operations.max(1) as f64
    }
}

impl UseStore for Timing<'_> {
    /// Microseconds of a search, and of an addition and a deletion, by turns.
    type Out = [Vec<f64>; 2];

    fn with<S: SlotStore>(self) -> [Vec<f64>; 2] {
        let Load { extent, fill, measured } = self.load;
        let mut store = S::new(*extent);
        for (id, wanted) in (0..).zip(fill) {
            if let Some(start) = store.first_start(*wanted, &mut ()) {
                store.add(wanted.at(id, start), &mut ());
            }
        }
        let id = fill.len() as u32;
        let mut placed: Vec<Reservation> = Vec::with_capacity(measured.len());
        let mut found = [Vec::new(), Vec::new()];
        for _ in 0..self.turns {
            found[0].push(self.turn(measured.len(), || {
                placed.clear();
                placed.extend(measured.iter().filter_map(|wanted| Some(wanted.at(id, store.first_start(*wanted, &mut ())?))));
            }));
            found[1].push(self.turn(placed.len(), || {
                for reservation in &placed {
                    store.add(*reservation, &mut ());
                    black_box(store.remove(*reservation, &mut ()));
                }
            }));
        }
        found
    }
}
