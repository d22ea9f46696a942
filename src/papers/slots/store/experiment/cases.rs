//! What is varied, and the reservations of a case.

use crate::experiment::{Measure, Options};
use crate::slots::store::reservation::{Extent, Wanted};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::request::{Request, Slot};
use bookahead_engine::slots::scenario::{PlannerKind, Policy, SlotsScenario, scenario_of};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The usual size.
pub const FULL_SIZE: Options = Options { runs: 10, requests: 1_000, seed: 1 };
/// A size for a lecture.
pub const LECTURE_SIZE: Options = Options { runs: 3, requests: 400, seed: 1 };
/// Most requests: a store with more takes minutes where it looks at all of them.
pub(super) const MOST_REQUESTS: u32 = 100_000;

/// Widest reservation, in nodes.
const WIDEST: u32 = 8;
/// t_r at most, in slots.
const RELAX: u32 = 24;
/// Share of the node-slots that is asked for.
const LOAD: f64 = 0.6;
/// Mean duration in slots.
const LENGTH: u32 = 12;
/// A fifth of the requests is measured once the others stand.
const MEASURED: u32 = 4;

/// What is varied; the rest stays at 1,024 slots, all the requests, twelve slots each and a load of 60 %.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Slots of the store.
    Slots,
    /// Requests.
    Reservations,
    /// Mean duration of a request.
    Length,
    /// Node-slots asked for, of those there are.
    Load,
}

impl Axis {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Slots, Self::Reservations, Self::Length, Self::Load];

    /// The name of the experiment.
    pub fn key(self) -> &'static str {
        match self {
            Self::Slots => "stores-slots",
            Self::Reservations => "stores-reservations",
            Self::Length => "stores-length",
            Self::Load => "stores-load",
        }
    }

    /// The experiment with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.key() == key)
    }

    /// What is varied, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Slots => "slots",
            Self::Reservations => "requests",
            Self::Length => "mean duration in slots",
            Self::Load => "load: node-slots asked for, per cent",
        }
    }

    /// What curves are drawn against.
    pub fn measure(self) -> Measure {
        let key = self.key().trim_start_matches("stores-").to_string();
        Measure { key, words: self.words().to_string() }
    }

    /// Places on the axis, for so many requests.
    pub fn places(self, requests: u32) -> Vec<u32> {
        match self {
            Self::Slots => vec![256, 512, 1_024, 2_048, 4_096],
            Self::Reservations => [8, 4, 2, 1].map(|part| (requests / part).max(1)).to_vec(),
            Self::Length => vec![2, 4, 8, 16, 32, 64],
            Self::Load => vec![20, 40, 60, 80, 100],
        }
    }

    /// The case at a place.
    pub fn case(self, requests: u32, place: u32) -> Case {
        let usual = Case { slots: 1_024, requests, length: LENGTH, load: LOAD };
        match self {
            Self::Slots => Case { slots: place, ..usual },
            Self::Reservations => Case { requests: place, ..usual },
            Self::Length => Case { length: place, ..usual },
            Self::Load => Case { load: f64::from(place) / 100.0, ..usual },
        }
    }

    /// The requests of a place in the middle, planned by first fit: the scenario behind the experiment.
    pub fn scenario(self, options: Options) -> SlotsScenario {
        let places = self.places(options.requests);
        let load = self.case(options.requests, places[places.len() / 2]).draw(options.seed);
        let request = |(user, wanted): (u32, &Wanted)| Request {
            user,
            submitted: 0,
            earliest_start: wanted.earliest,
            latest_start: wanted.latest,
            duration: wanted.duration,
            nodes: wanted.nodes,
            jobs: 1,
        };
        let requests = (1..).zip(&load.fill).map(request).collect();
        let policy = Policy { planner: PlannerKind::FirstFit, ..Policy::default() };
        SlotsScenario { policy, ..scenario_of(load.extent.nodes, requests) }
    }

    /// Checks the number of requests.
    ///
    /// # Errors
    /// Too many (`jobs`).
    pub fn check(self, options: Options) -> Result<(), ScenarioError> {
        if options.requests > MOST_REQUESTS {
            let allowed = format!("at most {MOST_REQUESTS} for {}", self.key());
            return Err(ScenarioError::new(FieldPath::new("jobs"), options.requests, allowed));
        }
        Ok(())
    }
}

/// How many requests are drawn, and from what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// Slots that reservations lie in.
    pub slots: Slot,
    /// Requests before the measured ones.
    pub requests: u32,
    /// Their mean duration.
    pub length: u32,
    /// Share of the node-slots that they ask for.
    pub load: f64,
}

/// Requests of a case: those that are there, and those that are measured.
#[derive(Clone, Debug)]
pub struct Load {
    /// The machine: as many nodes as make the load, and at least those of the widest request.
    pub extent: Extent,
    /// Requests to fill the store with.
    pub fill: Vec<Wanted>,
    /// Requests that are looked for, added and deleted.
    pub measured: Vec<Wanted>,
}

impl Case {
    /// Draws the requests.
    pub fn draw(self, seed: u64) -> Load {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut draw = |_| {
            let duration = random.random_range(1..2 * self.length).min(self.slots);
            let relax = random.random_range(0..=RELAX).min(self.slots - duration);
            let earliest = random.random_range(0..=self.slots - duration - relax);
            Wanted { earliest, latest: earliest + relax, duration, nodes: random.random_range(1..=WIDEST) }
        };
        let fill: Vec<Wanted> = (0..self.requests).map(&mut draw).collect();
        let measured = (0..self.requests.div_ceil(MEASURED)).map(draw).collect();
        let asked: f64 = fill.iter().map(|wanted| f64::from(wanted.duration) * f64::from(wanted.nodes)).sum();
        let nodes = libm::ceil(asked / (self.load * f64::from(self.slots))) as u32;
        let extent = Extent { nodes: nodes.max(WIDEST), slots: self.slots, ahead: self.slots };
        Load { extent, fill, measured }
    }
}
