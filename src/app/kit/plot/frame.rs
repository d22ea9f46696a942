//! The frame of a plot in an SVG: the room around it, names and numbers along its edges, lines across it.

use super::area::{AXIS_PX, GUTTER_PX, RIGHT_PX};
use crate::chart::kit::svg::px;
use yew::prelude::*;

/// From the end of a name at the left to the plot, in CSS px.
pub const NAME_GAP_PX: f64 = 10.0;
/// From the middle of a line of text to its baseline, in CSS px.
const BASELINE_PX: f64 = 4.0;

/// Room around a plot in its SVG, in CSS px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Margins {
    /// Left of it, for names and numbers.
    pub left: f64,
    /// Above it.
    pub top: f64,
    /// Right of it.
    pub right: f64,
    /// Below it, for an axis.
    pub bottom: f64,
}

impl Margins {
    /// The room around a plot with a time axis below and so much above.
    pub const fn on_time_axis(top: f64) -> Self {
        Self { left: GUTTER_PX, top, right: RIGHT_PX, bottom: AXIS_PX }
    }
}

/// A name or number left of a plot that begins at 0, in the middle of a height; it ends so many CSS px before the plot.
pub fn name_at_left(gap_px: f64, y: f64, words: impl Into<Html>) -> Html {
    html! { <text class="row-name" x={(-gap_px).to_string()} y={px(y + BASELINE_PX)} text-anchor="end">{ words.into() }</text> }
}

/// A name or number below a plot, around a place along its lower edge.
pub fn name_below(class: Option<&'static str>, x: f64, baseline: f64, words: impl Into<Html>) -> Html {
    html! { <text {class} x={px(x)} y={px(baseline)} text-anchor="middle">{ words.into() }</text> }
}

/// A plot with room around it, in CSS px.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlotFrame {
    /// Width of the plot.
    pub width: f64,
    /// Height of the plot.
    pub height: f64,
    /// The room around it.
    pub margins: Margins,
}

impl PlotFrame {
    /// Width of the SVG.
    pub fn svg_width(&self) -> String {
        px(self.margins.left + self.width + self.margins.right)
    }

    /// Height of the SVG.
    pub fn svg_height(&self) -> String {
        px(self.margins.top + self.height + self.margins.bottom)
    }

    /// The transform of a group that begins at the plot's upper left corner.
    pub fn transform(&self) -> String {
        format!("translate({} {})", self.margins.left, self.margins.top)
    }

    /// The SVG. With a label all of it is one image to screen readers; what has handles in it has none, and makes an image of its axes.
    pub fn svg(&self, label: Option<String>, content: Html) -> Html {
        html! {
            <svg class="over" width={self.svg_width()} height={self.svg_height()} role={label.is_some().then_some("img")} aria-label={label}>
                { content }
            </svg>
        }
    }

    /// Lines across the plot with their numbers at the left, at these heights.
    pub fn amounts(&self, amounts: impl IntoIterator<Item = (f64, String)>) -> Html {
        let right = AttrValue::from(px(self.width));
        let amounts = amounts.into_iter().map(|(y, words)| {
            html! {
                <>
                    <line class="grid" x2={&right} y1={px(y)} y2={px(y)} />
                    { name_at_left(NAME_GAP_PX, y, words) }
                </>
            }
        });
        amounts.collect()
    }

    /// A picture cut off at the plot's edges; its lower edge can be drawn.
    pub fn clipped(&self, picture: Html) -> Html {
        html! {
            <svg x={px(self.margins.left)} y={px(self.margins.top)} width={px(self.width)} height={px(self.height + 1.0)}>{ picture }</svg>
        }
    }
}
