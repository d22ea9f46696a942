//! Sums over some requests to named servers.

use crate::engine::idle::{IdlePlan, NO_SERVER};
use crate::state::Marked;

/// What some requests ask for, and what they got.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IdleSums {
    /// How many they are.
    pub requests: u64,
    /// Sum of their sizes: ticks of work at rate 1.
    pub size: u64,
    /// How many were accepted.
    pub accepted: u64,
    /// Sum of start − earliest start over accepted ones, in ticks.
    wait: u64,
}

impl IdleSums {
    /// Sums over the requests that are picked together; those that are no longer in the plan are left out.
    pub fn of(plan: &IdlePlan, marked: &Marked) -> Self {
        let mut sums = Self::default();
        let rows = (0..plan.arrivals.jobs()).filter(|&row| marked.contains(plan.arrivals.id[row]));
        for row in rows {
            sums.requests += 1;
            sums.size += u64::from(plan.arrivals.size[row]);
            if plan.decisions.server[row] != NO_SERVER {
                sums.accepted += 1;
                sums.wait += u64::from(plan.decisions.start[row].saturating_sub(plan.arrivals.earliest_start[row]));
            }
        }
        sums
    }

    /// Mean waiting time of the accepted ones in ticks; `None` if there are none.
    pub fn mean_wait(&self) -> Option<f64> {
        (self.accepted > 0).then(|| self.wait as f64 / self.accepted as f64)
    }
}
