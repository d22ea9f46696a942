//! How points and stretches of time are written: in slots, or as clock time. Every axis, label, sentence and table uses this.

use super::calendar::{Civil, ClockStart, DAY, time_of_day};
use super::words::{counted, range};

/// What time is counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeUnit {
    /// Slot numbers.
    #[default]
    Slots,
    /// Clock time: dates if the start of the scenario is known, else days counted from 1.
    Clock,
}

/// How the time of a scenario is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeNames {
    /// What time is counted in.
    pub unit: TimeUnit,
    /// Length of a slot in seconds.
    pub slot_seconds: u32,
    /// When slot 0 begins, if that is known.
    pub start: Option<ClockStart>,
}

impl TimeNames {
    /// Slot numbers.
    pub const SLOTS: Self = Self { unit: TimeUnit::Slots, slot_seconds: 1, start: None };

    /// Whether clock time is written.
    pub fn is_clock(self) -> bool {
        self.unit == TimeUnit::Clock
    }

    /// Seconds at the start of a slot: since 1970 on the clock on the wall if the start is known, else since the start of the scenario. Where slots are
    /// whole minutes, the seconds of the start are left out: they would stand at every time and tell nothing.
    pub fn seconds(self, slot: u32) -> i64 {
        let start = self.start.map_or(0, ClockStart::local_seconds);
        let start = if self.slot_seconds.is_multiple_of(60) { start - start.rem_euclid(60) } else { start };
        start + i64::from(slot) * i64::from(self.slot_seconds)
    }

    /// The start of a slot: "15", "Mon 23 Sep 1996 14:05", "1:05" on the first day of no date, "day 2 06:00" later.
    pub fn at(self, slot: u32) -> String {
        let seconds = self.seconds(slot);
        match (self.unit, self.start) {
            (TimeUnit::Slots, _) => slot.to_string(),
            (TimeUnit::Clock, Some(_)) => {
                let civil = Civil::of(seconds);
                format!("{} {}", civil.date(), civil.time())
            }
            (TimeUnit::Clock, None) => {
                let (day, time) = (seconds / DAY + 1, time_of_day(seconds % DAY));
                if day == 1 { on_first_day(seconds) } else { format!("day {day} {time}") }
            }
        }
    }

    /// The start of a slot after another was named: without the date if it is on the same day.
    pub fn at_after(self, before: u32, slot: u32) -> String {
        let seconds = self.seconds(slot);
        let is_same_day = self.seconds(before).div_euclid(DAY) == seconds.div_euclid(DAY);
        let is_first_day = self.start.is_none() && seconds < DAY;
        if self.is_clock() && is_same_day && !is_first_day { time_of_day(seconds.rem_euclid(DAY)) } else { self.at(slot) }
    }

    /// The start of a slot where there is little room: "23 Sep 14:05" where [`Self::at`] says "Mon 23 Sep 1996 14:05".
    pub fn brief(self, slot: u32) -> String {
        if !self.is_clock() || self.start.is_none() {
            return self.at(slot);
        }
        let civil = Civil::of(self.seconds(slot));
        format!("{} {}", civil.day_and_month(), civil.time())
    }

    /// The stretch of time from one slot to another where there is little room: "23 Sep 14:05 – 14:20".
    pub fn brief_span(self, first: u32, end: u32) -> String {
        let is_same_day = self.seconds(first).div_euclid(DAY) == self.seconds(end).div_euclid(DAY);
        let end = if is_same_day { self.at_after(first, end) } else { self.brief(end) };
        format!("{} – {end}", self.brief(first))
    }

    /// Starts from one slot to another, both of them included: "12–14", "Mon 23 Sep 1996 14:05 – 14:15".
    pub fn between(self, first: u32, last: u32) -> String {
        match self.unit {
            TimeUnit::Slots => range(first, last),
            TimeUnit::Clock if first == last => self.at(first),
            TimeUnit::Clock => format!("{} – {}", self.at(first), self.at_after(first, last)),
        }
    }

    /// The stretch of time that slots take, `end` being the first one after it: "12–14", "Mon 23 Sep 1996 14:05 – 14:20".
    pub fn held(self, first: u32, end: u32) -> String {
        match self.unit {
            TimeUnit::Slots => range(first, end.saturating_sub(1).max(first)),
            TimeUnit::Clock => format!("{} – {}", self.at(first), self.at_after(first, end)),
        }
    }

    /// A slot as the subject of a sentence: "slot 15", "the slot at Mon 23 Sep 1996 14:05".
    pub fn slot(self, slot: u32) -> String {
        match self.unit {
            TimeUnit::Slots => format!("slot {slot}"),
            TimeUnit::Clock => format!("the slot at {}", self.at(slot)),
        }
    }

    /// Several slots as the subject of a sentence: "slots 12–14", "the slots of Mon 23 Sep 1996 14:05 – 14:20".
    pub fn slots(self, first: u32, last: u32) -> String {
        match self.unit {
            TimeUnit::Slots => format!("slots {}", range(first, last)),
            TimeUnit::Clock => format!("the slots of {}", self.held(first, last.saturating_add(1))),
        }
    }

    /// When something happens: "in slot 15", "at Mon 23 Sep 1996 14:05".
    pub fn in_slot(self, slot: u32) -> String {
        match self.unit {
            TimeUnit::Slots => format!("in slot {slot}"),
            TimeUnit::Clock => format!("at {}", self.at(slot)),
        }
    }

    /// A length of time: "one slot", "three slots", "15 min", "2 h 5 min", "3 days 4 h".
    pub fn length(self, slots: u32) -> String {
        self.clock_length(slots).unwrap_or_else(|| counted(slots as usize, "slot"))
    }

    /// A length of time in figures: "1 slot", "3 slots", "15 min".
    pub fn short_length(self, slots: u32) -> String {
        let plural = if slots == 1 { "" } else { "s" };
        self.clock_length(slots).unwrap_or_else(|| format!("{slots} slot{plural}"))
    }

    fn clock_length(self, slots: u32) -> Option<String> {
        if !self.is_clock() {
            return None;
        }
        let seconds = u64::from(slots) * u64::from(self.slot_seconds);
        let days = seconds / DAY as u64;
        let day = if days == 1 { "day" } else { "days" };
        let parts = [(days, day), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")];
        let told: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n} {unit}")).collect();
        Some(if told.is_empty() { "no time".to_string() } else { told.join(" ") })
    }
}

/// "1:05".
fn on_first_day(seconds: i64) -> String {
    let time = time_of_day(seconds);
    time.strip_prefix('0').map_or_else(|| time.clone(), str::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(start: Option<i64>) -> TimeNames {
        let start = start.map(|unix_seconds| ClockStart { unix_seconds, utc_offset: 7_200 });
        TimeNames { unit: TimeUnit::Clock, slot_seconds: 300, start }
    }

    #[test]
    fn slots_are_numbers() {
        let names = TimeNames::SLOTS;
        assert_eq!([names.at(15), names.between(12, 14), names.held(12, 15), names.between(3, 3)], ["15", "12–14", "12–14", "3"]);
        assert_eq!([names.brief(15), names.brief_span(12, 15)], ["15", "12 – 15"]);
        assert_eq!([names.slot(15), names.slots(1, 2), names.in_slot(4)], ["slot 15", "slots 1–2", "in slot 4"]);
        assert_eq!([names.length(1), names.length(3), names.short_length(3)], ["one slot", "three slots", "3 slots"]);
    }

    #[test]
    fn dates_are_told_once_for_a_day() {
        // Midnight in universal time, 02:00 on the wall.
        let names = clock(Some(843_436_800));
        assert_eq!(names.at(0), "Mon 23 Sep 1996 02:00");
        assert_eq!(names.between(0, 3), "Mon 23 Sep 1996 02:00 – 02:15");
        assert_eq!(names.held(0, 3), "Mon 23 Sep 1996 02:00 – 02:15");
        assert_eq!(names.between(263, 264), "Mon 23 Sep 1996 23:55 – Tue 24 Sep 1996 00:00");
        assert_eq!(names.at_after(0, 1), "02:05");
        assert_eq!(names.between(1, 1), "Mon 23 Sep 1996 02:05");
        assert_eq!(names.brief(1), "23 Sep 02:05");
        assert_eq!([names.brief_span(1, 3), names.brief_span(263, 264)], ["23 Sep 02:05 – 02:15", "23 Sep 23:55 – 24 Sep 00:00"]);
        // Seconds only where slots are no whole minutes.
        let odd = |slot_seconds| TimeNames { slot_seconds, ..clock(Some(843_436_831)) }.at(1);
        assert_eq!([odd(60), odd(7)], ["Mon 23 Sep 1996 02:01", "Mon 23 Sep 1996 02:00:38"]);
    }

    #[test]
    fn without_a_date_days_are_counted() {
        let names = clock(None);
        assert_eq!([names.at(0), names.at(1), names.at(287), names.at(288 + 72)], ["0:00", "0:05", "23:55", "day 2 06:00"]);
        assert_eq!(names.between(10, 300), "0:50 – day 2 01:00");
        assert_eq!([names.brief_span(10, 12), names.brief_span(10, 300)], ["0:50 – 1:00", "0:50 – day 2 01:00"]);
        assert_eq!(
            [names.length(1), names.length(25), names.length(300), names.length(0)],
            ["5 min", "2 h 5 min", "1 day 1 h", "no time"]
        );
    }
}
