//! The curves as an experiment.

use super::cases::{Axis, Load};
use super::claims;
use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue, Sample, Trial};
use crate::slots::store::kind::{StoreKind, UseStore};
use crate::slots::store::moving::MovingStore;
use crate::slots::store::reservation::Reservation;
use crate::slots::store::slot_store::SlotStore;
use crate::slots::store::visits::Count;
use crate::slots::store::walk::Operation;
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::slots::scenario::ShiftRule;
use std::ops::Range;

/// Nodes visited against one axis.
#[derive(Clone, Debug)]
pub struct StoreStudy {
    axis: Axis,
    requests: u32,
}

impl StoreStudy {
    /// With so many requests.
    pub fn new(axis: Axis, requests: u32) -> Self {
        Self { axis, requests }
    }

    fn places(&self) -> Vec<u32> {
        self.axis.places(self.requests)
    }
}

/// What is counted of a store in a case: three operations, its size, and the search that moves others.
pub(super) const FIGURES: usize = Operation::ALL.len() + 2;

/// The name of the size in files.
const HELD: &str = "held";
/// That of the search that moves others.
const MOVING: &str = "moving";

/// A run at work: the stores are measured place by place, one after the other.
#[derive(Clone, Debug)]
pub struct StoreTrial {
    loads: Vec<Load>,
    /// Nodes visited by a search, an addition and a deletion on average, nodes held, and nodes visited by a search that moves others: place by place, store
    /// by store.
    found: Vec<[f64; FIGURES]>,
}

/// Fills a store and counts what the operations of the measured requests visit.
struct Counting<'a>(&'a Load);

impl UseStore for Counting<'_> {
    type Out = [f64; FIGURES];

    fn with<S: SlotStore>(self) -> [f64; FIGURES] {
        let Load { extent, fill, measured } = self.0;
        let mut moving = MovingStore::<S>::new(*extent, ShiftRule::Hold, fill.len());
        for (id, wanted) in (0..).zip(fill) {
            if let Some(start) = moving.store().first_start(*wanted, &mut ()) {
                moving.add(wanted.at(id, start), wanted.latest, &mut ());
            }
        }
        let mut searched = Count::default();
        for wanted in measured {
            // Nothing has begun: all of them may be moved, slot 0 apart.
            let (_, moved) = moving.first_start(0, *wanted, &mut searched);
            moving.put_back(moved, &mut ());
        }
        let mut store = moving.into_store();
        let held = store.held() as f64;
        let mut counts = [Count::default(); 3];
        let mut placed = 0_u32;
        for wanted in measured {
            let Some(start) = store.first_start(*wanted, &mut counts[0]) else { continue };
            let reservation: Reservation = wanted.at(fill.len() as u32, start);
            store.add(reservation, &mut counts[1]);
            store.remove(reservation, &mut counts[2]);
            placed += 1;
        }
        let each = [measured.len() as u32, placed, placed].map(|times| f64::from(times.max(1)));
        let [search, add, delete] = [0, 1, 2].map(|operation| counts[operation].0 as f64 / each[operation]);
        [search, add, delete, held, searched.0 as f64 / measured.len().max(1) as f64]
    }
}

impl Trial for StoreTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let stores = StoreKind::ALL.len();
        let mut left = jobs;
        while let Some(load) = self.loads.get(self.found.len() / stores) {
            let kind = StoreKind::ALL[self.found.len() % stores];
            self.found.push(kind.with(Counting(load)));
            left = left.saturating_sub(load.fill.len().max(1));
            if left == 0 {
                break;
            }
        }
        self.found.len() == self.loads.len() * stores
    }

    fn progress(&self) -> (usize, usize) {
        let stores = StoreKind::ALL.len();
        let jobs = |cases: usize| (0..cases).map(|case| self.loads[case / stores].fill.len()).sum();
        (jobs(self.found.len()), jobs(self.loads.len() * stores))
    }

    fn sample(&self) -> Sample {
        let stores = StoreKind::ALL.len();
        let curve = |curve: usize| -> Vec<f64> {
            let (figure, store) = (curve / stores, curve % stores);
            self.found.iter().skip(store).step_by(stores).map(|counts| counts[figure]).collect()
        };
        let series: Vec<Vec<f64>> = (0..FIGURES * stores).map(curve).collect();
        // The claims look at single places of the curves.
        Sample { measures: series.iter().flatten().copied().collect(), series }
    }
}

impl Experiment for StoreStudy {
    type Trial = StoreTrial;

    fn key(&self) -> String {
        self.axis.key().to_string()
    }

    fn title(&self) -> String {
        format!("Slot stores: nodes visited against {} (Umar 2.2, 4.2; ours)", self.axis.words())
    }

    fn measures(&self) -> Vec<Measure> {
        let point = |(curve, place): (Measure, u32)| Measure {
            key: format!("{}_{place}", curve.key),
            words: format!("{}, {} {place}", curve.words, self.axis.words()),
        };
        let places = self.places();
        let points = self.curves().into_iter().flat_map(|curve| places.iter().map(move |&place| (curve.clone(), place)));
        points.map(point).collect()
    }

    fn panel(&self) -> Measure {
        Measure { key: "visits".to_string(), words: "nodes visited".to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let curve = |key: &str, kind: StoreKind| Measure { key: format!("{key}_{}", kind.key()), words: kind.words().to_string() };
        let figures = Operation::ALL.map(Operation::key).into_iter().chain([HELD, MOVING]);
        figures.flat_map(|key| StoreKind::ALL.map(|kind| curve(key, kind))).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let each = StoreKind::ALL.len();
        let operations = Operation::ALL.map(|operation| {
            let words = match operation {
                Operation::Search => "nodes visited by a search for a start",
                Operation::Add => "nodes visited by an addition",
                Operation::Delete => "nodes visited by a deletion",
            };
            (operation.key(), words)
        });
        let panel = |(i, (key, words)): (usize, (&str, &str))| {
            (Measure { key: key.to_string(), words: words.to_string() }, i * each..(i + 1) * each)
        };
        let others =
            [(HELD, "nodes held: the space"), (MOVING, "nodes visited by a search that moves others where nothing is free")];
        operations.into_iter().chain(others).enumerate().map(panel).collect()
    }

    /// The points of the curves are not told again.
    fn told(&self) -> Range<usize> {
        0..0
    }

    fn axis(&self) -> Measure {
        self.axis.measure()
    }

    fn place(&self, index: u32) -> f64 {
        self.places().get(index as usize).map_or(f64::from(index), |&place| f64::from(place))
    }

    fn trial(&self, options: Options, run: u32) -> Result<StoreTrial, ScenarioError> {
        let load = |place| self.axis.case(self.requests, place).draw(options.seed_of(run));
        Ok(StoreTrial { loads: self.places().into_iter().map(load).collect(), found: Vec::new() })
    }

    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        claims::of(self.axis, samples, self.places().len())
    }

    fn beside(&self, _samples: &[Vec<f64>]) -> Vec<PaperValue> {
        Vec::new()
    }
}
