//! Number axes: their ticks, and rounded ends.

use super::round_step;

/// Multiples of a round step from `from` to `to`, both included; the step is the smallest that parts the range into at most `parts`. At most
/// 101 marks.
pub fn number_ticks(from: f64, to: f64, parts: usize) -> Vec<f64> {
    let step = step_of(to - from, parts);
    let first = (from / step).ceil();
    let count = ((to / step - first) * (1.0 + 1e-9)).floor().clamp(-1.0, 100.0);
    (0..=count as i64).filter(|_| count >= 0.0).map(|i| (first + i as f64) * step).collect()
}

/// The next round number from `value` up, for the upper end of an axis: it stays the same while the greatest value changes a little.
pub fn round_up(value: f64) -> f64 {
    let step = step_of(value, 4);
    (value / step).ceil().max(1.0) * step
}

/// The next round number from `value` down, for the lower end of an axis that ends at `to`.
pub fn round_down(value: f64, to: f64) -> f64 {
    let step = step_of(to - value, 4);
    (value / step).floor() * step
}

fn step_of(span: f64, parts: usize) -> f64 {
    round_step(span / parts.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_axes_are_round() {
        assert_eq!([7.0, 100.0, 101.0, 1_234.0].map(round_up), [8.0, 100.0, 150.0, 1_500.0]);
        for value in [1e-6, 0.07, 1.0, 99.0, 101.0, 65_535.0, 1e12] {
            let up = round_up(value);
            assert!(up >= value && up <= 1.5 * value, "{value} {up}");
        }
        assert_eq!(round_down(1_870.0, 2_310.0), 1_800.0);
    }

    #[test]
    fn marks_are_multiples_of_a_round_step() {
        assert_eq!(number_ticks(0.0, 100.0, 5), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(number_ticks(-3.0, 7.0, 4), [0.0, 5.0]);
        assert_eq!(number_ticks(5.0, 5.0, 4), [5.0]);
        assert_eq!(number_ticks(f64::NAN, 1.0, 4), [0.0; 0]);
    }
}
