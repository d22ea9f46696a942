//! The free nodes over time, the box of the query, and the offers as rectangles in it.

use super::asking::ask;
use crate::app::kit::controls::keys::COARSE;
use crate::app::kit::plot::area::{GUTTER_PX, place_in};
use crate::app::kit::plot::frame::{Margins, PlotFrame};
use crate::app::kit::plot::knob::{Knob, KnobShape, Slider};
use crate::app::kit::plot::sheet::TimeAxis;
use crate::app::kit::plot::time_axis::Axis;
use crate::app::kit::text::format::time_unit;
use crate::app::shell::context::Lab;
use crate::app::shell::pointer::gesture::DRAG_PX;
use crate::chart::elastic::free_plot::FreePlot;
use crate::chart::elastic::offer_boxes::{BoxKind, OfferBox, offer_boxes};
use crate::chart::kit::svg::px;
use crate::chart::{Rect, TimeScale};
use crate::engine::slots::elastic::{Answer, ElasticQuery};
use crate::engine::slots::request::Slot;
use crate::formats::link::OffersView;
use crate::state::SlotsShown;
use gloo_events::{EventListener, EventListenerOptions, EventListenerPhase};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Height of the plot, in CSS px.
const PLOT_PX: f64 = 132.0;
/// Space above it.
const TOP_PX: f64 = 12.0;
/// A pointer that moves up and down by less leaves the nodes open, in CSS px.
const FLAT_PX: f64 = 10.0;

/// Properties of [`FreePicture`].
#[derive(Properties, PartialEq)]
pub struct FreePictureProps {
    /// The page.
    pub lab: Lab,
    /// The plan.
    pub shown: Rc<SlotsShown>,
    /// The time axis.
    pub scale: TimeScale,
    /// The query.
    pub view: OffersView,
    /// The answer, once it is there.
    pub answer: Option<Rc<Answer>>,
    /// The offer that is pointed at.
    pub hovered: Option<usize>,
    /// Whether the box is dragged.
    pub is_dragged: UseStateHandle<bool>,
}

/// What the pointer drags.
#[derive(Clone, Copy)]
struct Press {
    pointer: i32,
    /// A knob; without one a new box is drawn.
    side: Option<Side>,
    /// Where it was pressed: slot, and CSS px from the plot's upper edge.
    slot: f64,
    y: f64,
    /// What was asked then.
    query: ElasticQuery,
}

/// Which number of the query a knob changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    From,
    To,
    Duration,
    Nodes,
}

impl Side {
    const ALL: [Self; 4] = [Self::From, Self::To, Self::Duration, Self::Nodes];

    fn id(self) -> &'static str {
        match self {
            Self::From => "offers-knob-from",
            Self::To => "offers-knob-to",
            Self::Duration => "offers-knob-duration",
            Self::Nodes => "offers-knob-nodes",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::From => "Begin of the interval",
            Self::To => "End of the interval",
            Self::Duration => "Slots wanted",
            Self::Nodes => "Nodes wanted",
        }
    }

    /// The query with the number at a place: a slot, and a number of nodes.
    fn at(self, query: ElasticQuery, slot: f64, nodes: u32) -> ElasticQuery {
        let slot = slot.max(0.0).round() as Slot;
        match self {
            Self::From => ElasticQuery { from: slot.min(query.to - 1), ..query },
            Self::To => ElasticQuery { to: slot.max(query.from + 1), ..query },
            Self::Duration => ElasticQuery { duration: Some(slot.saturating_sub(query.from).max(1)), ..query },
            Self::Nodes => ElasticQuery { nodes: Some(nodes.max(1)), ..query },
        }
    }

    /// The query with the number moved; what was open begins at what is there.
    fn moved(self, query: ElasticQuery, by: i64, most_free: u32) -> ElasticQuery {
        let add = |number: u32, by: i64| (i64::from(number) + by).clamp(0, i64::from(u32::MAX)) as u32;
        match self {
            Self::From => ElasticQuery { from: add(query.from, by).min(query.to.saturating_sub(1)), ..query },
            Self::To => ElasticQuery { to: add(query.to, by).max(query.from + 1), ..query },
            Self::Duration => ElasticQuery { duration: Some(add(query.duration.unwrap_or(query.slots()), by).max(1)), ..query },
            Self::Nodes => ElasticQuery { nodes: Some(add(query.nodes.unwrap_or(most_free), by).max(1)), ..query },
        }
    }
}

/// The picture.
#[component]
pub fn FreePicture(props: &FreePictureProps) -> Html {
    let FreePictureProps { lab, shown, scale, view, answer, hovered, is_dragged } = props;
    let (scale, query) = (*scale, view.query);
    let plan = &*shown.plan();
    let nodes = plan.machine().nodes;
    let press = use_mut_ref(|| None::<Press>);
    use_escape(lab, &press, is_dragged);
    let frame = PlotFrame { width: scale.width(), height: PLOT_PX, margins: Margins::on_time_axis(TOP_PX) };
    let plot = FreePlot { scale, nodes, height: PLOT_PX };
    // The event itself names the element at which all events of the page are listened for.
    let picture = use_node_ref();
    let place = move |picture: &NodeRef, event: &PointerEvent| {
        let (x, y) = place_in(&picture.cast::<Element>()?, event);
        Some((scale.slot_at(x - GUTTER_PX), y - TOP_PX))
    };
    let dragged = move |from: Press, slot: f64, y: f64| {
        let nodes_at = |y: f64| ((1.0 - y.clamp(0.0, PLOT_PX) / PLOT_PX) * f64::from(nodes)).round() as u32;
        if let Some(side) = from.side {
            return side.at(from.query, slot, nodes_at(y));
        }
        let (first, last) = (from.slot.min(slot).max(0.0).floor(), from.slot.max(slot).max(0.0).ceil());
        let high = from.y.min(y);
        let is_flat = (from.y - y).abs() < FLAT_PX;
        let wanted = nodes_at(high);
        let to = (last as Slot).max(first as Slot + 1);
        ElasticQuery { from: first as Slot, to, nodes: if is_flat { from.query.nodes } else { Some(wanted.max(1)) }, ..from.query }
    };
    let on_down = {
        let (press, picture) = (Rc::clone(&press), picture.clone());
        Callback::from(move |event: PointerEvent| {
            let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let handle = element.and_then(|element| element.closest(".handle").ok().flatten()).map(|handle| handle.id());
            let side = Side::ALL.into_iter().find(|side| handle.as_deref() == Some(side.id()));
            if event.button() != 0 {
                return;
            }
            if let (Some((slot, y)), Some(element)) = (place(&picture, &event), picture.cast::<Element>()) {
                // Fails only for a pointer that is gone already.
                let _ = element.set_pointer_capture(event.pointer_id());
                *press.borrow_mut() = Some(Press { pointer: event.pointer_id(), side, slot, y, query });
            }
        })
    };
    let on_move = {
        let (press, lab, picture, is_dragged) = (Rc::clone(&press), lab.clone(), picture.clone(), is_dragged.clone());
        Callback::from(move |event: PointerEvent| {
            let from = press.borrow().filter(|press| press.pointer == event.pointer_id());
            if let (Some(from), Some((slot, y))) = (from, place(&picture, &event))
                && (from.side.is_some() || (slot - from.slot).abs() * scale.px_per_slot() >= DRAG_PX)
            {
                is_dragged.set(true);
                ask(&lab, dragged(from, slot, y));
            }
        })
    };
    let on_up = {
        let (press, is_dragged) = (Rc::clone(&press), is_dragged.clone());
        Callback::from(move |_: PointerEvent| {
            *press.borrow_mut() = None;
            is_dragged.set(false);
        })
    };
    let on_cancel = {
        let (press, lab, is_dragged) = (Rc::clone(&press), lab.clone(), is_dragged.clone());
        Callback::from(move |_: PointerEvent| {
            if let Some(from) = press.take() {
                is_dragged.set(false);
                ask(&lab, from.query);
            }
        })
    };
    let knob = |side: Side, at: (f64, f64), (now, min, max): (u32, u32, u32)| {
        let most_free = answer.as_ref().map_or(nodes, |answer| answer.most_free).max(1);
        let is_upright = side == Side::Nodes;
        let on_key = {
            let lab = lab.clone();
            Callback::from(move |event: KeyboardEvent| {
                let step = if event.shift_key() { COARSE } else { 1 };
                let by = match event.key().as_str() {
                    "ArrowRight" | "ArrowUp" => step,
                    "ArrowLeft" | "ArrowDown" => -step,
                    _ => return,
                };
                event.prevent_default();
                event.stop_propagation();
                ask(&lab, side.moved(query, by, most_free));
            })
        };
        let slider = Slider { now: now.to_string(), min: min.to_string(), max: max.to_string(), words: None, on_key };
        html! {
            <Knob {at} shape={KnobShape::Disc} name={side.name()} {is_upright} id={Some(AttrValue::from(side.id()))} slider={Some(slider)} on_press={Callback::noop()} />
        }
    };
    let (left, right) = (scale.x_of(f64::from(query.from)), scale.x_of(f64::from(query.to)));
    let top = plot.y_of(f64::from(query.nodes.unwrap_or(nodes)));
    let lasts = query.duration.unwrap_or(query.slots());
    let until = scale.x_of(f64::from(query.from + lasts));
    let strong = hovered.or(answer.as_ref().and_then(|answer| answer.chosen).map(|chosen| chosen as usize));
    let boxes = answer.as_ref().map_or_else(Vec::new, |answer| offer_boxes(answer, view.step, strong));
    let offers = boxes.iter().map(|one| {
        let Rect { x, y, width, height } = plot.rect(one.start, one.end, one.nodes);
        html! { <rect class={box_class(one)} x={px(x)} y={px(y)} width={px(width)} height={px(height)} /> }
    });
    let inside = html! {
        <>
        <path class="free" d={plot.outline(plan)} />
        <rect class="asked" x={px(left)} y={px(top)} width={px((right - left).max(1.0))} height={px(PLOT_PX - top)} />
        if query.duration.is_some() {
            <line class="wanted" x1={px(until)} x2={px(until)} y1={px(top)} y2={px(PLOT_PX)} />
        }
        { for offers }
        </>
    };
    let middle = PLOT_PX / 2.0;
    let axis = Axis { scale, names: plan.machine().time_names(time_unit(lab.model().view.axis)) };
    let amounts = [(0.0, nodes.to_string()), (PLOT_PX - 4.0, "0".to_string())];
    html! {
        <div class="plot free-nodes" id="free-nodes" ref={picture} onpointerdown={on_down} onpointermove={on_move} onpointerup={on_up} onpointercancel={on_cancel}>
            <svg class="over" width={frame.svg_width()} height={frame.svg_height()} role="group" aria-label={format!("Free nodes and the box of the query: slots {} to {}", query.from, query.to - 1)}>
                <g transform={frame.transform()}>{ frame.amounts(amounts) }</g>
                { frame.clipped(inside) }
                <g transform={frame.transform()}>
                    { knob(Side::From, (left, middle), (query.from, 0, query.to - 1)) }
                    { knob(Side::To, (right, middle), (query.to, query.from + 1, query.from + 1_000_000)) }
                    { knob(Side::Duration, (until, PLOT_PX - 6.0), (lasts, 1, query.slots())) }
                    { knob(Side::Nodes, (f64::midpoint(left, right), top), (query.nodes.unwrap_or(0), 0, nodes)) }
                </g>
            </svg>
            <TimeAxis ..axis />
        </div>
    }
}

/// Escape takes back what is being dragged, before anything else hears it.
#[hook]
fn use_escape(lab: &Lab, press: &Rc<RefCell<Option<Press>>>, is_dragged: &UseStateHandle<bool>) {
    let newest = use_mut_ref(|| (lab.clone(), is_dragged.clone()));
    *newest.borrow_mut() = (lab.clone(), is_dragged.clone());
    let press = Rc::clone(press);
    use_effect_with((), move |()| {
        let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: false };
        let listener = web_sys::window().map(|window| {
            EventListener::new_with_options(&window, "keydown", options, move |event| {
                let is_escape = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Escape");
                if is_escape && let Some(from) = press.take() {
                    event.prevent_default();
                    let (lab, is_dragged) = newest.borrow().clone();
                    is_dragged.set(false);
                    ask(&lab, from.query);
                }
            })
        });
        move || drop(listener)
    });
}

/// What a rectangle looks like.
fn box_class(one: &OfferBox) -> Classes {
    classes!(
        "offer",
        one.is_solution.then_some("solution"),
        one.is_dominated.then_some("dominated"),
        one.is_strong.then_some("strong"),
        (one.kind == BoxKind::Booked).then_some("booked")
    )
}
