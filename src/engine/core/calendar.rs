//! Dates of the proleptic Gregorian calendar, from seconds since 1970. Pure arithmetic: no clock, no time zone of the machine.

use super::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};

const MINUTE: i64 = 60;
const HOUR: i64 = 3_600;
/// A day in seconds.
pub const DAY: i64 = 86_400;
const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A moment, and how far the clock on the wall there was ahead of universal time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockStart {
    /// Seconds since 1970-01-01 00:00 UTC.
    pub unix_seconds: i64,
    /// Seconds the local clock is ahead of UTC; 0 also if it is not known. It holds throughout: daylight saving time is not followed.
    pub utc_offset: i32,
}

impl ClockStart {
    /// Legal range of [`ClockStart::unix_seconds`]: from 1970 to the year 3000.
    pub const UNIX_SECONDS: (i64, i64) = (0, 32_503_680_000);
    /// Legal range of [`ClockStart::utc_offset`].
    pub const UTC_OFFSET: (i32, i32) = (-64_800, 64_800);

    /// Seconds since 1970 on the clock on the wall.
    pub fn local_seconds(self) -> i64 {
        self.unix_seconds + i64::from(self.utc_offset)
    }

    /// Checks both fields.
    ///
    /// # Errors
    /// The first field out of range.
    pub fn check(self, place: &FieldPath) -> Result<(), ScenarioError> {
        let (least, most) = Self::UNIX_SECONDS;
        if !(least..=most).contains(&self.unix_seconds) {
            let allowed = format!("a whole number of seconds from {least} to {most}");
            return Err(ScenarioError::new(place.field("unix_seconds"), self.unix_seconds, allowed));
        }
        let (least, most) = Self::UTC_OFFSET;
        if !(least..=most).contains(&self.utc_offset) {
            let allowed = format!("a whole number of seconds from {least} to {most}");
            return Err(ScenarioError::new(place.field("utc_offset"), self.utc_offset, allowed));
        }
        Ok(())
    }

    /// "UTC", "UTC+2", "UTC−3:30".
    pub fn zone(self) -> String {
        let minutes = self.utc_offset.unsigned_abs() / 60;
        let sign = if self.utc_offset < 0 { '−' } else { '+' };
        match (minutes / 60, minutes % 60) {
            (0, 0) => "UTC".to_string(),
            (hours, 0) => format!("UTC{sign}{hours}"),
            (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
        }
    }
}

/// A moment on the clock on the wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Civil {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: u32,
    /// The day of the month, from 1.
    pub day: u32,
    /// The day of the week, Monday is 0.
    pub weekday: u32,
    /// Seconds since midnight.
    pub second: u32,
}

impl Civil {
    /// The moment so many seconds after 1970-01-01 00:00. The algorithm is Howard Hinnant's `civil_from_days`: years begin in March, so that the day
    /// that leap years have is their last.
    pub fn of(seconds: i64) -> Self {
        let days = seconds.div_euclid(DAY);
        let since_march = days + 719_468;
        let era = since_march.div_euclid(146_097);
        let day_of_era = since_march.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        Self {
            year: year_of_era + era * 400 + i64::from(month <= 2),
            month: month as u32,
            day: (day_of_year - (153 * month_from_march + 2) / 5 + 1) as u32,
            weekday: (days + 3).rem_euclid(7) as u32,
            second: seconds.rem_euclid(DAY) as u32,
        }
    }

    /// "14:05"; with seconds if there are any.
    pub fn time(self) -> String {
        time_of_day(i64::from(self.second))
    }

    /// "Mon 23 Sep 1996".
    pub fn date(self) -> String {
        let Self { year, day, .. } = self;
        format!("{} {day} {} {year}", WEEKDAYS[self.weekday as usize], self.month_name())
    }

    /// "23 Sep".
    pub fn day_and_month(self) -> String {
        format!("{} {}", self.day, self.month_name())
    }

    /// "Sep".
    pub fn month_name(self) -> &'static str {
        MONTHS[(self.month as usize - 1).min(11)]
    }
}

/// Seconds since 1970-01-01 00:00 at the start of a day: the inverse of [`Civil::of`], Hinnant's `days_from_civil`. `month` is from 1 to 12.
pub fn seconds_of_date(year: i64, month: u32, day: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let month_from_march = (i64::from(month) + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + i64::from(day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    (era * 146_097 + day_of_era - 719_468) * DAY
}

/// "14:05", "9:05"; with seconds if there are any.
pub(super) fn time_of_day(second: i64) -> String {
    let tail = if second % MINUTE == 0 { String::new() } else { format!(":{:02}", second % MINUTE) };
    format!("{:02}:{:02}{tail}", second / HOUR, second / MINUTE % 60)
}

/// Reads the date and time that UNIX `date` prints, "Mon Sep 23 12:00:00 CEST 1996", as seconds since 1970 on the clock on the wall; the name of the
/// zone may be missing and is passed over.
pub fn read_unix_date(text: &str) -> Option<i64> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().position(|word| MONTHS.contains(word))?;
    let month = MONTHS.iter().position(|month| *month == words[at])? as u32 + 1;
    let day: u32 = words.get(at + 1)?.parse().ok().filter(|day| (1..=31).contains(day))?;
    let mut clock = words.get(at + 2)?.split(':').map(|part| part.parse::<i64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next().unwrap_or(Some(0))?);
    let year: i64 = words.get(at + 3..)?.iter().find_map(|word| word.parse().ok().filter(|year| (1970..3_000).contains(year)))?;
    let is_time = (0..24).contains(&hour) && (0..60).contains(&minute) && (0..=60).contains(&second);
    is_time.then(|| seconds_of_date(year, month, day) + hour * HOUR + minute * MINUTE + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_dates() {
        for (seconds, date, time) in [
            (0, "Thu 1 Jan 1970", "00:00"),
            (951_782_400, "Tue 29 Feb 2000", "00:00"),
            (843_466_675, "Mon 23 Sep 1996", "08:17:55"),
            (4_107_542_399, "Sun 28 Feb 2100", "23:59:59"),
            (4_107_542_400, "Mon 1 Mar 2100", "00:00"),
            (-1, "Wed 31 Dec 1969", "23:59:59"),
        ] {
            let civil = Civil::of(seconds);
            assert_eq!((civil.date().as_str(), civil.time().as_str()), (date, time), "{seconds}");
        }
    }

    #[test]
    fn every_day_of_four_centuries_follows_the_one_before() {
        let mut before = Civil::of(-DAY);
        for day in 0..146_097 * 2 {
            let civil = Civil::of(day * DAY);
            assert_eq!(seconds_of_date(civil.year, civil.month, civil.day), day * DAY);
            assert_eq!(civil.weekday, (before.weekday + 1) % 7);
            let is_next = civil.day == before.day + 1 && civil.month == before.month;
            assert!(is_next || civil.day == 1 && before.day >= 28 && civil.month == before.month % 12 + 1, "{civil:?}");
            before = civil;
        }
    }

    #[test]
    fn what_date_prints_is_read() {
        assert_eq!(read_unix_date("Mon Sep 23 08:17:55 CEST 1996"), Some(843_466_675));
        assert_eq!(read_unix_date("Thu Jan  1 00:00:00 1970"), Some(0));
        for other in [
            "",
            "Sep",
            "Sep 23",
            "Mon Sep 23 25:00:00 1996",
            "Mon Sep 40 10:00:00 1996",
            "1996-09-23",
            "Sep 23 10:00:00 99999999999",
        ] {
            assert_eq!(read_unix_date(other), None, "{other}");
        }
    }

    #[test]
    fn zones_are_told_by_their_distance() {
        let zone = |utc_offset| ClockStart { unix_seconds: 0, utc_offset }.zone();
        assert_eq!([0, 7_200, -12_600, 20_700].map(zone), ["UTC", "UTC+2", "UTC−3:30", "UTC+5:45"]);
    }
}
