//! The two seeded workloads of Castillo: bounded-Pareto sizes with tight deadlines (3.4), and grid jobs over a fortnight (4.6).
//!
//! Every property has its own random stream: changing one parameter does not affect the others. All transcendental functions come from `libm`, so
//! that every platform draws the same requests.

use super::Tick;
use super::bounds;
use super::request::{IdleArrivals, IdleRequest};
use super::servers::{Servers, check};
use crate::core::error::{FieldPath, ScenarioError};
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// Ticks of the time unit of section 3.4, which is the least job size.
pub const UNIT: Tick = 1_000;
/// Ticks of a minute in section 4.6: one tick is a second.
pub const MINUTE: Tick = 60;

/// Greatest load a generator takes.
pub const LOAD_MAX: f64 = 100.0;

/// The random streams, in the order that is part of the format.
#[derive(Clone, Copy)]
enum Stream {
    Arrivals = 0,
    Size = 1,
    Start = 2,
    Deadline = 3,
    Kind = 4,
}

fn stream(seed: u64, stream: Stream) -> ChaCha12Rng {
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    rng.set_stream(stream as u64);
    rng
}

/// A whole number uniform in `0 ..= most`, from one draw.
fn up_to(rng: &mut ChaCha12Rng, most: f64) -> Tick {
    let most = most.max(0.0) as Tick;
    ((rng.random::<f64>() * (f64::from(most) + 1.0)) as Tick).min(most)
}

/// Arrivals of a Poisson process.
struct PoissonProcess {
    rng: ChaCha12Rng,
    /// Mean ticks between arrivals.
    mean: f64,
    at: f64,
    /// Last tick in which a request may come: its deadline must still be a tick.
    last: Tick,
}

impl PoissonProcess {
    fn next(&mut self) -> Result<Tick, ScenarioError> {
        // 1 − U lies in (0, 1]: the logarithm is finite.
        self.at -= self.mean * libm::log(1.0 - self.rng.random::<f64>());
        if self.at >= f64::from(self.last) {
            let found = format!("a workload that passes tick {}", self.last);
            return Err(ScenarioError::new(FieldPath::new("workload"), found, "fewer requests, a higher load or more servers"));
        }
        Ok(self.at as Tick)
    }
}

fn check_common(load: f64, requests: u32, place: &FieldPath) -> Result<(), ScenarioError> {
    check(place, "requests", requests, bounds::REQUESTS)?;
    if !(load > 0.0 && load <= LOAD_MAX) {
        return Err(ScenarioError::new(place.field("load"), load, format!("a number above 0, at most {LOAD_MAX}")));
    }
    Ok(())
}

/// Jobs of section 3.4: Poisson arrivals of rate λ = ρ·Σμ/x̄; sizes bounded Pareto on [1, 50] units; earliest starts uniform in [0, L − l] ahead
/// or in the first part of it (ours: the paper does not say); deadlines uniform in (r + l, r + l + q·(L − r − l)), r counted from now.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ParetoWorkload {
    /// Seed of all streams.
    pub seed: u64,
    /// Number of requests.
    pub requests: u32,
    /// ρ: work that arrives per tick ÷ work the machine can do per tick.
    pub load: f64,
    /// x̄ in units: mean of the sizes.
    pub mean_size: f64,
    /// q: share of the look-ahead that deadlines may use, from 0 (immediate) to 1.
    pub tightness: f64,
    /// Share of [0, L − l] in which earliest starts lie ahead, from 0 (at once) to 1 (anywhere). The rest is left to deadlines, as q says.
    pub book_ahead: f64,
}

impl ParetoWorkload {
    /// Largest size in units; the least is 1.
    pub const LARGEST: f64 = 50.0;
    /// L of the paper in units.
    pub const LOOK_AHEAD: Tick = 200;
    /// Mean size of most figures in units (shape 1.2020940659879824).
    pub const MEAN_SIZE: f64 = 3.28;
    /// Means that a Pareto distribution bounded to [1, 50] is asked for, in units.
    pub const MEANS: (f64, f64) = (1.1, 12.0);

    /// The machine of the paper: identical servers, L = 200 units, l_min = 1 unit.
    pub fn machine(servers: u32) -> Servers {
        Servers::identical(servers, Self::LOOK_AHEAD * UNIT, UNIT)
    }

    /// Checks every parameter.
    ///
    /// # Errors
    /// The first one out of range; a look-ahead below the largest size.
    pub fn check(&self, servers: &Servers, place: &FieldPath) -> Result<(), ScenarioError> {
        check_common(self.load, self.requests, place)?;
        let (least, most) = Self::MEANS;
        if !(least..=most).contains(&self.mean_size) {
            let allowed = format!("a number from {least} to {most}: sizes lie between 1 and {}", Self::LARGEST);
            return Err(ScenarioError::new(place.field("mean_size"), self.mean_size, allowed));
        }
        if !(0.0..=1.0).contains(&self.tightness) {
            return Err(ScenarioError::new(place.field("tightness"), self.tightness, "a number from 0 to 1"));
        }
        if !(0.0..=1.0).contains(&self.book_ahead) {
            return Err(ScenarioError::new(place.field("book_ahead"), self.book_ahead, "a number from 0 to 1"));
        }
        check_sizes(servers, UNIT, Self::LARGEST as Tick * UNIT)
    }

    /// The shape of the Pareto distribution bounded to [1, 50] with this mean, by bisection: the mean falls as the shape grows.
    pub fn shape(mean: f64) -> f64 {
        let (mut low, mut high) = (1e-3, 64.0);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if Self::mean(middle) > mean {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
    }

    /// The mean of the Pareto distribution of this shape bounded to [1, 50].
    pub fn mean(shape: f64) -> f64 {
        let largest = Self::LARGEST;
        let share = 1.0 - libm::pow(largest, -shape);
        if (shape - 1.0).abs() < 1e-9 {
            return libm::log(largest) / share;
        }
        shape / (shape - 1.0) * (1.0 - libm::pow(largest, 1.0 - shape)) / share
    }

    /// Share of the sizes below `size` units under this shape.
    pub fn share_below(size: f64, shape: f64) -> f64 {
        let size = size.clamp(1.0, Self::LARGEST);
        (1.0 - libm::pow(size, -shape)) / (1.0 - libm::pow(Self::LARGEST, -shape))
    }

    /// Draws the requests in arrival order.
    ///
    /// # Errors
    /// A parameter out of range, or so low a load that ticks run out.
    pub fn generate(&self, servers: &Servers) -> Result<IdleArrivals, ScenarioError> {
        self.check(servers, &FieldPath::new("workload"))?;
        let shape = Self::shape(self.mean_size);
        let span = 1.0 - libm::pow(Self::LARGEST, -shape);
        let mean = self.mean_size * f64::from(UNIT) / (self.load * servers.total_rate());
        let mut arrivals =
            PoissonProcess { rng: stream(self.seed, Stream::Arrivals), mean, at: 0.0, last: bounds::TICK.max - servers.look_ahead };
        let (mut sizes, mut starts) = (stream(self.seed, Stream::Size), stream(self.seed, Stream::Start));
        let mut deadlines = stream(self.seed, Stream::Deadline);
        collect(self.requests, || {
            let submitted = arrivals.next()?;
            let units = libm::pow(1.0 - sizes.random::<f64>() * span, -1.0 / shape);
            let size = libm::round(units * f64::from(UNIT)).clamp(f64::from(UNIT), Self::LARGEST * f64::from(UNIT)) as Tick;
            let ahead = up_to(&mut starts, self.book_ahead * f64::from(servers.look_ahead - size));
            let left = servers.look_ahead - size - ahead;
            let slack = up_to(&mut deadlines, self.tightness * f64::from(left));
            let earliest_start = submitted + ahead;
            Ok(IdleRequest { submitted, earliest_start, size, deadline: earliest_start + size + slack })
        })
    }
}

/// Jobs of section 4.6: Poisson arrivals of rate λ = ρ·Σμ/x̄ (ours); earliest starts uniform from one minute to 14 days ahead; 80 % of the
/// sizes uniform up to 4 h, 20 % uniform from 4 to 36 h, mean 5.6 h; deadline − earliest end uniform up to q (ours: under the paper's
/// d ∈ (r, r + q) most long jobs could never be done); [`Due`] says which earliest end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FortnightWorkload {
    /// Seed of all streams.
    pub seed: u64,
    /// Number of requests.
    pub requests: u32,
    /// ρ: work that arrives per tick ÷ work the machine can do per tick.
    pub load: f64,
    /// q in minutes; the paper has 20 hours.
    pub slack_minutes: u32,
    /// Which earliest end deadlines are counted from.
    pub due: Due,
}

/// Which earliest end the deadlines of [`FortnightWorkload`] are counted from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Due {
    /// On a server of rate 1, r + l, as P has it in 4.3. On the machines of 4.6 no server is that fast: at level 1, whose fastest has rate 0.6, long jobs
    /// with little slack, 58 % of the work, are lost however idle the servers are; at level 4 10 %. The paper's claim that heterogeneity helps rests on it.
    #[default]
    FullRate,
    /// On a server of the machine's mean rate, r + l·n/Σμ: the same deadlines at every level, and hardly a job is lost at low load.
    MeanRate,
}

impl Due {
    fn rate(self, servers: &Servers) -> f64 {
        match self {
            Self::FullRate => 1.0,
            Self::MeanRate => servers.total_rate() / f64::from(servers.count().max(1)),
        }
    }
}

impl FortnightWorkload {
    /// Mean size in ticks: 5.6 h.
    pub const MEAN_SIZE: f64 = 336.0 * MINUTE as f64;
    /// Furthest earliest start.
    pub const FURTHEST: Tick = 14 * 24 * 60 * MINUTE;
    const SHORT: Tick = 4 * 60 * MINUTE;
    const LONG: Tick = 36 * 60 * MINUTE;
    /// q of the paper in minutes.
    pub const SLACK_MINUTES: u32 = 20 * 60;

    /// L: the furthest deadline that is counted from the end at this rate, 14 days + 36 h ÷ rate + q.
    fn reach(rate: f64, slack_minutes: u32) -> Tick {
        // Casting keeps within the range of a tick.
        let longest = Self::earliest_end(0, Self::LONG, rate);
        Self::FURTHEST.saturating_add(longest).saturating_add(slack_minutes.saturating_mul(MINUTE))
    }

    /// r + ⌈l ÷ rate⌉.
    fn earliest_end(earliest_start: Tick, size: Tick, rate: f64) -> Tick {
        earliest_start.saturating_add(libm::ceil(f64::from(size) / rate) as Tick)
    }

    /// One of the (3, 120) machines of the paper, level 0 (homogeneous) to 4; l_min is a minute.
    ///
    /// # Errors
    /// As [`Servers::heterogeneous`].
    pub fn machine(level: u32, servers: u32, slack_minutes: u32) -> Result<Servers, ScenarioError> {
        Servers::heterogeneous(level, servers, Self::reach(0.5, slack_minutes), MINUTE)
    }

    /// Checks every parameter.
    ///
    /// # Errors
    /// The first one out of range; a look-ahead that is too short.
    pub fn check(&self, servers: &Servers, place: &FieldPath) -> Result<(), ScenarioError> {
        check_common(self.load, self.requests, place)?;
        let bound = crate::core::bounds::Bound { name: "slack in minutes", min: 0, max: 1_000_000 };
        check(place, "slack_minutes", self.slack_minutes, bound)?;
        check_sizes(servers, MINUTE, Self::reach(self.due.rate(servers), self.slack_minutes))
    }

    /// Draws the requests in arrival order.
    ///
    /// # Errors
    /// A parameter out of range, or so low a load that ticks run out.
    pub fn generate(&self, servers: &Servers) -> Result<IdleArrivals, ScenarioError> {
        self.check(servers, &FieldPath::new("workload"))?;
        let mean = Self::MEAN_SIZE / (self.load * servers.total_rate());
        let rate = self.due.rate(servers);
        let mut arrivals =
            PoissonProcess { rng: stream(self.seed, Stream::Arrivals), mean, at: 0.0, last: bounds::TICK.max - servers.look_ahead };
        let (mut sizes, mut starts) = (stream(self.seed, Stream::Size), stream(self.seed, Stream::Start));
        let (mut deadlines, mut kinds) = (stream(self.seed, Stream::Deadline), stream(self.seed, Stream::Kind));
        collect(self.requests, || {
            let submitted = arrivals.next()?;
            let is_short = kinds.random::<f64>() < 0.8;
            let (from, to) = if is_short { (0, Self::SHORT) } else { (Self::SHORT, Self::LONG) };
            let size = (from + up_to(&mut sizes, f64::from(to - from))).max(MINUTE);
            let earliest_start = submitted + MINUTE + up_to(&mut starts, f64::from(Self::FURTHEST - MINUTE));
            let slack = up_to(&mut deadlines, f64::from(self.slack_minutes) * f64::from(MINUTE));
            let deadline = Self::earliest_end(earliest_start, size, rate) + slack;
            Ok(IdleRequest { submitted, earliest_start, size, deadline })
        })
    }
}

fn check_sizes(servers: &Servers, least: Tick, reach: Tick) -> Result<(), ScenarioError> {
    let place = FieldPath::new("machine");
    if servers.least_size > least {
        let allowed = format!("at most {least}, the least size of this workload");
        return Err(ScenarioError::new(place.field("least_size"), servers.least_size, allowed));
    }
    if servers.look_ahead < reach {
        let allowed = format!("at least {reach}, as far as this workload's requests reach");
        return Err(ScenarioError::new(place.field("look_ahead"), servers.look_ahead, allowed));
    }
    Ok(())
}

/// Columns straight from the generator: its requests are within bounds and in order.
fn collect(requests: u32, mut next: impl FnMut() -> Result<IdleRequest, ScenarioError>) -> Result<IdleArrivals, ScenarioError> {
    let mut arrivals = IdleArrivals::default();
    let columns = [&mut arrivals.submitted, &mut arrivals.earliest_start, &mut arrivals.size, &mut arrivals.deadline];
    for column in columns {
        column.reserve(requests as usize);
    }
    arrivals.id = (0..requests).collect();
    for _ in 0..requests {
        let IdleRequest { submitted, earliest_start, size, deadline } = next()?;
        arrivals.submitted.push(submitted);
        arrivals.earliest_start.push(earliest_start);
        arrivals.size.push(size);
        arrivals.deadline.push(deadline);
    }
    Ok(arrivals)
}
