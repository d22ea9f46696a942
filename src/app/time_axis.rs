//! The labels of a time axis below a plot. They change with every frame of a pan or zoom, so they are painted: as text in the document each
//! would be laid out anew, and everything around it painted anew.

use super::canvas::{use_device_pixel_ratio, use_sheet};
use super::plot::{AXIS_PX, GUTTER_PX, RIGHT_PX};
use super::theme::use_theme;
use crate::chart::ticks::{FONT_PX, ticks};
use crate::chart::{Anchor, Caption, TimeScale, TimeUnit};
use std::fmt::Write;
use web_sys::Element;
use yew::prelude::*;

/// Width of most letters of a label, in CSS px.
const DIGIT_PX: f64 = 0.64 * FONT_PX;

/// Properties of [`TimeAxis`].
#[derive(Properties, PartialEq)]
pub struct TimeAxisProps {
    /// The time axis.
    pub scale: TimeScale,
    /// What it counts in.
    pub unit: TimeUnit,
    /// Length of a slot in seconds.
    pub slot_seconds: u32,
}

/// The axis at the lower edge of the plot it stands in. What it says is in its attribute `data-ticks` too, a line for each label: x from
/// the axis's left edge in CSS px, and the text.
#[component]
pub fn TimeAxis(&TimeAxisProps { scale, unit, slot_seconds }: &TimeAxisProps) -> Html {
    let (theme, dpr, canvas) = (use_theme(), use_device_pixel_ratio(), use_sheet());
    let axis = canvas.clone();
    use_effect_with((scale, unit, slot_seconds, theme, dpr), move |_| {
        let palette = theme.palette();
        let mut said = String::new();
        let captions: Vec<Caption> = ticks(&scale, unit, slot_seconds)
            .ticks
            .into_iter()
            .map(|tick| {
                let x = tick.x + GUTTER_PX;
                // Writing to memory cannot fail.
                let _ = writeln!(said, "{x:.1} {}", tick.label);
                let baseline = AXIS_PX / 2.0 + FONT_PX * 0.35;
                // What would reach beyond the right edge ends there.
                let right = GUTTER_PX + scale.width() + RIGHT_PX;
                let is_cut = x + tick.label.chars().count() as f64 * DIGIT_PX / 2.0 > right;
                let (x, anchor) = if is_cut { (right, Anchor::End) } else { (x, Anchor::Middle) };
                Caption { text: tick.label, x, baseline, anchor, font_px: FONT_PX, is_strong: false, color: palette.ink_quiet }
            })
            .collect();
        axis.write_alone(&captions, (scale.width() + GUTTER_PX + RIGHT_PX, AXIS_PX), dpr, palette.background);
        if let Some(element) = axis.node.cast::<Element>() {
            // The name is a proper one.
            let _ = element.set_attribute("data-ticks", said.trim_end());
        }
    });
    html! { <canvas ref={canvas.node} class="time-axis" aria-hidden="true" /> }
}
