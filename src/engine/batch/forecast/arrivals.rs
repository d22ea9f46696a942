//! Jobs that come later: days of recorded submissions come again.
//!
//! A block bootstrap. The stretch after the moment of the question is cut into days, and each of them is one of the days that end at the same time of day
//! before it, at random; with four weeks of records or more, one that ends on the same weekday. So jobs that were submitted together stay together, and
//! days and nights stay what they are.

use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use std::ops::Range;

/// Seconds of a day, which is how much comes again at a time.
pub const DAY: u32 = 86_400;
/// Days of a week.
pub const WEEK: u32 = 7;
/// Days of records from which on a day is one of the same weekday.
const ENOUGH_DAYS: u32 = 4 * WEEK;

/// How many days back that begins which comes again as day `ahead` after the moment, of so many recorded days; both count from the moment, and the day
/// before it begins 1 back. `None` with less than a day.
pub fn day_back(rng: &mut ChaCha12Rng, days: u32, ahead: u32) -> Option<u32> {
    if days < ENOUGH_DAYS {
        return (days > 0).then(|| rng.random_range(1..=days));
    }
    Some(WEEK * rng.random_range(1..=days / WEEK) - ahead % WEEK)
}

/// The rows of a day that began so many days before the moment, in ascending times of submission.
pub fn rows_of_day(submitted: &[u32], moment: u32, back: u32) -> Range<usize> {
    let begin = moment.saturating_sub(back.saturating_mul(DAY));
    let place = |time: u32| submitted.partition_point(|submitted| *submitted < time);
    place(begin)..place(begin.saturating_add(DAY).min(moment))
}
