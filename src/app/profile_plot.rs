//! Utilisation on the charts' time axis: the sliding window as a line, single slots as a quiet area.

use super::plot::{AXIS_PX, GUTTER_PX, RIGHT_PX, px, time_axis};
use super::session::{Lab, Shown};
use super::words::{percent, time_unit};
use crate::chart::TimeScale;
use crate::chart::profile::{Series, path, value_at};
use yew::prelude::*;

/// Height of the plot, in CSS px.
const PLOT_PX: f64 = 74.0;
/// Space above it for the label at 100 %.
const TOP_PX: f64 = 8.0;

/// Utilisation over time.
pub fn profile_plot(lab: &Lab, shown: &Shown, scale: &TimeScale) -> Html {
    let plan = &*shown.plan();
    let sliding = path(plan, Series::Sliding, scale, PLOT_PX);
    let single = path(plan, Series::PerSlot, scale, PLOT_PX);
    let middle = scale.whole_slot_at(scale.width() / 2.0).unwrap_or(0);
    let summary = format!(
        "Utilisation of the visible time; in slot {middle}, {} of the nodes are busy, {} over the twelve slots up to it.",
        percent(value_at(plan, Series::PerSlot, middle)),
        percent(value_at(plan, Series::Sliding, middle))
    );
    html! {
        <div class="plot" id="utilisation">
            <svg class="over" width={px(scale.width() + GUTTER_PX + RIGHT_PX)} height={px(PLOT_PX + TOP_PX + AXIS_PX)} role="img" aria-label={summary}>
                <text class="row-name" x={px(GUTTER_PX - 10.0)} y={px(TOP_PX + 4.0)} text-anchor="end">{ "100 %" }</text>
                <text class="row-name" x={px(GUTTER_PX - 10.0)} y={px(TOP_PX + PLOT_PX + 2.0)} text-anchor="end">{ "0" }</text>
                <svg x={px(GUTTER_PX)} y={px(TOP_PX)} width={px(scale.width().max(0.0))} height={px(PLOT_PX + 1.0)}>
                    <line class="grid" x1="0" x2={px(scale.width())} y1="0.5" y2="0.5" />
                    <path class="share-area" d={single.area} />
                    <path class="sliding-line" d={sliding.line} />
                    <line class="grid" x1="0" x2={px(scale.width())} y1={px(PLOT_PX)} y2={px(PLOT_PX)} />
                </svg>
                <g transform={format!("translate({GUTTER_PX} 0)")}>
                    { time_axis(scale, time_unit(lab.model().view.axis), plan.machine().slot_seconds, TOP_PX + PLOT_PX) }
                </g>
            </svg>
        </div>
    }
}
