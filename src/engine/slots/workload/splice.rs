//! Rows removed from a list and rows inserted: the new numbers of all other rows.

use std::ops::Range;

/// Rows `removed` (as they were numbered) were taken out of a list, and then rows `inserted` (as they are numbered now) were put in.
///
/// The other rows keep their order. Rows that were only changed are both removed and inserted, at the same place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Splice {
    /// Numbers before.
    pub removed: Range<u32>,
    /// Numbers after.
    pub inserted: Range<u32>,
}

impl Splice {
    /// Whether every other row keeps its number.
    pub fn in_place(&self) -> bool {
        self.removed == self.inserted
    }

    /// What an untouched row is numbered now; `None` if it was taken out.
    pub fn after(&self, before: u32) -> Option<u32> {
        if self.removed.contains(&before) {
            return None;
        }
        Some(self.number_after(before))
    }

    /// What an untouched row is numbered now; without meaning for a row that was taken out.
    pub fn number_after(&self, before: u32) -> u32 {
        let went = if before >= self.removed.end { self.removed.len() as u32 } else { 0 };
        let rest = before - went;
        rest + if rest >= self.inserted.start { self.inserted.len() as u32 } else { 0 }
    }

    /// [`Splice::number_after`] for a column of numbers.
    pub fn renumber(&self, numbers: &mut [u32]) {
        numbers.iter_mut().for_each(|number| *number = self.number_after(*number));
    }

    /// Where a gap between untouched rows is now: the gap before row `before`, seen from the rows that follow it.
    pub fn gap_after(&self, before: u32) -> u32 {
        let rest = if before >= self.removed.end { before - self.removed.len() as u32 } else { before.min(self.removed.start) };
        if rest >= self.inserted.start { rest + self.inserted.len() as u32 } else { rest }
    }

    /// What an untouched row was numbered before; `None` if it was put in.
    pub fn before(&self, after: u32) -> Option<u32> {
        Self { removed: self.inserted.clone(), inserted: self.removed.clone() }.after(after)
    }

    /// Does to a column what was done to the list: O(rows between the two places) if as many went in as came out, else O(rows after
    /// the first of them).
    ///
    /// # Panics
    /// The column is shorter than the rows removed, or `with` has another length than the rows inserted.
    pub fn apply<T: Clone>(&self, column: &mut Vec<T>, with: impl ExactSizeIterator<Item = T>) {
        assert_eq!(with.len(), self.inserted.len(), "as many values as rows");
        let [removed, inserted] = [&self.removed, &self.inserted].map(|rows| rows.start as usize..rows.end as usize);
        if removed.len() == inserted.len() {
            if removed.start <= inserted.start {
                column[removed.start..inserted.end].rotate_left(removed.len());
            } else {
                column[inserted.start..removed.end].rotate_right(removed.len());
            }
            for (place, value) in column[inserted].iter_mut().zip(with) {
                *place = value;
            }
        } else {
            column.drain(removed);
            column.splice(inserted.start..inserted.start, with);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_their_rows() {
        let before: Vec<u32> = (0..9).collect();
        for from in 0..=9_u32 {
            for taken in 0..=(9 - from).min(3) {
                for put in 0..=3_u32 {
                    for to in 0..=(9 - taken) {
                        let splice = Splice { removed: from..from + taken, inserted: to..to + put };
                        let mut after = before.clone();
                        splice.apply(&mut after, (0..put).map(|i| 100 + i));
                        let mut plain = before.clone();
                        plain.drain(from as usize..(from + taken) as usize);
                        for i in 0..put {
                            plain.insert((to + i) as usize, 100 + i);
                        }
                        assert_eq!(after, plain, "{splice:?}");
                        for &row in &before {
                            let now = after.iter().position(|&other| other == row).map(|at| at as u32);
                            assert_eq!(splice.after(row), now, "{splice:?} row {row}");
                        }
                        for (at, &row) in (0..).zip(&after) {
                            assert_eq!(splice.before(at), (row < 100).then_some(row), "{splice:?} row {at}");
                        }
                        assert_eq!(splice.in_place(), (taken, from) == (put, to));
                        if splice.in_place() {
                            assert!(before.iter().all(|&row| splice.after(row).is_none_or(|now| now == row)));
                        }
                    }
                }
            }
        }
    }
}
