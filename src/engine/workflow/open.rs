//! When the nodes of a provider may be used: from its registration to its end (Mondol 3.2.1), and within that in given hours (usage policies, Mondol 2.2).

use super::graph::Time;
use super::scenario::Provider;

/// Stands for a moment that never comes. Later than any end of a task, and exact in a floating-point number.
pub const NEVER: Time = 1 << 50;

/// When a node may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// From then on.
    from: Time,
    /// Until then, exclusive.
    until: Time,
    /// The start of a daily window, its length, and the length of a day.
    hours: Option<(Time, Time, Time)>,
}

impl Open {
    /// When the nodes of a provider may be used.
    pub fn of(provider: &Provider) -> Self {
        // Hours that are as long as the day never end.
        let hours = provider.hours.filter(|hours| hours.length < hours.period);
        let hours = hours.map(|hours| (Time::from(hours.from), Time::from(hours.length), Time::from(hours.period)));
        Self { from: Time::from(provider.from), until: provider.until.map_or(NEVER, Time::from), hours }
    }

    /// Whether there is no limit.
    pub fn is_always(&self) -> bool {
        (self.from, self.until) == (0, NEVER) && self.hours.is_none()
    }

    /// The earliest start at `at` or later of a stretch of so long within the open time; [`NEVER`] if there is none.
    pub fn next(&self, at: Time, duration: Time) -> Time {
        let mut at = at.max(self.from);
        if let Some((from, length, period)) = self.hours {
            if duration > length {
                return NEVER;
            }
            let passed = (at + period - from % period) % period;
            if passed + duration > length {
                at += period - passed;
            }
        }
        if at + duration > self.until { NEVER } else { at }
    }

    /// The open time around a moment that is open: where it begins, and where it ends.
    pub fn around(&self, at: Time) -> (Time, Time) {
        let Some((from, length, period)) = self.hours else { return (self.from, self.until) };
        let passed = (at + period - from % period) % period;
        (at.saturating_sub(passed).max(self.from), (at + length.saturating_sub(passed)).min(self.until))
    }

    /// The closed stretches in [from, to), at most so many.
    pub fn closed(&self, from: Time, to: Time, most: usize) -> Vec<(Time, Time)> {
        let mut closed = Vec::new();
        let mut at = from;
        while at < to && closed.len() < most {
            let opens = self.next(at, 1).min(to);
            if opens > at {
                closed.push((at, opens));
            }
            at = if opens < to { self.around(opens).1 } else { to };
        }
        closed
    }
}

#[cfg(test)]
mod tests {
    use super::super::scenario::Hours;
    use super::*;

    #[test]
    fn windows_come_again_each_day() {
        let hours = Some(Hours { from: 8, length: 4, period: 24 });
        let open = Open::of(&Provider { from: 9, until: Some(59), hours, ..Provider::of(1) });
        assert_eq!([0, 9, 10, 12, 33].map(|at| open.next(at, 2)), [9, 9, 10, 32, 33]);
        assert_eq!((open.next(34, 4), open.next(0, 5), open.next(57, 2), open.next(58, 2)), (NEVER, NEVER, 57, NEVER));
        assert_eq!((open.around(10), open.around(57)), ((9, 12), (56, 59)));
        assert_eq!(open.closed(0, 70, 9), [(0, 9), (12, 32), (36, 56), (59, 70)]);
        let night = Open::of(&Provider { hours: Some(Hours { from: 20, length: 10, period: 24 }), ..Provider::of(1) });
        assert_eq!([0, 5, 6, 21].map(|at| night.next(at, 1)), [0, 5, 20, 21], "a window passes midnight");
        assert!(Open::of(&Provider::of(1)).is_always());
    }
}
