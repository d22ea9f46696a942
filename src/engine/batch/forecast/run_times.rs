//! How long jobs run that have not ended: drawn from what is known of the ratio run time ÷ limit.

use crate::batch::job::Job;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use serde::{Deserialize, Serialize};

/// What a ratio of 1 is: ratios are kept in ten-thousandths.
pub const WHOLE: u16 = 10_000;
/// Points at which a distribution of ratios is kept.
pub const KNOTS: usize = 32;
/// Steps between two neighbouring knots.
const FINE: u32 = 1 << 16;
/// The place of the greatest ratio.
const LAST: u32 = (KNOTS as u32 - 1) * FINE;

/// Where run times come from. A job that has run for a while is known to run longer than that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RunTimes {
    /// Every whole second up to the limit is as likely as any other; in a scenario with a past, [`Self::Ratios`] of the past.
    #[default]
    Uniform,
    /// The run time is a share of the limit: the shares of a log, at equal distances from the least to the greatest, in ten-thousandths, ascending. Between
    /// two of them every share is as likely as any other.
    Ratios([u16; KNOTS]),
    /// As the scenario has them: for what is known to have happened.
    AsGiven,
}

impl RunTimes {
    /// The ratios of jobs that have run, as (estimate, run time). A job that ran longer than its estimate counts as one that ran to its limit. Without a job
    /// every run time is as likely as any other.
    pub fn of_ratios(jobs: impl Iterator<Item = (u32, u32)>) -> Self {
        let whole = u64::from(WHOLE);
        let ratio = |(estimate, runtime): (u32, u32)| (u64::from(runtime) * whole).div_ceil(u64::from(estimate.max(1))).min(whole);
        let mut ratios: Vec<u16> = jobs.map(|job| ratio(job) as u16).collect();
        if ratios.is_empty() {
            return Self::Uniform;
        }
        ratios.sort_unstable();
        let last = ratios.len() - 1;
        Self::Ratios(std::array::from_fn(|knot| ratios[(last * knot + (KNOTS - 1) / 2) / (KNOTS - 1)]))
    }

    /// The ratios of the jobs of a log.
    pub fn of_log(jobs: &[Job]) -> Self {
        Self::of_ratios(jobs.iter().filter(|job| job.earliest_start.is_none()).map(|job| (job.estimate, job.runtime)))
    }

    /// Draws the run time of a job with a limit that has run for less than it, and would run as `given` in the scenario.
    pub fn draw(&self, rng: &mut ChaCha12Rng, limit: u32, elapsed: u32, given: u32) -> u32 {
        let limit = limit.max(1);
        match self {
            Self::Uniform => rng.random_range(elapsed.min(limit - 1) + 1..=limit),
            Self::Ratios(knots) => {
                // The first place whose run time is longer than what has passed: run times rise with the place.
                let (mut low, mut high) = (0, LAST + 1);
                while low < high {
                    let middle = low.midpoint(high);
                    if share_of(knots, limit, middle) > elapsed { high = middle } else { low = middle + 1 }
                }
                let place = rng.random_range(low.min(LAST)..=LAST);
                if low > LAST { limit } else { share_of(knots, limit, place) }
            }
            Self::AsGiven => given,
        }
    }
}

/// The run time at a place of the distribution.
fn share_of(knots: &[u16; KNOTS], limit: u32, place: u32) -> u32 {
    let (knot, fine) = ((place / FINE) as usize, u64::from(place % FINE));
    let here = u64::from(knots[knot]);
    let next = u64::from(knots[(knot + 1).min(KNOTS - 1)]);
    let ratio = here * u64::from(FINE) + (next.saturating_sub(here)) * fine;
    // At most 10⁹ seconds of at most 10,000 × 65,536 parts: below 2⁶⁰.
    let whole = u64::from(WHOLE) * u64::from(FINE);
    (u64::from(limit) * ratio).div_ceil(whole).clamp(1, limit.into()) as u32
}
