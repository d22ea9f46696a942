//! Numbers and paths as SVG attributes.

use std::fmt::{self, Display, Formatter, Write};

/// Largest number that is written; what lies beyond is far outside every picture.
const MAX: f64 = 1e15;

/// Length of the head of an arrow, in CSS px.
const HEAD_PX: f64 = 5.0;

/// A number of CSS px for an SVG attribute: with one digit after the point, 0 if it is not a number. Zero has no sign.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Px(pub f64);

impl Display for Px {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let value = if self.0.is_nan() { 0.0 } else { self.0.clamp(-MAX, MAX) };
        // Adding 0 turns −0 into 0.
        write!(f, "{:.1}", (value * 10.0).round() / 10.0 + 0.0)
    }
}

/// [`Px`] as text.
pub fn px(value: f64) -> String {
    Px(value).to_string()
}

/// Points as SVG path data; empty for fewer than two.
pub fn path(points: &[(f64, f64)], is_closed: bool) -> String {
    path_above(points, f64::INFINITY, is_closed)
}

/// A head at the end of a line that goes on beyond its picture, as SVG path data: an arrow to where it goes, one CSS px being `towards`.
pub fn goes_on((x, y): (f64, f64), (right, down): (f64, f64)) -> String {
    let at = |along: f64, aside: f64| (x + along * right + aside * down, y + along * down - aside * right);
    path(&[at(-HEAD_PX, HEAD_PX * 0.7), at(0.0, 0.0), at(-HEAD_PX, -HEAD_PX * 0.7)], false)
}

/// The same without the lines along `y_max`.
pub(crate) fn path_above(points: &[(f64, f64)], y_max: f64, is_closed: bool) -> String {
    if points.len() < 2 {
        return String::new();
    }
    let mut data = String::with_capacity(points.len() * 12);
    let mut was_last_at_edge = true;
    for &(x, y) in points {
        let is_at_edge = y >= y_max;
        let command = if data.is_empty() || (was_last_at_edge && is_at_edge) { 'M' } else { 'L' };
        was_last_at_edge = is_at_edge;
        // Writing to memory cannot fail.
        let _ = write!(data, "{command}{} {}", Px(x), Px(y));
    }
    if is_closed {
        data.push('Z');
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_digit_after_the_point() {
        for value in [0.0, 0.1, -0.1, 0.96, 9.94, 9.96, 10.0, -12.34, 99.99, 1234.5, -70_000.04, 123_456_789.0, 1e15, -1e15] {
            assert_eq!(px(value), format!("{value:.1}"));
        }
        for k in -4_000..4_000 {
            let value = f64::from(k) * 0.037;
            let near: f64 = px(value).parse().unwrap();
            assert!((near - value).abs() <= 0.05 + 1e-9, "{value}: {near}");
        }
    }

    #[test]
    fn odd_numbers_are_written_as_usable_ones() {
        assert_eq!((px(f64::NAN), px(-0.04), px(-0.0)), ("0.0".to_string(), "0.0".to_string(), "0.0".to_string()));
        assert_eq!(px(f64::INFINITY), px(1e15));
        assert_eq!(px(-1e300), px(-1e15));
    }

    #[test]
    fn a_path_has_two_points_at_least() {
        assert_eq!((path(&[], true), path(&[(0.0, 1.0)], false)), (String::new(), String::new()));
        assert_eq!(path(&[(0.0, 1.0), (2.5, -3.26)], true), "M0.0 1.0L2.5 -3.3Z");
        assert_eq!(path_above(&[(0.0, 9.0), (1.0, 9.0), (2.0, 5.0)], 9.0, false), "M0.0 9.0M1.0 9.0L2.0 5.0");
    }
}
