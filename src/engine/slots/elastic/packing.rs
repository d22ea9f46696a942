//! On-line strip packing as the paper has it (Sulistio, Algorithm 1), step by step, for whoever wants to watch. O(runs²).

use crate::core::offers::{Need, Offer, Run, Side, Stop};
use crate::core::sorting::sort_shared_by_key;
use crate::slots::request::Slot;

/// Is told of each step of the algorithm. `()` listens to nothing.
pub trait Recorder {
    /// The runs, and the order in which they are visited (lines 8 to 10).
    fn ranked(&mut self, runs: &[Run], order: &[u32]);

    /// A run has fewer nodes than wanted (line 14).
    fn skipped(&mut self, run: u32);

    /// An offer begins with a run alone (lines 15 to 18).
    fn begun(&mut self, run: u32);

    /// The offer takes in a further run; so many slots it has now, and so many nodes (lines 24 to 26, 33 to 35).
    fn grown(&mut self, side: Side, run: u32, slots: Slot, nodes: u32);

    /// The offer does not grow further on a side (lines 21, 30).
    fn stopped(&mut self, side: Side, why: Stop);

    /// The offer is listed, unless the same rectangle was before (lines 37, 38).
    fn offered(&mut self, offer: &Offer, is_new: bool);

    /// The loop ends: with a solution, or after the last run (lines 39 to 43).
    fn ended(&mut self, found: bool);
}

impl Recorder for () {
    fn ranked(&mut self, _: &[Run], _: &[u32]) {}
    fn skipped(&mut self, _: u32) {}
    fn begun(&mut self, _: u32) {}
    fn grown(&mut self, _: Side, _: u32, _: Slot, _: u32) {}
    fn stopped(&mut self, _: Side, _: Stop) {}
    fn offered(&mut self, _: &Offer, _: bool) {}
    fn ended(&mut self, _: bool) {}
}

/// indexRank: the runs by free nodes, ties by time.
fn ranked(runs: &[Run]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..runs.len() as u32).collect();
    sort_shared_by_key(&mut order, |&run| runs[run as usize].free);
    order
}

/// The offers in the order in which they are found, except that the solution stands first. A rectangle that several runs grow to is listed once.
pub fn as_written(runs: &[Run], need: Need, recorder: &mut impl Recorder) -> Vec<Offer> {
    let order = ranked(runs);
    recorder.ranked(runs, &order);
    let mut offers: Vec<Offer> = Vec::new();
    for index in order {
        let run = runs[index as usize];
        if run.free < need.nodes {
            recorder.skipped(index);
            continue;
        }
        recorder.begun(index);
        let (mut head, mut tail) = (index as usize, index as usize);
        let (mut slots, mut nodes) = (run.slots(), run.free);
        let left = loop {
            if slots >= need.slots {
                break Stop::Enough;
            }
            let Some(next) = head.checked_sub(1) else { break Stop::Edge };
            if runs[next].free < need.nodes {
                break Stop::Short { slot: runs[next].end - 1, free: runs[next].free };
            }
            head = next;
            slots += runs[next].slots();
            nodes = nodes.min(runs[next].free);
            recorder.grown(Side::Left, next as u32, slots, nodes);
        };
        recorder.stopped(Side::Left, left);
        let right = loop {
            if slots >= need.slots {
                break Stop::Enough;
            }
            let next = tail + 1;
            let Some(there) = runs.get(next) else { break Stop::Edge };
            if there.free < need.nodes {
                break Stop::Short { slot: there.start, free: there.free };
            }
            tail = next;
            slots += there.slots();
            nodes = nodes.min(there.free);
            recorder.grown(Side::Right, next as u32, slots, nodes);
        };
        recorder.stopped(Side::Right, right);
        let is_solution = need.wants_solution && slots >= need.slots;
        let offer = Offer { start: runs[head].start, end: runs[tail].end, nodes, is_solution, run: index, left, right };
        let is_new = offers.iter().all(|other| (other.start, other.end) != (offer.start, offer.end));
        recorder.offered(&offer, is_new);
        if is_solution {
            // A rectangle that is long enough ends the search, so it cannot have been listed before.
            offers.insert(0, offer);
            recorder.ended(true);
            return offers;
        }
        if is_new {
            offers.push(offer);
        }
    }
    recorder.ended(false);
    offers
}
