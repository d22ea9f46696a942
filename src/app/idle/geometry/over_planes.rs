//! The SVG layer above the planes: axes, names, the request with its handles, the choices of the strategies, the highlighted period.

use super::events::PictureEvents;
use super::shapes::{
    below_axis, choice_names, frame, knob, line, lit_mark, rate_words, region_names, row_name, segment, x_axis, y_axis, y_time_axis,
};
use super::stage::Stage;
use crate::chart::kit::svg::px;
use crate::chart::kit::text::text_width;
use crate::chart::planes::dual_plane::DualPlane;
use crate::chart::planes::plane::{PlaneScale, REGION_PX, RegionName};
use crate::chart::planes::time_plane::{LANE_PX, StripNumber, TakenShape, TimePlane};
use crate::engine::idle::{Period, Strategy};
use crate::state::IdleHandle;
use yew::prelude::*;

/// How far above the lower edge of a plane its knobs stay, in CSS px.
const FLOOR_PX: f64 = 8.0;

fn axes(scale: &PlaneScale, x: Html, y: Html) -> Html {
    html! {
        <>
            { frame(scale.width(), scale.height()) }
            { x }
            { y }
        </>
    }
}

fn strategy_name(strategy: Strategy) -> String {
    strategy.title().to_string()
}

/// Above the plane of starts and ends.
pub fn time_over(events: &PictureEvents, stage: &Stage, plane: &TimePlane<'_>, lit: Option<Period>) -> Html {
    let scale = &plane.scale;
    let (first, last) = scale.x_range();
    let diagonal = line((scale.x_of(first), scale.y_of(first)), (scale.x_of(last), scale.y_of(last)));
    html! {
        <>
            { axes(scale, x_axis(scale, stage.time), y_time_axis(scale, stage.time)) }
            <path class="diagonal" d={diagonal} />
            { row_name(LANE_PX / 2.0, "open") }
            { region_names(plane.regions()) }
            { strip_numbers(plane) }
            { taken_shapes(plane) }
            { choice_names(plane.labels(strategy_name), stage) }
            { segment(events, stage, plane.segment(), scale.height() - FLOOR_PX) }
            if let Some(period) = lit {
                { guided_mark(scale, plane.place(period.start, period.end)) }
            }
        </>
    }
}

/// The idle period that is pointed at, with lines to both axes.
fn guided_mark(scale: &PlaneScale, (x, y): (f64, f64)) -> Html {
    let guide = format!("M{x:.1} {y:.1}V{:.1}M{x:.1} {y:.1}H0", scale.height());
    html! {
        <>
            <path class="guide" d={guide} />
            { lit_mark((x, y)) }
        </>
    }
}

/// The idle period that is taken: the job in it, and what is left idle before and after it.
fn taken_shapes(plane: &TimePlane<'_>) -> Html {
    let Some(taken) = plane.moment.taken() else { return Html::default() };
    let (width, height) = (plane.scale.width(), plane.scale.height());
    let TakenShape { period, job, leading, trailing } = plane.taken(&taken);
    let rest = |at: Option<(f64, f64)>, words: &'static str| {
        let inside = at.filter(|at| (0.0..=width).contains(&at.0) && (0.0..=height).contains(&at.1));
        let Some((x, y)) = inside else { return Html::default() };
        html! {
            <>
                <path class="left-over" d={line(period, (x, y))} />
                <circle class="left-over" cx={px(x)} cy={px(y)} r="4"><title>{ words }</title></circle>
            </>
        }
    };
    html! {
        <>
            { rest(leading, "Idle before the job") }
            { rest(trailing, "Idle after the job") }
            <circle class="job" cx={px(job.0)} cy={px(job.1)} r="4"><title>{ "The job: starts and ends here" }</title></circle>
        </>
    }
}

/// In which order strips were searched, and how many nodes were read there.
fn strip_numbers(plane: &TimePlane<'_>) -> Html {
    let number = |StripNumber { text, visited, at }: StripNumber| {
        let words = format!("Step {text} of the search: {visited} nodes read in this strip");
        html! { <text class="strip-number" x={px(at.0)} y={px(at.1 + 4.0)} text-anchor="middle">{ text }<title>{ words }</title></text> }
    };
    plane.strip_numbers().into_iter().map(number).collect()
}

/// Above the primal plane.
pub fn primal_over(events: &PictureEvents, stage: &Stage, plane: &DualPlane<'_>, lit: Option<Period>) -> Html {
    let scale = &plane.primal;
    let [from, to] = plane.segment();
    let fall = scale.y_of(0.0);
    let run = f64::from(stage.duration()) / scale.x_per_px();
    // What the job uses up: from P and from P′ down with its server's slope.
    let falls = [from, to].map(|(x, y)| line((x, y), (x + run, fall))).concat();
    let (left, right) = (from.0.clamp(0.0, scale.width()), to.0.clamp(0.0, scale.width()));
    let words = "too short";
    let width = text_width(words, REGION_PX);
    let too_short = RegionName { words, x: (left + right) / 2.0, y: (from.1 + fall) / 2.0 + 4.0, width };
    let has_room = fall - from.1 > 40.0 && right - left > width + 8.0;
    let regions = plane.regions().into_iter().chain(has_room.then_some(too_short)).collect();
    html! {
        <>
            { axes(scale, x_axis(scale, stage.time), y_axis(scale)) }
            { row_name(13.0, "open") }
            <path class="fall" d={falls} />
            { choice_names(plane.labels(false, strategy_name), stage) }
            { segment(events, stage, [from, to], scale.height() - FLOOR_PX) }
            if let Some(period) = lit {
                { falling_mark(plane.falling(&period)) }
            }
            { region_names(regions) }
        </>
    }
}

/// The idle period that is pointed at: its point, and how its capacity falls.
fn falling_mark([from, to]: [(f64, f64); 2]) -> Html {
    html! {
        <>
            <path class="lit-line" d={line(from, to)} />
            { lit_mark(from) }
        </>
    }
}

/// Above the dual plane.
pub fn dual_over(events: &PictureEvents, stage: &Stage, plane: &DualPlane<'_>, lit: Option<Period>) -> Html {
    let Some(moment) = stage.moment() else { return Html::default() };
    let request = &moment.request;
    let scale = &plane.dual;
    let [from, to] = plane.line();
    html! {
        <>
            { frame(scale.width(), scale.height()) }
            { y_axis(scale) }
            { rate_names(plane) }
            { row_name(scale.bottom() + 13.0, "open") }
            <path class="segment" d={line(from, to)} />
            { choice_names(plane.labels(true, strategy_name), stage) }
            { region_names(vec![plane.below_line()]) }
            { knob(events, stage, IdleHandle::EarliestStart, "Slope of the line: earliest start r", request.earliest_start, (from.0 + 8.0, from.1)) }
            { knob(events, stage, IdleHandle::Size, "End of the line: size l", request.size, (to.0 - 8.0, to.1)) }
            if let Some(period) = lit {
                { lit_mark(plane.point(&period)) }
            }
        </>
    }
}

/// The rates of servers along the lower edge of the dual plane, where there is room for them.
fn rate_names(plane: &DualPlane<'_>) -> Html {
    let mut end = f64::NEG_INFINITY;
    let names = plane.verticals().into_iter().filter_map(|(x, rate)| {
        let words = rate_words(rate);
        let half = text_width(&words, 12.0) / 2.0 + 6.0;
        (x - half > end).then(|| {
            end = x + half;
            below_axis(&plane.dual, x, format!("−{words}"))
        })
    });
    names.collect()
}
