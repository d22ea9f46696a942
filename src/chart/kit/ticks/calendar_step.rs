//! Steps of the calendar between marks of an axis with dates: seconds to hours, days, weeks from Monday, months, years.

use super::step::{DAY, FONT_PX, GAP_PX, MINUTE, clock_step};
use crate::kit::scale::TimeScale;
use crate::kit::text::text_width;
use bookahead_engine::core::calendar::{Civil, seconds_of_date};
use bookahead_engine::core::time_names::TimeNames;

const DAY_SECONDS: i64 = DAY as i64;
/// Days from a Monday to 1970-01-01, a Thursday.
const MONDAY: i64 = 3;
/// A month's mean length in seconds.
const MONTH: f64 = 365.2425 / 12.0 * DAY as f64;

/// The distance between two marks. Marks are numbered from 1970 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CalendarStep {
    /// So many seconds; a day is a multiple of them.
    Seconds(i64),
    /// So many days.
    Days(i64),
    /// So many weeks.
    Weeks(i64),
    /// So many months; a year is a multiple of them, or they are one of years.
    Months(i64),
}

impl CalendarStep {
    const LONG: [Self; 8] = [
        Self::Days(1),
        Self::Days(2),
        Self::Weeks(1),
        Self::Weeks(2),
        Self::Months(1),
        Self::Months(3),
        Self::Months(6),
        Self::Months(12),
    ];

    /// The least step whose labels have room.
    pub fn at(scale: &TimeScale, names: TimeNames) -> Self {
        let second_px = scale.px_per_slot() / f64::from(names.slot_seconds.max(1));
        let room = |longest: &str| text_width(longest, FONT_PX) + GAP_PX;
        let short =
            clock_step(|step| step >= DAY || step as f64 * second_px >= room(if step < MINUTE { "00:00:00" } else { "00 May" }));
        if short < DAY {
            return Self::Seconds(short as i64);
        }
        let years = (0..30).map(|doubling| Self::Months(24 << doubling));
        let fits = |step: &Self| step.mean_seconds() * second_px >= room(if step.is_months() { "00000" } else { "00 May" });
        Self::LONG.into_iter().chain(years).find(fits).unwrap_or(Self::Months(12 << 30))
    }

    fn is_months(self) -> bool {
        matches!(self, Self::Months(_))
    }

    fn mean_seconds(self) -> f64 {
        match self {
            Self::Seconds(seconds) => seconds as f64,
            Self::Days(days) => (days * DAY_SECONDS) as f64,
            Self::Weeks(weeks) => (weeks * 7 * DAY_SECONDS) as f64,
            Self::Months(months) => months as f64 * MONTH,
        }
    }

    /// The number of the last mark at or before a moment.
    pub fn mark_before(self, seconds: i64) -> i64 {
        match self {
            Self::Seconds(step) => seconds.div_euclid(step),
            Self::Days(days) => seconds.div_euclid(days * DAY_SECONDS),
            Self::Weeks(weeks) => (seconds + MONDAY * DAY_SECONDS).div_euclid(weeks * 7 * DAY_SECONDS),
            Self::Months(months) => {
                let civil = Civil::of(seconds);
                (civil.year * 12 + i64::from(civil.month) - 1).div_euclid(months)
            }
        }
    }

    /// The moment of a mark.
    pub fn seconds(self, mark: i64) -> i64 {
        match self {
            Self::Seconds(step) => mark * step,
            Self::Days(days) => mark * days * DAY_SECONDS,
            Self::Weeks(weeks) => (mark * weeks * 7 - MONDAY) * DAY_SECONDS,
            Self::Months(months) => {
                let month = mark * months;
                seconds_of_date(month.div_euclid(12), month.rem_euclid(12) as u32 + 1, 1)
            }
        }
    }

    /// What stands at a mark: the time of day, at midnight the date; the year where it begins.
    pub fn label(self, mark: i64) -> String {
        let civil = Civil::of(self.seconds(mark));
        let is_new_year = Civil::of(self.seconds(mark - 1)).year != civil.year;
        match self {
            Self::Seconds(step) if civil.second != 0 => {
                let time = civil.time();
                // Steps of seconds name them at whole minutes, too.
                if step < MINUTE as i64 && i64::from(civil.second) % MINUTE as i64 == 0 { format!("{time}:00") } else { time }
            }
            Self::Months(_) if is_new_year => civil.year.to_string(),
            Self::Months(_) => civil.month_name().to_string(),
            _ => civil.day_and_month(),
        }
    }

    /// What the marks leave out and holds at a moment: the date, or the year.
    pub fn context(self, seconds: i64) -> Option<String> {
        let civil = Civil::of(seconds);
        match self {
            Self::Seconds(_) => Some(format!("{} {}", civil.day_and_month(), civil.year)),
            Self::Days(_) | Self::Weeks(_) => Some(civil.year.to_string()),
            Self::Months(months) => (months < 12).then(|| civil.year.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::ticks::step::HOUR;

    #[test]
    fn marks_ascend_and_are_found_again() {
        let short = [1, 30, MINUTE as i64, 15 * MINUTE as i64, HOUR as i64, 12 * HOUR as i64].map(CalendarStep::Seconds);
        for step in short.into_iter().chain(CalendarStep::LONG).chain([CalendarStep::Months(24), CalendarStep::Months(480)]) {
            for from in [0, 843_480_031, 951_782_400, 4_107_542_400, 32_000_000_000] {
                let mark = step.mark_before(from);
                assert!(step.seconds(mark) <= from && from < step.seconds(mark + 1), "{step:?} {from}");
                assert_eq!(step.mark_before(step.seconds(mark)), mark);
                assert_eq!(step.mark_before(step.seconds(mark + 1) - 1), mark);
            }
        }
    }

    #[test]
    fn weeks_begin_on_mondays_and_months_on_the_first() {
        let monday = CalendarStep::Weeks(1);
        assert_eq!(Civil::of(monday.seconds(monday.mark_before(843_480_031))).date(), "Mon 23 Sep 1996");
        let month = CalendarStep::Months(1);
        let mark = month.mark_before(843_480_031);
        assert_eq!((0..5).map(|i| month.label(mark + i)).collect::<Vec<_>>(), ["Sep", "Oct", "Nov", "Dec", "1997"]);
    }
}
