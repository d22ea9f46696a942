//! The legend above a figure's plot: samples with their names, in as many lines as they need.

use super::caption::Anchor;
use super::drawing::{Drawing, Font};
use super::figure::INK;
use super::text::text_width;

/// Room for a sample, in CSS px.
pub const SAMPLE_PX: (f64, f64) = (26.0, 14.0);
/// Between a sample and its name, and from a name to the next sample.
const GAP_PX: (f64, f64) = (6.0, 22.0);
/// Height of a line.
const LINE_PX: f64 = 20.0;
/// Room below the last line.
const BELOW_PX: f64 = 6.0;
/// Names.
const NAME: Font = Font { px: 12.0, colour: INK.ink, is_strong: false };

/// A legend of some width, and its height. Samples are drawings of [`SAMPLE_PX`]. Nothing takes no room.
pub fn legend<S: AsRef<str>>(entries: &[(Drawing, S)], width: f64) -> (Drawing, f64) {
    let (mut drawing, mut at, mut line) = (Drawing::default(), 0.0, 0.0);
    for (sample, name) in entries {
        let wide = SAMPLE_PX.0 + GAP_PX.0 + text_width(name.as_ref(), NAME.px);
        if at > 0.0 && at + wide > width {
            (at, line) = (0.0, line + 1.0);
        }
        let y = LINE_PX * line;
        drawing.place((at, y), sample);
        drawing.text((at + SAMPLE_PX.0 + GAP_PX.0, y + 11.5), Anchor::Start, NAME, name.as_ref());
        at += wide + GAP_PX.1;
    }
    let height = if entries.is_empty() { 0.0 } else { LINE_PX * (line + 1.0) + BELOW_PX };
    (drawing, height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_do_not_fit_stand_in_the_next_line() {
        let entry = |name: &'static str| (Drawing::default(), name);
        assert_eq!(legend::<&str>(&[], 100.0).1, 0.0);
        let (one, two) = (legend(&[entry("a"), entry("b")], 400.0).1, legend(&[entry("a"), entry("b")], 60.0).1);
        assert_eq!(two - one, LINE_PX);
    }
}
