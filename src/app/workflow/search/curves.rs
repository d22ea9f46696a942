//! The best delay after 1, 2, … mappings, of all methods.

use crate::app::kit::tables::table::{Column, Table, row};
use crate::app::shell::context::Newest;
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::app::workflow::figures::curves_to_save;
use crate::app::workflow::names::{in_units, method_title, ticks_of};
use crate::chart::kit::svg::px;
use crate::chart::planes::plane::PlaneScale;
use crate::engine::workflow::policy::Method;
use crate::engine::workflow::update::Curve;
use crate::state::WorkflowShown;
use std::fmt::Write;
use yew::prelude::*;

/// Width and height of the plot, and the room around it: left, above, right, below.
const SIZE_PX: (f64, f64) = (560.0, 190.0);
const ROOM_PX: (f64, f64, f64, f64) = (52.0, 12.0, 16.0, 40.0);

/// The plot and its twin.
pub fn curves_plot(newest: &Newest, shown: &WorkflowShown) -> Html {
    let Some(workflow) = shown.study.workflow() else { return Html::default() };
    let curves = &shown.snapshot.curves;
    if curves.is_empty() {
        return html! { <p class="hint" id="curves-wait">{ "The curves of all methods are shown only for applications of up to 400 tasks." }</p> };
    }
    let most = curves.iter().filter_map(|curve| curve.best.first()).max().copied().unwrap_or(0).max(1);
    let mappings = f64::from(workflow.policy.iterations.max(2));
    let scale = PlaneScale::new((1.0, mappings), (0.0, most as f64), SIZE_PX.0, SIZE_PX.1);
    let own = workflow.policy.method;
    let lines = curves.iter().map(|curve| {
        let class = classes!("curve", format!("method-{}", curve.method.name()), (curve.method == own).then_some("own"));
        html! { <path {class} d={line(curve, &scale)} /> }
    });
    let ticks = ticks_of(shown);
    let y_marks = [0, most].map(|delay| {
        let y = scale.y_of(delay as f64);
        html! { <text x="-8" y={px(y + 4.0)} text-anchor="end">{ in_units(delay, ticks) }</text> }
    });
    let x_marks = [1.0, (mappings / 2.0).round(), mappings].map(|at| {
        html! { <text x={px(scale.x_of(at))} y={px(SIZE_PX.1 + 18.0)} text-anchor="middle">{ format!("{at:.0}") }</text> }
    });
    let rows = curves.iter().map(|curve| {
        let at = |number: usize| curve.best.get(number.min(curve.best.len().saturating_sub(1))).map_or_else(String::new, |delay| in_units(*delay, ticks));
        let name = html! { <><i class={classes!("line-swatch", format!("method-{}", curve.method.name()))} />{ method_title(curve.method) }</> };
        row(name, [at(0), at(4), at(24), at(usize::MAX), curve.best.len().to_string()])
    });
    let caption = "Delay of the best mapping so far; methods without draws make one mapping";
    let (left, above, right, below) = ROOM_PX;
    html! {
        <section class="chart search-curves" aria-label="Delay against mappings">
            <h2>{ "Delay against mappings" }<span>{ format!(": {} of {} methods", curves.len(), Method::ALL.len()) }</span></h2>
            <SaveFigure name="Delay against mappings" id="save-search-curves" lab={newest.clone()} draw={Draw::Shown(curves_to_save)} />
            <div class="stack">
                <svg id="search-curves" role="img" aria-label={caption} viewBox={format!("0 0 {} {}", SIZE_PX.0 + left + right, SIZE_PX.1 + above + below)}>
                    <g transform={format!("translate({left} {above})")}>
                        <rect class="frame" width={px(SIZE_PX.0)} height={px(SIZE_PX.1)} />
                        { for lines }
                        { for y_marks }
                        { for x_marks }
                        <text x={px(SIZE_PX.0)} y={px(SIZE_PX.1 + 34.0)} text-anchor="end">{ "mappings" }</text>
                    </g>
                </svg>
                <Table label={caption} id="curves" {caption} columns={Column::all(["Method", "After 1", "After 5", "After 25", "At the end", "Mappings"])}>{ for rows }</Table>
            </div>
        </section>
    }
}

/// A curve as steps; one that ends early goes on to the edge.
fn line(curve: &Curve, scale: &PlaneScale) -> String {
    let mut path = String::new();
    for (at, delay) in curve.best.iter().enumerate() {
        let (x, y) = (scale.x_of((at + 1) as f64), scale.y_of(*delay as f64));
        // Writing to memory cannot fail.
        let _ = if at == 0 { write!(path, "M{x:.1} {y:.1}") } else { write!(path, "H{x:.1}V{y:.1}") };
    }
    let _ = write!(path, "H{:.1}", scale.width());
    path
}
