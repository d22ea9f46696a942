//! The seeded workload generator (Umar 6.2): Poisson arrivals per slot, all other properties uniform in given ranges.

use crate::core::bounds::Bound;
use crate::core::error::{FieldPath, ScenarioError};
use crate::slots::bounds;
use crate::slots::request::Request;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// An inclusive range to draw from uniformly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// Least value.
    pub min: u32,
    /// Greatest value.
    pub max: u32,
}

impl Range {
    /// `min ..= max`.
    pub const fn new(min: u32, max: u32) -> Self {
        Self { min, max }
    }
}

/// The recipe of a generated workload.
///
/// Every property is drawn from a random stream of its own, so that changing one range changes nothing but that property: a
/// comparison at another share of flexible requests meets the same arrivals, durations and book-aheads.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generator {
    /// Seed of all streams.
    pub seed: u64,
    /// Number of requests.
    pub requests: u32,
    /// Mean of the Poisson number of requests per slot; above 0.
    pub arrivals_per_slot: f64,
    /// Slots a job occupies (t_e).
    pub duration: Range,
    /// Slots from submission to earliest start (ba).
    pub book_ahead: Range,
    /// Slots between earliest and latest start of a flexible request (t_r).
    pub relax: Range,
    /// Share of requests that are flexible, drawn per request; the others have no relax time.
    pub flexible_percent: u32,
    /// Nodes per job (numCN).
    pub nodes: Range,
    /// Jobs per request (numJ).
    pub jobs: Range,
}

/// The random streams, in the order that is part of the format.
#[derive(Clone, Copy)]
enum Stream {
    Arrivals = 0,
    Duration = 1,
    BookAhead = 2,
    Relax = 3,
    Flexible = 4,
    Nodes = 5,
    Jobs = 6,
}

impl Generator {
    fn stream(&self, stream: Stream) -> ChaCha12Rng {
        let mut rng = ChaCha12Rng::seed_from_u64(self.seed);
        rng.set_stream(stream as u64);
        rng
    }

    /// Checks every range.
    ///
    /// # Errors
    /// The first field out of range.
    pub fn check(&self, machine_nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
        let number = |name: &'static str, value: u32, bound: Bound| {
            if bound.holds(value) { Ok(()) } else { Err(ScenarioError::out_of_range(place.field(name), value, bound)) }
        };
        let range = |name: &'static str, range: Range, bound: Bound| {
            let place = place.field(name);
            if !bound.holds(range.min) {
                return Err(ScenarioError::out_of_range(place.index(0), range.min, bound));
            }
            if !bound.from(range.min).holds(range.max) {
                return Err(ScenarioError::out_of_range(place.index(1), range.max, bound.from(range.min)));
            }
            Ok(())
        };
        number("requests", self.requests, bounds::REQUESTS)?;
        if !(self.arrivals_per_slot > 0.0 && self.arrivals_per_slot <= bounds::ARRIVALS_PER_SLOT_MAX) {
            let allowed = format!("a number above 0, at most {}", bounds::ARRIVALS_PER_SLOT_MAX);
            return Err(ScenarioError::new(place.field("arrivals_per_slot"), self.arrivals_per_slot, allowed));
        }
        range("duration", self.duration, bounds::DURATION)?;
        range("book_ahead", self.book_ahead, bounds::RANGE_SLOTS)?;
        range("relax", self.relax, bounds::RANGE_SLOTS)?;
        number("flexible_percent", self.flexible_percent, bounds::PERCENT)?;
        range("nodes", self.nodes, bounds::JOB_NODES.up_to(machine_nodes))?;
        range("jobs", self.jobs, bounds::JOBS)
    }

    /// Draws the requests, in arrival order; users are numbered from 1.
    ///
    /// # Errors
    /// The rate is so low, or there are so many requests, that a slot passes [`bounds::SLOT`].
    pub fn generate(&self) -> Result<Vec<Request>, ScenarioError> {
        let poisson = Poisson::new(self.arrivals_per_slot);
        let mut arrivals = self.stream(Stream::Arrivals);
        let mut duration = self.stream(Stream::Duration);
        let mut book_ahead = self.stream(Stream::BookAhead);
        let mut relax = self.stream(Stream::Relax);
        let mut flexible = self.stream(Stream::Flexible);
        let mut nodes = self.stream(Stream::Nodes);
        let mut jobs = self.stream(Stream::Jobs);
        let draw = |rng: &mut ChaCha12Rng, range: Range| rng.random_range(range.min..=range.max);
        let mut requests = Vec::with_capacity(self.requests as usize);
        let mut now = 0;
        let mut last_slot = 0;
        while requests.len() < self.requests as usize {
            let left = self.requests as usize - requests.len();
            for _ in 0..poisson.draw(&mut arrivals).min(left) {
                let earliest_start = now + draw(&mut book_ahead, self.book_ahead);
                let relax = draw(&mut relax, self.relax);
                let is_flexible = draw(&mut flexible, Range::new(0, 99)) < self.flexible_percent;
                last_slot = last_slot.max(earliest_start + if is_flexible { relax } else { 0 });
                requests.push(Request {
                    user: requests.len() as u32 + 1,
                    submitted: now,
                    earliest_start,
                    latest_start: earliest_start + if is_flexible { relax } else { 0 },
                    duration: draw(&mut duration, self.duration),
                    nodes: draw(&mut nodes, self.nodes),
                    jobs: draw(&mut jobs, self.jobs),
                });
            }
            if !bounds::SLOT.holds(now.max(last_slot)) {
                let found = format!("a workload that passes slot {} after {} requests", bounds::SLOT.max, requests.len());
                let allowed = "fewer requests or more arrivals per slot, so that every slot stays in range";
                return Err(ScenarioError::new(FieldPath::new("workload.generator"), found, allowed));
            }
            now += 1;
        }
        Ok(requests)
    }
}

/// Poisson numbers by Knuth's method: how many uniform numbers can be multiplied before the product falls to exp(−mean).
///
/// The only transcendental function is one `exp` from `libm`, so that every platform draws the same. (The distributions of `rand_distr`
/// take theirs from the platform as soon as any crate of the build, a dev-dependency included, turns on `num-traits/std`.)
struct Poisson {
    /// exp(−mean / parts).
    floor: f64,
    /// A sum of Poisson numbers is one, too: large means are drawn in parts, so that `floor` stays far above the least float.
    parts: u32,
}

impl Poisson {
    const GREATEST_PART: f64 = 500.0;

    /// The distribution with this mean, in (0, [`bounds::ARRIVALS_PER_SLOT_MAX`]].
    fn new(mean: f64) -> Self {
        let parts = libm::ceil(mean / Self::GREATEST_PART).max(1.0);
        Self { floor: libm::exp(-mean / parts), parts: parts as u32 }
    }

    fn draw(&self, rng: &mut ChaCha12Rng) -> usize {
        let mut count = 0;
        for _ in 0..self.parts {
            let mut product: f64 = rng.random();
            while product > self.floor {
                product *= rng.random::<f64>();
                count += 1;
            }
        }
        count
    }
}

/// One of the sixteen workloads of Umar's experiments (Tables 6.1 and 6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Jobs that need several nodes at once, instead of one.
    pub mpi: bool,
    /// Mean arrivals per slot: 2 or 3.
    pub rate: u32,
    /// Share of flexible requests: 25, 50, 75 or 100.
    pub flexible_percent: u32,
}

impl Preset {
    /// Nodes of the machine in all sixteen.
    pub const NODES: u32 = 30;

    /// All sixteen, in the order of the tables.
    pub fn all() -> Vec<Self> {
        let mut presets = Vec::new();
        for mpi in [false, true] {
            for rate in [2, 3] {
                for flexible_percent in [25, 50, 75, 100] {
                    presets.push(Self { mpi, rate, flexible_percent });
                }
            }
        }
        presets
    }

    /// The generator with the paper's ranges (parametric 5–48, 0–48, 1–24; MPI 5–15, 0–24, 1–12, nodes 1–5).
    pub fn generator(self, seed: u64, requests: u32) -> Generator {
        let (duration, book_ahead, relax, nodes) = if self.mpi {
            (Range::new(5, 15), Range::new(0, 24), Range::new(1, 12), Range::new(1, 5))
        } else {
            (Range::new(5, 48), Range::new(0, 48), Range::new(1, 24), Range::new(1, 1))
        };
        Generator {
            seed,
            requests,
            arrivals_per_slot: f64::from(self.rate),
            duration,
            book_ahead,
            relax,
            flexible_percent: self.flexible_percent,
            nodes,
            jobs: Range::new(1, 1),
        }
    }
}
