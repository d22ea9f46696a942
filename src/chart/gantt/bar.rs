//! A bar: a job on one or more adjacent rows for a range of time. Two layouts convert a plan into bars.

use super::plan_view::PlanView;
use super::{logical, physical};
use crate::kit::scale::{RowScale, TimeScale};
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// A job on `rows` adjacent rows from `row` up, in the slots `start .. end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bar {
    /// The job (row in the arrivals).
    pub job: u32,
    /// First slot.
    pub start: Slot,
    /// First slot after it.
    pub end: Slot,
    /// Lowest row.
    pub row: u32,
    /// Number of rows.
    pub rows: u32,
}

/// A rectangle in CSS px from the top left of the plot.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// What the rows of a Gantt chart stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// Virtual nodes: in every slot the running jobs are stacked in the order of (user, number), as in Umar's Figure 3.4.
    #[default]
    Logical,
    /// Nodes of the machine: every job stays where it starts.
    Physical,
}

impl Bar {
    /// The bar's place in the plot, gaps not yet taken off.
    pub fn rect(&self, time: &TimeScale, rows: &RowScale) -> Rect {
        let (x, end) = (time.x_of(f64::from(self.start)), time.x_of(f64::from(self.end)));
        let top = rows.y_of(f64::from(self.row) + f64::from(self.rows));
        Rect { x, y: top, width: end - x, height: rows.y_of(f64::from(self.row)) - top }
    }

    /// Whether the bar covers a slot of a row.
    pub fn covers(&self, slot: Slot, row: u32) -> bool {
        (self.start..self.end).contains(&slot) && row >= self.row && row - self.row < self.rows
    }
}

impl Layout {
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
        bars.sort_by_key(|bar| (bar.start, bar.row));
        bars
    }
}
