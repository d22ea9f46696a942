//! A column with minimum, maximum and sum over blocks of 16, 256, 4096 …: ranges are evaluated in O(16 · log₁₆ n).

use std::ops::Range;

/// Values that one entry of a level stands for, per entry of the level below.
const FAN: usize = 16;

/// What is known of a block of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Least value.
    pub min: u32,
    /// Greatest value.
    pub max: u32,
    /// Total.
    pub sum: u64,
}

impl Summary {
    const NONE: Self = Self { min: u32::MAX, max: 0, sum: 0 };

    fn of(value: u32) -> Self {
        Self { min: value, max: value, sum: u64::from(value) }
    }

    fn whole(values: &[u32]) -> Self {
        let (mut min, mut max, mut sum) = (u32::MAX, 0, 0);
        for &value in values {
            (min, max, sum) = (min.min(value), max.max(value), sum + u64::from(value));
        }
        Self { min, max, sum }
    }

    fn with(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max), sum: self.sum + other.sum }
    }
}

/// Puts `with` in the place of a stretch of a column. (`Vec::splice` is five times the code.)
pub(crate) fn splice(column: &mut Vec<u32>, range: Range<usize>, with: &[u32]) {
    let (len, end) = (column.len(), range.start + with.len());
    let now = len - range.len() + with.len();
    // A little room at a time: doubling a million rows for one more would cost as much as the plan.
    column.reserve_exact(if now > column.capacity() { now - len + now / 64 } else { 0 });
    column.resize(len.max(now), 0);
    column.copy_within(range.end..len, end);
    column.truncate(now);
    column[range.start..end].copy_from_slice(with);
}

/// The column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pyramid {
    values: Vec<u32>,
    levels: Vec<Vec<Summary>>,
}

impl Pyramid {
    /// Builds the blocks: O(n).
    pub fn new(values: Vec<u32>) -> Self {
        let mut pyramid = Self { values, levels: Vec::new() };
        pyramid.summarise(0..usize::MAX);
        pyramid
    }

    /// Puts `with` in the place of a stretch of the column: O(the stretch), and O(what comes after it) where the length changes.
    ///
    /// # Panics
    /// The stretch does not lie in the column.
    pub fn splice(&mut self, range: Range<usize>, with: &[u32]) {
        let from = range.start;
        let to = if range.len() == with.len() { range.end } else { usize::MAX };
        splice(&mut self.values, range, with);
        self.summarise(from..to);
    }

    /// Makes the blocks over a stretch of the column, up to its end, anew.
    fn summarise(&mut self, stretch: Range<usize>) {
        let (mut from, mut to) = (stretch.start, stretch.end.min(self.values.len()));
        let (mut level, mut len) = (0, self.values.len());
        while len > 1 || level == 0 && len > 0 {
            (from, to, len) = (from / FAN, to.div_ceil(FAN), len.div_ceil(FAN));
            if level == self.levels.len() {
                self.levels.push(Vec::new());
            }
            let (below, above) = self.levels.split_at_mut(level);
            above[0].resize(len, Summary::NONE);
            let changed = above[0][from..to].iter_mut().enumerate();
            match below.last() {
                None => {
                    for (block, summary) in changed {
                        let end = ((from + block + 1) * FAN).min(self.values.len());
                        *summary = Summary::whole(&self.values[(from + block) * FAN..end]);
                    }
                }
                Some(below) => {
                    for (block, summary) in changed {
                        let end = ((from + block + 1) * FAN).min(below.len());
                        *summary = below[(from + block) * FAN..end].iter().copied().fold(Summary::NONE, Summary::with);
                    }
                }
            }
            level += 1;
        }
        self.levels.truncate(level);
    }

    /// The column itself.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Least, greatest and total value over a range; `None` if nothing of it is in the column.
    pub fn over(&self, range: Range<usize>) -> Option<Summary> {
        let (mut from, mut to) = (range.start, range.end.min(self.values.len()));
        if from >= to {
            return None;
        }
        // As fast as from block to block where there are few.
        if to - from < 3 * FAN {
            return Some(Summary::whole(&self.values[from..to]));
        }
        let mut sum = Summary::NONE;
        // Whole blocks go on to the next level, what sticks out on either side is taken here.
        for level in 0..=self.levels.len() {
            let at = |i: usize| if level == 0 { Summary::of(self.values[i]) } else { self.levels[level - 1][i] };
            let last = level == self.levels.len();
            while from < to && (last || !from.is_multiple_of(FAN)) {
                sum = sum.with(at(from));
                from += 1;
            }
            while from < to && !to.is_multiple_of(FAN) {
                to -= 1;
                sum = sum.with(at(to));
            }
            if from >= to {
                break;
            }
            (from, to) = (from / FAN, to / FAN);
        }
        Some(sum)
    }

    /// Calls `found` with every position in `0 .. end` whose value is above `threshold`, ascending; blocks without one are passed over.
    pub fn for_each_above(&self, end: usize, threshold: u32, mut found: impl FnMut(usize)) {
        let end = end.min(self.values.len());
        let mut i = 0;
        while i < end {
            // The largest block that begins here and holds nothing above the threshold.
            let (mut size, mut passed) = (FAN, 0);
            for level in &self.levels {
                if !i.is_multiple_of(size) || level[i / size].max > threshold {
                    break;
                }
                passed = size;
                size *= FAN;
            }
            if passed > 0 {
                i += passed;
            } else {
                if self.values[i] > threshold {
                    found(i);
                }
                i += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_plain_column(values in prop::collection::vec(0..50_u32, 0..700), a in 0..720_usize, b in 0..720_usize, threshold in 0..60_u32) {
            let pyramid = Pyramid::new(values.clone());
            let (from, to) = (a.min(b), a.max(b));
            let part = values.get(from.min(values.len())..to.min(values.len())).unwrap_or(&[]);
            let expected = (!part.is_empty()).then(|| Summary {
                min: *part.iter().min().unwrap(),
                max: *part.iter().max().unwrap(),
                sum: part.iter().map(|&v| u64::from(v)).sum(),
            });
            prop_assert_eq!(pyramid.over(from..to), expected);
            let mut found = Vec::new();
            pyramid.for_each_above(to, threshold, |i| found.push(i));
            let plain: Vec<usize> = (0..to.min(values.len())).filter(|&i| values[i] > threshold).collect();
            prop_assert_eq!(found, plain);
        }
    }
}
