//! The lane above the charts: the window of the selected request as a bracket with a bar, and the handles that change it.
//!
//! What is seen is painted; the handles lie above it in the document, for pointer, keyboard and screen readers. They tell their values at
//! once, but go where the bracket is when it rests: to move them in every frame would have the browser lay out and paint half the page.

use crate::app::kit::browser::canvas::{use_device_pixel_ratio, use_sheet};
use crate::app::kit::browser::text_zoom::window_place;
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::controls::keys::COARSE;
use crate::app::kit::plot::area::{GUTTER_PX, RIGHT_PX};
use crate::app::kit::plot::knob::{Knob, KnobShape, REACH_ABOVE_PX, Slider};
use crate::app::shell::context::{Lab, Newest, use_lab, use_newest};
use crate::app::shell::pointer::debounce::{Stand, use_settled};
use crate::app::shell::pointer::gesture::press;
use crate::app::slots::commands::nudge;
use crate::chart::TimeScale;
use crate::chart::gantt::lane::{BAR_PX, BAR_Y, Bracket, KNOB_PX, LANE_PX, LINE_Y, Lane, words};
use crate::chart::kit::raster::PixelBuffer;
use crate::chart::kit::svg::px;
use crate::engine::core::time_names::TimeNames;
use crate::engine::slots::request::{Request, Slot};
use crate::engine::slots::workload::RequestId;
use crate::state::{Gesture, Handle, RequestDrag};
use web_sys::{KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// How far above the middle of the lower edge's knob its reach begins, in CSS px. The edge is taken from below, so that the middle of the bar is
/// left to moving the request as a whole.
const REACH_ABOVE_EDGE_PX: f64 = 5.0;
/// Way of the pointer that counts as a node when the lower edge is dragged in the lane, in CSS px.
const NODE_PX: f64 = 12.0;

/// Properties of [`BracketLane`].
#[derive(Properties, PartialEq)]
pub struct BracketLaneProps {
    /// The time axis.
    pub scale: TimeScale,
}

/// The selected request's bracket, or how to get one.
#[component]
pub fn BracketLane(&BracketLaneProps { scale }: &BracketLaneProps) -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let (theme, dpr, canvas) = (use_theme(), use_device_pixel_ratio(), use_sheet());
    let (selected, placed) = (lab.selected(), placed_start(&lab));
    let time = lab.time_names();
    let bracket = selected.map(|(_, request)| Bracket::new(&request, placed, &scale));
    let is_dragged = lab.gesture.borrow().is_some();
    let (settled, is_settled) = use_settled(Stand { scale, is_dragged, bracket });
    {
        let canvas = canvas.clone();
        let buffer = use_mut_ref(PixelBuffer::default);
        use_effect_with((selected, time, bracket, scale.width().to_bits(), theme, dpr), move |_| {
            let (Some((_, request)), Some(bracket)) = (selected, bracket) else { return };
            let buffer = &mut *buffer.borrow_mut();
            let lane = Lane { request: &request, time, bracket, width: scale.width(), beside: (GUTTER_PX, RIGHT_PX), dpr };
            let captions = lane.paint(buffer, theme.palette());
            canvas.show(buffer, dpr);
            canvas.write(&captions, dpr);
        });
    }
    let (content, label) = match (selected, settled.bracket.or(bracket)) {
        (Some((id, request)), Some(bracket)) => {
            let [window, needs] = words(&request, time, f64::INFINITY);
            (html! { <Handles {id} {request} {bracket} {time} lab={newest} /> }, format!(": {window}; {needs}"))
        }
        _ => {
            let hint = if lab.may_add() { "Pick a request, or draw a new one on the plan." } else { "Pick a request." };
            (html! { <text class="hint" y={px(LINE_Y + 12.0)}>{ hint }</text> }, String::new())
        }
    };
    html! {
        <div class={classes!("painted", (!is_settled).then_some("moving"))}>
            if selected.is_some() {
                <canvas ref={canvas.node} aria-hidden="true" />
            }
            <svg class="lane" width={px(scale.width() + GUTTER_PX + RIGHT_PX)} height={px(LANE_PX)} role="group" aria-label={format!("Window of the selected request{label}")}>
                <g transform={format!("translate({GUTTER_PX} 0)")}>{ content }</g>
            </svg>
        </div>
    }
}

/// Where the first accepted job of the selected request stands.
pub fn placed_start(lab: &Lab) -> Option<Slot> {
    let (row, shown) = (lab.selected_row()?, lab.engine_state.plans.slots.shown.as_ref()?);
    let plan = shown.plan();
    plan.jobs_of(row).find_map(|job| plan.slots_of(job)).map(|slots| slots.start)
}

/// Properties of [`Handles`].
#[derive(Properties, PartialEq)]
struct HandlesProps {
    id: RequestId,
    request: Request,
    bracket: Bracket,
    time: TimeNames,
    lab: Newest,
}

#[component]
fn Handles(HandlesProps { id, request, bracket, time, lab }: &HandlesProps) -> Html {
    let handles = [Handle::EarliestStart, Handle::Deadline, Handle::Duration, Handle::Nodes];
    let knobs = handles
        .into_iter()
        .zip(bracket.knobs())
        .map(|(handle, at)| knob(lab, *time, &RequestKnob { id: *id, request: *request, handle, at, row_px: NODE_PX }));
    html! {
        <>
            { whole_bar(lab, *time, (*id, *request), bracket) }
            { for knobs }
        </>
    }
}

/// The bar in the lane: dragging it moves the request as a whole.
fn whole_bar(lab: &Newest, time: TimeNames, (id, request): (RequestId, Request), bracket: &Bracket) -> Html {
    let on = handle_events(lab, id, request, Handle::Whole, NODE_PX);
    html! {
        <rect class="whole-handle" id="handle-whole" x={px(bracket.bar_left)} y={px(BAR_Y)} width={px(bracket.bar_right - bracket.bar_left)} height={px(BAR_PX)} rx="3"
            tabindex="0" role="slider" aria-label="Whole request" aria-valuenow={request.earliest_start.to_string()} aria-valuetext={value_text(Handle::Whole, &request, time)}
            aria-valuemin={request.submitted.to_string()} aria-valuemax={crate::engine::slots::bounds::SLOT.max.to_string()}
            onpointerdown={on.down} onkeydown={on.key} />
    }
}

/// A knob of a request.
#[derive(Clone, Copy)]
pub struct RequestKnob {
    /// The request.
    pub id: RequestId,
    /// The request as it is now.
    pub request: Request,
    /// What the knob changes.
    pub handle: Handle,
    /// Middle of the knob, in CSS px of its SVG.
    pub at: (f64, f64),
    /// Way of the pointer that counts as a node, in CSS px.
    pub row_px: f64,
}

/// How far above a knob's middle its reach begins, in CSS px.
fn reach_above(handle: Handle) -> f64 {
    if handle == Handle::Nodes { REACH_ABOVE_EDGE_PX } else { REACH_ABOVE_PX }
}

/// A knob's shape; its reach begins so many CSS px above its middle.
fn shape_of(handle: Handle, reach_above: f64) -> KnobShape {
    KnobShape::Bar { size: KNOB_PX[usize::from(handle == Handle::Nodes)], reach_above }
}

/// A knob of the lane again, on a chart's bar: for the pointer only.
pub fn knob_copy(lab: &Lab, knob: &RequestKnob) -> Html {
    let RequestKnob { id, request, handle, at, row_px } = *knob;
    let on = handle_events(&Newest::of(lab), id, request, handle, row_px);
    let key = handle_key(handle);
    html! {
        <Knob {at} shape={shape_of(handle, reach_above(handle))} name={handle_name(handle)} is_upright={handle == Handle::Nodes}
            class={key} copy_key={key} on_press={on.down} />
    }
}

/// A knob that is dragged, or moved with the arrow keys.
fn knob(lab: &Newest, time: TimeNames, knob: &RequestKnob) -> Html {
    let RequestKnob { id, request, handle, at, row_px } = *knob;
    let on = handle_events(lab, id, request, handle, row_px);
    let key = handle_key(handle);
    let (value, min, max) = range_of(handle, &request);
    let is_upright = handle == Handle::Nodes;
    let slider = Slider {
        now: value.to_string(),
        min: min.to_string(),
        max: max.to_string(),
        words: Some(value_text(handle, &request, time)),
        on_key: on.key,
    };
    html! {
        <Knob {at} shape={shape_of(handle, reach_above(handle))} name={handle_name(handle)}
            {is_upright} id={format!("handle-{key}")} class={key} {slider} on_press={on.down} />
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
    let slot_max = crate::engine::slots::bounds::SLOT.max;
    match handle {
        Handle::EarliestStart => (request.earliest_start, request.submitted, request.latest_start),
        Handle::Deadline => (request.deadline(), request.earliest_start + request.duration, slot_max + request.duration),
        Handle::Duration => (request.duration, 1, crate::engine::slots::bounds::DURATION.max),
        Handle::Nodes => (request.nodes, 1, crate::engine::slots::bounds::JOB_NODES.max),
        Handle::Whole => (request.earliest_start, request.submitted, slot_max),
    }
}

fn value_text(handle: Handle, request: &Request, time: TimeNames) -> String {
    match handle {
        Handle::EarliestStart => time.slot(request.earliest_start),
        Handle::Deadline => time.slot(request.deadline()),
        Handle::Duration => time.short_length(request.duration),
        Handle::Nodes => format!("{} nodes", request.nodes),
        Handle::Whole => format!(
            "starts in {} to {}",
            time.at(request.earliest_start),
            time.at_after(request.earliest_start, request.latest_start)
        ),
    }
}

/// What a handle listens to; moving and releasing are the page's ([`crate::app::shell::pointer::gesture::use_gestures`]).
struct HandleEvents {
    /// Press.
    down: Callback<PointerEvent>,
    /// Arrow keys.
    key: Callback<KeyboardEvent>,
}

/// Dragging and nudging a handle of a request.
fn handle_events(lab: &Newest, id: RequestId, request: Request, handle: Handle, row_px: f64) -> HandleEvents {
    let down = {
        let lab = lab.clone();
        Callback::from(move |event: PointerEvent| {
            event.stop_propagation();
            let lab = lab.get();
            let from = window_place(&event);
            let pointer = event.pointer_id();
            let scale = lab.time_scale(lab.plot_width.get().max(1.0));
            press(&lab, &event, Gesture::drag(pointer, from, RequestDrag { id, origin: request, handle, row_px, scale }));
        })
    };
    let lab = lab.clone();
    let key = Callback::from(move |event: KeyboardEvent| {
        let lab = lab.get();
        let step = if event.shift_key() { COARSE } else { 1 };
        let by = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => step,
            "ArrowLeft" | "ArrowDown" => -step,
            "Delete" | "Backspace" => {
                event.prevent_default();
                lab.remove_request(id);
                return;
            }
            _ => return,
        };
        event.prevent_default();
        nudge(&lab, handle, by, event.repeat());
    });
    HandleEvents { down, key }
}
