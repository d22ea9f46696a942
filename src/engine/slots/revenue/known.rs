//! Known demand: what all requests asked for, whether accepted or refused.

use super::demand::Demand;
use super::market::Market;
use super::usage::Sums;
use crate::slots::workload::Arrivals;

/// Mean and population standard deviation of the nodes asked for per slot in each class, every request counted at its earliest start for its
/// duration, over the slots from 0 to the last submission. What the regime with known demand goes by (ours).
pub fn known_demand(market: &Market, arrivals: &Arrivals) -> Vec<Demand> {
    let slots = arrivals.submitted.last().map_or(0, |&last| last as usize + 1);
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
        for change in &change[..slots] {
            wanted += change;
            sums.add(wanted as u32, 0);
        }
        sums.forecast(slots as u32).demand
    };
    change.iter().map(demand).collect()
}
