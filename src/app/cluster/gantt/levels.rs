//! A number over the time of the jobs above it.

use super::axes::{NAME_GAP_PX, x_axis};
use crate::app::kit::plot::frame::{Margins, PlotFrame, name_at_left};
use crate::app::kit::text::format::grouped;
use crate::chart::cluster::levels::Levels;
use crate::chart::kit::svg::px;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::core::calendar::ClockStart;
use yew::prelude::*;

/// Height of a plot, and the room above it, in CSS px.
const HEIGHT_PX: (f64, f64) = (72.0, 8.0);

/// What is drawn.
pub struct LevelsPlot<'a> {
    /// What the number is.
    pub name: &'static str,
    /// Element id.
    pub id: &'static str,
    /// The number over time.
    pub levels: &'a Levels,
    /// The number at the upper edge.
    pub most: u32,
    /// When second 0 was, if moments are shown as dates.
    pub start: Option<ClockStart>,
    /// Another number to compare it with, as a line, and what it is.
    pub beside: Option<(Levels, String)>,
    /// The button that saves it.
    pub save: Html,
}

/// The plot, on the time axis of another.
pub fn levels_plot(LevelsPlot { name, id, levels, most, start, beside, save }: LevelsPlot<'_>, time: &PlaneScale) -> Html {
    let scale = PlaneScale::new(time.x_range(), (0.0, f64::from(most)), time.width(), HEIGHT_PX.0);
    let frame = PlotFrame { width: scale.width(), height: scale.height(), margins: Margins::on_time_axis(HEIGHT_PX.1) };
    let words = format!("{name} over time: at most {}", grouped(levels.most().into()));
    let content = html! {
        <g transform={frame.transform()}>
            <path class="level" d={levels.area(&scale)} />
            if let Some((levels, words)) = &beside {
                <path class="level-beside" d={levels.line(&scale)}><title>{ words.clone() }</title></path>
            }
            <rect class="frame" width={px(scale.width())} height={px(scale.height())} />
            { name_at_left(NAME_GAP_PX, scale.height(), "0") }
            { name_at_left(NAME_GAP_PX, 0.0, grouped(most.into())) }
            { x_axis(&scale, start) }
        </g>
    };
    html! {
        <section class="chart levels" {id} aria-label={name}>
            <h2>{ name }<span>{ format!(": at most {}", grouped(levels.most().into())) }</span>{ save }</h2>
            if let Some((_, words)) = beside { <p class="level-words"><span class="level-key" aria-hidden="true"></span>{ words }</p> }
            <div class="plot">{ frame.svg(Some(words), content) }</div>
        </section>
    }
}
