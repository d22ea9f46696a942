//! Starts that need not be tried again, since a job that wants as little found no room there and nodes were only taken since then.

use super::least_seconds::{LeastSeconds, Want};
use crate::batch::job::Time;
use wide::i32x4;

/// Wants that are kept.
const KEPT: usize = 32;

/// A number for each want that is kept. Nodes and seconds stay far below 2³¹ (`crate::batch::bounds`), and lanes with a sign are compared in one instruction.
type Lanes = [i32; KEPT];

/// Starts that have no room for a want: those before a moment.
#[derive(Clone, Debug)]
pub struct PassedStarts {
    /// From when on the moments are counted.
    began: Time,
    nodes: Lanes,
    seconds: Lanes,
    /// So many seconds after that there may be room; not before.
    before: Lanes,
    /// How many were written, those that covered others left out.
    written: usize,
    /// The moment that [`PassedStarts::refuses`] asks about.
    until: Time,
    /// Wants that have no room before that moment, those that are kept among them.
    refused: LeastSeconds,
}

impl Default for PassedStarts {
    fn default() -> Self {
        Self::new(0)
    }
}

impl PassedStarts {
    /// Nothing is known yet.
    pub fn new(began: Time) -> Self {
        let nobody = [i32::MAX; KEPT];
        Self { began, nodes: nobody, seconds: nobody, before: [0; KEPT], written: 0, until: began, refused: LeastSeconds::NOBODY }
    }

    /// The first start at which there may be room.
    pub fn first(&self, (nodes, seconds): Want) -> Time {
        let (nodes, seconds) = (i32x4::splat(nodes as i32), i32x4::splat(seconds as i32));
        let [kept_nodes, kept_seconds, before] =
            [&self.nodes, &self.seconds, &self.before].map(|lanes| lanes.as_chunks().0.iter().map(|four| i32x4::new(*four)));
        let after = kept_nodes.zip(kept_seconds).zip(before).fold(i32x4::ZERO, |after, ((kept_nodes, kept_seconds), before)| {
            let wants_less = nodes.simd_lt(kept_nodes) | seconds.simd_lt(kept_seconds);
            after.max(before & !wants_less)
        });
        self.began + after.to_array().into_iter().max().map_or(0, |after| after as Time)
    }

    /// From now on asks about starts before this moment.
    pub fn ask_before(&mut self, until: Time) {
        if until == self.until {
            return;
        }
        self.until = until;
        self.refused = LeastSeconds::NOBODY;
        for at in 0..KEPT {
            if self.began + self.before[at] as Time >= until {
                self.refused.add_wider((self.nodes[at] as u32, self.seconds[at] as u32));
            }
        }
    }

    /// Whether there is no room before the moment that is asked about.
    pub fn refuses(&self, want: Want) -> bool {
        self.first(want) >= self.until
    }

    /// Wants that have no room before that moment: who wants as many seconds as they do is refused. Others may be refused as well.
    pub fn refused(&self) -> &LeastSeconds {
        &self.refused
    }

    /// There is no room before a moment: it takes the place of a want that says less, else of the oldest.
    pub fn keep(&mut self, want: Want, before: Time) {
        if before >= self.until {
            self.refused.add_wider(want);
        }
        let (nodes, seconds) = (want.0 as i32, want.1 as i32);
        // An earlier moment says less, but nothing wrong.
        let before = i32::try_from(before - self.began).unwrap_or(i32::MAX);
        let mut kept = self.nodes.iter().zip(&self.seconds).zip(&self.before);
        let says_less = kept.position(|((&n, &s), &known)| n >= nodes && s >= seconds && known <= before);
        let at = says_less.unwrap_or_else(|| {
            self.written += 1;
            self.written % KEPT
        });
        (self.nodes[at], self.seconds[at], self.before[at]) = (nodes, seconds, before);
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
                passed.ask_before(start + 1);
                assert!(!passed.refuses((nodes, seconds)) && passed.refused().allows((nodes, seconds)));
                found_later += u32::from(first > 100);
                passed.keep((nodes, seconds), start);
                passed.ask_before(start);
                assert!(passed.refuses((nodes, seconds)));
                profile.take(start, start + u64::from(seconds), nodes);
            }
        }
        assert!(found_later > 5_000, "what was learnt spares most searches a part: {found_later}");
    }

    #[test]
    fn moments_too_far_off_to_be_counted_say_less() {
        let (far, further) = (1 << 40, 1 << 41);
        let mut passed = PassedStarts::new(100);
        passed.ask_before(further);
        passed.keep((2, 5), far);
        assert_eq!(passed.first((2, 5)), 100 + i32::MAX as u64);
        assert!(!passed.refuses((2, 5)) && passed.refused().allows((2, 5)));
        passed.ask_before(1 << 30);
        assert!(passed.refuses((2, 5)) && !passed.refuses((1, 5)));
    }
}
