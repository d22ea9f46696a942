//! Jobs drawn by the model of Lublin and Feitelson ("The workload on parallel supercomputers: modeling the characteristics of rigid jobs", JPDC 63, 2003),
//! with the published parameters for jobs of all types.
//!
//! *Nodes*: one with probability 0.244, else 2^x, where x is uniform in [0.8, M − 2.5] with probability 0.86 and in [M − 2.5, M] otherwise, M = log₂ N; with
//! probability 0.576 of all jobs, x is rounded to a whole number. *Run time*: e^g seconds, where g is Gamma(4.2, 0.94) with probability 0.78 − 0.0054·nodes and
//! Gamma(312, 0.03) otherwise; above e^12 s it is drawn again. *Arrivals*: gaps of e^g points, where g is Gamma(10.2303 · 1.0225, 0.4871), at most 13; a half
//! hour of the day is worth as many points as the distribution Gamma(8.1737, 3.9631) gives it, counted from five in the morning.
//!
//! Ours: the model knows no load and no estimates. Arrivals are stretched so that the work that comes up to the last submission is the load asked for. An
//! estimate is uniform from the run time to (1 + f) times the run time (Mu'alem and Feitelson's f-model). The probability of a short run is 0 for jobs of more
//! than 144 nodes, which the machines of the model did not have.

use super::ask_ahead::AskAhead;
use super::streams::{Stream, stream};
use crate::batch::bounds;
use crate::batch::job::Job;
use crate::core::bounds::Bound;
use crate::core::error::{FieldPath, ScenarioError};
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use serde::{Deserialize, Serialize};

/// Greatest load that may be asked for.
pub const LOAD_MAX: f64 = 100.0;
/// Greatest overestimate f.
pub const OVERESTIMATE_MAX: f64 = 1_000.0;
/// Share of jobs that ask for a start, in per cent.
pub const PERCENT: Bound = Bound::new("per cent", 0, 100);

const SERIAL: f64 = 0.244;
const POWER_OF_TWO: f64 = 0.576;
const LOW: f64 = 0.8;
const MIDDLE_BELOW_HIGH: f64 = 2.5;
const LOWER_STAGE: f64 = 0.86;
const SHORT: (f64, f64) = (4.2, 0.94);
const LONG: (f64, f64) = (312.0, 0.03);
const SHORT_SLOPE: f64 = -0.0054;
const SHORT_BASE: f64 = 0.78;
const GAP: (f64, f64) = (10.2303 * 1.0225, 0.4871);
const DAY: (f64, f64) = (8.1737, 3.9631);
const MOST_LOG_TIME: f64 = 12.0;
const MOST_LOG_GAP: f64 = 13.0;
/// Half hours of a day.
const BUCKETS: usize = 48;
const DAY_BEGINS: usize = 11;
const BUCKET_SECONDS: f64 = 1_800.0;

/// Jobs of the model.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LublinWorkload {
    /// Seed of all streams.
    pub seed: u64,
    /// Number of jobs.
    pub jobs: u32,
    /// Σ run time × nodes ÷ (nodes of the machine × time from the first to the last submission).
    pub load: f64,
    /// f: estimates are up to (1 + f) times the run time.
    pub overestimate: f64,
    /// Share of jobs that ask for a start (ρ), in per cent.
    pub advance_percent: u32,
    /// They ask for one from 0 to so many seconds ahead of their submission; 3 h in Castillo 5.5.2.
    pub ahead: u32,
    /// How long after that their latest start lies, in seconds; none have one without it.
    pub window: Option<u32>,
}

impl Default for LublinWorkload {
    fn default() -> Self {
        Self { seed: 1, jobs: 1_000, load: 0.7, overestimate: 4.0, advance_percent: 0, ahead: AskAhead::CASTILLO, window: None }
    }
}

impl LublinWorkload {
    /// Checks every parameter.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        if !bounds::REQUESTS.holds(self.jobs) {
            return Err(ScenarioError::out_of_range(place.field("jobs"), self.jobs, bounds::REQUESTS));
        }
        if !(self.load > 0.0 && self.load <= LOAD_MAX) {
            return Err(ScenarioError::new(place.field("load"), self.load, format!("a number above 0, at most {LOAD_MAX}")));
        }
        if !(0.0..=OVERESTIMATE_MAX).contains(&self.overestimate) {
            let allowed = format!("a number from 0 to {OVERESTIMATE_MAX}");
            return Err(ScenarioError::new(place.field("overestimate"), self.overestimate, allowed));
        }
        if !PERCENT.holds(self.advance_percent) {
            return Err(ScenarioError::out_of_range(place.field("advance_percent"), self.advance_percent, PERCENT));
        }
        self.asks_ahead().check(place)
    }

    /// Which jobs ask for a start.
    pub fn asks_ahead(&self) -> AskAhead {
        AskAhead { share: f64::from(self.advance_percent) / 100.0, ahead: self.ahead, window: self.window }
    }

    /// Draws the jobs for a machine of so many nodes.
    ///
    /// # Errors
    /// The load is so low that the last submission passes the last second.
    pub fn generate(&self, nodes: u32) -> Result<Vec<Job>, ScenarioError> {
        let (mut widths, mut times) = (stream(self.seed, Stream::Nodes), stream(self.seed, Stream::Time));
        let mut estimates = stream(self.seed, Stream::Estimate);
        let mut arrivals = Arrivals::new(self.seed);
        let mut moments = Vec::with_capacity(self.jobs as usize);
        let mut jobs: Vec<Job> = Vec::with_capacity(self.jobs as usize);
        let mut work = 0.0;
        for _ in 0..self.jobs {
            moments.push(arrivals.next());
            let width = width(&mut widths, nodes);
            let runtime = run_time(&mut times, width);
            let most = f64::from(runtime) * (1.0 + self.overestimate);
            let estimate = f64::from(runtime) + estimates.random::<f64>() * (most - f64::from(runtime));
            let estimate = (estimate as u32).clamp(runtime, bounds::LENGTH.max);
            work += f64::from(runtime) * f64::from(width);
            jobs.push(Job { user: 1, submitted: 0, estimate, runtime, nodes: width, ..Job::SMALLEST });
        }
        let (Some(&first), Some(&last)) = (moments.first(), moments.last()) else { return Ok(jobs) };
        let stretch = if last > first { work / (f64::from(nodes) * self.load) / (last - first) } else { 0.0 };
        for ((job, moment), user) in jobs.iter_mut().zip(moments).zip(1..) {
            let submitted = (moment - first) * stretch;
            if submitted > f64::from(bounds::TIME.max - self.ahead - self.window.unwrap_or(0)) {
                let found = format!("a workload that passes second {}", bounds::TIME.max);
                return Err(ScenarioError::new(
                    FieldPath::new("workload.lublin"),
                    found,
                    "fewer jobs, a higher load or more nodes",
                ));
            }
            (job.submitted, job.user) = (submitted as u32, user);
        }
        self.asks_ahead().draw(&mut jobs, self.seed);
        Ok(jobs)
    }
}

fn width(rng: &mut ChaCha12Rng, nodes: u32) -> u32 {
    let (kind, stage, place) = (rng.random::<f64>(), rng.random::<f64>(), rng.random::<f64>());
    if kind <= SERIAL {
        return 1;
    }
    let high = libm::log2(f64::from(nodes)).max(LOW);
    let middle = (high - MIDDLE_BELOW_HIGH).max(LOW);
    let (from, to) = if stage <= LOWER_STAGE { (LOW, middle) } else { (middle, high) };
    let size = from + place * (to - from);
    let size = if kind <= SERIAL + POWER_OF_TWO { libm::round(size) } else { size };
    (libm::exp2(size) + 0.5).min(f64::from(nodes)).max(1.0) as u32
}

fn run_time(rng: &mut ChaCha12Rng, width: u32) -> u32 {
    let short = (SHORT_SLOPE * f64::from(width) + SHORT_BASE).clamp(0.0, 1.0);
    loop {
        let (shape, scale) = if rng.random::<f64>() <= short { SHORT } else { LONG };
        let log = gamma(rng, shape, scale);
        if log <= MOST_LOG_TIME {
            return (libm::exp(log) as u32).max(1);
        }
    }
}

/// When jobs come, in seconds from midnight of the first day.
struct Arrivals {
    rng: ChaCha12Rng,
    /// What each half hour of the day is worth; 1 on average.
    worth: [f64; BUCKETS],
    bucket: usize,
    /// Begin of the half hour in seconds, and what of it has passed, as a share.
    begin: f64,
    points: f64,
}

impl Arrivals {
    fn new(seed: u64) -> Self {
        let mut worth = [0.0; BUCKETS];
        let below = |x: f64| gamma_share(x, DAY.0, DAY.1);
        for i in DAY_BEGINS..DAY_BEGINS + BUCKETS {
            worth[(i - 1) % BUCKETS] = below(i as f64 + 0.5) - below(i as f64 - 0.5);
        }
        let mean = worth.iter().sum::<f64>() / BUCKETS as f64;
        // A half hour that is worth nothing would never end.
        worth.iter_mut().for_each(|worth| *worth = (*worth / mean).max(1e-6));
        Self { rng: stream(seed, Stream::Arrivals), worth, bucket: 0, begin: 0.0, points: 0.0 }
    }

    fn next(&mut self) -> f64 {
        let log = loop {
            let log = gamma(&mut self.rng, GAP.0, GAP.1);
            if log <= MOST_LOG_GAP {
                break log;
            }
        };
        self.points += libm::exp(log) / BUCKET_SECONDS;
        while self.points > self.worth[self.bucket] {
            self.points -= self.worth[self.bucket];
            self.bucket = (self.bucket + 1) % BUCKETS;
            self.begin += BUCKET_SECONDS;
        }
        self.begin + BUCKET_SECONDS * self.points / self.worth[self.bucket]
    }
}

/// A draw of Gamma(shape, scale), shape ≥ 1, by Marsaglia and Tsang's method; the normal numbers by Marsaglia's polar method.
fn gamma(rng: &mut ChaCha12Rng, shape: f64, scale: f64) -> f64 {
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / libm::sqrt(9.0 * d);
    loop {
        let (normal, uniform) = (normal(rng), 1.0 - rng.random::<f64>());
        let v = 1.0 + c * normal;
        if v <= 0.0 {
            continue;
        }
        let v = v * v * v;
        if libm::log(uniform) < 0.5 * normal * normal + d - d * v + d * libm::log(v) {
            return scale * d * v;
        }
    }
}

fn normal(rng: &mut ChaCha12Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * rng.random::<f64>() - 1.0, 2.0 * rng.random::<f64>() - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * libm::sqrt(-2.0 * libm::log(square) / square);
        }
    }
}

/// The share of Gamma(shape, scale) below x: the series of the incomplete gamma function, which converges for every x of a day.
fn gamma_share(x: f64, shape: f64, scale: f64) -> f64 {
    let x = x / scale;
    let (mut term, mut sum, mut n) = (1.0 / shape, 1.0 / shape, shape);
    for _ in 0..1_000 {
        n += 1.0;
        term *= x / n;
        sum += term;
        if term < sum * 1e-14 {
            break;
        }
    }
    sum * libm::exp(shape * libm::log(x) - x - libm::lgamma(shape))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_draws_have_the_moments_of_their_distributions() {
        for (shape, scale) in [SHORT, GAP, LONG] {
            let mut rng = stream(5, Stream::Time);
            let draws: Vec<f64> = (0..40_000).map(|_| gamma(&mut rng, shape, scale)).collect();
            let mean = draws.iter().sum::<f64>() / 40_000.0;
            let variance = draws.iter().map(|draw| (draw - mean) * (draw - mean)).sum::<f64>() / 40_000.0;
            assert!((mean / (shape * scale) - 1.0).abs() < 0.02, "{mean}");
            assert!((variance / (shape * scale * scale) - 1.0).abs() < 0.04, "{variance}");
        }
        // Gamma(1, 1) is the exponential distribution.
        assert!((gamma_share(2.0, 1.0, 1.0) - (1.0 - libm::exp(-2.0))).abs() < 1e-12);
    }

    #[test]
    fn the_jobs_have_the_shares_of_the_model_and_the_load_asked_for() {
        let model = LublinWorkload { jobs: 20_000, load: 0.8, advance_percent: 30, ..LublinWorkload::default() };
        let jobs = model.generate(128).unwrap();
        assert!(jobs.is_sorted_by_key(|job| job.submitted));
        let share = |of: fn(&Job) -> bool| jobs.iter().filter(|job| of(job)).count() as f64 / jobs.len() as f64;
        assert!((share(|job| job.nodes == 1) - SERIAL).abs() < 0.05, "{}", share(|job| job.nodes == 1));
        assert!((share(|job| job.earliest_start.is_some()) - 0.3).abs() < 0.02);
        assert!(
            jobs.iter().all(|job| job.estimate >= job.runtime && job.nodes <= 128 && job.check(128, &FieldPath::new("")).is_ok())
        );
        let work: f64 = jobs.iter().map(|job| f64::from(job.runtime) * f64::from(job.nodes)).sum();
        let load = work / (128.0 * f64::from(jobs[jobs.len() - 1].submitted));
        assert!((load - 0.8).abs() < 0.001, "{load}");
        assert_eq!(model.generate(128).unwrap(), jobs, "the same seed draws the same jobs");
        assert_ne!(LublinWorkload { seed: 2, ..model }.generate(128).unwrap(), jobs);
    }

    #[test]
    fn more_jobs_come_by_day_than_by_night() {
        let mut arrivals = Arrivals::new(1);
        let hours: Vec<u32> = (0..20_000).map(|_| (arrivals.next() / 3_600.0) as u32 % 24).collect();
        let between = |from: u32, to: u32| hours.iter().filter(|hour| (from..to).contains(hour)).count();
        assert!(between(11, 17) > 4 * between(0, 6), "{} by day, {} by night", between(11, 17), between(0, 6));
    }
}
