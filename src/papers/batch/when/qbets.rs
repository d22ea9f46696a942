//! QBETS: an upper bound of how long a job waits, from the waits of earlier jobs alone (Nurmi, Brevik and Wolski 2007; Brevik, Nurmi and Wolski 2006).
//!
//! Of n waits, at most the k-th smallest is below the q quantile with the probability that a binomial variable (n, q) is below k. The bound is the smallest
//! of the waits for which that is at least the confidence; here both are 95 %. Where three waits in a row are longer than they were bound by, the machine has
//! changed: only the latest waits are kept, as few as a bound needs. Jobs are told apart by their nodes: 1 to 4, 5 to 16, 17 to 64, more.

use bookahead_engine::batch::job::Time;
use std::collections::VecDeque;

/// The quantile, and the confidence as a quantile of the normal distribution.
const QUANTILE: f64 = 0.95;
const NORMAL_95: f64 = 1.644_853_626_951_472_2;
/// The fewest waits that have a bound: 0.95⁵⁹ < 0.05.
pub const FEWEST: usize = 59;
/// The most that are kept: the paper keeps all; what is older than these counts little after changes.
const KEPT: usize = 4_000;
/// Waits in a row above their bounds that tell a change.
const RARE: u32 = 3;
/// Most nodes of the first groups of jobs.
const GROUPS: [u32; 3] = [4, 16, 64];

/// The place, from 1, of the wait that bounds the quantile of so many; `None` if there are too few. With 59 waits it is the greatest, as by the binomial
/// distribution itself; for more the normal approximation stands for it, as in the paper.
pub fn bound_of(waits: usize) -> Option<usize> {
    let n = waits as f64;
    let place = n * QUANTILE + NORMAL_95 * libm::sqrt(n * QUANTILE * (1.0 - QUANTILE));
    (waits >= FEWEST).then(|| (libm::ceil(place) as usize).clamp(1, waits))
}

/// The waits of a group of jobs.
#[derive(Clone, Debug, Default)]
struct Group {
    latest: VecDeque<Time>,
    sorted: Vec<Time>,
    misses: u32,
}

impl Group {
    fn bound(&self) -> Option<Time> {
        bound_of(self.sorted.len()).map(|place| self.sorted[place - 1])
    }

    fn forget(&mut self, kept: usize) {
        while self.latest.len() > kept {
            let Some(oldest) = self.latest.pop_front() else { return };
            let at = self.sorted.partition_point(|wait| *wait < oldest);
            self.sorted.remove(at);
        }
    }

    fn add(&mut self, wait: Time, bound: Option<Time>) {
        self.latest.push_back(wait);
        self.sorted.insert(self.sorted.partition_point(|known| *known < wait), wait);
        self.misses = if bound.is_some_and(|bound| wait > bound) { self.misses + 1 } else { 0 };
        if self.misses >= RARE {
            self.misses = 0;
            self.forget(FEWEST);
        } else {
            self.forget(KEPT);
        }
    }
}

/// Bounds for jobs of every size.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    groups: [Group; GROUPS.len() + 1],
}

impl Bounds {
    fn place(nodes: u32) -> usize {
        GROUPS.partition_point(|most| *most < nodes)
    }

    /// How long a job of so many nodes waits at most, if that can be said.
    pub fn bound(&self, nodes: u32) -> Option<Time> {
        self.groups[Self::place(nodes)].bound()
    }

    /// A job has started that waited so long, and was told a bound on its submission.
    pub fn start(&mut self, nodes: u32, waited: Time, bound: Option<Time>) {
        self.groups[Self::place(nodes)].add(waited, bound);
    }
}
