//! One sort for all of this module. Sorting is made anew for every type that is sorted, some eight kilobytes of the page each; so what is sorted
//! on the way to the screen becomes rows of four numbers first.

use super::Tick;
use super::period::Period;

/// Sorts rows of numbers.
#[inline(never)]
pub(super) fn sort_rows(rows: &mut [[u32; 4]]) {
    rows.sort_unstable();
}

/// Sorts periods by start, server, end.
pub(super) fn sort_periods(periods: &mut [Period]) {
    let mut rows: Vec<[u32; 4]> = periods.iter().map(|period| [period.start, period.server, period.end, 0]).collect();
    sort_rows(&mut rows);
    for (period, [start, server, end, _]) in periods.iter_mut().zip(rows) {
        *period = Period { start, server, end };
    }
}

/// The places of ticks in ascending order, equal ones in the order given.
pub(super) fn places(ticks: impl Iterator<Item = Tick>) -> Vec<u32> {
    let mut rows: Vec<[u32; 4]> = ticks.zip(0..).map(|(tick, place)| [tick, place, 0, 0]).collect();
    sort_rows(&mut rows);
    rows.into_iter().map(|[_, place, ..]| place).collect()
}
