//! First fit on any store.

use super::reservation::{Extent, Wanted};
use super::slot_store::SlotStore;
use bookahead_engine::slots::decisions::REFUSED;
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::workload::Arrivals;

/// Plans the jobs in the order of arrival, each at the first start of its window with enough free nodes, and tells the starts; [`REFUSED`] where there is
/// none. The same plan as that of [`PlannerKind::FirstFit`](bookahead_engine::slots::scenario::PlannerKind::FirstFit), from every store.
pub fn plan_first_fit<S: SlotStore>(nodes: u32, arrivals: &Arrivals) -> Vec<Slot> {
    let rows = 0..arrivals.submitted.len();
    let deadline = |row: usize| arrivals.latest_start[row] + arrivals.duration[row];
    let slots = rows.clone().map(deadline).max().unwrap_or(0);
    let ahead = rows.map(|row| deadline(row) - arrivals.submitted[row]).max().unwrap_or(0);
    let mut store = S::new(Extent { nodes, slots, ahead });
    let plan = |(job, row): (u32, &u32)| {
        let row = *row as usize;
        store.pass(arrivals.submitted[row]);
        let wanted = Wanted {
            earliest: arrivals.earliest_start[row],
            latest: arrivals.latest_start[row],
            duration: arrivals.duration[row],
            nodes: arrivals.nodes[row],
        };
        let start = store.first_start(wanted, &mut ());
        if let Some(start) = start {
            store.add(wanted.at(job, start), &mut ());
        }
        start.unwrap_or(REFUSED)
    };
    (0..).zip(&arrivals.request).map(plan).collect()
}
