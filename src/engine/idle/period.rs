//! One idle period, and how a job fits into it.

use super::strategy::Strategy;
use super::{OPEN, Tick};
use serde::{Deserialize, Serialize};

/// A time in which a server has nothing to do: the point (start, end) above the diagonal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Period {
    /// First idle tick (s, st).
    pub start: Tick,
    /// The server.
    pub server: u32,
    /// First tick that is not idle any more (e, et); [`OPEN`] after a server's last reservation.
    pub end: Tick,
}

impl Period {
    /// Ticks from start to end; an open-ended period counts as longer than any other of the same or a later start.
    pub fn length(&self) -> Tick {
        self.end - self.start
    }

    /// Whether nothing is reserved after it.
    pub fn is_open(&self) -> bool {
        self.end == OPEN
    }
}

/// Sorts periods by start, server, end.
pub(super) fn sort_periods(periods: &mut [Period]) {
    periods.sort_unstable_by_key(|period| (period.start, period.server, period.end));
}

/// What a job wants of a server of one rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Want {
    /// r_j.
    pub earliest_start: Tick,
    /// ⌈l_j/μ⌉.
    pub duration: Tick,
    /// d_j.
    pub deadline: Tick,
}

impl Want {
    /// The wish, unless the deadline is too near for this duration whatever is idle.
    pub fn new(earliest_start: Tick, duration: u64, deadline: Tick) -> Option<Self> {
        let fits = u64::from(earliest_start) + duration <= u64::from(deadline);
        fits.then_some(Self { earliest_start, duration: duration as Tick, deadline })
    }

    /// Latest start that meets the deadline.
    pub fn latest_start(&self) -> Tick {
        self.deadline - self.duration
    }

    /// Earliest end.
    pub fn earliest_end(&self) -> Tick {
        self.earliest_start + self.duration
    }

    /// max(s, r) + ⌈l/μ⌉ ≤ min(e, d): exact, borders included.
    pub fn fits(&self, period: &Period) -> bool {
        let start = u64::from(period.start.max(self.earliest_start));
        start + u64::from(self.duration) <= u64::from(period.end.min(self.deadline))
    }

    /// Where `strategy` puts the job in a feasible period.
    pub fn place(&self, period: &Period, strategy: Strategy) -> Tick {
        if strategy.places_late() { period.end.min(self.deadline) - self.duration } else { period.start.max(self.earliest_start) }
    }

    /// How good a feasible period is: of two, the strategy takes the one with the smaller rank. Written for comparing the best periods
    /// of several rates; within one rate the flat layouts find the best without asking. The order of [`Strategy`]'s documentation; of periods that are equal by
    /// that, the one that starts first (with MinTip and MaxTip the one that ends first), then the one on the lowest server.
    pub fn rank(&self, period: &Period, strategy: Strategy) -> Rank {
        let (start, end) = (u64::from(period.start), u64::from(period.end));
        let late = u64::from(Tick::MAX - period.start);
        let trailing = u64::from(period.end.saturating_sub(self.deadline));
        let by_open = |closed: (u64, u64)| if period.is_open() { (u64::MAX, late) } else { closed };
        let (first, second) = match strategy {
            Strategy::MinLip => (u64::from(self.earliest_start.saturating_sub(period.start)), start),
            Strategy::FirstFitIdle | Strategy::MaxLip | Strategy::FfHu | Strategy::FfHa => (start, 0),
            Strategy::MinTip => by_open((trailing, end)),
            Strategy::MaxTip if period.is_open() => (0, late),
            Strategy::MaxTip => (u64::from(Tick::MAX) - trailing, end),
            Strategy::BestFit => by_open((u64::from(period.length() - self.duration), start)),
            Strategy::Lact if period.start <= self.earliest_start => (0, late),
            Strategy::Lact => (1, start),
            // Within a rate the paper's walk decides, and there is only one rate.
            Strategy::FfHaPlus | Strategy::FfHaPlusFirst if period.is_open() => (0, start),
            Strategy::FfHaPlusLast if period.is_open() => (0, late),
            Strategy::FfHaPlus | Strategy::FfHaPlusFirst | Strategy::FfHaPlusLast => {
                (u64::from(Tick::MAX - period.length()), start)
            }
        };
        Rank { first, second, server: period.server }
    }
}

/// The order in which a strategy prefers feasible periods; smaller is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    first: u64,
    second: u64,
    server: u32,
}
