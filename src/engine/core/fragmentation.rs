//! Fragmentation: which share of the free node-time lies in holes that are too short for the median request (ours: the papers argue with fragmentation and
//! define it nowhere).

use super::formula::Expression;

/// Free node-time in slots, seconds or ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FreeTime {
    /// All of it.
    pub all: u128,
    /// What lies in short holes: free runs of a node between two jobs, shorter than the median request.
    pub in_short_holes: u128,
}

impl FreeTime {
    /// Of nodes that may be exchanged for one another, from how many are free: `steps` are moments and the nodes free from each on, in order of time, and the
    /// last ones are free until `end`. `median` is the length of the median request. O(steps).
    ///
    /// The jobs of each moment take the lowest nodes, as in the logical view (Umar 3.3), so that the nodes freed last are the first to be taken again. A node
    /// that is free in the first step has no job before, and one that is free at the end has none behind it: neither is in a hole.
    pub fn of_steps(steps: impl IntoIterator<Item = (u64, u32)>, end: u64, median: u64) -> Self {
        let mut steps = steps.into_iter();
        let Some((mut since, mut free)) = steps.next() else { return Self::default() };
        let mut found = Self::default();
        // Free runs that go on: how many nodes, and since when; the latest last.
        let mut runs: Vec<(u32, u64)> = Vec::new();
        for (moment, next) in steps {
            found.all += u128::from(free) * u128::from(moment - since);
            if next > free {
                runs.push((next - free, moment));
            }
            let mut taken = free.saturating_sub(next);
            while taken > 0 {
                // The others have been free since the first step.
                let Some((nodes, from)) = runs.last_mut() else { break };
                let ended = taken.min(*nodes);
                let length = moment - *from;
                if length < median {
                    found.in_short_holes += u128::from(ended) * u128::from(length);
                }
                (*nodes, taken) = (*nodes - ended, taken - ended);
                if *nodes == 0 {
                    runs.pop();
                }
            }
            (since, free) = (moment, next);
        }
        found.all += u128::from(free) * u128::from(end.saturating_sub(since));
        found
    }

    /// The share of the free node-time that lies in short holes; 0 where nothing is free.
    pub fn fragmentation(self) -> f64 {
        if self.all == 0 { 0.0 } else { self.in_short_holes as f64 / self.all as f64 }
    }

    /// The same with its numbers; `unit` is what is counted, `median` the length of the median request in words.
    pub fn expression(self, unit: &str, median: &str) -> Expression {
        let short = format!("free {unit} in holes shorter than the median request ({median})");
        Expression::term(short, self.in_short_holes as f64).over(Expression::term(format!("free {unit}"), self.all as f64))
    }
}

/// The length of the ⌈n/2⌉-th request by length: the lower middle; 0 without requests. O(n).
pub fn median(mut lengths: Vec<u64>) -> u64 {
    match lengths.len() {
        0 => 0,
        count => *lengths.select_nth_unstable((count - 1) / 2).1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_by_hand() {
        // Three nodes. Two are taken at 0, one of them is free from 2 to 5, both from 6 to 7, and all from 9 on.
        let steps = [(0, 1), (2, 2), (5, 1), (6, 3), (7, 1), (9, 3)];
        // Free: 2 + 6 + 1 + 3 + 2 + 3.
        let of = |median| FreeTime::of_steps(steps, 10, median);
        assert_eq!(of(3), FreeTime { all: 17, in_short_holes: 2 });
        assert_eq!(of(4), FreeTime { all: 17, in_short_holes: 5 });
        // Neither the node that is always free nor what is free at the end lies in a hole.
        assert_eq!(of(100), of(4));
        assert_eq!(of(1).fragmentation(), 0.0);
        assert_eq!(of(3).fragmentation(), 2.0 / 17.0);
        assert_eq!(FreeTime::of_steps([], 10, 5).fragmentation(), 0.0);
    }

    #[test]
    fn the_median_is_the_lower_middle() {
        assert_eq!([vec![], vec![7], vec![9, 2], vec![5, 1, 3], vec![4, 1, 3, 2]].map(median), [0, 7, 2, 3, 2]);
    }
}
