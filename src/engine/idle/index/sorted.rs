//! Idle periods ordered by (start, server): an array for few periods, a tree for many.

use super::block::Need;
use super::line::Line;
use super::places::Test;
use super::tree::{Spot, Tree};
use crate::idle::Tick;
use crate::idle::period::{Period, Want};

/// Idle periods in order.
#[derive(Clone, Debug)]
pub(super) enum Sorted {
    /// Up to [`Line::MOST`].
    Few(Line),
    /// More, until half of that are left.
    Many(Tree),
}

impl Default for Sorted {
    fn default() -> Self {
        Self::Few(Line::default())
    }
}

impl Sorted {
    /// Number of periods, those that have passed but are not swept out included.
    pub fn len(&self) -> usize {
        match self {
            Self::Few(line) => line.len(),
            Self::Many(tree) => tree.len(),
        }
    }

    /// The period at a spot.
    pub fn period(&self, spot: Spot) -> Period {
        match self {
            Self::Few(line) => line.period(spot.at),
            Self::Many(tree) => tree.period(spot),
        }
    }

    /// Where a period stands that is there.
    pub fn spot(&self, period: Period) -> Spot {
        match self {
            Self::Few(line) => Spot::in_line(line.lower_bound(period.start, period.server)),
            Self::Many(tree) => tree.spot(period.start, period.server),
        }
    }

    /// Adds a period. A server has at most one of each start.
    pub fn insert(&mut self, period: Period) {
        match self {
            Self::Few(line) if line.len() < Line::MOST => line.insert(period),
            Self::Few(_) => self.grow(period),
            Self::Many(tree) => tree.insert(period),
        }
    }

    /// A full line becomes a tree and takes one more period. Cold: at most once in some hundred insertions.
    #[cold]
    fn grow(&mut self, period: Period) {
        let mut tree = Tree::of(&self.iter().collect::<Vec<_>>());
        tree.insert(period);
        *self = Self::Many(tree);
    }

    /// Takes a period out.
    pub fn remove(&mut self, spot: Spot) {
        match self {
            Self::Few(line) => line.remove(spot.at),
            Self::Many(tree) => tree.remove(spot),
        }
    }

    /// A period keeps its start and ends at `head` now, or is gone without one; `rest`, which starts later, is new.
    pub fn divide(&mut self, spot: Spot, head: Option<Tick>, rest: Option<Period>) {
        match (&mut *self, head, rest) {
            (Self::Few(line), None, Some(rest)) => return line.replace(spot.at, rest),
            (Self::Few(line), Some(end), _) => line.shorten(spot.at, end),
            (Self::Few(line), None, None) => line.remove(spot.at),
            (Self::Many(tree), Some(end), _) => tree.shorten(spot, end),
            (Self::Many(tree), None, _) => tree.remove(spot),
        }
        if let Some(rest) = rest {
            self.insert(rest);
        }
    }

    /// The first period in order of (start, server), of those that start in `from ..= to`, that has what is needed.
    pub fn first(&self, from: Tick, to: Tick, need: Need) -> Option<Spot> {
        match self {
            Self::Few(line) => line.next(line.from(from), to, Test::of(need)).map(Spot::in_line),
            Self::Many(tree) => tree.first(from, need).filter(|&spot| tree.period(spot).start <= to),
        }
    }

    /// The last period in order of start, of those that start at `to` or earlier, that has what is needed; of several with the same start
    /// the one of the lowest server.
    pub fn last(&self, to: Tick, need: Need) -> Option<Spot> {
        match self {
            Self::Few(line) => line.last(to.checked_add(1).map_or(line.len(), |above| line.from(above)), need).map(Spot::in_line),
            Self::Many(tree) => tree.last(to, need),
        }
    }

    /// [`Sorted::last`], where what starts at `long` or later only has to be long enough to have what is needed. A tree's nodes promise too much of
    /// both together: it is asked for the length first.
    pub fn last_long(&self, to: Tick, long: Tick, need: Need) -> Option<Spot> {
        let Self::Many(tree) = self else { return self.last(to, need) };
        let spot = tree.last(to, Need { end: 1, ..need })?;
        let period = tree.period(spot);
        if period.start >= long || period.end >= need.end { Some(spot) } else { tree.last(period.start, need) }
    }

    /// [`Sorted::first`] of those that start in `at ..= to`, else [`Sorted::last`] of those before.
    pub fn nearest(&self, at: Tick, to: Tick, need: Need) -> Option<Spot> {
        match self {
            Self::Few(line) => {
                let from = line.from(at);
                line.next(from, to, Test::of(need)).or_else(|| line.last(from, need)).map(Spot::in_line)
            }
            Self::Many(_) => self.first(at, to, need).or_else(|| self.last(at.checked_sub(1)?, need)),
        }
    }

    /// Of the feasible periods the longest; then the earliest start, then the lowest server.
    pub fn longest(&self, want: &Want) -> Option<Spot> {
        match self {
            Self::Few(line) => {
                let mut test = Test::of(Need { end: want.earliest_end(), length: want.duration });
                let (mut from, mut best) = (0, None);
                while let Some(at) = line.next(from, want.latest_start(), test) {
                    (from, best) = (at + 1, Some(at));
                    // In order of (start, server), so only a longer one is better.
                    test = Test::of(Need { end: want.earliest_end(), length: line.period(at).length() + 1 });
                }
                best.map(Spot::in_line)
            }
            Self::Many(tree) => tree.longest(want),
        }
    }

    /// Of the feasible periods that start at `from` or later the shortest; then the earliest start, then the lowest server.
    pub fn shortest(&self, from: Tick, want: &Want) -> Option<Spot> {
        match self {
            Self::Few(line) => {
                let mut test = Test::of(Need { end: want.earliest_end(), length: want.duration });
                let (mut from, mut best) = (line.from(from), None);
                while let Some(at) = line.next(from, want.latest_start(), test) {
                    (from, best) = (at + 1, Some(at));
                    let Some(shorter) = test.shorter_than(line.period(at).length()) else { break };
                    test = shorter;
                }
                best.map(Spot::in_line)
            }
            Self::Many(tree) => tree.shortest(from, want),
        }
    }

    /// Calls `found` with every period in order that starts at `to` or earlier and has what is needed at that moment; `found` may ask for
    /// more from then on.
    pub fn visit(&self, to: Tick, need: &mut Need, mut found: impl FnMut(Period, &mut Need)) {
        match self {
            Self::Few(line) => {
                let mut from = 0;
                while let Some(at) = line.next(from, to, Test::of(*need)) {
                    found(line.period(at), need);
                    from = at + 1;
                }
            }
            Self::Many(tree) => tree.visit(0, to, need, |tree, spot, need| found(tree.period(spot), need)),
        }
    }

    /// Forgets periods that begin before `start` and end before `end`: they have passed. `scratch` is used for those that stay.
    pub fn sweep(&mut self, start: Tick, end: Tick, scratch: &mut Vec<Period>) {
        match self {
            Self::Few(line) => line.sweep(end),
            Self::Many(tree) => tree.sweep(start, end, scratch),
        }
        self.settle();
    }

    /// Forgets periods that begin at `start` or later: in a mirrored order these have passed. A tree may leave some for a later sweep.
    pub fn sweep_tail(&mut self, start: Tick) {
        match self {
            Self::Few(line) => line.sweep_tail(start),
            Self::Many(tree) => tree.sweep_tail(start),
        }
        self.settle();
    }

    /// Few again.
    fn settle(&mut self) {
        if let Self::Many(tree) = self
            && tree.len() <= Line::MOST / 2
        {
            self.shrink();
        }
    }

    /// A tree becomes a line. Cold: at most once in some hundred removals.
    #[cold]
    fn shrink(&mut self) {
        let mut line = Line::default();
        self.iter().for_each(|period| line.insert(period));
        *self = Self::Few(line);
    }

    /// Every period in order.
    pub fn iter(&self) -> impl Iterator<Item = Period> + '_ {
        let (line, tree) = match self {
            Self::Few(line) => (Some(line), None),
            Self::Many(tree) => (None, Some(tree)),
        };
        line.into_iter().flat_map(Line::iter).chain(tree.into_iter().flat_map(Tree::iter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Period number `i`: starts are mixed, every third is shared by two servers.
    fn period(i: u32) -> Period {
        let start = i / 3 * 3 * 7_919 % 10_007;
        Period { start, server: i, end: start + 50 + i % 40 }
    }

    #[test]
    fn a_line_becomes_a_tree_and_a_line_again() {
        let (mut sorted, mut known) = (Sorted::default(), Vec::new());
        for i in 0..2 * Line::MOST as u32 {
            sorted.insert(period(i));
            known.push(period(i));
        }
        assert!(matches!(sorted, Sorted::Many(_)));
        for end in (0..10_200).step_by(300) {
            // The tree may keep what it need not; what is not over must be there.
            sorted.sweep(end, end, &mut Vec::new());
            known.retain(|period| period.end >= end);
            known.sort_by_key(|period| (period.start, period.server));
            let kept: Vec<Period> = sorted.iter().filter(|period| period.end >= end).collect();
            assert_eq!(kept, known);
            let need = Need { end: 5_000, length: 70 };
            let fits = |period: &&Period| period.end >= need.end && period.length() >= need.length;
            let first = known.iter().filter(|period| period.start >= 3_000).find(fits);
            assert_eq!(sorted.first(3_000, Tick::MAX, need).map(|spot| sorted.period(spot)).as_ref(), first);
            let last = known.iter().filter(fits).map(|period| period.start).filter(|&start| start <= 8_000).max();
            assert_eq!(sorted.last(8_000, need).map(|spot| sorted.period(spot).start), last);
        }
        assert!(matches!(sorted, Sorted::Few(_)));
    }
}
