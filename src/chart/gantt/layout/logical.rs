//! Bars of the logical layout: in every slot, the running jobs are stacked from v0 on, ordered by (user, number), as in Umar's Figure 3.4. A job may
//! occupy different virtual nodes in different slots; consecutive slots on the same virtual nodes form one bar.

use crate::gantt::bar::Bar;
use crate::gantt::plan::view::PlanView;
use crate::kit::scale::{RowScale, TimeScale};
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// Below this width of a slot, in CSS px, stacked bars are no longer readable.
pub const BARS_FROM_PX_PER_SLOT: f64 = 2.5;
/// Below this height of the mean job, in CSS px, too.
pub const BARS_FROM_PX_PER_JOB: f64 = 1.0;
/// Most node-slots in view that are laid out bar by bar.
pub const BAR_BUDGET: u64 = 400_000;

/// How the logical layout is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Bar by bar.
    Bars,
    /// Only how many nodes are busy: per pixel column their mean and their maximum.
    Silhouette,
}

/// How much of the logical layout can be shown at a zoom.
pub fn detail(view: &PlanView, time: &TimeScale, rows: &RowScale) -> Detail {
    let slots = time.visible_slots();
    let most = view.busy_over(slots.clone()).max as u64;
    let cells = u64::from(slots.end - slots.start) * most;
    let is_low = view.nodes_per_job() * rows.row_px() < BARS_FROM_PX_PER_JOB && !view.accepted().is_empty();
    if time.px_per_slot() < BARS_FROM_PX_PER_SLOT || is_low || cells > BAR_BUDGET { Detail::Silhouette } else { Detail::Bars }
}

/// A job in the stack.
struct Stacked {
    rank: u32,
    job: u32,
    end: Slot,
    nodes: u32,
    /// The rows it stands on, and since when.
    row: u32,
    since: Slot,
}

impl Stacked {
    /// The bar that ends at `slot`, if there is one.
    fn bar_until(&self, slot: Slot) -> Option<Bar> {
        (self.since < slot).then_some(Bar { job: self.job, start: self.since, end: slot, row: self.row, rows: self.nodes })
    }
}

/// Calls `found` with every bar that meets the rows, cut to the slots: O(log jobs + node-slots in the range).
pub fn for_each_bar(view: &PlanView, slots: Range<Slot>, rows: Range<u32>, found: &mut dyn FnMut(Bar)) {
    let slots = slots.start..slots.end.min(view.busy_slots().end);
    if slots.is_empty() {
        return;
    }
    let mut found = |bar: Option<Bar>| {
        if let Some(bar) = bar.filter(|bar| bar.row < rows.end && bar.row.saturating_add(bar.rows) > rows.start) {
            found(bar);
        }
    };
    let mut stack: Vec<Stacked> = Vec::new();
    let mut starting = view.starting_in(slots.start.saturating_add(1)..slots.end).iter().copied().peekable();
    let begins = |job: u32| view.slots_of(job).map_or(0, |slots| slots.start);
    let mut newcomers: Vec<u32> = Vec::new();
    view.for_each_running(slots.start..slots.start + 1, |job| newcomers.push(job));
    let mut now = slots.start;
    loop {
        // Those that end here leave.
        stack.retain(|stacked| {
            if stacked.end <= now {
                found(stacked.bar_until(stacked.end));
            }
            stacked.end > now
        });
        for job in newcomers.drain(..) {
            let end = view.slots_of(job).map_or(now, |slots| slots.end);
            let rank = view.arrivals().rank[job as usize];
            // `row: u32::MAX` stands nowhere yet: the next step gives the row.
            let above = stack.partition_point(|stacked| stacked.rank < rank);
            stack.insert(above, Stacked { rank, job, end, nodes: view.nodes_of(job), row: u32::MAX, since: now });
        }
        let mut row = 0_u32;
        let mut next = slots.end;
        for stacked in &mut stack {
            if stacked.row != row {
                if stacked.row != u32::MAX {
                    found(stacked.bar_until(now));
                }
                (stacked.row, stacked.since) = (row, now);
            }
            row = row.saturating_add(stacked.nodes);
            next = next.min(stacked.end);
        }
        if let Some(&job) = starting.peek() {
            next = next.min(begins(job));
        }
        if next >= slots.end {
            break;
        }
        now = next;
        while let Some(job) = starting.next_if(|&job| begins(job) <= now) {
            newcomers.push(job);
        }
    }
    for stacked in &stack {
        found(stacked.bar_until(stacked.end.min(slots.end)));
    }
}
