//! SVG shapes shared by the pictures of idle periods: axes, the request with its handles, names of choices and regions.

use super::events::PictureEvents;
use super::stage::Stage;
use crate::app::kit::plot::area::{AXIS_PX, GUTTER_PX};
use crate::app::kit::plot::frame::{name_at_left, name_below};
use crate::app::kit::plot::knob::{Knob, KnobShape, Slider};
use crate::app::kit::text::format::grouped;
use crate::chart::kit::svg::px;
use crate::chart::kit::text::text_width;
use crate::chart::planes::plane::{PlaneLabel, PlaneScale, RegionName};
use crate::chart::planes::time_marks::{TimeMarks, x_clock_marks, y_clock_marks};
use crate::engine::core::time_names::TimeNames;
use crate::engine::idle::{Rate, Tick};
use crate::state::IdleHandle;
use yew::prelude::*;

/// From the end of a name at the left to the plane, in CSS px.
const NAME_GAP_PX: f64 = 8.0;
/// Size of the marks of an axis, in CSS px; the style sheet says the same.
const MARK_PX: f64 = 12.0;
/// Segments shorter than this have their knobs set apart, in CSS px.
const SHORT_PX: f64 = 56.0;

/// The step between the marks of an axis.
fn step_of(ticks: &[(f64, f64)]) -> f64 {
    match ticks {
        [first, second, ..] => second.0 - first.0,
        _ => 1.0,
    }
}

/// A number on an axis: thousands and millions are cut short where all marks are whole ones.
fn short(value: f64, step: f64) -> String {
    let (size, sign) = (value.abs(), if value < 0.0 { "−" } else { "" });
    let whole = |unit: f64| grouped((size / unit).round() as u64);
    match step {
        _ if value == 0.0 => "0".to_string(),
        s if s >= 1e6 => format!("{sign}{}M", whole(1e6)),
        s if s >= 1e5 && size >= 1e6 => format!("{sign}{:.1}M", size / 1e6),
        s if s >= 1e3 => format!("{sign}{}k", whole(1e3)),
        s if s >= 1.0 => format!("{sign}{}", whole(1.0)),
        _ => format!("{sign}{size:.2}"),
    }
}

/// "1/2", "1".
pub fn rate_words(rate: Rate) -> String {
    if rate.denominator == 1 { rate.numerator.to_string() } else { format!("{}/{}", rate.numerator, rate.denominator) }
}

/// A word or number below the lower edge.
pub fn below_axis(scale: &PlaneScale, x: f64, words: String) -> Html {
    name_below(None, x, scale.height() + AXIS_PX * 0.7, words)
}

/// Ticks or clock time along the lower edge. The day that the marks leave out stands at the left; a mark that would touch it gives way.
pub fn x_axis(scale: &PlaneScale, time: TimeNames) -> Html {
    if let Some(TimeMarks { marks, day }) = x_clock_marks(scale, time) {
        let day_end = day.as_ref().map_or(f64::NEG_INFINITY, |day| text_width(day, MARK_PX) - GUTTER_PX + NAME_GAP_PX);
        let clear = |(words, x): &(String, f64)| x - text_width(words, MARK_PX) / 2.0 >= day_end;
        let y = px(scale.height() + AXIS_PX * 0.7);
        return html! {
            <>
                if let Some(day) = day { <text class="day" x={px(-GUTTER_PX)} {y}>{ day }</text> }
                { for marks.into_iter().filter(clear).map(|(words, x)| below_axis(scale, x, words)) }
            </>
        };
    }
    let ticks = scale.x_ticks();
    let step = step_of(&ticks);
    ticks.into_iter().map(|(tick, x)| below_axis(scale, x, short(tick, step))).collect()
}

/// A word or number left of the left edge, in the middle of a height.
pub fn row_name(y: f64, words: impl Into<Html>) -> Html {
    name_at_left(NAME_GAP_PX, y, words)
}

/// Numbers along the left edge.
pub fn y_axis(scale: &PlaneScale) -> Html {
    let ticks = scale.y_ticks();
    let step = step_of(&ticks);
    ticks.into_iter().map(|(tick, y)| row_name(y, short(tick, step))).collect()
}

/// Ticks or clock time along the left edge.
pub fn y_time_axis(scale: &PlaneScale, time: TimeNames) -> Html {
    let Some(TimeMarks { marks, .. }) = y_clock_marks(scale, time) else { return y_axis(scale) };
    marks.into_iter().map(|(words, y)| row_name(y, words)).collect()
}

/// The edges of a plot.
pub fn frame(width: f64, height: f64) -> Html {
    html! { <rect class="frame" width={px(width)} height={px(height)} /> }
}

/// A straight line as the data of a path.
pub fn line(from: (f64, f64), to: (f64, f64)) -> String {
    format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1)
}

/// The name by which tests find a handle.
const fn handle_key(handle: IdleHandle) -> &'static str {
    match handle {
        IdleHandle::EarliestStart => "r",
        IdleHandle::Size => "l",
        IdleHandle::Deadline => "d",
        IdleHandle::Whole => "whole",
    }
}

/// A knob, taken hold of by pointer or key.
pub fn knob(events: &PictureEvents, stage: &Stage, handle: IdleHandle, name: &'static str, value: Tick, at: (f64, f64)) -> Html {
    let words = |time: TimeNames| if handle == IdleHandle::Size { time.length(value) } else { time.at(value) };
    let slider = Slider {
        now: value.to_string(),
        min: "0".to_string(),
        max: "4000000000".to_string(),
        words: Some(stage.time).filter(|time| time.is_clock()).map(words),
        on_key: events.handle_callback(handle, PictureEvents::handle_key_pressed),
    };
    html! {
        <Knob {at} shape={KnobShape::Disc} {name} is_upright={events.is_upright(handle)} drag_key={handle_key(handle)} {slider}
            on_press={events.handle_callback(handle, PictureEvents::handle_pressed)} />
    }
}

/// The request's bar on the servers, by which it is dragged as a whole.
pub fn whole_bar(events: &PictureEvents, (x, y, width, height): (f64, f64, f64, f64)) -> Html {
    html! {
        <rect class="whole-handle" data-drag={handle_key(IdleHandle::Whole)} x={px(x)} y={px(y)} width={px(width)} height={px(height)} rx="3"
            onpointerdown={events.handle_callback(IdleHandle::Whole, PictureEvents::handle_pressed)}>
            <title>{ "Drag to move the request as a whole" }</title>
        </rect>
    }
}

/// The segment P–P′ with its knobs: r at P, d at P′, l between them. Where P and P′ are near each other, the knobs hang below, where no idle period
/// is that the job could take; not below `floor`.
pub fn segment(events: &PictureEvents, stage: &Stage, [from, to]: [(f64, f64); 2], floor: f64) -> Html {
    let Some(moment) = stage.moment() else { return Html::default() };
    let request = &moment.request;
    let apart = ((SHORT_PX - libm::hypot(to.0 - from.0, to.1 - from.1)) / 2.0).max(0.0);
    let down = |y: f64, share: f64| if apart > 0.0 { (y + share * apart).min(floor.max(y)) } else { y };
    let ends = [(from.0 - apart, down(from.1, 0.9)), (to.0 + apart, down(to.1, 0.9))];
    let centre = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    let middle = (centre.0, down(centre.1, 1.4));
    let path = AttrValue::from(line(from, to));
    let leads = [line(ends[0], from), line(ends[1], to), line(middle, centre)].concat();
    html! {
        <>
            if apart > 0.0 {
                <path class="bracket-drop" d={leads} />
            }
            <g class="handle" data-drag={handle_key(IdleHandle::Whole)}
                onpointerdown={events.handle_callback(IdleHandle::Whole, PictureEvents::handle_pressed)}>
                <path class="grip" d={&path} />
                <path class="segment" d={path} />
            </g>
            <text class="end" x={px(ends[0].0 - 9.0)} y={px(ends[0].1 + 15.0)} text-anchor="end">{ "P" }</text>
            <text class="end" x={px(ends[1].0 + 9.0)} y={px(ends[1].1 + 15.0)}>{ "P′" }</text>
            { knob(events, stage, IdleHandle::EarliestStart, "P: earliest start r", request.earliest_start, ends[0]) }
            { knob(events, stage, IdleHandle::Deadline, "P′: deadline d", request.deadline, ends[1]) }
            { knob(events, stage, IdleHandle::Size, "Size l", request.size, middle) }
        </>
    }
}

/// Names of choices, with a line to their point where they stand away from it. The name of the strategy that decides is marked.
pub fn choice_names(labels: Vec<PlaneLabel>, stage: &Stage) -> Html {
    let own = stage.moment().map(|moment| moment.strategy.title());
    let name = |label: PlaneLabel| {
        let is_own = own.is_some_and(|name| label.text.starts_with(name));
        let near_x = if label.x > label.to.0 { label.x - 2.0 } else { label.x + label.width + 2.0 };
        let is_away = (label.y - label.to.1).abs() > 10.0;
        html! {
            <>
                if is_away {
                    <path class="lead" d={line(label.to, (near_x, label.y))} />
                }
                <circle class={if is_own { "ring own" } else { "ring" }} cx={px(label.to.0)} cy={px(label.to.1)} r="8" />
                <text class={if is_own { "choice own" } else { "choice" }} x={px(label.x)} y={px(label.y + 4.0)}>{ label.text }</text>
            </>
        }
    };
    labels.into_iter().map(name).collect()
}

/// The names of shaded regions.
pub fn region_names(names: Vec<RegionName>) -> Html {
    let name = |RegionName { words, x, y, .. }: RegionName| {
        html! { <text class="region" x={px(x)} y={px(y)} text-anchor="middle">{ words }</text> }
    };
    names.into_iter().map(name).collect()
}

/// The idle period that is pointed at.
pub fn lit_mark((x, y): (f64, f64)) -> Html {
    html! { <circle class="lit" cx={px(x)} cy={px(y)} r="9" /> }
}
