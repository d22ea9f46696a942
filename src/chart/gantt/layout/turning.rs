//! The logical plan while it is turned into the physical one, slot by slot: up to a slot every job is on its nodes, after it on virtual ones.

use super::{logical, physical};
use crate::gantt::bar::Bar;
use crate::gantt::plan::view::PlanView;
use bookahead_engine::core::sorting::sort_shared_by_key;
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// Slots shown before and after the step.
const AROUND: (Slot, Slot) = (6, 12);

/// The slots that are shown while the step at `slot` is made, of those from `least` to one after `most`. The stretch moves along in whole steps, so that
/// the picture stands still for most of them.
pub fn turned_stretch(slot: Slot, least: Slot, most: Slot) -> Range<Slot> {
    let first = (slot.saturating_sub(AROUND.0) / AROUND.0 * AROUND.0).max(least);
    let end = first.saturating_add(AROUND.0 + AROUND.1).min(most.saturating_add(2));
    first..end.max(first)
}

/// The bars of a stretch of time, cut to it and to where the physical part ends: slots up to `until` are on physical nodes. By start, then row.
pub fn turned_bars(view: &PlanView, slots: Range<Slot>, until: Slot) -> Vec<Bar> {
    let nodes = view.rows();
    let edge = until.saturating_add(1).clamp(slots.start, slots.end.max(slots.start));
    let mut bars = Vec::new();
    if slots.start < edge {
        physical::for_each_bar(view, slots.start..edge, 0..nodes, &mut |bar| {
            bars.push(Bar { start: bar.start.max(slots.start), end: bar.end.min(edge), ..bar });
        });
    }
    if edge < slots.end {
        logical::for_each_bar(view, edge..slots.end, 0..nodes, &mut |bar| bars.push(bar));
    }
    sort_shared_by_key(&mut bars, |bar| (bar.start, bar.row));
    bars
}
