//! Bars of the physical layout: the nodes of a job; adjacent nodes form one bar.

use crate::gantt::bar::Bar;
use crate::gantt::plan::view::PlanView;
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// Calls `found` with every bar that meets the slots and rows, whole: O(log jobs + nodes of the jobs that run there).
pub fn for_each_bar(view: &PlanView, slots: Range<Slot>, rows: Range<u32>, found: &mut dyn FnMut(Bar)) {
    let table = view.node_table();
    view.for_each_placed(slots, |job, placed| {
        runs(table.of(job as usize), rows.clone(), |row, rows| found(Bar { job, start: placed.start, end: placed.end, row, rows }));
    });
}

/// Calls `found` with the bars of one job that meet the rows.
pub fn for_each_bar_of(view: &PlanView, job: u32, rows: Range<u32>, found: &mut dyn FnMut(Bar)) {
    let Some(slots) = view.slots_of(job) else { return };
    runs(view.node_table().of(job as usize), rows, |row, rows| found(Bar { job, start: slots.start, end: slots.end, row, rows }));
}

/// Calls `found` with the lowest node and the number of every run of adjacent nodes that meets the rows.
#[inline]
fn runs(nodes: &[u32], rows: Range<u32>, mut found: impl FnMut(u32, u32)) {
    let mut nodes = nodes.iter();
    let Some(&first) = nodes.next() else { return };
    let (mut row, mut count) = (first, 1);
    for &node in nodes {
        if node == row.wrapping_add(count) {
            count += 1;
            continue;
        }
        if row < rows.end && row.saturating_add(count) > rows.start {
            found(row, count);
        }
        (row, count) = (node, 1);
    }
    if row < rows.end && row.saturating_add(count) > rows.start {
        found(row, count);
    }
}
