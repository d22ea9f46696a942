//! Nodes in use over time, for replaying a run: add a range, query the maximum of a range, in O(log points).

/// A tree over the stretches between the given points of time. A node keeps the peak of its part and what was added to all of it.
pub(super) struct Load {
    points: Vec<u64>,
    leaves: usize,
    peak: Vec<i64>,
    added: Vec<i64>,
}

/// The greatest load of a range and the first slot that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Peak {
    pub used: i64,
    pub slot: u64,
}

/// A node of the tree and the stretches `from .. to` below it.
#[derive(Clone, Copy)]
struct Part {
    node: usize,
    from: usize,
    to: usize,
}

impl Part {
    fn halves(self) -> [Self; 2] {
        let middle = self.from.midpoint(self.to);
        [Self { node: 2 * self.node, from: self.from, to: middle }, Self { node: 2 * self.node + 1, from: middle, to: self.to }]
    }
}

impl Load {
    /// An empty machine whose load may change at `points`, in any order.
    pub fn new(mut points: Vec<u64>) -> Self {
        points.sort_unstable();
        points.dedup();
        let leaves = points.len().next_power_of_two();
        Self { points, leaves, peak: vec![0; 2 * leaves], added: vec![0; 2 * leaves] }
    }

    fn root(&self) -> Part {
        Part { node: 1, from: 0, to: self.leaves }
    }

    fn stretch(&self, slot: u64) -> usize {
        self.points.partition_point(|&point| point < slot)
    }

    /// Adds `nodes` to every slot of `start .. end`; both must be among the points.
    pub fn add(&mut self, start: u64, end: u64, nodes: i64) {
        let (from, to) = (self.stretch(start), self.stretch(end));
        self.add_below(self.root(), from, to, nodes);
    }

    fn add_below(&mut self, part: Part, from: usize, to: usize, nodes: i64) {
        if to <= part.from || part.to <= from {
            return;
        }
        if from <= part.from && part.to <= to {
            self.peak[part.node] += nodes;
            self.added[part.node] += nodes;
            return;
        }
        let halves = part.halves();
        for half in halves {
            self.add_below(half, from, to, nodes);
        }
        self.peak[part.node] = self.added[part.node] + self.peak[halves[0].node].max(self.peak[halves[1].node]);
    }

    /// The peak of `start .. end`, both among the points; `None` for an empty range.
    pub fn peak(&self, start: u64, end: u64) -> Option<Peak> {
        let (from, to) = (self.stretch(start), self.stretch(end));
        let (used, stretch) = self.peak_below(self.root(), from, to)?;
        Some(Peak { used, slot: self.points[stretch] })
    }

    fn peak_below(&self, part: Part, from: usize, to: usize) -> Option<(i64, usize)> {
        if to <= part.from || part.to <= from {
            return None;
        }
        if part.to - part.from == 1 {
            return Some((self.peak[part.node], part.from));
        }
        let halves = part.halves();
        if from <= part.from && part.to <= to {
            // Wholly inside: the half with the greater peak holds it, the left one if both do.
            let half = halves[usize::from(self.peak[halves[1].node] > self.peak[halves[0].node])];
            let (_, stretch) = self.peak_below(half, from, to)?;
            return Some((self.peak[part.node], stretch));
        }
        let [left, right] = halves.map(|half| self.peak_below(half, from, to));
        let best = match (left, right) {
            (Some(left), Some(right)) => Some(if right.0 > left.0 { right } else { left }),
            (left, right) => left.or(right),
        };
        best.map(|(used, stretch)| (used + self.added[part.node], stretch))
    }

    /// The first point after a slot.
    pub fn next_point(&self, slot: u64) -> Option<u64> {
        self.points.get(self.points.partition_point(|&point| point <= slot)).copied()
    }

    /// Nodes in use in one slot, which need not be a point.
    pub fn at(&self, slot: u64) -> i64 {
        let after = self.points.partition_point(|&point| point <= slot);
        if after == 0 {
            return 0;
        }
        let (mut node, mut used) = (self.leaves + after - 1, 0);
        while node > 0 {
            used += self.added[node];
            node /= 2;
        }
        used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tree against a plain array, over many pseudo-random additions.
    #[test]
    fn load_is_what_an_array_says() {
        let mut state = 7_u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for points in [1_u64, 2, 3, 5, 8, 37] {
            let mut load = Load::new((0..=points).collect());
            let mut array = vec![0_i64; points as usize];
            for _ in 0..300 {
                let start = random(points);
                let end = start + 1 + random(points - start);
                let nodes = random(7) as i64 - 3;
                load.add(start, end, nodes);
                array[start as usize..end as usize].iter_mut().for_each(|used| *used += nodes);
                let start = random(points);
                let end = start + 1 + random(points - start);
                let part = &array[start as usize..end as usize];
                let used = *part.iter().max().unwrap();
                let slot = start + part.iter().position(|&u| u == used).unwrap() as u64;
                assert_eq!(load.peak(start, end), Some(Peak { used, slot }));
                assert_eq!(load.at(start), array[start as usize]);
            }
            assert_eq!(load.at(points), 0, "nothing lies after the last point");
            assert_eq!(load.peak(0, 0), None);
        }
        assert_eq!(Load::new(vec![5, 9]).at(3), 0, "nothing lies before the first point");
        assert_eq!(Load::new(Vec::new()).at(3), 0);
    }
}
