//! The physical plan zoomed out: the busy share of every row over time, for views with too many bars to see a single one. The cost of a row of pixels
//! depends on its length, not on the number of bars.
//!
//! Rows are taken together to at most [`LINES_MAX`] lines, slots to buckets, so that there are at most [`CELLS_MAX`] numbers. A point
//! inside a bucket is interpolated: the coverage of a pixel that is `n` buckets wide is off by less than `1 / n`, and nothing busy is lost.

use crate::gantt::layout::physical;
use crate::gantt::plan::view::{Edition, PlanView};
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// Most lines.
const LINES_MAX: u32 = 512;
/// Most numbers: 16 MB.
const CELLS_MAX: usize = 4 << 20;
/// Where a pixel is this many buckets wide, the overview shows what the bars would.
const BUCKETS_PER_PX: f64 = 2.0;
/// Where a pixel is this much of a bucket, the overview is blurred over a few pixels, which may still be better than to wait.
const BUCKETS_PER_PX_LEAST: f64 = 0.25;
/// Fewer numbers are not worth saving: 1 MB. Every plan finds a shape within it.
const CELLS_LEAST: usize = 1 << 18;
/// Most numbers for every node of every job.
const CELLS_PER_NODE: usize = 16;
/// The number of buckets is a multiple of this.
const SPARE_BUCKETS: usize = 256;
/// Jobs from this length on, in mean ones, may be seen one by one where most are too small for that.
const LONG_JOBS: f64 = 4.0;

/// How much an overview shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// What the bars would.
    Sharp,
    /// The same, blurred over a few pixels.
    Blurred,
    /// Too little.
    None,
}

/// Sums over a plan.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    /// What the plan was then; `None` before the first.
    edition: Option<Edition>,
    shape: Shape,
    /// Per line the busy node-slots before every bucket, and at the end all: `buckets + 1` numbers.
    sums: Vec<u32>,
    /// Buckets summed up so far, from the left; the sum at the end of the last is the last that counts.
    done: usize,
    /// Jobs so long that they may be seen, by start.
    long: Vec<u32>,
}

/// How rows and slots are taken together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Shape {
    /// Rows of the plan.
    rows: u32,
    /// Rows of a line.
    step: u32,
    /// Number of lines.
    lines: usize,
    /// Slots of a bucket, as a power of two.
    bits: u32,
    /// Number of buckets; some more than needed, so that a plan that gets a little longer keeps its shape.
    buckets: usize,
}

impl Shape {
    fn of(view: &PlanView) -> Self {
        let rows = view.rows().max(1);
        let step = rows.div_ceil(LINES_MAX);
        let lines = rows.div_ceil(step) as usize;
        let slots = view.busy_slots().end as usize;
        let buckets = |bits: u32| ((slots >> bits) + 1).next_multiple_of(SPARE_BUCKETS);
        let most = (CELLS_PER_NODE * view.node_table().ids.len()).clamp(CELLS_LEAST, CELLS_MAX);
        let bits = (0..24).find(|&bits| (buckets(bits) + 1) * lines <= most).unwrap_or(24);
        Self { rows, step, lines, bits, buckets: buckets(bits) }
    }
}

impl Overview {
    /// How well an overview of the plan could serve where a device px is this many slots wide.
    pub fn quality(view: &PlanView, slots_per_px: f64) -> Quality {
        let Shape { step, bits, .. } = Shape::of(view);
        match slots_per_px / f64::from(1_u32 << bits) {
            // The busy share of a pixel is counted in 32 bits.
            _ if slots_per_px * f64::from(step) * EDGE_UNIT > f64::from(u32::MAX) => Quality::None,
            buckets if buckets >= BUCKETS_PER_PX => Quality::Sharp,
            buckets if buckets >= BUCKETS_PER_PX_LEAST => Quality::Blurred,
            _ => Quality::None,
        }
    }

    /// Whether the sums are those of the plan as it is now, all of them.
    pub fn is_of(&self, view: &PlanView) -> bool {
        self.edition.as_ref() == Some(view.edition()) && self.is_complete()
    }

    /// Whether everything is summed up.
    pub fn is_complete(&self) -> bool {
        self.done == self.shape.buckets
    }

    /// Makes the sums those of a plan; those of a new plan bit by bit, about `most` nodes of jobs at once. O(nodes of these jobs), after a
    /// change O(nodes of the jobs there + sums).
    pub fn follow(&mut self, view: &PlanView, most: f64) {
        let changed = self.edition.as_ref().and_then(|edition| view.changed_since(edition));
        if !changed.as_ref().is_some_and(Range::is_empty) {
            self.follow_change(view, changed);
            self.edition = Some(view.edition().clone());
        }
        let Shape { buckets, .. } = self.shape;
        if self.done < buckets {
            let share = most / (view.nodes_per_job() * view.accepted().len() as f64).max(1.0);
            let from = self.done;
            self.done = (from + 1).saturating_add((buckets as f64 * share) as usize).min(buckets);
            self.sum_up(view, from..self.done);
        }
    }

    /// Makes what is summed up so far that of a plan of which bars differ in the given slots only; `None` for anywhere.
    fn follow_change(&mut self, view: &PlanView, changed: Option<Range<Slot>>) {
        let shape = Shape::of(view);
        let of = |slot: Slot| slot as usize >> shape.bits;
        match changed.filter(|_| shape == self.shape) {
            Some(slots) if of(slots.start) < self.done => self.sum_up(view, of(slots.start)..(of(slots.end) + 1).min(self.done)),
            Some(_) => {}
            None => {
                (self.shape, self.done) = (shape, 0);
                self.sums.clear();
                self.sums.resize(shape.lines * (shape.buckets + 1), 0);
            }
        }
        let least = (LONG_JOBS * view.mean_duration()) as Slot;
        self.long.clear();
        view.for_each_placed(0..Slot::MAX, |job, slots| {
            if slots.end - slots.start >= least {
                self.long.push(job);
            }
        });
    }

    /// Sums the jobs up over some buckets anew; the sums after them follow.
    fn sum_up(&mut self, view: &PlanView, buckets: Range<usize>) {
        let Shape { step, bits, buckets: all, .. } = self.shape;
        let before: Vec<u32> = self.sums.chunks_exact(all + 1).map(|line| line[buckets.end]).collect();
        // First the changes of the busy node-slots from bucket to bucket, as in `density`, each where the sum after its bucket will be.
        for line in self.sums.chunks_exact_mut(all + 1) {
            line[buckets.start + 1..=buckets.end].fill(0);
        }
        let (from, to) = ((buckets.start << bits) as Slot, (buckets.end << bits) as Slot);
        let (mask, done) = ((1_u32 << bits) - 1, self.done.max(buckets.end));
        physical::for_each_bar(view, from..to, 0..self.shape.rows, &mut |bar| {
            let (start, end) = (bar.start.max(from) - from, bar.end.min(to) - from);
            let ends = [((start >> bits) as usize, start & mask, 1), ((end >> bits) as usize, end & mask, u32::MAX)];
            let (mut row, top) = (bar.row, bar.row + bar.rows);
            while row < top {
                let line = row / step;
                let next = ((line + 1) * step).min(top);
                let Some(sums) = self.sums.get_mut(line as usize * (all + 1)..(line as usize + 1) * (all + 1)) else { break };
                let changes = &mut sums[buckets.start + 1..=buckets.end];
                for (bucket, after, sign) in ends {
                    let sign = sign.wrapping_mul(next - row);
                    if let Some(change) = changes.get_mut(bucket) {
                        *change = change.wrapping_add((mask + 1 - after).wrapping_mul(sign));
                    }
                    if let Some(change) = changes.get_mut(bucket + 1) {
                        *change = change.wrapping_add(after.wrapping_mul(sign));
                    }
                }
                row = next;
            }
        });
        for (line, before) in self.sums.chunks_exact_mut(all + 1).zip(before) {
            let (mut busy, mut sum) = (0_u32, line[buckets.start]);
            for change in &mut line[buckets.start + 1..=buckets.end] {
                busy = busy.wrapping_add(*change);
                sum = sum.wrapping_add(busy);
                *change = sum;
            }
            if sum != before {
                for later in &mut line[buckets.end + 1..=done] {
                    *later = later.wrapping_add(sum).wrapping_sub(before);
                }
            }
        }
    }

    /// Jobs so long that they may be seen, by start.
    pub fn long_jobs(&self) -> &[u32] {
        &self.long
    }

    /// The lines and the rows each stands for.
    pub fn lines(&self) -> impl Iterator<Item = (usize, Range<u32>)> {
        let Shape { rows, step, lines, .. } = self.shape;
        (0..lines).map(move |line| (line, line as u32 * step..((line as u32 + 1) * step).min(rows)))
    }

    /// Where among the sums the edges of the pixels lie, from left to right: pixel `i` begins at slot `first + i * slots_per_px`. The same
    /// for all lines.
    pub fn edges(&self, width: usize, first: f64, slots_per_px: f64) -> Vec<Edge> {
        let (buckets, per_slot) = (self.done, 1.0 / f64::from(1_u32 << self.shape.bits));
        let edge = |x: usize| {
            let at = ((first + x as f64 * slots_per_px) * per_slot).clamp(0.0, buckets as f64);
            let bucket = (at as usize).min(buckets.saturating_sub(1));
            Edge { bucket: bucket as u32, into: ((at - bucket as f64) * EDGE_UNIT + 0.5) as u32 }
        };
        (0..=width).map(edge).collect()
    }

    /// The busy share of every pixel of a line in parts of `whole`, rounded up, from left to right.
    pub fn coverage(&self, line: usize, edges: &[Edge], slots_per_px: f64, whole: i32, pixels: &mut [i32]) {
        let Shape { rows, step, buckets, .. } = self.shape;
        let Some(sums) = self.sums.get(line * (buckets + 1)..(line + 1) * (buckets + 1)) else { return pixels.fill(0) };
        // In parts of a node-slot. Sums may run over; the difference between two edges of a pixel is right all the same.
        let busy_before = |edge: &Edge| {
            let (from, to) = (sums[edge.bucket as usize], sums[edge.bucket as usize + 1]);
            from.wrapping_mul(EDGE_UNIT as u32).wrapping_add(to.wrapping_sub(from).wrapping_mul(edge.into))
        };
        let rows = step.min(rows - line as u32 * step);
        let to_parts = (f64::from(whole) / (f64::from(rows) * slots_per_px * EDGE_UNIT)) as f32;
        let mut edges = edges.iter();
        let mut before = edges.next().map_or(0, busy_before);
        for (pixel, edge) in pixels.iter_mut().zip(edges) {
            let after = busy_before(edge);
            *pixel = ((after.wrapping_sub(before) as f32 * to_parts + 0.999) as i32).min(whole);
            before = after;
        }
    }
}

/// An edge of a pixel among the buckets.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    bucket: u32,
    /// How far into the bucket, in parts of [`EDGE_UNIT`].
    into: u32,
}

/// Parts of a bucket.
const EDGE_UNIT: f64 = 256.0;

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_engine::run;
    use bookahead_engine::slots::request::Request;
    use bookahead_engine::slots::scenario::{Machine, scenario_of};
    use proptest::prelude::*;

    fn view_of(nodes: u32, requests: &[Request]) -> PlanView {
        let outcome = run(&scenario_of(nodes, requests.to_vec())).expect("a legal scenario");
        let machine = Machine { nodes, ..Machine::default() };
        PlanView::new(outcome.arrivals, outcome.decisions, outcome.nodes, machine).expect("one run's columns belong together")
    }

    fn requests() -> impl Strategy<Value = Vec<Request>> {
        let request =
            (0..4_u32, 0..3_000_u32, 0..5_u32, 1..200_u32, 1..4_u32).prop_map(|(submitted, ahead, relax, duration, nodes)| {
                let earliest_start = submitted + ahead;
                Request { user: 1, submitted, earliest_start, latest_start: earliest_start + relax, duration, nodes, jobs: 2 }
            });
        prop::collection::vec(request, 1..30)
    }

    proptest! {
        // Few nodes, and so many that a line holds several.
        #[test]
        fn sums_are_those_of_the_bars(requests in requests(), share in 0.01..2.0_f64, nodes in prop::sample::select(vec![6_u32, 1_100])) {
            let view = view_of(nodes, &requests);
            let mut overview = Overview::default();
            overview.follow(&view, share * 100.0);
            while !overview.is_complete() {
                prop_assert!(!overview.is_of(&view));
                overview.follow(&view, share * 100.0);
            }
            prop_assert!(overview.is_of(&view));
            let Shape { bits, buckets, .. } = overview.shape;
            for (line, rows) in overview.lines().take(8) {
                let mut sum = 0;
                for bucket in 0..buckets {
                    prop_assert_eq!(overview.sums[line * (buckets + 1) + bucket], sum);
                    let (from, to) = ((bucket << bits) as u32, ((bucket + 1) << bits) as u32);
                    physical::for_each_bar(&view, from..to, rows.clone(), &mut |bar| {
                        let rows = (bar.row + bar.rows).min(rows.end) - bar.row.max(rows.start);
                        sum += (bar.end.min(to) - bar.start.max(from)) * rows;
                    });
                }
                prop_assert_eq!(overview.sums[line * (buckets + 1) + buckets], sum);
            }
        }

        #[test]
        fn a_change_gives_the_sums_of_the_new_plan(requests in requests(), share in 0.01..2.0_f64, at in 0..30_usize, duration in 1..200_u32, nodes in prop::sample::select(vec![6_u32, 1_100])) {
            let before = view_of(nodes, &requests);
            let mut requests = requests;
            let at = at % requests.len();
            requests[at].duration = duration;
            let after = view_of(nodes, &requests);
            let bars = |view: &PlanView| {
                let mut bars = Vec::new();
                physical::for_each_bar(view, 0..Slot::MAX, 0..nodes, &mut |bar| bars.push(bar));
                bars
            };
            let (old, new) = (bars(&before), bars(&after));
            let differing = old.iter().filter(|bar| !new.contains(bar)).chain(new.iter().filter(|bar| !old.contains(bar)));
            let changed = differing.fold(None, |slots: Option<Range<Slot>>, bar| {
                let slots = slots.unwrap_or(bar.start..bar.end);
                Some(slots.start.min(bar.start)..slots.end.max(bar.end))
            });
            let (mut followed, mut fresh) = (Overview::default(), Overview::default());
            // The change comes while some is still to be summed up, or after.
            followed.follow(&before, share * 100.0);
            fresh.follow(&after, f64::INFINITY);
            if changed.is_some() {
                followed.follow_change(&after, changed);
            }
            followed.edition = Some(after.edition().clone());
            while !followed.is_complete() {
                followed.follow(&after, share * 100.0);
            }
            prop_assert_eq!(followed.shape, fresh.shape);
            prop_assert!(followed.sums == fresh.sums);
            prop_assert_eq!(followed.long, fresh.long);
        }
    }
}
