//! Legends of figures: samples with their names in lines above a plot, where they cover nothing.

use super::caption::Anchor;
use super::drawing::{Drawing, Font, Pen};
use super::figure::INK;
use super::palette::Rgba;
use super::text::text_width;
use crate::gantt::bar::Rect;

/// Dashes of lines one after another, so that colour is not all that tells them apart.
pub const DASHES: [&str; 10] = ["", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 4", "9 3 2 3 2 3", "14 3 5 3", "3 6"];
/// Names in legends, and on lines.
pub const NAME: Font = Font { px: 12.0, colour: INK.ink, is_strong: true };
/// Between two entries, and height of a line, in CSS px.
const APART_PX: (f64, f64) = (22.0, 18.0);
/// Between a sample and its name.
const BESIDE_PX: f64 = 6.0;
/// Room below a legend.
const BELOW_PX: f64 = 6.0;

/// Room for a drawing of its own, in CSS px.
pub const SAMPLE_PX: (f64, f64) = (26.0, 14.0);

/// What stands before a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Sample {
    /// A piece of a line.
    Line(Pen),
    /// A box with its edge.
    Box(Rgba, Pen),
    /// A dot of some radius, with its edge.
    Dot(f64, Rgba, Pen),
    /// A drawing of [`SAMPLE_PX`].
    Own(Drawing),
}

impl Sample {
    fn width(&self) -> f64 {
        match self {
            Self::Line(_) | Self::Own(_) => SAMPLE_PX.0,
            Self::Box(..) => 18.0,
            Self::Dot(radius, ..) => 2.0 * radius,
        }
    }

    /// Draws it; `y` is the baseline of its name.
    fn draw(&self, drawing: &mut Drawing, (x, y): (f64, f64)) {
        let middle = y - 4.0;
        match self {
            Self::Line(pen) => drawing.line((x, middle), (x + self.width(), middle), *pen),
            Self::Box(fill, pen) => {
                let area = Rect { x, y: middle - 6.0, width: self.width(), height: 12.0 };
                drawing.rect(area, *fill, None);
                drawing.frame(area, *pen);
            }
            Self::Dot(radius, fill, pen) => drawing.dot((x + radius, middle), *radius, Some(*fill), Some(*pen)),
            Self::Own(own) => drawing.place((x, middle - SAMPLE_PX.1 / 2.0), own),
        }
    }
}

/// Writes a legend into a width from a place on, and says how high it is.
pub fn legend<S: AsRef<str>>(drawing: &mut Drawing, (left, top): (f64, f64), width: f64, entries: &[(S, Sample)]) -> f64 {
    let (mut at, mut row) = (0.0, 0.0);
    for (name, sample) in entries {
        let name = name.as_ref();
        let name_at = sample.width() + BESIDE_PX;
        let entry = name_at + text_width(name, NAME.px);
        if at > 0.0 && at + entry > width {
            (at, row) = (0.0, row + 1.0);
        }
        let (x, y) = (left + at, top + 14.0 + APART_PX.1 * row);
        sample.draw(drawing, (x, y));
        drawing.text((x + name_at, y), Anchor::Start, NAME, name);
        at += entry + APART_PX.0;
    }
    if entries.is_empty() { 0.0 } else { APART_PX.1 * (row + 1.0) + BELOW_PX }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_that_have_no_room_stand_in_the_next_line() {
        let pen = Pen::new(INK.ink, 1.0);
        let entries = [("one", Sample::Line(pen)), ("two", Sample::Box(INK.grid, pen)), ("three", Sample::Dot(5.0, INK.grid, pen))];
        let height = |width: f64| legend(&mut Drawing::default(), (0.0, 0.0), width, &entries);
        assert_eq!([height(900.0), height(1.0)], [24.0, 60.0]);
        let mut drawing = Drawing::default();
        assert_eq!(legend(&mut drawing, (64.0, 10.0), 900.0, &entries[..1]), 24.0);
        assert!(drawing.elements().contains(r#"<text x="96.0" y="24.0""#), "{}", drawing.elements());
        assert_eq!(legend::<&str>(&mut Drawing::default(), (0.0, 0.0), 900.0, &[]), 0.0);
    }
}
