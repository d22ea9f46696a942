//! The whole plan as a narrow strip of its utilisation, with the visible stretch of time as a window that can be moved and resized. The window is
//! painted; its handles follow when it rests, as those of the bracket do.

use crate::app::kit::browser::canvas::{use_device_pixel_ratio, use_sheet};
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::plot::area::{GUTTER_PX, RIGHT_PX, place_in};
use crate::app::kit::plot::knob::{Knob, KnobShape, Slider};
use crate::app::shell::context::{Lab, Newest, use_lab, use_newest};
use crate::app::shell::pointer::debounce::{Stand, use_settled};
use crate::app::shell::pointer::gesture::time_action;
use crate::chart::TimeScale;
use crate::chart::gantt::profile::{Plot, ProfilePainter};
use crate::chart::gantt::visible_window::{paint_window, window_edges};
use crate::chart::kit::svg::px;
use crate::formats::link::TimeWindow;
use crate::state::{Action, SlotsShown, ViewAction, WindowHandle, moved_window};
use std::rc::Rc;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// Height of the strip, in CSS px.
const STRIP_PX: f64 = 30.0;
/// A key moves by this share of the window, with Shift by all of it.
const KEY_SHARES: (f64, f64) = (0.1, 1.0);
/// The handles of the edges: width and height in CSS px.
const KNOB_PX: (f64, f64) = (7.0, 18.0);

/// Properties of [`OverviewStrip`].
#[derive(Properties, PartialEq)]
pub struct OverviewStripProps {
    /// The plan.
    pub shown: Rc<SlotsShown>,
    /// The time axis of the charts.
    pub scale: TimeScale,
}

/// A pointer that moves the window.
#[derive(Clone, Copy)]
struct Held {
    pointer: i32,
    handle: WindowHandle,
    /// Where it was pressed, in CSS px from the strip's left edge.
    x: f64,
    window: TimeWindow,
}

/// The stretch of time on a scale.
fn window_of(scale: &TimeScale) -> TimeWindow {
    TimeWindow { first: scale.first(), slots: scale.width() / scale.px_per_slot() }
}

/// The strip.
#[component]
pub fn OverviewStrip(OverviewStripProps { shown, scale }: &OverviewStripProps) -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let (theme, dpr, sheet) = (use_theme(), use_device_pixel_ratio(), use_sheet());
    let plan = &*shown.plan();
    let width = scale.width();
    let whole = TimeScale::fit(plan.asked_slots(), 1.0, width);
    let edges = |scale: &TimeScale| {
        let TimeWindow { first, slots } = window_of(scale);
        window_edges(whole.x_of(first), whole.x_of(first + slots), width)
    };
    {
        let (sheet, shown) = (sheet.clone(), Rc::clone(shown));
        let painter = use_mut_ref(ProfilePainter::default);
        use_effect_with((plan.edition().clone(), whole, edges(scale), theme, dpr), move |(_, time, edges, ..)| {
            let mut painter = painter.borrow_mut();
            painter.paint(&Plot { view: &shown.plan(), time: *time, height: STRIP_PX, dpr }, theme.palette());
            let mut picture = painter.buffer().clone();
            paint_window(&mut picture, *edges, dpr, theme.palette());
            sheet.show(&picture, dpr);
        });
    }
    let held = use_mut_ref(|| None::<Held>);
    let over = use_node_ref();
    let press = |handle: Option<WindowHandle>| {
        let (held, over, newest) = (Rc::clone(&held), over.clone(), newest.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(element) = over.cast::<Element>().filter(|_| event.button() == 0) else { return };
            event.stop_propagation();
            // Fails only for a pointer that is gone already.
            let _ = element.set_pointer_capture(event.pointer_id());
            let lab = newest.get();
            let (x, mut window) = (place_in(&element, &event).0 - GUTTER_PX, window_of(&lab.time_scale(width)));
            let at = whole.slot_at(x);
            if handle.is_none() && !(window.first..window.first + window.slots).contains(&at) {
                // A press beside the window brings it there.
                let by = at - window.first - window.slots / 2.0;
                window = moved_window(window, WindowHandle::Whole, by, ends(&whole));
                lab.act(Action::View(ViewAction::Time(Some(window))));
            }
            *held.borrow_mut() =
                Some(Held { pointer: event.pointer_id(), handle: handle.unwrap_or(WindowHandle::Whole), x, window });
        })
    };
    let on_move = {
        let (held, over, newest) = (Rc::clone(&held), over.clone(), newest.clone());
        Callback::from(move |event: PointerEvent| {
            let Some(Held { handle, x, window, .. }) = held.borrow().filter(|held| held.pointer == event.pointer_id()) else {
                return;
            };
            if let Some(element) = over.cast::<Element>() {
                let by = (place_in(&element, &event).0 - GUTTER_PX - x) / whole.px_per_slot();
                let window = moved_window(window, handle, by, ends(&whole));
                newest.get().act(Action::View(ViewAction::Time(Some(window))));
            }
        })
    };
    let on_up = {
        let held = Rc::clone(&held);
        Callback::from(move |event: PointerEvent| {
            held.borrow_mut().take_if(|held| held.pointer == event.pointer_id());
        })
    };
    let (Stand { scale: settled, .. }, _) = use_settled(Stand { scale: *scale, is_dragged: false, bracket: None });
    let (from, to) = edges(&settled);
    let y = STRIP_PX / 2.0;
    let knobs = [
        (WindowHandle::From, from, "Beginning of what is visible", "overview-from"),
        (WindowHandle::To, to, "End of what is visible", "overview-to"),
    ];
    html! {
        <div class="strip plot" role="group" aria-label="Overview of the whole plan">
            <canvas ref={sheet.node} class="pixels" aria-hidden="true" />
            <svg class="over" ref={over.clone()} width={px(GUTTER_PX + width + RIGHT_PX)} height={px(STRIP_PX)}
                onpointermove={on_move} onpointerup={on_up.clone()} onpointercancel={on_up}>
                <g transform={format!("translate({GUTTER_PX} 0)")}>
                    <rect class="ground" width={px(width.max(0.0))} height={px(STRIP_PX)} onpointerdown={press(None)} />
                    { window_slider(&newest, &settled, &whole, (from, to), press(None)) }
                    { for knobs.map(|(handle, x, name, id)| html! {
                        <Knob key={id} {id} at={(x, y)} shape={KnobShape::Bar { size: KNOB_PX, reach_above: KNOB_PX.1 / 2.0 + 3.0 }} {name} is_upright={false}
                            slider={slider(&newest, &settled, &whole, handle)} on_press={press(Some(handle))} />
                    }) }
                </g>
            </svg>
        </div>
    }
}

/// How far the window can go.
fn ends(whole: &TimeScale) -> (f64, f64) {
    let TimeWindow { first, slots } = window_of(whole);
    (first.max(0.0), first + slots)
}

/// The window as a whole.
fn window_slider(
    lab: &Newest,
    scale: &TimeScale,
    whole: &TimeScale,
    (from, to): (f64, f64),
    press: Callback<PointerEvent>,
) -> Html {
    let Slider { now, min, max, words, on_key } = slider(lab, scale, whole, WindowHandle::Whole);
    html! {
        <rect id="overview-window" class="window-handle" x={px(from)} width={px(to - from)} height={px(STRIP_PX)} tabindex="0" role="slider"
            aria-label="What is visible" aria-orientation="horizontal" aria-valuenow={now} aria-valuemin={min} aria-valuemax={max} aria-valuetext={words}
            onpointerdown={press} onkeydown={on_key}>
            <title>{ "What is visible: drag, or use the arrow keys" }</title>
        </rect>
    }
}

/// What a handle is to keyboard and screen readers.
fn slider(lab: &Newest, scale: &TimeScale, whole: &TimeScale, handle: WindowHandle) -> Slider {
    let window = window_of(scale);
    let (least, most) = ends(whole);
    let (first, end) = (window.first.max(0.0).floor(), (window.first + window.slots).ceil());
    let (now, words) = match handle {
        WindowHandle::From => (first, format!("from slot {first}")),
        WindowHandle::Whole => (first, format!("slots {first} to {}", (end - 1.0).max(first))),
        WindowHandle::To => (end, format!("to slot {}", (end - 1.0).max(first))),
    };
    let (lab, whole) = (lab.clone(), *whole);
    let on_key = Callback::from(move |event: KeyboardEvent| {
        let window = window_of(&current(&lab.get()));
        let share = if event.shift_key() { KEY_SHARES.1 } else { KEY_SHARES.0 };
        let far = whole.width() / whole.px_per_slot();
        let by = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => -share * window.slots,
            "ArrowRight" | "ArrowUp" => share * window.slots,
            "PageDown" => -window.slots,
            "PageUp" => window.slots,
            "Home" => -far,
            "End" => far,
            _ => return,
        };
        event.prevent_default();
        let next = moved_window(window, handle, by, ends(&whole));
        lab.get().act(time_action(&TimeScale::new(next.first, whole.width() / next.slots, whole.width())));
    });
    Slider { now: now.to_string(), min: least.floor().to_string(), max: most.ceil().to_string(), words: Some(words), on_key }
}

fn current(lab: &Lab) -> TimeScale {
    lab.time_scale(lab.plot_width.get().max(1.0))
}
