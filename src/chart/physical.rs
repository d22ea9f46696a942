//! Bars of the physical layout: a job's nodes as they are, adjacent ones together.

use super::bar::Bar;
use super::plan_view::PlanView;
use bookahead_engine::request::Slot;
use std::ops::Range;

/// Calls `found` with every bar that meets the slots and rows, whole: O(log jobs + nodes of the jobs that run there).
pub fn for_each_bar(view: &PlanView, slots: Range<Slot>, rows: Range<u32>, mut found: impl FnMut(Bar)) {
    view.for_each_running(slots, |job| for_each_bar_of(view, job, rows.clone(), &mut found));
}

/// Calls `found` with the bars of one job that meet the rows.
pub fn for_each_bar_of(view: &PlanView, job: u32, rows: Range<u32>, mut found: impl FnMut(Bar)) {
    let Some(slots) = view.slots_of(job) else { return };
    let nodes = view.node_table().of(job as usize);
    let mut i = 0;
    while i < nodes.len() {
        let row = nodes[i];
        let mut next = i + 1;
        while next < nodes.len() && nodes[next] == nodes[next - 1].wrapping_add(1) {
            next += 1;
        }
        let count = (next - i) as u32;
        if row < rows.end && row.saturating_add(count) > rows.start {
            found(Bar { job, start: slots.start, end: slots.end, row, rows: count });
        }
        i = next;
    }
}
