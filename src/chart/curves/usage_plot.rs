//! Booking limits over time as pixels: usage and limit of each class, and the nodes protected for others.
//!
//! Nested limits count a class and all lower ones, so classes stand on one another, the lowest at the bottom: the limit of each is then a line
//! that its own top may not cross. Partitioned limits give each class a lane of its own.

use crate::gantt::profile::slots_between;
use crate::kit::palette::{Palette, mix};
use crate::kit::raster::{Area, PixelBuffer};
use crate::kit::scale::TimeScale;
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::revenue::Update;
use std::ops::Range;

/// Period of the stripes on what is kept, in CSS px.
const STRIPE_PX: f64 = 6.0;
/// Thickness of a limit's line, in CSS px.
const LINE_PX: f64 = 2.0;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct UsagePlot<'a> {
    /// Nodes used by each class alone, a column of slots for each; slots after its end are unused.
    pub used: &'a [Vec<u32>],
    /// Nested booking limits until the first update.
    pub initial: &'a [u32],
    /// Updates of the limits, oldest first.
    pub updates: &'a [Update],
    /// Whether each class has a part of its own.
    pub is_partitioned: bool,
    /// Nodes of the machine: the plot's upper edge.
    pub nodes: u32,
    /// The time axis.
    pub time: TimeScale,
    /// Height in CSS px.
    pub height: f64,
    /// Device px per CSS px.
    pub dpr: f64,
}

/// What a stretch of slots holds, in nodes from the bottom of the plot; entry k is class k + 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stack {
    /// Where the use of each class begins and ends: means over the stretch.
    pub used: Vec<(f64, f64)>,
    /// Where its limit is, in the last slot of the stretch.
    pub limits: Vec<f64>,
    /// What is kept from lower classes and not in use, and the class it is kept for (0 for class 1).
    pub kept: Vec<(usize, f64, f64)>,
}

impl UsagePlot<'_> {
    /// The nested limits that a request submitted in a slot meets.
    fn limits_at(&self, slot: Slot) -> &[u32] {
        let made = self.updates.partition_point(|update| update.slot <= slot);
        made.checked_sub(1).map_or(self.initial, |last| &self.updates[last].after)
    }

    /// What a stretch of slots holds.
    pub fn stack(&self, slots: Range<Slot>) -> Stack {
        let limits: Vec<f64> =
            self.limits_at(slots.end.saturating_sub(1)).iter().map(|&limit| f64::from(limit.min(self.nodes))).collect();
        let classes = self.used.len().min(limits.len());
        let mean = |class: usize| {
            let column = &self.used[class];
            let within = (slots.start as usize).min(column.len())..(slots.end as usize).min(column.len());
            let sum: u64 = column[within].iter().map(|&used| u64::from(used)).sum();
            sum as f64 / f64::from((slots.end - slots.start).max(1))
        };
        let mut stack = Stack { used: vec![(0.0, 0.0); classes], limits, kept: Vec::new() };
        let mut top = 0.0;
        for class in (0..classes).rev() {
            let from = if self.is_partitioned { stack.limits.get(class + 1).copied().unwrap_or(0.0) } else { top };
            top = from + mean(class);
            stack.used[class] = (from, top);
        }
        for class in 0..classes {
            let below = stack.limits.get(class + 1).copied().unwrap_or(0.0);
            // Of nested limits the lowest keeps nothing from anyone.
            let in_use = if self.is_partitioned { stack.used[class].1 } else { top };
            let (from, to) = (below.max(in_use), stack.limits[class]);
            if to > from && (self.is_partitioned || class + 1 < classes) {
                stack.kept.push((class, from, to));
            }
        }
        stack
    }

    /// Whether there are limits at all: all of them at the machine's capacity are none.
    fn has_limits(&self) -> bool {
        let is_limit = |limits: &[u32]| limits.iter().any(|&limit| limit < self.nodes);
        is_limit(self.initial) || self.updates.iter().any(|update| is_limit(&update.after))
    }

    /// Paints the plot, background included. O(slots in view × classes + pixels).
    pub fn paint(&self, buffer: &mut PixelBuffer, palette: &Palette) {
        let dpr = if self.dpr.is_finite() { self.dpr.clamp(0.25, 8.0) } else { 1.0 };
        let (width, height) = PixelBuffer::device_size(self.time.width(), self.height, dpr);
        buffer.reset(width, height, palette.background);
        let y_of = |nodes: f64| {
            let share = (nodes / f64::from(self.nodes.max(1))).clamp(0.0, 1.0);
            ((1.0 - share) * f64::from(height) + 0.5) as i32
        };
        let (line, period) = ((LINE_PX * dpr + 0.5) as i32, ((STRIPE_PX * dpr) as i32).max(2));
        let has_limits = self.has_limits();
        let mut before: Vec<i32> = Vec::new();
        for column in 0..width {
            let x = f64::from(column) / dpr;
            let Some(slots) = slots_between(&self.time, x, x + 1.0 / dpr) else { continue };
            let stack = self.stack(slots);
            let area = |y0: i32, y1: i32| Area { x0: column as i32, y0, x1: column as i32 + 1, y1 };
            for &(class, from, to) in stack.kept.iter().filter(|_| has_limits) {
                let stripe = mix(palette.background, palette.class(class), 0.55);
                buffer.hatch(area(y_of(to), y_of(from)), period, 0, palette.background, stripe);
            }
            for (class, &(from, to)) in stack.used.iter().enumerate() {
                buffer.fill(area(y_of(to), y_of(from)), palette.class_tint(class));
            }
            let tops: Vec<i32> = stack.limits.iter().map(|&limit| y_of(limit).clamp(line / 2, height as i32)).collect();
            for (class, &top) in tops.iter().enumerate().filter(|_| has_limits) {
                // Where the limit changes, the line goes there.
                let last = before.get(class).copied().unwrap_or(top);
                buffer.fill(area(top.min(last) - line / 2, top.max(last) - line / 2 + line), palette.class(class));
            }
            before = tops;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::palette::LIGHT;

    fn plot<'a>(used: &'a [Vec<u32>], updates: &'a [Update], is_partitioned: bool) -> UsagePlot<'a> {
        let time = TimeScale::new(0.0, 10.0, 60.0);
        UsagePlot { used, initial: &[40, 31, 18], updates, is_partitioned, nodes: 40, time, height: 80.0, dpr: 1.0 }
    }

    fn update(slot: Slot, after: [u32; 3]) -> Update {
        Update { slot, job: 0, before: vec![40, 31, 18], after: after.to_vec(), forecast: Vec::new() }
    }

    #[test]
    fn nested_classes_stand_on_one_another_and_what_is_kept_lies_above() {
        let used = [vec![4, 0], vec![10, 0], vec![18, 0]];
        let stack = plot(&used, &[], false).stack(0..1);
        assert_eq!(stack.used, [(28.0, 32.0), (18.0, 28.0), (0.0, 18.0)]);
        assert_eq!(stack.limits, [40.0, 31.0, 18.0]);
        // Class 1 has the eight nodes above all that is used; of those kept for class 2 none is left.
        assert_eq!(stack.kept, [(0, 32.0, 40.0)]);
        let idle = plot(&used, &[], false).stack(1..2);
        assert_eq!(idle.kept, [(0, 31.0, 40.0), (1, 18.0, 31.0)]);
        let both = plot(&used, &[], false).stack(0..2);
        assert_eq!(both.used[2], (0.0, 9.0), "the mean");
        assert_eq!(plot(&used, &[], false).stack(9..9).used[0], (0.0, 0.0));
    }

    #[test]
    fn partitioned_classes_have_lanes() {
        let stack = plot(&[vec![4], vec![10], vec![18]], &[], true).stack(0..1);
        assert_eq!(stack.used, [(31.0, 35.0), (18.0, 28.0), (0.0, 18.0)]);
        assert_eq!(stack.kept, [(0, 35.0, 40.0), (1, 28.0, 31.0)]);
    }

    #[test]
    fn lines_step_where_limits_are_updated() {
        let (used, updates) = ([vec![0; 6], vec![0; 6], vec![0, 20, 0, 0, 0, 0]], [update(3, [40, 20, 10])]);
        let mut buffer = PixelBuffer::default();
        plot(&used, &updates, false).paint(&mut buffer, &LIGHT);
        let at = |slot: u32, nodes: u32| buffer.pixel(slot * 10 + 5, (80 - 2 * nodes).min(79));
        assert_eq!((at(0, 18), at(2, 31)), (Some(LIGHT.class(2)), Some(LIGHT.class(1))));
        assert_eq!((at(4, 10), at(4, 20)), (Some(LIGHT.class(2)), Some(LIGHT.class(1))));
        assert_eq!(at(1, 5), Some(LIGHT.class_tint(2)), "used");
        // Between the old limit and the new one there is an upright line.
        assert_eq!(buffer.pixel(30, 50), Some(LIGHT.class(2)));
        // Kept for class 2: stripes.
        let kept: std::collections::BTreeSet<_> = (0..10).filter_map(|x| buffer.pixel(x, 30)).collect();
        assert_eq!(kept.len(), 2);
    }

    #[test]
    fn without_limits_nothing_is_kept_and_odd_sizes_paint_nothing() {
        let used = [vec![3], vec![2], vec![1]];
        let mut buffer = PixelBuffer::default();
        UsagePlot { initial: &[40, 40, 40], ..plot(&used, &[], false) }.paint(&mut buffer, &LIGHT);
        assert_eq!(buffer.pixel(5, 0), Some(LIGHT.background));
        for (width, height, dpr) in [(0.0, 0.0, 1.0), (f64::NAN, 5.0, f64::NAN), (3.0, -1.0, 0.0), (9.0, 9.0, f64::INFINITY)] {
            let time = TimeScale::new(f64::NAN, f64::NAN, width);
            UsagePlot { time, height, dpr, initial: &[], used: &[], ..plot(&used, &[], true) }.paint(&mut buffer, &LIGHT);
        }
    }
}
