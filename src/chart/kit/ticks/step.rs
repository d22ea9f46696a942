//! The distance between ticks: 1, 2 or 5 times a power of ten for numbers, and clock units for time.

/// Size of axis labels in CSS px.
pub const FONT_PX: f64 = 12.0;
/// Least space between two labels in CSS px.
pub(super) const GAP_PX: f64 = 14.0;
/// A minute in seconds.
pub const MINUTE: u64 = 60;
/// An hour in seconds.
pub const HOUR: u64 = 3_600;
/// A day in seconds.
pub const DAY: u64 = 86_400;
const WEEK: u64 = 7 * DAY;

/// Steps of the clock below four weeks, in seconds; longer ones double.
const CLOCK_STEPS: [u64; 21] = [
    1,
    2,
    5,
    10,
    15,
    30,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    WEEK,
    2 * WEEK,
];

/// The smallest round number (1, 2 or 5 times a power of ten) that is at least `least`; 1 if `least` is not a positive number.
pub fn round_step(least: f64) -> f64 {
    if !(least.is_finite() && least > 0.0) {
        return 1.0;
    }
    let power = libm::pow(10.0, libm::floor(libm::log10(least)));
    // Rounding errors must not push a step that fits exactly to the next one.
    [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|&step| step >= least * (1.0 - 1e-9)).unwrap_or(10.0 * power)
}

/// The smallest step of the clock that `fits`, in seconds.
pub fn clock_step(fits: impl Fn(u64) -> bool) -> u64 {
    CLOCK_STEPS.into_iter().chain((2..40).map(|doubling| WEEK << doubling)).find(|&step| fits(step)).unwrap_or(1 << 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_steps_are_the_next_of_one_two_and_five() {
        let expected = [(0.7, 1.0), (1.0, 1.0), (1.1, 2.0), (2.0, 2.0), (2.5, 5.0), (5.1, 10.0), (0.03, 0.05), (999.0, 1_000.0)];
        for (least, step) in expected {
            assert_eq!(round_step(least), step, "{least}");
        }
        for odd in [0.0, -3.0, f64::NAN, f64::INFINITY] {
            assert_eq!(round_step(odd), 1.0);
        }
    }

    #[test]
    fn round_steps_are_exact_whole_numbers_from_one_on() {
        let mut power = 1_u64;
        while power < 1_000_000_000_000_000_000 {
            for digit in [1, 2, 5] {
                let whole = digit * power;
                assert_eq!(round_step(whole as f64) as u64, whole);
            }
            power *= 10;
        }
    }

    #[test]
    fn clock_steps_ascend_and_end() {
        let mut last = 0;
        while last < 1 << 59 {
            let next = clock_step(|step| step > last);
            assert!(next > last);
            last = next;
        }
        assert_eq!(clock_step(|_| false), 1 << 60);
    }
}
