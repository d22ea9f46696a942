//! A bar: a job on one or more adjacent rows for a range of time.

use crate::kit::scale::{RowScale, TimeScale};
use bookahead_engine::slots::request::Slot;

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
