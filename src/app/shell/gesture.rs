//! Pointer gestures: what is being dragged, and how pointer positions become edits.

use crate::app::shell::context::Lab;
use crate::chart::TimeScale;
use crate::engine::idle::{IdleRequest, Rate, Tick};
use crate::engine::slots::request::{Request, Slot};
use crate::engine::slots::revenue::Market;
use crate::engine::slots::workload::RequestId;
use crate::formats::link::TimeWindow;
use crate::state::{
    Action, Draft, Handle, IdleHandle, MarketEdit, MarketHandle, RequestEdit, ViewAction, drawn_idle, drawn_request, moved,
    moved_idle, moved_market, placed_at,
};
use gloo_events::{EventListener, EventListenerOptions};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

/// Way in CSS px that makes a press a drag.
pub const DRAG_PX: f64 = 4.0;

/// One gesture, from press to release.
#[derive(Clone, Debug, PartialEq)]
pub enum Gesture {
    /// A handle of a request, or the request itself, is dragged.
    Drag {
        /// The pointer that does it.
        pointer: i32,
        /// The request.
        id: RequestId,
        /// The request as it was.
        origin: Request,
        /// What is dragged.
        handle: Handle,
        /// Where it was pressed, in CSS px of the window.
        from: (f64, f64),
        /// Height of a row in CSS px, for nodes.
        row_px: f64,
        /// The time axis when it was pressed.
        scale: TimeScale,
        /// Whether it has moved far enough to count.
        is_live: bool,
    },
    /// A new request is drawn.
    Draw {
        /// The pointer that does it.
        pointer: i32,
        /// Where it was pressed, in CSS px of the window.
        from: (f64, f64),
        /// Slot under the press.
        slot: Slot,
        /// Left edge of the plot in CSS px of the window.
        plot_left: f64,
        /// Height of a row in CSS px.
        row_px: f64,
        /// The time axis when it was pressed.
        scale: TimeScale,
        /// Whether it has moved far enough to count.
        is_live: bool,
    },
    /// A handle of the market's laboratory is dragged.
    Market {
        /// The pointer that does it.
        pointer: i32,
        /// The market as it was.
        origin: Rc<Market>,
        /// Between which classes.
        border: usize,
        /// What is dragged.
        handle: MarketHandle,
        /// Where it was pressed along the handle's axis, in CSS px of the window.
        from: f64,
        /// Whether that axis goes up and down.
        is_upright: bool,
        /// What the handle stood at.
        value: f64,
        /// What a CSS px is worth.
        per_px: f64,
        /// The money at the upper edge of the picture, if it is to stay.
        top: Option<f64>,
        /// Whether it has moved far enough to count.
        is_live: bool,
    },
    /// Something of a request to the servers is dragged, in whichever picture.
    Idle {
        /// The pointer that does it.
        pointer: i32,
        /// The request.
        id: RequestId,
        /// The request as it was.
        origin: IdleRequest,
        /// What is dragged.
        what: IdleDrag,
        /// Where it was pressed, in CSS px of the window.
        from: (f64, f64),
        /// Ticks that a CSS px to the right, and one down, are worth.
        per_px: (f64, f64),
        /// Whether it has moved far enough to count.
        is_live: bool,
    },
    /// Time is moved under the pointer.
    Pan {
        /// The pointer that does it.
        pointer: i32,
        /// Where it was pressed, in CSS px of the window.
        from: f64,
        /// The scale as it was.
        origin: TimeScale,
    },
    /// Two fingers move and spread time.
    Pinch {
        /// The two pointers and where they are, in CSS px of the window.
        pointers: [(i32, f64); 2],
        /// Where they were pressed.
        from: [f64; 2],
        /// Left edge of the plot in CSS px of the window.
        plot_left: f64,
        /// The scale as it was.
        origin: TimeScale,
    },
}

/// What is dragged of a request to the servers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum IdleDrag {
    /// One of its handles.
    Handle(IdleHandle),
    /// Its place: it stood there, on a server of this rate.
    Place(Tick, Rate),
    /// A new one's window, from where it was pressed.
    Window(Tick),
}

impl Gesture {
    /// Whether this pointer takes part.
    pub fn has(&self, id: i32) -> bool {
        match self {
            Self::Drag { pointer, .. } | Self::Draw { pointer, .. } | Self::Market { pointer, .. } | Self::Pan { pointer, .. } => {
                *pointer == id
            }
            Self::Idle { pointer, .. } => *pointer == id,
            Self::Pinch { pointers, .. } => pointers.iter().any(|(pointer, _)| *pointer == id),
        }
    }

    /// The time axis that stays as it is until the drag ends: were it fitted to the plan all along, it would run away under the pointer.
    pub fn held_scale(&self) -> Option<TimeScale> {
        match self {
            Self::Drag { scale, .. } | Self::Draw { scale, .. } => Some(*scale),
            Self::Market { .. } | Self::Idle { .. } | Self::Pan { .. } | Self::Pinch { .. } => None,
        }
    }
}

/// The pointer moved: the gesture's effect on the model.
fn follow(lab: &Lab, scale: &TimeScale, pointer: i32, (x, y): (f64, f64)) {
    let mut slot = lab.gesture.borrow_mut();
    let Some(gesture) = slot.as_mut().filter(|gesture| gesture.has(pointer)) else { return };
    let horizon = lab.horizon();
    let action = match gesture {
        Gesture::Drag { id, origin, handle, from, row_px, is_live, .. } => {
            *is_live |= (x - from.0).hypot(y - from.1) >= DRAG_PX;
            if !*is_live {
                return;
            }
            let by = match handle {
                Handle::Nodes => (y - from.1) / row_px.max(1.0),
                _ => (x - from.0) / scale.px_per_slot(),
            };
            let request = moved(*origin, *handle, by.round() as i64, lab.model().slots().machine.nodes);
            RequestEdit::Draft(*id, request).into()
        }
        Gesture::Draw { from, slot, plot_left, row_px, is_live, .. } => {
            *is_live |= (x - from.0).hypot(y - from.1) >= DRAG_PX;
            if !*is_live {
                return;
            }
            let rows = ((y - from.1).abs() / row_px.max(1.0)).round() as u32 + 1;
            let nodes = rows.min(lab.model().slots().machine.nodes);
            let to = scale.slot_at(x - *plot_left).max(0.0) as Slot;
            let (id, user, last_submitted) = lab.newcomer();
            RequestEdit::Draft(id, drawn_request(user, (*slot, to), nodes, last_submitted)).into()
        }
        Gesture::Market { origin, border, handle, from, is_upright, value, per_px, is_live, .. } => {
            let by = if *is_upright { y } else { x } - *from;
            *is_live |= by.abs() >= DRAG_PX;
            if !*is_live {
                return;
            }
            let nodes = lab.model().slots().machine.nodes;
            let market = moved_market(origin, nodes, *border, *handle, *value + by * *per_px);
            if lab.model().market() == Some(&market) {
                return;
            }
            Action::Market(MarketEdit::Draft((), market))
        }
        Gesture::Idle { id, origin, what, from, per_px, is_live, .. } => {
            let (dx, dy) = (x - from.0, y - from.1);
            *is_live |= dx.hypot(dy) >= DRAG_PX;
            let Some(servers) = lab.model().workspace.idle.as_ref().filter(|_| *is_live) else { return };
            let by = (dx * per_px.0 + dy * per_px.1).round() as i64;
            let place = |tick: Tick| (i64::from(tick) + by).clamp(0, i64::from(Tick::MAX)) as Tick;
            let request = match *what {
                IdleDrag::Handle(handle) => moved_idle(*origin, handle, by, &servers.servers),
                IdleDrag::Place(start, rate) => placed_at(*origin, place(start), rate, servers.strategy, &servers.servers),
                IdleDrag::Window(tick) => drawn_idle(origin.submitted, tick, place(tick), &servers.servers),
            };
            match lab.idle_draft(*id, request) {
                Some(action) => action,
                None => return,
            }
        }
        Gesture::Pan { from, origin, .. } => time_action(&origin.pan(x - *from, horizon)),
        Gesture::Pinch { pointers, from, plot_left, origin } => {
            for place in pointers.iter_mut().filter(|(id, _)| *id == pointer) {
                place.1 = x;
            }
            let spread = |a: f64, b: f64| (a - b).abs().max(20.0);
            let factor = spread(pointers[0].1, pointers[1].1) / spread(from[0], from[1]);
            let (middle, began) = ((pointers[0].1 + pointers[1].1) / 2.0, (from[0] + from[1]) / 2.0);
            time_action(&origin.pan(middle - began, horizon).zoom_about(middle - *plot_left, factor, horizon))
        }
    };
    drop(slot);
    if let Action::Request(RequestEdit::Draft(id, request)) = &action
        && lab.model().drafted(*id) == Some(*request)
    {
        return;
    }
    lab.act(action);
}

/// A pointer is pressed: starts a gesture unless one is under way, and keeps the pointer's events coming from outside the window.
pub fn press(lab: &Lab, event: &PointerEvent, gesture: Gesture) {
    if event.button() != 0 || lab.gesture.borrow().is_some() {
        return;
    }
    if let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
        // Fails only for a pointer that is gone already.
        let _ = element.set_pointer_capture(event.pointer_id());
    }
    *lab.gesture.borrow_mut() = Some(gesture);
}

/// The pointer was released: a drag becomes an undo step, a press on empty space that never became one selects nothing.
fn finish(lab: &Lab, pointer: i32) {
    let ended = lab.gesture.borrow_mut().take_if(|gesture| gesture.has(pointer));
    match ended {
        Some(Gesture::Drag { is_live: true, .. } | Gesture::Draw { is_live: true, .. }) => lab.act(RequestEdit::Commit.into()),
        Some(Gesture::Market { is_live: true, .. }) => lab.act(Action::Market(MarketEdit::Commit)),
        Some(Gesture::Draw { .. }) => lab.act(Action::View(ViewAction::Select(None))),
        Some(Gesture::Idle { is_live: true, .. }) => lab.end_idle(true),
        // A press on a job.
        Some(Gesture::Idle { id, what: IdleDrag::Place(..), .. }) => lab.select_idle(Some(id)),
        Some(Gesture::Idle { what: IdleDrag::Window(_), .. }) => lab.select_idle(None),
        _ => {}
    }
}

/// Follows pointers over the whole window for as long as the page is open, so that no gesture is lost with the element it began on.
#[hook]
pub fn use_gestures(lab: &Lab) {
    let newest = use_mut_ref(|| lab.clone());
    *newest.borrow_mut() = lab.clone();
    use_effect_with((), move |()| {
        let listen = |kind: &'static str, react: fn(&Lab, &PointerEvent)| {
            let newest = Rc::clone(&newest);
            web_sys::window().map(|window| {
                EventListener::new(&window, kind, move |event| {
                    let lab = newest.borrow().clone();
                    if let Some(event) = event.dyn_ref::<PointerEvent>() {
                        react(&lab, event);
                    }
                })
            })
        };
        let listeners = [
            listen("pointermove", |lab, event| {
                let place = (f64::from(event.client_x()), f64::from(event.client_y()));
                follow(lab, &lab.time_scale(lab.plot_width.get().max(1.0)), event.pointer_id(), place);
            }),
            listen("pointerup", |lab, event| finish(lab, event.pointer_id())),
            listen("pointercancel", |lab, event| {
                let is_ours = lab.gesture.borrow().as_ref().is_some_and(|gesture| gesture.has(event.pointer_id()));
                if is_ours {
                    cancel(lab);
                }
            }),
        ];
        // The browser looks at the style of a whole SVG, not of shapes in it, when it decides whether a finger scrolls the page.
        let options = EventListenerOptions::enable_prevent_default();
        let keep_handles = web_sys::window().map(|window| {
            EventListener::new_with_options(&window, "touchstart", options, |event| {
                let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                if element.is_some_and(|element| element.closest(".handle, .whole-handle").is_ok_and(|handle| handle.is_some())) {
                    event.prevent_default();
                }
            })
        });
        move || drop((listeners, keep_handles))
    });
}

/// The gesture is taken back, by Escape or by the browser. Tells whether there was one.
pub fn cancel(lab: &Lab) -> bool {
    let ended = lab.gesture.borrow_mut().take();
    match (&ended, &lab.model().draft) {
        (Some(Gesture::Idle { .. }), _) | (_, Some(Draft::Idle { .. })) => lab.end_idle(false),
        (Some(Gesture::Market { .. }), _) | (_, Some(Draft::Market(_))) => lab.act(Action::Market(MarketEdit::Cancel)),
        (Some(Gesture::Drag { .. } | Gesture::Draw { .. }), _) | (_, Some(_)) => lab.act(RequestEdit::Cancel.into()),
        _ => {}
    }
    ended.is_some()
}

/// The action that shows what a scale shows.
pub fn time_action(scale: &TimeScale) -> Action {
    let slots = scale.width() / scale.px_per_slot();
    Action::View(ViewAction::Time(Some(TimeWindow { first: scale.first(), slots })))
}

impl From<RequestEdit> for Action {
    fn from(edit: RequestEdit) -> Self {
        Self::Request(edit)
    }
}
