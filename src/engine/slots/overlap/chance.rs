//! How likely it is that more nodes are in use than there are.
//!
//! A user estimates (1 + x) times the real duration, where x ≥ 0 has the mean that the rule tells and nothing else is known of it: it is taken as exponential. Jobs
//! take whole slots. All real durations are independent.

use crate::slots::request::Slot;

/// The probability that a job that booked `duration` slots still runs after `slots` of them; `overestimate` is the mean of x in per cent.
pub(in crate::slots) fn still_runs(duration: Slot, slots: Slot, overestimate: u32) -> f64 {
    if slots == 0 {
        return 1.0;
    }
    if slots >= duration {
        return 0.0;
    }
    if overestimate == 0 {
        return 1.0;
    }
    let needed = f64::from(duration) / f64::from(slots) - 1.0;
    1.0 - libm::exp(-needed * 100.0 / f64::from(overestimate))
}

/// Longest duration whose probabilities are remembered, in slots; all of them together have a megabyte.
const REMEMBERED: Slot = 512;

/// What [`still_runs`] told: the same durations are asked about again and again.
#[derive(Clone, Debug, Default)]
pub(in crate::slots) struct StillRuns {
    /// By the duration: after each number of slots from 0 on.
    known: Vec<Vec<f64>>,
    /// For this mean overestimate, in per cent.
    overestimate: u32,
}

impl StillRuns {
    /// [`still_runs`].
    pub fn of(&mut self, duration: Slot, slots: Slot, overestimate: u32) -> f64 {
        if duration > REMEMBERED || slots >= duration {
            return still_runs(duration, slots, overestimate);
        }
        if overestimate != self.overestimate {
            (self.overestimate, self.known) = (overestimate, Vec::new());
        }
        let row = duration as usize;
        if self.known.len() <= row {
            self.known.resize_with(row + 1, Vec::new);
        }
        if self.known[row].is_empty() {
            self.known[row] = (0..duration).map(|slots| still_runs(duration, slots, overestimate)).collect();
        }
        self.known[row][slots as usize]
    }
}

/// Adds up the distribution of nodes that have come free early; one for a whole run, so that nothing is allocated per slot.
#[derive(Clone, Debug, Default)]
pub(in crate::slots) struct Chance {
    /// The probability that so many nodes have come free, by their number.
    freed: Vec<f64>,
}

impl Chance {
    /// The probability that fewer than `excess` nodes have come free of the jobs, each with its nodes and the probability that it still runs.
    /// In whole billionths, so that sums that are made in another order come to the same. O(jobs × excess).
    pub fn of_fewer(&mut self, jobs: impl Iterator<Item = (u32, f64)>, excess: u32) -> f64 {
        let excess = excess as usize;
        self.freed.clear();
        self.freed.resize(excess, 0.0);
        self.freed[0] = 1.0;
        for (nodes, runs) in jobs.filter(|(_, runs)| *runs < 1.0) {
            let nodes = nodes as usize;
            for freed in (0..excess).rev() {
                let came = freed.checked_sub(nodes).map_or(0.0, |before| self.freed[before] * (1.0 - runs));
                self.freed[freed] = self.freed[freed] * runs + came;
            }
        }
        whole_billionths(self.freed.iter().sum())
    }
}

/// The nearest number of billionths.
fn whole_billionths(chance: f64) -> f64 {
    libm::round(chance * 1e9) / 1e9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_a_job_runs_the_likelier_it_has_ended() {
        for duration in [1, 2, 5, 48] {
            let curve: Vec<f64> = (0..=duration).map(|slots| still_runs(duration, slots, 35)).collect();
            assert!(curve.is_sorted_by(|a, b| a >= b) && curve[0] == 1.0 && curve[duration as usize] == 0.0, "{curve:?}");
            assert!((1..duration).all(|slots| still_runs(duration, slots, 0) == 1.0));
        }
        // x > 10 ÷ 8 − 1 would end it before: 1 − e^(−0.25 ÷ 0.35).
        assert!((still_runs(10, 8, 35) - (1.0 - libm::exp(-0.25 / 0.35))).abs() < 1e-15);
    }

    #[test]
    fn nodes_that_come_free_are_those_of_every_set_of_jobs() {
        let jobs = [(1, 0.9), (3, 0.5), (2, 0.25), (2, 1.0), (1, 0.0)];
        for excess in 1..10_u32 {
            let mut expected = 0.0;
            for set in 0..1_u32 << jobs.len() {
                let ended = |at: usize| set >> at & 1 == 1;
                let freed: u32 = (0..jobs.len()).filter(|&at| ended(at)).map(|at| jobs[at].0).sum();
                if freed < excess {
                    expected += (0..jobs.len()).map(|at| if ended(at) { 1.0 - jobs[at].1 } else { jobs[at].1 }).product::<f64>();
                }
            }
            assert!((Chance::default().of_fewer(jobs.into_iter(), excess) - expected).abs() < 1e-9, "{excess}");
        }
    }
}
