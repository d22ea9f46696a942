//! How long a tick is, and when tick 0 was: known where the requests were taken from a plan in slots, whose log may have dates.

use super::Tick;
use super::bounds;
use super::servers::check;
use crate::core::calendar::ClockStart;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::time_names::{TimeNames, TimeUnit};
use serde::{Deserialize, Serialize};

/// The clock behind the ticks. A plan does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TickClock {
    /// Length of a tick in seconds.
    pub tick_seconds: u32,
    /// When tick 0 begins, if that is known.
    pub start: Option<ClockStart>,
}

impl TickClock {
    /// Checks both fields; `place` is that of the machine.
    ///
    /// # Errors
    /// The first field out of range.
    pub fn check(self, place: &FieldPath) -> Result<(), ScenarioError> {
        check(place, "tick_seconds", self.tick_seconds, bounds::TICK_SECONDS)?;
        self.start.map_or(Ok(()), |start| start.check(&place.field("start")))
    }

    /// How points in time are written in a unit.
    pub fn time_names(self, unit: TimeUnit) -> TimeNames {
        TimeNames { unit, slot_seconds: self.tick_seconds, start: self.start }
    }
}

/// A length of time: "3 ticks", or "15 min" on the clock.
pub fn ticks(n: u64, time: TimeNames) -> String {
    if time.is_clock() { amount(n, time) } else { format!("{n} tick{}", if n == 1 { "" } else { "s" }) }
}

/// A length of time where the words before it say that it is one: "3", or "15 min" on the clock.
pub fn amount(n: u64, time: TimeNames) -> String {
    if time.is_clock() { time.length(n.min(u64::from(Tick::MAX)) as Tick) } else { n.to_string() }
}

/// A mean length of time, to a tenth of a tick, or to a second on the clock.
pub fn mean_amount(mean: f64, time: TimeNames) -> String {
    if !time.is_clock() {
        return format!("{mean:.1}");
    }
    let seconds = libm::round(mean * f64::from(time.slot_seconds)).clamp(0.0, f64::from(u32::MAX)) as u32;
    TimeNames { slot_seconds: 1, ..time }.length(seconds)
}
