//! The lane above the charts: the selected request's window as a bracket with its bar, and the handles that change them.

use super::gesture::{Gesture, press};
use super::plot::{GUTTER_PX, RIGHT_PX, carried_px, carry, px};
use super::session::Lab;
use super::shortcuts::{COARSE, nudge};
use crate::chart::TimeScale;
use crate::chart::text::text_width;
use crate::engine::request::{Request, Slot};
use crate::engine::workload::RequestId;
use crate::state::{Handle, RequestEdit};
use web_sys::{KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// Height of the lane, in CSS px.
pub const LANE_PX: f64 = 84.0;
/// y of the bracket's line.
const LINE_Y: f64 = 22.0;
/// Upper edge of the bar below it.
const BAR_Y: f64 = 46.0;
/// Height of the bar.
const BAR_PX: f64 = 22.0;
/// How far around a knob's middle it is taken hold of, in CSS px.
const REACH_PX: f64 = 12.0;
/// Size of the lane's text; the style sheet says the same.
pub const CAPTION_PX: f64 = 12.5;
/// Below this width of the plot, texts are shorter, in CSS px.
const NARROW_PX: f64 = 420.0;
/// Way of the pointer that counts as a node when the lower edge is dragged in the lane, in CSS px.
const NODE_PX: f64 = 12.0;

/// The selected request's bracket, or how to get one.
pub fn bracket_lane(lab: &Lab, scale: &TimeScale) -> Html {
    let width = scale.width();
    let content = match lab.selected() {
        Some((id, request)) => bracket(lab, id, &request, scale),
        None => html! {
            <text class="hint" x="0" y={px(LINE_Y + 12.0)}>{ "Pick a request, or draw a new one on the plan." }</text>
        },
    };
    html! {
        <svg class="lane" width={px(width + GUTTER_PX + RIGHT_PX)} height={px(LANE_PX)} role="group" aria-label="Window of the selected request">
            <g transform={format!("translate({GUTTER_PX} 0)")}>{ content }</g>
        </svg>
    }
}

/// Where the first accepted job of the selected request stands.
fn placed_start(lab: &Lab) -> Option<Slot> {
    let (row, shown) = (lab.selected_row()?, lab.told.shown.as_ref()?);
    let plan = shown.plan();
    plan.jobs_of(row).find_map(|job| plan.slots_of(job)).map(|slots| slots.start)
}

fn bracket(lab: &Lab, id: RequestId, request: &Request, scale: &TimeScale) -> Html {
    let placed = placed_start(lab);
    let x = |slot: Slot| scale.x_of(f64::from(slot)).clamp(-40.0, scale.width() + 40.0);
    let (left, right) = (x(request.earliest_start), x(request.deadline()));
    // While a drag is ahead of the plan, the bar stays inside the window.
    let start = placed.unwrap_or(request.earliest_start).clamp(request.earliest_start, request.latest_start);
    let (bar_left, bar_right) = (x(start), x(start + request.duration));
    let bar_width = (bar_right - bar_left).max(2.0);
    let (from, to, end) = (request.earliest_start, request.latest_start, request.deadline());
    let caption = match (scale.width() < NARROW_PX, from == to) {
        (false, false) => format!("request {} may start in {from}–{to} and must end by {end}", request.user),
        (false, true) => format!("request {} must start at {from} and ends by {end}", request.user),
        (true, false) => format!("{}: start in {from}–{to}, end by {end}", request.user),
        (true, true) => format!("{}: start at {from}, end by {end}", request.user),
    };
    let needs = format!(
        "{} × {} {}{}",
        request.duration,
        request.nodes,
        if request.nodes == 1 { "node" } else { "nodes" },
        if request.jobs > 1 { format!(", {} jobs", request.jobs) } else { String::new() },
    );
    let text_x = left.clamp(0.0, (scale.width() - text_width(&caption, CAPTION_PX)).max(0.0));
    let needs_px = text_width(&needs, CAPTION_PX);
    // Beside the bar where it does not easily fit into it, on the side where there is room.
    let [before, after] = [bar_left.min(scale.width()) - 16.0, bar_right.max(0.0) + 16.0];
    let (fits_before, fits_after) = (before >= needs_px, after + needs_px <= scale.width());
    let least = if fits_before || fits_after { 2.0 * needs_px } else { needs_px + 20.0 };
    let (needs_class, needs_x, needs_anchor) = if bar_width > least {
        ("on-accent", bar_left + 10.0, "start")
    } else if fits_after || !fits_before {
        ("caption", after.min(scale.width() - needs_px), "start")
    } else {
        ("caption", before, "end")
    };
    // From here on x is what the group carries to its place.
    let carried = carried_px(scale);
    let [left, right, bar_left, bar_right, text_x, needs_x] =
        [left, right, bar_left, bar_right, text_x, needs_x].map(|x| x + carried);
    let handle = |handle: Handle, x: f64, y: f64| knob(lab, &Knob { id, request: *request, handle, x, y, row_px: NODE_PX });
    let [from_y, line_y] = [LINE_Y - 4.0, LINE_Y].map(px);
    let [left_px, right_px] = [left, right].map(px);
    html! {
        <g class={classes!("bracket", placed.is_none().then_some("unplaced"))} transform={carry(carried)}>
            <text class="caption" x={px(text_x)} y={px(LINE_Y - 10.0)}>{ caption }</text>
            <path class="bracket-line" d={format!("M{left_px} {from_y} v14 M{left_px} {line_y} H{right_px} M{right_px} {from_y} v14")} />
            <line class="bracket-drop" x1={px(bar_left)} x2={px(bar_left)} y1={px(LINE_Y)} y2={px(BAR_Y)} />
            { whole_bar(lab, id, *request, bar_left, bar_width) }
            <text class={needs_class} x={px(needs_x)} y={px(BAR_Y + 15.0)} text-anchor={needs_anchor}>{ needs }</text>
            { handle(Handle::EarliestStart, left, LINE_Y) }
            { handle(Handle::Deadline, right, LINE_Y) }
            { handle(Handle::Duration, bar_right, BAR_Y + BAR_PX / 2.0) }
            { handle(Handle::Nodes, (bar_left + bar_right) / 2.0, BAR_Y + BAR_PX) }
        </g>
    }
}

/// The bar in the lane: dragging it moves the request as a whole.
fn whole_bar(lab: &Lab, id: RequestId, request: Request, x: f64, width: f64) -> Html {
    let on = handle_events(lab, id, request, Handle::Whole, NODE_PX);
    html! {
        <rect class="whole-handle" id="handle-whole" data-handle="whole" x={px(x)} y={px(BAR_Y)} width={px(width)} height={px(BAR_PX)} rx="3"
            tabindex="0" role="slider" aria-label="Whole request" aria-valuenow={request.earliest_start.to_string()} aria-valuetext={value_text(Handle::Whole, &request)}
            aria-valuemin={request.submitted.to_string()} aria-valuemax={crate::engine::bounds::SLOT.max.to_string()}
            onpointerdown={on.down} onkeydown={on.key} />
    }
}

/// A knob that is dragged.
#[derive(Clone, Copy)]
pub struct Knob {
    /// The request.
    pub id: RequestId,
    /// The request as it is now.
    pub request: Request,
    /// What the knob changes.
    pub handle: Handle,
    /// Middle of the knob, in CSS px of its SVG.
    pub x: f64,
    /// Middle of the knob.
    pub y: f64,
    /// Way of the pointer that counts as a node, in CSS px.
    pub row_px: f64,
}

impl Knob {
    /// The knob and its reach, which begins so many CSS px above the knob's middle.
    fn shape(&self, above: f64) -> Html {
        let Self { handle, x, y, .. } = *self;
        let (width, height) = if handle == Handle::Nodes { (16.0, 8.0) } else { (9.0, 15.0) };
        html! {
            <>
                <rect class="reach" x={px(x - 12.0)} y={px(y - above)} width="24" height="24" />
                <rect class="knob" x={px(x - width / 2.0)} y={px(y - height / 2.0)} width={px(width)} height={px(height)} rx="3" />
            </>
        }
    }
}

/// A knob of the lane again, on a chart's bar: for the pointer only.
pub fn knob_copy(lab: &Lab, knob: &Knob) -> Html {
    let on = handle_events(lab, knob.id, knob.request, knob.handle, knob.row_px);
    let key = handle_key(knob.handle);
    html! { <g class={classes!("handle", key)} data-copy={key} aria-hidden="true" onpointerdown={on.down}>{ knob.shape(REACH_PX) }</g> }
}

/// A knob that is dragged, or moved with the arrow keys.
fn knob(lab: &Lab, knob: &Knob) -> Html {
    let Knob { id, request, handle, row_px, .. } = *knob;
    let on = handle_events(lab, id, request, handle, row_px);
    let key = handle_key(handle);
    let (value, min, max) = range_of(handle, &request);
    let is_flat = handle == Handle::Nodes;
    // The lower edge is taken from below, so that the middle of the bar is left to moving the request as a whole.
    let above = if is_flat { 5.0 } else { REACH_PX };
    html! {
        <g class={classes!("handle", key)} id={format!("handle-{key}")} data-handle={key} tabindex="0" role="slider" aria-label={handle_name(handle)}
            aria-orientation={if is_flat { "vertical" } else { "horizontal" }}
            aria-valuenow={value.to_string()} aria-valuemin={min.to_string()} aria-valuemax={max.to_string()} aria-valuetext={value_text(handle, &request)}
            onpointerdown={on.down} onkeydown={on.key}>
            <title>{ format!("{}: drag, or use the arrow keys", handle_name(handle)) }</title>
            { knob.shape(above) }
        </g>
    }
}

/// Short name of a handle for ids and classes.
fn handle_key(handle: Handle) -> &'static str {
    match handle {
        Handle::EarliestStart => "earliest-start",
        Handle::Deadline => "deadline",
        Handle::Duration => "duration",
        Handle::Nodes => "nodes",
        Handle::Whole => "whole",
    }
}

fn handle_name(handle: Handle) -> &'static str {
    match handle {
        Handle::EarliestStart => "Earliest start",
        Handle::Deadline => "Deadline",
        Handle::Duration => "Duration",
        Handle::Nodes => "Nodes per job",
        Handle::Whole => "Whole request",
    }
}

fn range_of(handle: Handle, request: &Request) -> (Slot, Slot, Slot) {
    let slot_max = crate::engine::bounds::SLOT.max;
    match handle {
        Handle::EarliestStart => (request.earliest_start, request.submitted, request.latest_start),
        Handle::Deadline => (request.deadline(), request.earliest_start + request.duration, slot_max + request.duration),
        Handle::Duration => (request.duration, 1, crate::engine::bounds::DURATION.max),
        Handle::Nodes => (request.nodes, 1, crate::engine::bounds::JOB_NODES.max),
        Handle::Whole => (request.earliest_start, request.submitted, slot_max),
    }
}

fn value_text(handle: Handle, request: &Request) -> String {
    match handle {
        Handle::EarliestStart => format!("slot {}", request.earliest_start),
        Handle::Deadline => format!("slot {}", request.deadline()),
        Handle::Duration => format!("{} slots", request.duration),
        Handle::Nodes => format!("{} nodes", request.nodes),
        Handle::Whole => format!("starts in {} to {}", request.earliest_start, request.latest_start),
    }
}

/// What a handle listens to; moving and releasing are the page's ([`super::gesture::use_gestures`]).
struct HandleEvents {
    /// Press.
    down: Callback<PointerEvent>,
    /// Arrow keys.
    key: Callback<KeyboardEvent>,
}

/// Dragging and nudging a handle of a request.
fn handle_events(lab: &Lab, id: RequestId, request: Request, handle: Handle, row_px: f64) -> HandleEvents {
    let down = {
        let lab = lab.clone();
        Callback::from(move |event: PointerEvent| {
            event.stop_propagation();
            let from = (f64::from(event.client_x()), f64::from(event.client_y()));
            let pointer = event.pointer_id();
            let scale = lab.time_scale(lab.plot_width.get().max(1.0));
            press(&lab, &event, Gesture::Drag { pointer, id, origin: request, handle, from, row_px, scale, is_live: false });
        })
    };
    let lab = lab.clone();
    let key = Callback::from(move |event: KeyboardEvent| {
        let step = if event.shift_key() { COARSE } else { 1 };
        let by = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => step,
            "ArrowLeft" | "ArrowDown" => -step,
            "Delete" | "Backspace" => {
                event.prevent_default();
                lab.act(RequestEdit::Remove(id).into());
                return;
            }
            _ => return,
        };
        event.prevent_default();
        nudge(&lab, handle, by, event.repeat());
    });
    HandleEvents { down, key }
}
