//! Known demand: what all requests asked for, whether accepted or refused.

use super::demand::Demand;
use super::market::Market;
use super::usage::Sums;
use crate::slots::request::Slot;
use crate::slots::workload::Arrivals;
use std::ops::Range;

/// Mean and population standard deviation of the nodes asked for per slot in each class, every request counted at its earliest start for its
/// duration, over the slots from 0 to the last submission. What the regime with known demand goes by (ours).
pub fn known_demand(market: &Market, arrivals: &Arrivals) -> Vec<Demand> {
    known_demand_in(market, arrivals, 0..arrivals.submitted.last().map_or(0, |&last| last + 1))
}

/// The same over other slots.
pub fn known_demand_in(market: &Market, arrivals: &Arrivals, past: Range<Slot>) -> Vec<Demand> {
    let (first, slots) = (past.start as usize, past.end as usize);
    let mut change = vec![vec![0_i64; slots + 1]; market.count()];
    for row in 0..arrivals.requests() {
        let class = market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row]);
        let jobs = arrivals.first_job[row + 1] - arrivals.first_job[row];
        let nodes = i64::from(arrivals.nodes[row]) * i64::from(jobs);
        let start = arrivals.earliest_start[row] as usize;
        let end = start + arrivals.duration[row] as usize;
        change[class][start.min(slots)] += nodes;
        change[class][end.min(slots)] -= nodes;
    }
    let demand = |change: &Vec<i64>| {
        let (mut sums, mut wanted) = (Sums::default(), 0);
        for (slot, change) in change[..slots].iter().enumerate() {
            wanted += change;
            if slot >= first {
                sums.add(wanted as u32, 0);
            }
        }
        sums.forecast(past.end - past.start).demand
    };
    change.iter().map(demand).collect()
}
