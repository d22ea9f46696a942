//! What lies above the pixels of the planes: axes, names, the request with its handles, what the strategies take, what is pointed at.

use super::geometry_stage::Stage;
use super::markup::{all, markup};
use super::plot::AXIS_PX;
use super::words::grouped;
use crate::chart::dual_plane::DualPlane;
use crate::chart::plane::{PlaneLabel, PlaneScale, REGION_PX, RegionName};
use crate::chart::text::text_width;
use crate::chart::time_plane::{LANE_PX, TakenShape, TimePlane};
use crate::engine::idle::shown::Order;
use crate::engine::idle::{Period, Rate, Strategy};
use yew::prelude::*;

/// Segments shorter than this have their knobs set apart, in CSS px.
const SHORT_PX: f64 = 56.0;
/// Least way between the numbers of two strips.
const NUMBER_PX: f64 = 14.0;

/// A number on an axis: thousands and millions are cut short where all marks are whole ones.
pub fn short(value: f64, step: f64) -> String {
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

/// Numbers along the lower edge.
pub fn x_axis(scale: &PlaneScale) -> Html {
    let ticks = scale.x_ticks();
    let step = ticks.get(1).map_or(1.0, |second| second.0 - ticks[0].0);
    let y = scale.height() + AXIS_PX * 0.7;
    all(ticks.into_iter().map(|(tick, x)| markup!("<text x=$ y=$ text-anchor='middle'>$</text>", x, y, short(tick, step))))
}

fn axes(scale: &PlaneScale) -> Html {
    let ticks = scale.y_ticks();
    let step = ticks.get(1).map_or(1.0, |second| second.0 - ticks[0].0);
    let names = ticks
        .into_iter()
        .map(|(tick, y)| markup!("<text class='row-name' x='-8' y=$ text-anchor='end'>$</text>", y + 4.0, short(tick, step)));
    markup!("<rect class='frame' width=$ height=$/>$$", scale.width(), scale.height(), x_axis(scale), all(names))
}

/// A knob, taken hold of by pointer or key.
pub fn knob(drag: &'static str, words: &'static str, value: u32, (x, y): (f64, f64)) -> Html {
    markup!(
        "<g class=$ data-drag=$ tabindex='0' role='slider' aria-label=$ aria-valuenow=$ aria-valuemin='0' aria-valuemax='4000000000'>
            <title>$</title><circle class='reach' cx=$ cy=$ r='13'/><circle class='knob' cx=$ cy=$ r='5.5'/>
        </g>",
        if drag == "l" { "handle nodes" } else { "handle" },
        drag,
        words,
        value,
        words,
        x,
        y,
        x,
        y
    )
}

/// The segment P–P′ with its knobs: r at P, d at P′, l between them. Where P and P′ are near each other, the knobs hang below, where no idle period
/// is that the job could take; not below `floor`.
fn segment(stage: &Stage, [from, to]: [(f64, f64); 2], floor: f64) -> Html {
    let Some(moment) = stage.moment() else { return Html::default() };
    let apart = ((SHORT_PX - libm::hypot(to.0 - from.0, to.1 - from.1)) / 2.0).max(0.0);
    let down = |y: f64, share: f64| if apart > 0.0 { (y + share * apart).min(floor.max(y)) } else { y };
    let ends = [(from.0 - apart, down(from.1, 0.9)), (to.0 + apart, down(to.1, 0.9))];
    let middle = ((from.0 + to.0) / 2.0, down((from.1 + to.1) / 2.0, 1.4));
    let line = format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
    let leads = (apart > 0.0).then(|| {
        let lead = |knob: (f64, f64), at: (f64, f64)| format!("M{:.1} {:.1}L{:.1} {:.1}", knob.0, knob.1, at.0, at.1);
        markup!(
            "<path class='bracket-drop' d=$/>",
            [lead(ends[0], from), lead(ends[1], to), lead(middle, ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0))].concat()
        )
    });
    markup!(
        "$<g class='handle' data-drag='whole'><path class='grip' d=$/><path class='segment' d=$/></g>
        <text class='end' x=$ y=$ text-anchor='end'>P</text><text class='end' x=$ y=$>P′</text>$$$",
        leads,
        &line,
        &line,
        ends[0].0 - 9.0,
        ends[0].1 + 15.0,
        ends[1].0 + 9.0,
        ends[1].1 + 15.0,
        knob("r", "P: earliest start r", moment.request.earliest_start, ends[0]),
        knob("d", "P′: deadline d", moment.request.deadline, ends[1]),
        knob("l", "Size l", moment.request.size, middle)
    )
}

/// Names of choices, with a line to their point where they stand away from it.
fn names(labels: Vec<PlaneLabel>, first: Option<&str>) -> Html {
    all(labels.into_iter().map(|label| {
        let is_own = first.is_some_and(|name| label.text.starts_with(name));
        let near = if label.x > label.to.0 { label.x - 2.0 } else { label.x + label.width + 2.0 };
        let lead = ((label.y - label.to.1).abs() > 10.0)
            .then(|| markup!("<path class='lead' d=$/>", format!("M{:.1} {:.1}L{near:.1} {:.1}", label.to.0, label.to.1, label.y)));
        markup!(
            "$<circle class=$ cx=$ cy=$ r='8'/><text class=$ x=$ y=$>$</text>",
            lead,
            if is_own { "ring own" } else { "ring" },
            label.to.0,
            label.to.1,
            if is_own { "choice own" } else { "choice" },
            label.x,
            label.y + 4.0,
            &label.text
        )
    }))
}

/// The period pointed at.
fn lit_mark((x, y): (f64, f64)) -> Html {
    markup!("<circle class='lit' cx=$ cy=$ r='9'/>", x, y)
}

fn own_name(stage: &Stage) -> Option<&'static str> {
    stage.moment().map(|moment| moment.strategy.name())
}

fn strategy_name(strategy: Strategy) -> String {
    strategy.name().to_string()
}

/// The names of shaded regions.
fn regions(names: Vec<RegionName>) -> Html {
    let name = |name: RegionName| markup!("<text class='region' x=$ y=$ text-anchor='middle'>$</text>", name.x, name.y, name.words);
    all(names.into_iter().map(name))
}

/// Above the plane of starts and ends.
pub fn time_over(stage: &Stage, plane: &TimePlane<'_>, lit: Option<Period>) -> Html {
    let scale = &plane.scale;
    let (width, height) = (scale.width(), scale.height());
    let [from, to] = plane.segment();
    let lit = lit.map(|period| {
        let (x, y) = plane.place(period.start, period.end);
        let guide = format!("M{x:.1} {y:.1}V{height:.1}M{x:.1} {y:.1}H0");
        markup!("<path class='guide' d=$/>$", guide, lit_mark((x, y)))
    });
    let taken = plane.moment.taken().map(|taken| {
        let TakenShape { period, job, leading, trailing } = plane.taken(&taken);
        let rest = |at: Option<(f64, f64)>, words: &'static str| {
            let is_known = at.filter(|at| (0.0..=width).contains(&at.0) && (0.0..=height).contains(&at.1));
            is_known.map(|at| {
                let way = format!("M{:.1} {:.1}L{:.1} {:.1}", period.0, period.1, at.0, at.1);
                markup!(
                    "<path class='left-over' d=$/><circle class='left-over' cx=$ cy=$ r='4'><title>$</title></circle>",
                    way,
                    at.0,
                    at.1,
                    words
                )
            })
        };
        markup!(
            "$$<circle class='job' cx=$ cy=$ r='4'><title>The job: starts and ends here</title></circle>",
            rest(leading, "Idle before the job"),
            rest(trailing, "Idle after the job"),
            job.0,
            job.1
        )
    });
    let (first, last) = scale.x_range();
    let at = |tick: f64| (scale.x_of(tick), scale.y_of(tick));
    let (low, high) = (at(first), at(last));
    markup!(
        "$<path class='diagonal' d=$/><text class='row-name' x='-8' y=$ text-anchor='end'>open</text>$$$$$$",
        axes(scale),
        format!("M{:.1} {:.1}L{:.1} {:.1}", low.0, low.1, high.0, high.1),
        LANE_PX / 2.0 + 4.0,
        regions(plane.regions()),
        strip_numbers(plane),
        taken,
        names(plane.labels(strategy_name), own_name(stage)),
        segment(stage, [from, to], height - 8.0),
        lit
    )
}

/// In which order strips were searched, and how many nodes were read there.
fn strip_numbers(plane: &TimePlane<'_>) -> Html {
    let is_start = plane.moment.strips_by == Some(Order::Start);
    let mut taken: Vec<(f64, f64)> = Vec::new();
    all(plane.searched().into_iter().filter_map(|strip| {
        let steps: Vec<String> = strip.steps.iter().map(usize::to_string).collect();
        let text = steps.join(", ");
        let at = (strip.from + strip.to) / 2.0;
        let room = if is_start { text_width(&text, 11.0) / 2.0 + 3.0 } else { NUMBER_PX / 2.0 };
        if taken.iter().any(|(other, half)| (other - at).abs() < half + room) {
            return None;
        }
        taken.push((at, room));
        let (x, y) = if is_start { (at, plane.scale.height() - 22.0) } else { (plane.scale.width() - 14.0, at + 4.0) };
        let words = format!("Step {text} of the search: {} nodes read in this strip", strip.visited);
        Some(markup!("<text class='strip-number' x=$ y=$ text-anchor='middle'>$<title>$</title></text>", x, y, text, words))
    }))
}

/// "1/2", "1".
pub fn rate_words(rate: Rate) -> String {
    if rate.denominator == 1 { rate.numerator.to_string() } else { format!("{}/{}", rate.numerator, rate.denominator) }
}

/// Above the primal plane.
pub fn primal_over(stage: &Stage, plane: &DualPlane<'_>, lit: Option<Period>) -> Html {
    let scale = &plane.primal;
    let lit = lit.map(|period| {
        let [from, to] = plane.falling(&period);
        markup!("<path class='lit-line' d=$/>$", format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1), lit_mark(from))
    });
    let [from, to] = plane.segment();
    let fall = scale.y_of(0.0);
    let run = f64::from(stage.duration()) / scale.x_per_px();
    // What the job uses up: from P and from P′ down with its server's slope.
    let falls =
        format!("M{:.1} {:.1}L{:.1} {fall:.1}M{:.1} {:.1}L{:.1} {fall:.1}", from.0, from.1, from.0 + run, to.0, to.1, to.0 + run);
    let (left, right) = (from.0.clamp(0.0, scale.width()), to.0.clamp(0.0, scale.width()));
    let short = "too short";
    let width = text_width(short, REGION_PX);
    let short = RegionName { words: short, x: (left + right) / 2.0, y: (from.1 + fall) / 2.0 + 4.0, width };
    let is_shown = fall - from.1 > 40.0 && right - left > width + 8.0;
    markup!(
        "$<text class='row-name' x='-8' y='17' text-anchor='end'>open</text><path class='fall' d=$/>$$$$",
        axes(scale),
        falls,
        names(plane.labels(false, strategy_name), own_name(stage)),
        segment(stage, [from, to], scale.height() - 8.0),
        lit,
        regions(plane.regions().into_iter().chain(is_shown.then_some(short)).collect())
    )
}

/// Above the dual plane.
pub fn dual_over(stage: &Stage, plane: &DualPlane<'_>, lit: Option<Period>) -> Html {
    let Some(moment) = stage.moment() else { return Html::default() };
    let scale = &plane.dual;
    let [from, to] = plane.line();
    let mut last = f64::NEG_INFINITY;
    let rates = plane.verticals().into_iter().filter_map(|(x, rate)| {
        let words = rate_words(rate);
        let half = text_width(&words, 12.0) / 2.0 + 6.0;
        (x - half > last).then(|| {
            last = x + half;
            markup!("<text x=$ y=$ text-anchor='middle'>−$</text>", x, scale.height() + AXIS_PX * 0.7, words)
        })
    });
    let ticks = scale.y_ticks();
    let step = ticks.get(1).map_or(1.0, |second| second.0 - ticks[0].0);
    let amounts = ticks
        .into_iter()
        .map(|(tick, y)| markup!("<text class='row-name' x='-8' y=$ text-anchor='end'>$</text>", y + 4.0, short(tick, step)));
    markup!(
        "<rect class='frame' width=$ height=$/>$$<text class='row-name' x='-8' y=$ text-anchor='end'>open</text>
        <path class='segment' d=$/>$$$$$",
        scale.width(),
        scale.height(),
        all(amounts),
        all(rates),
        scale.bottom() + 17.0,
        format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1),
        names(plane.labels(true, strategy_name), own_name(stage)),
        markup!(
            "<text class='region' x=$ y=$ text-anchor='end'>below: passes the capacity test</text>",
            scale.width() - 8.0,
            scale.bottom() - 8.0
        ),
        knob("r", "Slope of the line: earliest start r", moment.request.earliest_start, (from.0 + 8.0, from.1)),
        knob("l", "End of the line: size l", moment.request.size, (to.0 - 8.0, to.1)),
        lit.map(|period| lit_mark(plane.point(&period)))
    )
}
