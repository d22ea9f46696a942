//! The canvas of a plot with a time axis: row names at the left, pixels, and the axis below, all on one canvas. One canvas as wide as the panel is
//! the cheapest for the browser: it composites every canvas in each frame, together with the parts of the page beside it.

use super::area::{AXIS_PX, GUTTER_PX};
use super::frame::NAME_GAP_PX;
use super::time_axis::Axis;
use crate::app::kit::browser::canvas::{Sheet, use_device_pixel_ratio, use_sheet};
use crate::app::kit::browser::theme::use_theme;
use crate::chart::{Anchor, Caption, Rect, Theme};
use std::rc::Rc;
use yew::prelude::*;

/// Size of the names, in CSS px.
const NAME_PX: f64 = 11.0;

/// Where the parts of a plot's canvas stand, and how they look.
#[derive(Clone, Copy, PartialEq)]
pub struct PlotSheet {
    /// The time axis; its scale is as wide as the pixels.
    pub axis: Axis,
    /// Space above the pixels, in CSS px.
    pub top: f64,
    /// Height of the pixels, in CSS px.
    pub height: f64,
    /// What all of it is painted in.
    pub theme: Theme,
    /// Device px per CSS px.
    pub dpr: f64,
}

impl PlotSheet {
    /// The upper left corner of the pixels, in CSS px.
    pub fn place(&self) -> (f64, f64) {
        (GUTTER_PX, self.top)
    }
}

/// The names of a plot's rows, with their baselines in CSS px from the canvas's upper edge.
pub type Names = Rc<Vec<(String, f64)>>;

/// The canvas, with all but the pixels on it. Their place is emptied when names, size, theme or device px change: whoever paints them is to put them
/// there anew in the same pass, so it is told what it paints in too.
#[hook]
pub fn use_plot_sheet(plot: PlotSheet, names: Names) -> Sheet {
    let sheet = use_sheet();
    let PlotSheet { axis, top, height, theme, dpr } = plot;
    {
        let sheet = sheet.clone();
        use_effect_with((names, top, height, axis.width().to_bits(), theme, dpr), move |(names, ..)| {
            let palette = theme.palette();
            let (width, bottom) = (axis.width(), top + height);
            sheet.fit((width, bottom + AXIS_PX), dpr);
            // Below the pixels too: where px of the page are no whole px of the device, a line of these may be left beside them.
            sheet.fill(Rect { x: 0.0, y: 0.0, width, height: bottom }, palette.background, dpr);
            let name = |(text, baseline): &(String, f64)| Caption {
                text: text.clone(),
                x: GUTTER_PX - NAME_GAP_PX,
                baseline: *baseline,
                anchor: Anchor::End,
                font_px: NAME_PX,
                is_strong: false,
                color: palette.ink_quiet,
            };
            sheet.write(&names.iter().map(name).collect::<Vec<_>>(), dpr);
        });
    }
    {
        let sheet = sheet.clone();
        use_effect_with(plot, move |_| axis.paint(&sheet, top + height, theme.palette(), dpr));
    }
    sheet
}

/// The axis alone, at the lower edge of the plot it stands in.
#[component]
pub fn TimeAxis(axis: &Axis) -> Html {
    let plot = PlotSheet { axis: *axis, top: 0.0, height: 0.0, theme: use_theme(), dpr: use_device_pixel_ratio() };
    let sheet = use_plot_sheet(plot, Names::default());
    html! { <canvas ref={sheet.node} class="time-axis" aria-hidden="true" /> }
}
