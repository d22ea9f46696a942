//! Where the free nodes and what stands over them are in a plot.

use crate::gantt::bar::Rect;
use crate::gantt::plan::view::PlanView;
use crate::kit::scale::TimeScale;
use crate::kit::svg::Px;
use bookahead_engine::slots::request::Slot;
use std::fmt::Write;

/// How far a rectangle goes on beyond the plot, so that its edge is not seen there, in CSS px.
const BEYOND_PX: f64 = 4.0;

/// A plot of free nodes: time to the right, nodes upwards.
#[derive(Clone, Copy, Debug)]
pub struct FreePlot {
    /// The time axis.
    pub scale: TimeScale,
    /// Nodes of the machine, at the upper edge.
    pub nodes: u32,
    /// Height, in CSS px.
    pub height: f64,
}

impl FreePlot {
    /// The place of a number of nodes, in CSS px from the upper edge.
    pub fn y_of(&self, nodes: f64) -> f64 {
        self.height * (1.0 - nodes / f64::from(self.nodes.max(1)))
    }

    /// So many nodes in slots from one on and before another.
    pub fn rect(&self, start: Slot, end: Slot, nodes: u32) -> Rect {
        let x = self.scale.x_of(f64::from(start)).max(-BEYOND_PX);
        let to = self.scale.x_of(f64::from(end)).min(self.scale.width() + BEYOND_PX);
        let y = self.y_of(f64::from(nodes));
        Rect { x, y, width: (to - x).max(1.0), height: self.height - y }
    }

    /// The outline of the free nodes of what is in view, a step for each change; where slots are narrower than pixels, the fewest of each.
    pub fn outline(&self, plan: &PlanView) -> String {
        let seen = self.scale.visible_slots();
        let per_px = (1.0 / self.scale.px_per_slot()).ceil().max(1.0) as Slot;
        let x_of = |slot: Slot| Px(self.scale.x_of(f64::from(slot)));
        let ground = Px(self.y_of(0.0));
        let mut path = format!("M{} {ground}", x_of(seen.start));
        let (mut slot, mut before) = (seen.start, None);
        while slot < seen.end {
            let next = slot.saturating_add(per_px).min(seen.end);
            let busy = (slot..next).map(|slot| plan.busy_at(slot)).max().unwrap_or(0);
            let free = self.nodes.saturating_sub(busy);
            if before != Some(free) {
                // Writing to memory cannot fail.
                let _ = write!(path, "H{}V{}", x_of(slot), Px(self.y_of(f64::from(free))));
                before = Some(free);
            }
            slot = next;
        }
        let _ = write!(path, "H{}V{ground}Z", x_of(seen.end));
        path
    }
}

/// A stretch of slots that have the same number of free nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeRun {
    /// First slot.
    pub start: Slot,
    /// First slot after it.
    pub end: Slot,
    /// Free nodes of each of them.
    pub free: u32,
}

/// The free nodes of what is in view, as at most so many stretches from its first slot on.
pub fn free_runs(plan: &PlanView, scale: &TimeScale, most: usize) -> Vec<FreeRun> {
    let mut runs: Vec<FreeRun> = Vec::new();
    for slot in scale.visible_slots() {
        let free = plan.machine().nodes.saturating_sub(plan.busy_at(slot));
        let is_full = runs.len() == most;
        match runs.last_mut() {
            Some(run) if run.free == free => run.end = slot.saturating_add(1),
            _ if is_full => break,
            _ => runs.push(FreeRun { start: slot, end: slot.saturating_add(1), free }),
        }
    }
    runs
}
