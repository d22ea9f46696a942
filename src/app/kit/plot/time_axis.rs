//! The labels of the time axis below a plot. They change in every frame of a pan or zoom. Therefore they are painted; as text in the document they
//! would cause layout and paint of everything around them.

use super::area::{AXIS_PX, GUTTER_PX, RIGHT_PX};
use crate::app::kit::browser::canvas::Sheet;
use crate::chart::kit::text::text_width;
use crate::chart::kit::ticks::{FONT_PX, Tick, Ticks, time_ticks};
use crate::chart::{Anchor, Caption, Palette, Rect, TimeNames, TimeScale};
use std::fmt::Write;
use web_sys::Element;
use yew::Properties;

/// Width of most letters of a label, in CSS px.
const DIGIT_PX: f64 = 0.64 * FONT_PX;

/// A time axis.
#[derive(Clone, Copy, PartialEq, Properties)]
pub struct Axis {
    /// What is in view.
    pub scale: TimeScale,
    /// How points in time are written.
    pub names: TimeNames,
}

impl Axis {
    /// Width of the axis with the room on either side of the plot, in CSS px.
    pub fn width(&self) -> f64 {
        GUTTER_PX + self.scale.width() + RIGHT_PX
    }

    /// Paints it over the whole width of a canvas, from a height in CSS px on. What it says is in the canvas's attribute `data-ticks` too, a line
    /// for each label: x from the axis's left edge in CSS px, and the text.
    pub fn paint(&self, sheet: &Sheet, top: f64, palette: &Palette, dpr: f64) {
        let Self { scale, names } = *self;
        let mut said = String::new();
        let Ticks { ticks, day, .. } = time_ticks(&scale, names);
        let baseline = top + AXIS_PX / 2.0 + FONT_PX * 0.35;
        // The date that the marks leave out stands at the left; a mark that would touch it gives way.
        let day_end = day.as_ref().map_or(0.0, |day| text_width(day, FONT_PX) + DIGIT_PX);
        let clear = |tick: &Tick| tick.x + GUTTER_PX - text_width(&tick.label, FONT_PX) / 2.0 >= day_end;
        let mut captions: Vec<Caption> = ticks
            .into_iter()
            .filter(clear)
            .map(|tick| {
                let x = tick.x + GUTTER_PX;
                // Writing to memory cannot fail.
                let _ = writeln!(said, "{x:.1} {}", tick.label);
                // What would reach beyond the right edge ends there.
                let right = self.width();
                let is_cut = x + tick.label.chars().count() as f64 * DIGIT_PX / 2.0 > right;
                let (x, anchor) = if is_cut { (right, Anchor::End) } else { (x, Anchor::Middle) };
                Caption { text: tick.label, x, baseline, anchor, font_px: FONT_PX, is_strong: false, color: palette.ink_quiet }
            })
            .collect();
        if let Some(day) = day {
            let _ = writeln!(said, "0 {day}");
            let (x, anchor) = (0.0, Anchor::Start);
            captions.push(Caption { text: day, x, baseline, anchor, font_px: FONT_PX, is_strong: true, color: palette.ink_quiet });
        }
        sheet.fill(Rect { x: 0.0, y: top, width: self.width(), height: AXIS_PX }, palette.background, dpr);
        sheet.write(&captions, dpr);
        if let Some(element) = sheet.node.cast::<Element>() {
            // The name is a proper one.
            let _ = element.set_attribute("data-ticks", said.trim_end());
        }
    }
}
