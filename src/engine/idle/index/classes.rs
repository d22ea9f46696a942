//! Idle periods in classes by length, one tree each: best-fit searches one class after another, starting at the length it needs.

use super::sorted::Sorted;
use super::tree::Spot;
use crate::idle::Tick;
use crate::idle::period::{Period, Want};

/// Trees by length.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// Greatest length of each class, ascending; the last one is open upwards.
    upper: Vec<Tick>,
    trees: Vec<Sorted>,
    /// The classes that hold periods, class 0 in the lowest bit.
    held: u128,
}

/// Where a period stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClassSpot {
    class: usize,
    pub spot: Spot,
}

impl Classes {
    /// Up to so many servers one tree of all periods is looked through faster than one class after another.
    pub const FEW_SERVERS: usize = 48;

    /// Classes for the periods of `servers` servers: more of them where there are more, so that the number of periods looked at does not grow
    /// with the machine.
    pub fn new(servers: u32, least: Tick) -> Self {
        let parts = match servers {
            0..=400 => 1,
            401..=1_500 => 2,
            1_501..=6_000 => 4,
            _ => 8,
        };
        let (mut upper, mut length) = (Vec::new(), u64::from(least));
        // Eight octaves above the least length lie the longest finite periods of the usual workloads.
        while upper.len() < 8 * parts {
            length += (length / (parts as u64 + parts as u64 / 2)).max(1);
            upper.push(length.min(u64::from(Tick::MAX - 1)) as Tick);
        }
        upper.push(Tick::MAX);
        let trees = vec![Sorted::default(); upper.len()];
        Self { upper, trees, held: 0 }
    }

    fn class_of(&self, length: Tick) -> usize {
        self.upper.partition_point(|&upper| upper < length)
    }

    pub fn insert(&mut self, period: Period) {
        let class = self.class_of(period.length());
        self.trees[class].insert(period);
        self.held |= 1 << class;
    }

    pub fn remove(&mut self, at: ClassSpot) {
        self.trees[at.class].remove(at.spot);
        if self.trees[at.class].len() == 0 {
            self.held &= !(1 << at.class);
        }
    }

    pub fn period(&self, at: ClassSpot) -> Period {
        self.trees[at.class].period(at.spot)
    }

    /// The shortest feasible period; then the earliest start, then the lowest server.
    pub fn shortest(&self, want: &Want) -> Option<ClassSpot> {
        let first = self.class_of(want.duration);
        let mut classes = self.held >> first << first;
        while classes != 0 {
            let class = classes.trailing_zeros() as usize;
            classes &= classes - 1;
            // No period of this class that starts earlier reaches the earliest end.
            let from = want.earliest_end().saturating_sub(self.upper[class]);
            if let Some(spot) = self.trees[class].shortest(from, want) {
                return Some(ClassSpot { class, spot });
            }
        }
        None
    }

    pub fn sweep(&mut self, now: Tick, end: Tick, scratch: &mut Vec<Period>) {
        for (class, tree) in self.trees.iter_mut().enumerate() {
            tree.sweep(now, end, scratch);
            if tree.len() == 0 {
                self.held &= !(1 << class);
            }
        }
    }

    pub fn trees(&self) -> &[Sorted] {
        &self.trees
    }
}
