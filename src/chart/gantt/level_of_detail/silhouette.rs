//! The logical layout zoomed out: the mean and maximum number of busy nodes for each column of device px.

use crate::gantt::layout::logical;
use crate::gantt::plan::view::PlanView;
use crate::kit::palette::Palette;
use crate::kit::raster::PixelBuffer;
use crate::kit::scale::{RowScale, TimeScale};
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// Where the picture is taken from.
pub struct Silhouette<'a> {
    /// The plan.
    pub view: &'a PlanView,
    /// Its time axis.
    pub time: &'a TimeScale,
    /// Its node axis.
    pub rows: &'a RowScale,
    /// Device px per CSS px.
    pub dpr: f64,
}

/// Upper edges of a column's parts, in device px.
struct Column {
    max: i32,
    mean: i32,
    accent: i32,
}

impl Silhouette<'_> {
    /// Whether the logical layout is shown this way.
    pub fn applies(&self) -> bool {
        logical::detail(self.view, self.time, self.rows) == logical::Detail::Silhouette
    }

    /// Slots of which a part lies in a column.
    pub fn slots_of_column(&self, column: u32) -> Range<Slot> {
        let from = self.time.slot_at(f64::from(column) / self.dpr);
        let to = self.time.slot_at(f64::from(column + 1) / self.dpr);
        // A hair of tolerance, so that a column that ends where a slot begins does not count it.
        let (from, to) = ((from + 1e-9).floor().max(0.0) as Slot, (to - 1e-9).ceil().max(0.0) as Slot);
        from..to
    }

    /// y of a number of nodes stacked from v0 up, in device px.
    fn y_of(&self, nodes: f64) -> i32 {
        (self.rows.y_of(nodes) * self.dpr).round().clamp(-1e7, 1e7) as i32
    }

    /// Upper edge of a column that holds `nodes`, at least `least` device px high if there are some.
    fn top_of(&self, nodes: f64, least: i32) -> i32 {
        let base = self.y_of(0.0);
        if nodes > 0.0 { self.y_of(nodes).min(base - least) } else { base }
    }

    /// Paints the busy nodes, and those of the selected jobs from v0 up.
    pub fn paint(&self, buffer: &mut PixelBuffer, palette: &Palette, selected: impl Iterator<Item = u32>) {
        let mut of_selected = vec![0.0; buffer.width() as usize + 1];
        for job in selected {
            self.add_job(&mut of_selected, job);
        }
        let mut sum = 0.0;
        let columns: Vec<Column> = (0..buffer.width())
            .map(|column| {
                let busy = self.view.busy_over(self.slots_of_column(column));
                sum += of_selected[column as usize];
                // Sums of changes may leave a trace where they end.
                let accent = if sum > 1e-9 { sum.min(busy.max) } else { 0.0 };
                let accent = self.top_of(accent, (2.0 * self.dpr).round() as i32);
                Column { max: self.top_of(busy.max, 1), mean: self.top_of(busy.mean, 1), accent }
            })
            .collect();
        // Row by row, as the pixels lie in memory.
        let top = columns.iter().map(|column| column.max.min(column.accent)).min().unwrap_or(0);
        for y in top.max(0)..self.y_of(0.0).min(buffer.height() as i32) {
            for (pixel, column) in buffer.span_mut(y, 0..columns.len() as i32).iter_mut().zip(&columns) {
                let busy = if y >= column.mean { palette.busy_mean } else { palette.busy_max };
                let shown = if y >= column.accent { palette.accent } else { busy };
                *pixel = if y >= column.max.min(column.accent) { shown } else { *pixel };
            }
        }
    }

    /// Adds a job's nodes to the columns it meets, as changes from one column to the next.
    fn add_job(&self, changes: &mut [f64], job: u32) {
        let Some(slots) = self.view.slots_of(job) else { return };
        let last = changes.len() as f64 - 1.0;
        let column = |slot: Slot| self.time.x_of(f64::from(slot)) * self.dpr;
        let from = column(slots.start).floor().clamp(0.0, last);
        let to = column(slots.end).ceil().clamp(0.0, last);
        if from < to {
            let nodes = f64::from(self.view.nodes_of(job));
            changes[from as usize] += nodes;
            changes[to as usize] -= nodes;
        }
    }
}
