//! The SVG layer above the servers' Gantt chart: names, time axis, the bracket of the selected request with its handles, and the highlighted idle
//! period.

use super::events::PictureEvents;
use super::shapes::{frame, knob, rate_words, whole_bar, x_axis};
use super::stage::{LookedAt, Stage};
use crate::app::kit::plot::area::GUTTER_PX;
use crate::app::kit::plot::frame::name_at_left;
use crate::app::shell::context::Lab;
use crate::app::shell::lesson::over_plan::{PlotRows, over_plan};
use crate::chart::gantt::lane::CAPTION_PX;
use crate::chart::kit::svg::px;
use crate::chart::kit::text::text_width;
use crate::chart::planes::server_gantt::ServerBar;
use crate::engine::core::time_names::TimeNames;
use crate::engine::idle::clock::amount;
use crate::engine::idle::{IdleRequest, Period, Rate};
use crate::lessons::model::Pickable;
use crate::state::IdleHandle;
use std::fmt::Write;
use yew::prelude::*;

/// y of the bracket's line, from the top of the rows.
const LINE_Y: f64 = -40.0;
/// Upper edge and height of the bar below it.
const BAR_Y: (f64, f64) = (-28.0, 18.0);
/// Least way between the knobs of r and d.
const KNOBS_PX: f64 = 30.0;
/// From the end of a server's name to its row, in CSS px; rates need room.
const NAME_GAP_PX: f64 = 6.0;
/// Most bars that are outlined.
pub const OUTLINES_MAX: usize = 500;
/// Least way between the names of two rows.
const NAME_PX: f64 = 15.0;
/// Size of a name, in CSS px.
const NAME_FONT_PX: f64 = 11.0;

/// What lies above the servers' chart, beside what the stage says.
#[derive(Clone, Copy, Default)]
pub struct Over<'a> {
    /// The idle period that is pointed at.
    pub lit: Option<Period>,
    /// The job that is pointed at, by its row in this plan.
    pub hovered: Option<u32>,
    /// Bars of another plan that are outlined over this one.
    pub ghosts: &'a [ServerBar],
    /// Whether the plan is kept from before an edit: it cannot be changed any more.
    pub is_kept: bool,
}

/// Above the servers' chart.
pub fn gantt_over(events: &PictureEvents, lab: &Lab, stage: &Stage, over: Over<'_>) -> Html {
    let Over { lit, hovered, ghosts, is_kept } = over;
    let gantt = stage.gantt();
    let ids = &stage.shown.plan.arrivals.id;
    let marked = &lab.model().marked;
    let is_marked = |job: u32| ids.get(job as usize).is_some_and(|id| marked.contains(*id));
    let marks = (!marked.is_empty()).then(|| outlines(stage, is_marked));
    let servers = PlotRows::new(Pickable::Server, gantt.rows.rows(), |row| gantt.rows.y_of(row));
    let hovered = hovered.map(|hovered| outlines(stage, |job| job == hovered));
    let lit = lit.map(|period| {
        let (x, y, width, height) = gantt.rect(period.server, period.start, period.end);
        rounded("lit", (x - 1.0, y - 1.0, width + 2.0, height + 2.0))
    });
    html! {
        <>
            { frame(gantt.time.width(), gantt.rows.height()) }
            { x_axis(&gantt.time, stage.time) }
            { server_names(stage) }
            <g class="on-bars">{ job_names(stage) }</g>
            { lit.unwrap_or_default() }
            if let Some(path) = marks { <path class="marked" d={path} /> }
            if let Some(path) = hovered { <path class="pointed" d={path} /> }
            if !ghosts.is_empty() { <path class="ghost-bars" d={path_of(stage, ghosts.iter())} /> }
            { bracket(events, lab, stage, is_kept) }
            if !is_kept { { over_plan(lab, gantt.time, Some(servers)) } }
        </>
    }
}

/// The outlines of bars, as one path: of those in view, at most [`OUTLINES_MAX`].
fn outlines(stage: &Stage, is_meant: impl Fn(u32) -> bool) -> String {
    let gantt = stage.gantt();
    let bars = gantt.in_view().filter(|bar| is_meant(bar.job));
    path_of(stage, bars)
}

/// The outlines of bars, as one path: of at most [`OUTLINES_MAX`].
fn path_of<'a>(stage: &Stage, bars: impl Iterator<Item = &'a ServerBar>) -> String {
    let gantt = stage.gantt();
    let mut path = String::new();
    for bar in bars.take(OUTLINES_MAX) {
        let (x, y, width, height) = gantt.rect(bar.server, bar.start, bar.end);
        // Writing to memory cannot fail.
        let _ = write!(path, "M{x:.1} {y:.1}h{:.1}v{height:.1}h-{:.1}z", width.max(2.0), width.max(2.0));
    }
    path
}

/// A rectangle with round corners.
fn rounded(class: &'static str, (x, y, width, height): (f64, f64, f64, f64)) -> Html {
    html! { <rect {class} x={px(x)} y={px(y)} width={px(width)} height={px(height)} rx="2" /> }
}

/// The servers' numbers, with their rates where these differ; some of them where rows are low.
fn server_names(stage: &Stage) -> Html {
    let gantt = stage.gantt();
    let rows = &gantt.rows;
    let every = ((NAME_PX / rows.row_px().max(1e-6)).ceil() as u32).max(1);
    let is_equal = stage.servers.servers.distinct_rates().iter().all(|rate| rate.compare(Rate::ONE).is_eq());
    let named = |server: u32| format!("{server} ·{}", rate_words(stage.rate_of(server)));
    // Left of the axis there is so much room; the machine's form has the rates too.
    let fits = text_width(&named(rows.rows().saturating_sub(1)), NAME_FONT_PX) <= GUTTER_PX - NAME_GAP_PX;
    let names = (0..rows.rows()).step_by(every as usize).map(|server| {
        let y = rows.y_of(f64::from(server) + 0.5);
        name_at_left(NAME_GAP_PX, y, if fits && !is_equal { named(server) } else { server.to_string() })
    });
    names.collect()
}

/// The numbers of requests on their bars.
fn job_names(stage: &Stage) -> Html {
    let ids = &stage.shown.plan.arrivals.id;
    let name = |job: u32| ids.get(job as usize).map_or_else(|| "·".to_string(), |&id| stage.shown.name_of(id).to_string());
    let names = stage.gantt().names(name);
    names
        .into_iter()
        .map(|name| html! { <text class="bar-name" x={px(name.x)} y={px(name.y + 4.0)}>{ name.text }</text> })
        .collect()
}

/// The request in words that fit into so many CSS px: r, l and d; in brief, or l alone, where there is little room.
fn caption(id: &str, request: &IdleRequest, time: TimeNames, width: f64) -> String {
    let IdleRequest { earliest_start: r, size, deadline: d, .. } = *request;
    let l = amount(size.into(), time);
    let whole = format!("request {id}: r {}, l {l}, d {}", time.at(r), time.at_after(r, d));
    let forms = [whole, format!("request {id}: {}, l {l}", time.brief_span(r, d)), format!("request {id}: l {l}")];
    forms.into_iter().find(|words| text_width(words, CAPTION_PX) <= width).unwrap_or_default()
}

/// The selected request: [r, d] above its bar, with handles unless the plan is kept.
fn bracket(events: &PictureEvents, lab: &Lab, stage: &Stage, is_kept: bool) -> Html {
    let gantt = stage.gantt();
    let Some(LookedAt { request, place: taken }) = stage.looked_at() else {
        let hint = if is_kept || !lab.may_add() { "Pick a request." } else { "Pick a request, or draw a new one on the servers." };
        return html! { <text class="hint" x="0" y="-24">{ hint }</text> };
    };
    let at = |tick: u32| gantt.time.x_of(f64::from(tick)).clamp(-30.0, gantt.time.width() + 30.0);
    let (left, right) = (at(request.earliest_start), at(request.deadline));
    let (start, end) = match taken {
        Some((_, start, end)) => (start, end),
        None => (request.earliest_start, request.earliest_start.saturating_add(stage.duration())),
    };
    let (bar_left, bar_right) = (at(start), at(end));
    let place = taken.map(|(server, start, end)| {
        let (x, y, width, height) = gantt.rect(server, start, end);
        // The colour of a bar that is compared is to be seen.
        rounded(if stage.is_compared() { "taken-outline" } else { "taken" }, (x, y, width.max(2.0), height))
    });
    let id = lab.model().selected_idle().map_or_else(String::new, |id| stage.shown.name_of(id).to_string());
    let words = caption(&id, &request, stage.time, gantt.time.width());
    let words_x = (left.max(0.0) + 2.0).min((gantt.time.width() - text_width(&words, CAPTION_PX)).max(0.0));
    let bar_y = BAR_Y.0 + BAR_Y.1 / 2.0;
    // Where the window is narrow, its knobs stand beside it.
    let apart = ((KNOBS_PX - (right - left)) / 2.0).max(0.0);
    let drop = format!("M{:.1} {LINE_Y}H{:.1}", left - apart, right + apart);
    let line = format!("M{left:.1} {}v12M{left:.1} {LINE_Y}H{right:.1}M{right:.1} {}v12", LINE_Y - 2.0, LINE_Y - 2.0);
    html! {
        <g class={if taken.is_some() { "bracket" } else { "bracket unplaced" }}>
            { place.unwrap_or_default() }
            <text class="caption" x={px(words_x)} y={px(LINE_Y - 9.0)}>{ words }</text>
            <path class="bracket-drop" d={drop} />
            <path class="bracket-line" d={line} />
            if !is_kept {
            { whole_bar(events, (bar_left, BAR_Y.0, (bar_right - bar_left).max(3.0), BAR_Y.1)) }
            { knob(events, stage, IdleHandle::EarliestStart, "Earliest start r", request.earliest_start, (left - apart, LINE_Y)) }
            { knob(events, stage, IdleHandle::Deadline, "Deadline d", request.deadline, (right + apart, LINE_Y)) }
            { knob(events, stage, IdleHandle::Size, "Size l", request.size, (bar_right + apart.min(8.0), bar_y)) }
            }
        </g>
    }
}
