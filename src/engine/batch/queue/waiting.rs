//! The jobs that wait in a queue, in the order of their arrival: the next one that is small and short enough is found without looking at the others.

use crate::batch::job::Time;

/// What stands where no job waits: wider and longer than any.
const NOBODY: (u32, u32) = (u32::MAX, u32::MAX);

/// The jobs that wait. A tree over all rows: each part knows the fewest nodes and the shortest time that a job in it wants.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// Number of leaves, a power of two. Node 1 is the root; 2n and 2n + 1 are below n.
    leaves: usize,
    least: Vec<(u32, u32)>,
}

impl Waiting {
    /// Nobody of so many rows waits.
    pub fn new(rows: usize) -> Self {
        let leaves = rows.max(1).next_power_of_two();
        Self { leaves, least: vec![NOBODY; 2 * leaves] }
    }

    /// A job joins the queue.
    pub fn add(&mut self, row: usize, nodes: u32, duration: Time) {
        self.set(row, (nodes, u32::try_from(duration).unwrap_or(u32::MAX - 1)));
    }

    /// A job leaves the queue.
    pub fn remove(&mut self, row: usize) {
        self.set(row, NOBODY);
    }

    fn set(&mut self, row: usize, wants: (u32, u32)) {
        let mut at = self.leaves + row;
        self.least[at] = wants;
        while at > 1 {
            at /= 2;
            let ((a, c), (b, d)) = (self.least[2 * at], self.least[2 * at + 1]);
            let both = (a.min(b), c.min(d));
            if self.least[at] == both {
                break;
            }
            self.least[at] = both;
        }
    }

    /// Whether a job waits.
    pub fn contains(&self, row: usize) -> bool {
        self.least[self.leaves + row] != NOBODY
    }

    /// The rows that wait, ascending.
    pub fn rows(&self) -> impl Iterator<Item = u32> {
        self.rows_from(0)
    }

    /// The rows that wait from one on, ascending.
    pub fn rows_from(&self, row: usize) -> impl Iterator<Item = u32> {
        std::iter::successors(self.first_from(row), |row| self.first_from(row + 1)).map(|row| row as u32)
    }

    /// The first job from a row on.
    pub fn first_from(&self, row: usize) -> Option<usize> {
        self.find(row, |nodes, _| nodes != u32::MAX)
    }

    /// The first job from a row on that fits: `free` has, for lengths up to a number of seconds, how many nodes there are, both as
    /// [`super::profile::Profile::steps_down`] gives them.
    pub fn first_that_fits(&self, row: usize, free: &[(Time, u32)]) -> Option<usize> {
        self.find(row, |nodes, duration| {
            nodes != u32::MAX
                && free.iter().find(|(up_to, _)| Time::from(duration) <= *up_to).is_some_and(|(_, free)| nodes <= *free)
        })
    }

    /// The first leaf from a row on that passes a test; a part is left out if its least numbers do not pass.
    fn find(&self, row: usize, passes: impl Fn(u32, u32) -> bool) -> Option<usize> {
        if row >= self.leaves {
            return None;
        }
        let mut at = self.leaves + row;
        loop {
            let (nodes, duration) = self.least[at];
            if passes(nodes, duration) {
                if at >= self.leaves {
                    return Some(at - self.leaves);
                }
                at *= 2;
                continue;
            }
            // On to what is right of this part.
            while at & 1 == 1 {
                at /= 2;
            }
            if at == 0 {
                return None;
            }
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Waiting;

    #[test]
    fn the_first_that_fits_is_that_of_a_scan() {
        let mut state = 7_u32;
        let mut draw = |most: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % most
        };
        for rows in [1_usize, 2, 3, 17, 64, 100] {
            let (mut waiting, mut list) = (Waiting::new(rows), vec![None; rows]);
            for _ in 0..2_000 {
                let row = draw(rows as u32) as usize;
                match list[row] {
                    Some(_) => {
                        waiting.remove(row);
                        list[row] = None;
                    }
                    None => {
                        let job = (1 + draw(8), 1 + draw(20));
                        waiting.add(row, job.0, job.1.into());
                        list[row] = Some(job);
                    }
                }
                let short = 1 + u64::from(draw(20));
                let most = 1 + draw(8);
                // Longer jobs never have more.
                let free = [(short, most), (u64::MAX, draw(most + 1))];
                let from = draw(rows as u32) as usize;
                let fits = |&row: &usize| {
                    list[row]
                        .is_some_and(|(nodes, duration)| nodes <= if u64::from(duration) <= short { free[0].1 } else { free[1].1 })
                };
                assert_eq!(waiting.first_that_fits(from, &free), (from..rows).find(fits));
                assert_eq!(waiting.first_from(from), (from..rows).find(|&row| list[row].is_some()));
                assert_eq!(waiting.rows().count(), list.iter().flatten().count());
            }
        }
    }
}
