//! Times of workflows in words.

use bookahead_engine::workflow::graph::Time;

/// A time in units: as it is where a unit is a tick, else with decimals.
pub fn in_units(time: Time, ticks: u32) -> String {
    if ticks <= 1 { time.to_string() } else { format!("{:.2}", time as f64 / f64::from(ticks)) }
}

/// What times are counted in, for axes and the names of columns.
pub fn unit_words(ticks: u32) -> &'static str {
    if ticks > 1 { "seconds" } else { "time" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_whole_and_parts_have_decimals() {
        assert_eq!([in_units(7, 1), in_units(7, 0), in_units(7, 4)], ["7", "7", "1.75"]);
        assert_eq!([unit_words(1), unit_words(100)], ["time", "seconds"]);
    }
}
