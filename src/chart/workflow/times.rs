//! Times of workflows in words.

pub use bookahead_engine::workflow::explain::in_units;
use bookahead_engine::workflow::graph::Time;

/// A time in units with three figures at most: "987", "12.3k", "4.57M".
pub fn short_units(time: Time, ticks: u32) -> String {
    let mut value = time as f64 / f64::from(ticks.max(1));
    let mut units = ["", "k", "M", "G", "T", "P", "E"].into_iter();
    let mut unit = units.next();
    while value >= 999.5 {
        value /= 1_000.0;
        unit = units.next();
    }
    let decimals = match value {
        value if value >= 99.95 || value.fract() == 0.0 => 0,
        value if value >= 9.995 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}{}", unit.unwrap_or_default())
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
        let short = [(7, 1), (999, 1), (12_345, 1), (999_999, 1), (4_567_890, 1), (1_339, 100), (99_999, 100), (u64::MAX, 0)];
        let said = short.map(|(time, ticks)| short_units(time, ticks));
        assert_eq!(said, ["7", "999", "12.3k", "1.00M", "4.57M", "13.4", "1.00k", "18.4E"]);
        assert_eq!([unit_words(1), unit_words(100)], ["time", "seconds"]);
    }
}
