//! Ranges that hold what they promise: made wider or narrower by what earlier ones missed.
//!
//! Conformal prediction. The *miss* of an end of an earlier range is the logarithm of the factor by which the wait would have had to be shorter or longer to
//! meet it; ten minutes are added to both, so that short waits do not count too much. An end of a new range moves by the factor that would have let nine
//! tenths of the last earlier ranges hold. That tenth adapts (Gibbs and Candès, Adaptive conformal inference under distribution shift, 2021): it shrinks
//! with each range that did not hold, and grows with each that did. Of jobs that have not started yet only this is known: they wait longer than until now.
//!
//! The late end is no later than the start by the limits of all jobs, unless the draws themselves are.

use crate::batch::job::Time;
use crate::core::sorting::sort_shared;

/// Earlier forecasts from which on a range is calibrated; with fewer it is what was drawn.
pub const FEWEST: usize = 20;
/// Earlier forecasts whose misses are looked at: the last ones.
const LAST: usize = 100;
/// What is added to each wait, in seconds.
const ADDED: f64 = 600.0;
/// The share of starts that may lie outside of each end.
const OUTSIDE: f64 = 0.1;
/// By how much of a miss that share adapts, and the shares between which it stays.
const RATE: f64 = 0.02;
const LEAST: f64 = 0.01;
const MOST: f64 = 0.5;

/// An earlier forecast, and what became of it. All times are waits from the moment of its question on, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The waits that 10 and 90 per cent of the draws did not pass.
    pub drawn: [Time; 2],
    /// The range that was told.
    pub told: [Time; 2],
    /// How long the job waited, or has waited so far.
    pub waited: Time,
    /// Whether it has started.
    pub has_started: bool,
}

/// By how much a wait is longer than another one, as the logarithm of the factor.
fn longer(one: Time, other: Time) -> f64 {
    libm::log((one as f64 + ADDED) / (other as f64 + ADDED))
}

/// A wait changed by a factor, given as its logarithm.
fn stretched(wait: Time, by: f64) -> Time {
    // A float that is too large or below 0 becomes the greatest or least number.
    ((wait as f64 + ADDED) * libm::exp(by) - ADDED) as Time
}

/// What a share of misses does not pass, with one more miss that is unknown: the split conformal quantile.
fn most_of(mut misses: Vec<f64>, outside: f64) -> f64 {
    sort_shared(&mut misses, f64::total_cmp);
    let place = libm::ceil((misses.len() as f64 + 1.0) * (1.0 - outside)) as usize;
    misses[place.clamp(1, misses.len()) - 1]
}

/// The range of a forecast whose draws lie between two waits in 80 per cent, after earlier ones in the order in which they were asked. `limit` is the wait if
/// all jobs run to their limits.
pub fn calibrated(earlier: &[Earlier], drawn: [Time; 2], limit: Time) -> [Time; 2] {
    let (mut outside, mut misses) = ([OUTSIDE; 2], [Vec::new(), Vec::new()]);
    for of in earlier.iter().filter(|of| of.has_started) {
        for (outside, missed) in outside.iter_mut().zip([of.waited < of.told[0], of.waited > of.told[1]]) {
            *outside += RATE * (OUTSIDE - f64::from(u8::from(missed)));
        }
    }
    for of in &earlier[earlier.len().saturating_sub(LAST)..] {
        let (early, late) = (longer(of.drawn[0], of.waited), longer(of.waited, of.drawn[1]));
        if of.has_started || early < 0.0 {
            misses[0].push(early);
        }
        if of.has_started || late > 0.0 {
            misses[1].push(late);
        }
    }
    let [early, late] = misses;
    if early.len().min(late.len()) < FEWEST {
        return drawn;
    }
    let [for_early, for_late] = outside.map(|share| share.clamp(LEAST, MOST));
    let late = stretched(drawn[1], most_of(late, for_late)).min(limit.max(drawn[1]));
    [stretched(drawn[0], -most_of(early, for_early)).min(late), late]
}
