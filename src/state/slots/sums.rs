//! Sums over some requests of a plan.

use crate::chart::PlanView;
use crate::state::Marked;

/// What some requests ask for, and what they got.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RequestSums {
    /// How many they are.
    pub requests: u64,
    /// Their jobs.
    pub jobs: u64,
    /// Node-slots that they ask for: nodes × duration over all jobs.
    pub node_slots: u64,
    /// Jobs that were accepted.
    pub accepted: u64,
    /// Sum of start − earliest start over accepted jobs, in slots.
    delay: u64,
}

impl RequestSums {
    /// Sums over the requests in these rows of the arrivals.
    pub fn of(plan: &PlanView, rows: &[u32]) -> Self {
        let mut sums = Self::default();
        for row in rows.iter().map(|&row| row as usize) {
            let request = plan.request(row);
            sums.requests += 1;
            sums.jobs += u64::from(request.jobs);
            sums.node_slots += u64::from(request.jobs) * u64::from(request.nodes) * u64::from(request.duration);
            for slots in plan.jobs_of(row).filter_map(|job| plan.slots_of(job)) {
                sums.accepted += 1;
                sums.delay += u64::from(slots.start.saturating_sub(request.earliest_start));
            }
        }
        sums
    }

    /// Mean delay of the accepted jobs in slots; `None` if there are none.
    pub fn mean_delay(&self) -> Option<f64> {
        (self.accepted > 0).then(|| self.delay as f64 / self.accepted as f64)
    }
}

/// Rows of the requests that are picked together, ascending; those that are no longer in the plan are left out.
pub fn marked_rows(plan: &PlanView, marked: &Marked) -> Vec<u32> {
    if marked.is_empty() {
        return Vec::new();
    }
    (0..).zip(&plan.arrivals().id).filter(|(_, id)| marked.contains(**id)).map(|(row, _)| row).collect()
}

/// Jobs of the requests in these rows, ascending if those are.
pub fn jobs_of_rows(plan: &PlanView, rows: &[u32]) -> Vec<u32> {
    rows.iter().flat_map(|&row| plan.jobs_of(row as usize)).collect()
}
