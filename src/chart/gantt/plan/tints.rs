//! Which tint each request has in a Gantt chart. Bars that touch are to differ.
//!
//! The rule: a request has the tint of its number unless its bars on physical nodes touch those of a request that came before and has the same. Then it
//! gets the next tint that none of those it touches has. (If they have all of them, the one that the fewest have.) While that leaves a choice, what
//! touches in the logical plan differs too.
//!
//! An edit is no reason for others to change colour: every request keeps its tint, but for those that were placed anew and now touch one of the same.
//! The requests that are dragged are painted as selected, so nothing flickers. A plan that is read anew begins with the numbers again.

use super::view::{PlanView, ascending};
use crate::gantt::bar::Bar;
use crate::gantt::layout::logical;
use crate::gantt::layout::physical;
use crate::kit::palette::TINTS;
use bookahead_engine::core::edits::RequestId;
use bookahead_engine::slots::nodes::NodeTable;
use bookahead_engine::slots::patch::{Applied, NodeChange, PlanPatch};
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::workload::Arrivals;
use std::ops::Range;

/// Most jobs that are looked at when a plan is read; where there are more, bars are hardly ever seen one by one, and tints are those of the numbers.
const JOBS_MAX: usize = 60_000;
/// Most often that all of them are looked at.
const LOOKS: usize = 4;
/// Most jobs that are looked at after an edit, so that dragging stays within its frame; beyond, all tints stay.
const JOBS_AFTER_EDIT_MAX: usize = 2_000;
/// Most cells (nodes × slots) of the logical plan that are looked at when a plan is read, and after an edit.
const LOGICAL_CELLS_MAX: [u64; 2] = [50_000, 5_000];

/// The tint of a number.
pub(crate) fn of_number(id: RequestId) -> u8 {
    (id as usize % TINTS) as u8
}

/// Gives every request of a plan its tint: O(bars log bars + what touches).
pub(crate) fn of_plan(view: &PlanView) -> Vec<u8> {
    let mut tints: Vec<u8> = view.arrivals().id.iter().map(|&id| of_number(id)).collect();
    if view.accepted().len() <= JOBS_MAX {
        // Where all tints are taken around someone, another look helps as often as not: some of those around have others by then.
        let touching = Touching::new(view, &(0..view.horizon()), LOGICAL_CELLS_MAX[0]);
        for _ in 0..LOOKS {
            if part(&touching, &mut tints, None).is_empty() {
                break;
            }
        }
    }
    tints
}

/// Carries tints over to the rows after the edits of a patch.
pub(crate) fn renumber(tints: &mut Vec<u8>, applied: &Applied, arrivals: &Arrivals) {
    for edited in applied.edited.iter().filter(|edited| !edited.rows.in_place()) {
        let kept = tints.get(edited.rows.removed.start as usize).copied().filter(|_| edited.rows.removed.len() == 1);
        let new = edited.rows.inserted.clone().map(|row| {
            // A later edit of the same patch may move it on: then it has another's number here, and a free tint later.
            kept.unwrap_or_else(|| arrivals.id.get(row as usize).map_or(0, |&id| of_number(id)))
        });
        edited.rows.apply(tints, new);
    }
}

/// Sees to the requests that a patch placed anew; `before` are the nodes before it, as far as the patch does not say whose changed. Returns the slots of all
/// jobs whose tint changed; `0..0` for none.
pub(crate) fn after_patch(
    view: &PlanView,
    tints: &mut [u8],
    patch: &PlanPatch,
    applied: &Applied,
    before: Option<&NodeTable>,
) -> Range<Slot> {
    let mut jobs: Vec<u32> = applied.came.iter().map(|placed| placed.job).collect();
    if let NodeChange::Some { jobs: moved, .. } = &patch.nodes {
        jobs.extend(moved);
    }
    for old in 0..before.map_or(0, |before| before.first.len() as u32 - 1) {
        let now = applied
            .after(old)
            .filter(|&now| before.is_some_and(|nodes| nodes.of(old as usize) != view.node_table().of(now as usize)));
        jobs.extend(now);
    }
    let slots = span(jobs.iter().filter_map(|&job| view.slots_of(job)));
    let around = slots.start.saturating_sub(1)..slots.end.saturating_add(1);
    if slots.is_empty() || view.starting_in(around.clone()).len() > JOBS_AFTER_EDIT_MAX {
        return 0..0;
    }
    let rows = ascending(jobs.into_iter().map(|job| view.request_row(job) as u32).collect());
    let changed = part(&Touching::new(view, &around, LOGICAL_CELLS_MAX[1]), tints, Some(&rows));
    span(changed.into_iter().flat_map(|row| view.jobs_of(row as usize)).filter_map(|job| view.slots_of(job)))
}

/// From the first to the last slot of all; `0..0` for none.
fn span(slots: impl Iterator<Item = Range<Slot>>) -> Range<Slot> {
    slots.reduce(|all, one| all.start.min(one.start)..all.end.max(one.end)).unwrap_or(0..0)
}

/// What touches in a stretch of time: of the physical nodes, and where that is little work of the logical plan.
struct Touching<'a> {
    view: &'a PlanView,
    /// Bars, and the order of their starts: start and place of each.
    layouts: [(Vec<Bar>, Vec<u64>); 2],
}

impl<'a> Touching<'a> {
    fn new(view: &'a PlanView, slots: &Range<Slot>, logical_cells_max: u64) -> Self {
        let nodes = 0..view.rows();
        let [mut physical, mut logical] = [(); 2].map(|()| Vec::new());
        physical::for_each_bar(view, slots.clone(), nodes.clone(), &mut |bar| physical.push(bar));
        let busy = slots.start..slots.end.min(view.busy_slots().end).max(slots.start);
        let cells = u64::from(busy.end - busy.start) * view.busy_over(busy.clone()).max as u64;
        if cells <= logical_cells_max {
            logical::for_each_bar(view, busy, nodes, &mut |bar| logical.push(bar));
        }
        let layouts = [physical, logical].map(|bars| {
            let mut order: Vec<u64> = bars.iter().zip(0..).map(|(bar, i)| u64::from(bar.start) << 32 | i).collect();
            order.sort_unstable();
            (bars, order)
        });
        Self { view, layouts }
    }

    /// Calls `found` with the rows of every two requests whose bars touch, and the layout they touch in; some of them more than once.
    fn for_each(&self, found: &mut dyn FnMut(u32, u32, usize)) {
        let mut last: Vec<u32> = Vec::new();
        for (layout, (bars, order)) in self.layouts.iter().enumerate() {
            last.clear();
            last.resize(self.view.rows() as usize, u32::MAX);
            let request = |i: u32| self.view.request_row(bars[i as usize].job) as u32;
            for &key in order {
                let (i, bar) = (key as u32, &bars[key as u32 as usize]);
                let own = self.view.request_row(bar.job) as u32;
                let mut touch = |other: u32| {
                    if request(other) != own {
                        found(request(other), own, layout);
                    }
                };
                let rows = bar.row as usize..(bar.row.saturating_add(bar.rows) as usize).min(last.len());
                // Beside it: whoever still runs. Those that begin later find this one.
                for beside in [rows.start.checked_sub(1), Some(rows.end)].into_iter().flatten() {
                    let other = last.get(beside).copied().filter(|&other| other != u32::MAX);
                    if let Some(other) = other.filter(|&other| bars[other as usize].end > bar.start) {
                        touch(other);
                    }
                }
                // Before it: whoever ends where it begins.
                let mut before = u32::MAX;
                for last in &mut last[rows] {
                    let other = std::mem::replace(last, i);
                    if other != u32::MAX && other != before && bars[other as usize].end == bar.start {
                        touch(other);
                        before = other;
                    }
                }
            }
        }
    }
}

/// Gives another tint to those that touch one of the same: of two, to the one that changed if only one of them did, else to the later one. Of two that
/// did not change, to none. `None` stands for all. Returns the rows that have another tint now, ascending.
fn part(touching: &Touching, tints: &mut [u8], changed: Option<&Vec<u32>>) -> Vec<u32> {
    let arrivals = touching.view.arrivals();
    let did_change = |row: &u32| changed.is_none_or(|changed| changed.binary_search(row).is_ok());
    let mut rows = Vec::new();
    touching.for_each(&mut |a, b, _| {
        if tints[a as usize] == tints[b as usize] {
            rows.extend([a.max(b), a.min(b)].into_iter().find(did_change));
        }
    });
    let rows = ascending(rows);
    if rows.is_empty() {
        return rows;
    }
    // Place among those rows, neighbour and layout, in one number that sorts.
    let mut neighbours: Vec<u64> = Vec::new();
    touching.for_each(&mut |a, b, layout| {
        for (own, other) in [(a, b), (b, a)] {
            if let Ok(place) = rows.binary_search(&own) {
                neighbours.push((place as u64) << 33 | u64::from(other) << 1 | layout as u64);
            }
        }
    });
    neighbours.sort_unstable();
    neighbours.dedup();
    let mut rest = neighbours.as_slice();
    let mut changed = Vec::new();
    for (row, place) in rows.into_iter().zip(0_u64..) {
        let (of_row, others) = rest.split_at(rest.partition_point(|&key| key >> 33 <= place));
        rest = others;
        let mut counts = [[0_u32; 2]; TINTS];
        for &key in of_row {
            counts[usize::from(tints[(key >> 1) as u32 as usize])][(key & 1) as usize] += 1;
        }
        let (now, own) = (tints[row as usize], of_number(arrivals.id[row as usize]));
        let following = (0..TINTS as u8).map(|step| (own + step) % TINTS as u8);
        // The first of the least.
        let best = std::iter::once(now).chain(following).min_by_key(|&tint| counts[usize::from(tint)]).unwrap_or(now);
        tints[row as usize] = best;
        if best != now {
            changed.push(row);
        }
    }
    changed
}

/// The rows of every two requests whose bars touch on physical nodes, the lower one first, ascending.
pub fn touching(view: &PlanView) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    Touching::new(view, &(0..view.horizon()), 0)
        .for_each(&mut |a, b, layout| pairs.extend((layout == 0).then_some((a.min(b), a.max(b)))));
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}
