//! Starts that need not be tried again, since a job that wants as little found no room there and nodes were only taken since then.

use super::reserved::Want;
use crate::batch::job::Time;

/// Wants that are kept: as many as are compared side by side.
const KEPT: usize = 32;

/// Starts that have no room for a want: those before a moment.
#[derive(Clone, Debug)]
pub struct PassedStarts {
    /// From when on the moments are counted.
    began: Time,
    nodes: [u32; KEPT],
    seconds: [u32; KEPT],
    /// So many seconds after that there may be room; not before.
    before: [u32; KEPT],
    /// The last of the moments.
    last: u32,
    /// How many were written, those that covered others left out.
    written: usize,
}

impl Default for PassedStarts {
    fn default() -> Self {
        Self::new(0)
    }
}

impl PassedStarts {
    /// Nothing is known yet.
    pub fn new(began: Time) -> Self {
        Self { began, nodes: [u32::MAX; KEPT], seconds: [u32::MAX; KEPT], before: [0; KEPT], last: 0, written: 0 }
    }

    /// The first start at which there may be room.
    pub fn first(&self, (nodes, seconds): Want) -> Time {
        // Without a branch, so that all are compared side by side.
        let kept = self.nodes.iter().zip(&self.seconds).zip(&self.before);
        let after = kept.fold(0, |after, ((&n, &s), &before)| {
            let is_covered = (n <= nodes) & (s <= seconds);
            after.max(if is_covered { before } else { 0 })
        });
        self.began + Time::from(after)
    }

    /// Whether there is no room before a moment.
    pub fn refuses(&self, want: Want, before: Time) -> bool {
        self.began + Time::from(self.last) >= before && self.first(want) >= before
    }

    /// There is no room before a moment: it takes the place of a want that says less, else of the oldest.
    pub fn keep(&mut self, (nodes, seconds): Want, before: Time) {
        // An earlier moment says less, but nothing wrong.
        let before = u32::try_from(before - self.began).unwrap_or(u32::MAX);
        let mut kept = self.nodes.iter().zip(&self.seconds).zip(&self.before);
        let says_less = kept.position(|((&n, &s), &known)| n >= nodes && s >= seconds && known <= before);
        let at = says_less.unwrap_or_else(|| {
            self.written += 1;
            self.written % KEPT
        });
        (self.nodes[at], self.seconds[at], self.before[at]) = (nodes, seconds, before);
        self.last = self.last.max(before);
    }
}

#[cfg(test)]
mod tests {
    use super::PassedStarts;
    use crate::batch::queue::profile::Profile;

    #[test]
    fn the_first_fit_is_that_of_a_search_from_the_beginning() {
        let mut state = 7_u32;
        let mut draw = |most: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            1 + (state >> 8) % most
        };
        let mut found_later = 0;
        for _ in 0..50 {
            let (mut profile, mut passed) = (Profile::new(16), PassedStarts::new(100));
            for _ in 0..200 {
                let (nodes, seconds) = (draw(16), draw(40));
                let start = profile.first_fit(100, seconds.into(), nodes);
                let first = passed.first((nodes, seconds)).max(100);
                assert_eq!(profile.first_fit(first, seconds.into(), nodes), start);
                assert!(!passed.refuses((nodes, seconds), start + 1));
                found_later += u32::from(first > 100);
                passed.keep((nodes, seconds), start);
                assert!(passed.refuses((nodes, seconds), start));
                profile.take(start, start + u64::from(seconds), nodes);
            }
        }
        assert!(found_later > 5_000, "what was learnt spares most searches a part: {found_later}");
    }
}
