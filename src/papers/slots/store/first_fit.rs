//! First fit on any store.

use super::reservation::{Extent, Wanted};
use super::slot_store::SlotStore;
use bookahead_engine::slots::decisions::REFUSED;
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::workload::Arrivals;

/// Plans the jobs in the order of arrival, each at the first start of its window with enough free nodes, and tells the starts; [`REFUSED`] where there is
/// none. The same plan as that of [`PlannerKind::FirstFit`](bookahead_engine::slots::scenario::PlannerKind::FirstFit), from every store.
pub fn plan_first_fit<S: SlotStore>(nodes: u32, arrivals: &Arrivals) -> Vec<Slot> {
    let mut store = S::new(Extent::of(nodes, arrivals));
    let plan = |(job, row): (u32, &u32)| {
        let row = *row as usize;
        store.pass(arrivals.submitted[row]);
        let wanted = Wanted::of(arrivals, row);
        let start = store.first_start(wanted, &mut ());
        if let Some(start) = start {
            store.add(wanted.at(job, start), &mut ());
        }
        start.unwrap_or(REFUSED)
    };
    (0..).zip(&arrivals.request).map(plan).collect()
}
