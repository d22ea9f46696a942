//! FF-HA+ as the paper searches (Castillo 4.4.2): the first feasible period that the walk through the two-level tree of a rate meets.
//!
//! Which one that is depends on how the trees are balanced, which the paper leaves to red-black trees and their past. Here they are perfectly
//! balanced over the periods that a job submitted now could use: the left half of a node has the middle leaf. The result is that of the plan
//! alone. Halving the periods in place takes O(V) for V of them.

use super::Tick;
use super::period::{Period, Want};
use super::reference::capacity_rank;

/// The period that the walk takes of those of one rate, which must be in order of (start, server). They are left in another order.
pub(super) fn first_marked(periods: &mut [Period], want: &Want) -> Option<Period> {
    let latest_start = want.latest_start();
    let mut rest = periods;
    // Step 1 marks the left halves that start in time whole, and at last the leaf that is reached.
    while rest.len() > 1 {
        let (left, right) = rest.split_at_mut(rest.len().div_ceil(2));
        if left[left.len() - 1].start > latest_start {
            rest = left;
            continue;
        }
        if let Some(found) = first_pointed_at(left, want) {
            return Some(found);
        }
        rest = right;
    }
    rest.first().copied().filter(|last| want.fits(last))
}

/// Step 2 in one marked subtree: down the tree by ends, each right half that ends late enough whole is asked for its largest capacity.
fn first_pointed_at(marked: &mut [Period], want: &Want) -> Option<Period> {
    if !marked.iter().any(|period| want.fits(period)) {
        return None;
    }
    let mut rest = marked;
    while rest.len() > 1 {
        let middle = rest.len().div_ceil(2);
        rest.select_nth_unstable_by_key(middle - 1, by_end);
        let (left, right) = rest.split_at_mut(middle);
        if left[middle - 1].end < want.earliest_end() {
            rest = right;
            continue;
        }
        if let Some(largest) = right.iter().min_by_key(|period| capacity_rank(period)).filter(|largest| want.fits(largest)) {
            return Some(*largest);
        }
        rest = left;
    }
    rest.first().copied().filter(|last| want.fits(last))
}

/// The order of the dual tree: the height −μ·e falls as the end grows.
fn by_end(period: &Period) -> (Tick, u32, Tick) {
    (period.end, period.server, period.start)
}
