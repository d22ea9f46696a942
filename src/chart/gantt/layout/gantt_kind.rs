//! The two ways of laying a plan out in bars.

use super::{logical, physical};
use crate::gantt::bar::Bar;
use crate::gantt::plan::view::PlanView;
use bookahead_engine::core::sorting::sort_shared_by_key;
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// What the rows of a Gantt chart stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GanttKind {
    /// Virtual nodes: in every slot the running jobs are stacked in the order of (user, number), as in Umar's Figure 3.4.
    #[default]
    Logical,
    /// Nodes of the machine: every job stays where it starts.
    Physical,
}

impl GanttKind {
    /// Calls `found` with every bar of which a part lies in the given slots and rows. In the logical layout bars are cut at the ends of
    /// `slots`: give a slot more on either side where that would show.
    pub fn for_each_bar(self, view: &PlanView, slots: Range<Slot>, rows: Range<u32>, mut found: impl FnMut(Bar)) {
        match self {
            Self::Logical => logical::for_each_bar(view, slots, rows, &mut found),
            Self::Physical => physical::for_each_bar(view, slots, rows, &mut found),
        }
    }

    /// All bars of a job, from the first slot on; none if it was refused. What handles, arrows and outlines hang on.
    pub fn bars_of(self, view: &PlanView, job: u32) -> Vec<Bar> {
        let Some(slots) = view.slots_of(job) else { return Vec::new() };
        let mut bars = Vec::new();
        match self {
            Self::Physical => physical::for_each_bar_of(view, job, 0..u32::MAX, &mut |bar| bars.push(bar)),
            Self::Logical => logical::for_each_bar(view, slots, 0..u32::MAX, &mut |bar| {
                if bar.job == job {
                    bars.push(bar);
                }
            }),
        }
        sort_shared_by_key(&mut bars, |bar| (bar.start, bar.row));
        bars
    }
}
