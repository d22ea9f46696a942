//! Pointer and key events in the pictures of idle periods.

use super::stage::{BRACKET_PX, Picture, Stage};
use super::strip_tree::tree_of;
use crate::app::kit::browser::text_zoom::window_place;
use crate::app::kit::plot::area::{GUTTER_PX, place_in};
use crate::app::shell::context::{Lab, Newest};
use crate::app::shell::embed::leaves_wheel;
use crate::app::shell::lesson::over_plan::pick_period;
use crate::app::shell::pointer::gesture::press;
use crate::chart::planes::plane::zoomed;
use crate::chart::planes::server_gantt::ServerSpot;
use crate::engine::idle::{IdlePlan, IdleRequest, Period, Tick};
use crate::engine::study::StudyKind;
use crate::formats::link::TimeWindow;
use crate::state::{Action, Gesture, IdleDrag, IdleDragged, IdleHandle, IdleShown, ViewAction};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Space above a plane, in CSS px.
const TOP_PX: f64 = 8.0;
/// How near a point must be, for a mouse and for a finger, in CSS px.
const SLOP_PX: (f64, f64) = (9.0, 22.0);
/// What the wheel must turn to zoom by a factor of e, in px.
const WHEEL_PX: f64 = 300.0;

impl Picture {
    /// Space above the plot, in CSS px.
    pub fn top_px(self) -> f64 {
        if self == Self::Servers { BRACKET_PX } else { TOP_PX }
    }
}

/// What all pictures share.
pub struct Scene {
    /// The page's state.
    pub lab: Lab,
    /// The same whenever it is asked for.
    pub newest: Newest,
    /// What is shown.
    pub stage: Stage,
    /// The idle period that is pointed at.
    pub pointed: UseStateHandle<Option<Period>>,
    /// Whether the plan is kept from before an edit: it cannot be changed any more.
    pub is_kept: bool,
}

/// The events of one picture.
#[derive(Clone)]
pub struct PictureEvents {
    scene: Rc<Scene>,
    picture: Picture,
    /// The SVG above the pixels, which hears the events.
    over: NodeRef,
}

impl PictureEvents {
    /// The events of a picture whose SVG is at `over`.
    pub fn new(scene: &Rc<Scene>, picture: Picture, over: &NodeRef) -> Self {
        Self { scene: Rc::clone(scene), picture, over: over.clone() }
    }

    /// The page's state, whenever it is asked for.
    pub fn newest(&self) -> &Newest {
        &self.scene.newest
    }

    /// The picture.
    pub fn picture(&self) -> Picture {
        self.picture
    }

    /// The SVG above the pixels.
    pub fn over(&self) -> &NodeRef {
        &self.over
    }

    /// Whether a handle is dragged up and down here rather than left and right.
    pub fn is_upright(&self, handle: IdleHandle) -> bool {
        self.scene.stage.ticks_per_px(self.picture, handle).1 != 0.0
    }

    /// What the picture does upon an event.
    pub fn callback<E: 'static>(&self, react: fn(&Self, &E)) -> Callback<E> {
        let events = self.clone();
        Callback::from(move |event: E| react(&events, &event))
    }

    /// What one of its handles does upon an event.
    pub fn handle_callback<E: 'static>(&self, handle: IdleHandle, react: fn(&Self, IdleHandle, &E)) -> Callback<E> {
        let events = self.clone();
        Callback::from(move |event: E| react(&events, handle, &event))
    }

    /// The pointer moved over the picture: what is below it is pointed at.
    pub fn pointer_moved(&self, event: &PointerEvent) {
        if self.scene.lab.gesture.borrow().is_none() {
            let _ = self.point_at(event);
            self.scene.lab.hover.point(self.place(event).and_then(|place| self.job_at(place)));
        }
    }

    /// The pointer left the picture.
    pub fn pointer_left(&self, _: &PointerEvent) {
        self.scene.pointed.set(None);
        self.scene.lab.hover.point(None);
    }

    /// The job at a place, if the picture shows jobs. Opportunistic jobs are numbered behind the requests.
    fn job_at(&self, (x, y): (f64, f64)) -> Option<u32> {
        let stage = &self.scene.stage;
        match stage.gantt().pick(x, y, SLOP_PX.0) {
            Some(ServerSpot::Job(bar)) if self.picture == Picture::Servers => own_row(&self.scene.lab, &stage.shown, bar.job),
            _ => None,
        }
    }

    /// The picture was pressed beside its handles. On the servers any job can be moved, and a new one drawn where none is.
    pub fn pressed(&self, event: &PointerEvent) {
        let grip = match self.picture {
            Picture::Servers => self.place(event).and_then(|place| self.grip_on_servers(place)),
            _ => None,
        };
        match grip {
            // With one of these keys a job is taken to the others, or away from them.
            Some(IdleDrag { id, what: IdleDragged::Place(..), .. })
                if event.shift_key() || event.ctrl_key() || event.meta_key() =>
            {
                let (selected, marked) = self.scene.lab.model().marked.toggled(self.scene.lab.model().selected_idle(), id);
                self.scene.lab.act(Action::View(ViewAction::Mark(StudyKind::Idle, selected, marked)));
            }
            Some(IdleDrag { id, what: IdleDragged::Place(..), .. }) if self.scene.is_kept => self.scene.lab.select_idle(Some(id)),
            Some(grip) if !self.scene.is_kept => self.drag(event, grip),
            _ => {
                if let Some(period) = self.point_at(event) {
                    pick_period(&self.scene.lab, period.server, period.start);
                }
            }
        }
    }

    /// A handle was pressed.
    pub fn handle_pressed(&self, handle: IdleHandle, event: &PointerEvent) {
        // The picture around it is not pressed as well.
        event.stop_propagation();
        match self.scene.lab.selected_idle() {
            Some((id, origin)) => {
                let per_px = self.scene.stage.ticks_per_px(self.picture, handle);
                self.drag(event, IdleDrag { id, origin, what: IdleDragged::Handle(handle), per_px });
            }
            None => {
                let _ = self.point_at(event);
            }
        }
    }

    /// A key was pressed while the picture itself has the focus, not one of its handles: goes from period to period.
    pub fn key_pressed(&self, event: &KeyboardEvent) {
        let target = event.target_dyn_into::<Element>();
        let has_focus = target.is_some() && target == self.over.cast::<Element>();
        if has_focus && !self.is_dragging() && self.step(&event.key(), direction(event)) {
            take(event);
        }
    }

    /// A key was pressed on a handle: the arrow keys move it.
    pub fn handle_key_pressed(&self, handle: IdleHandle, event: &KeyboardEvent) {
        let by = direction(event);
        if by == 0 || self.is_dragging() {
            return;
        }
        // About four px, in a round number of ticks.
        let four_px = (4.0 * self.scene.stage.scales.gantt.x_per_px()).max(1.0);
        let step = libm::pow(10.0, libm::floor(libm::log10(four_px))) as i64;
        let step = if event.shift_key() { 10 * step } else { step };
        if self.scene.lab.nudge_idle(handle, by * step, event.repeat()) {
            take(event);
        }
    }

    /// Ctrl and the wheel zoom about the pointer; sideways it moves.
    pub fn wheel_turned(&self, event: &WheelEvent) {
        let is_zoom = event.ctrl_key() || event.meta_key();
        let is_sideways = event.delta_x().abs() > event.delta_y().abs();
        let scales = &self.scene.stage.scales;
        let scale = match self.picture {
            // Time does not run to the right there.
            Picture::Dual => return,
            Picture::Primal => &scales.dual[0],
            Picture::Time | Picture::Servers => &scales.gantt,
        };
        let Some((x, _)) = self.place(event).filter(|_| (is_zoom || is_sideways) && !leaves_wheel(event)) else { return };
        event.prevent_default();
        let factor = if is_zoom { libm::exp(-event.delta_y() / WHEEL_PX) } else { 1.0 };
        let by = if is_zoom { 0.0 } else { event.delta_x() * scale.x_per_px() };
        let (first, last) = zoomed(scale.x_range(), scale.x_at(x), factor, by, (-1e9, 5e9), 4.0);
        self.scene.lab.look(|geometry| geometry.time = Some(TimeWindow { first, slots: last - first }));
    }

    /// Whether something is dragged. Escape takes that back then, and other keys do nothing here.
    fn is_dragging(&self) -> bool {
        self.scene.lab.gesture.borrow().is_some()
    }

    /// Where the pointer is, in CSS px from the top left of the plot.
    fn place(&self, event: &MouseEvent) -> Option<(f64, f64)> {
        let (x, y) = place_in(&self.over.cast::<Element>()?, event);
        Some((x - GUTTER_PX, y - self.picture.top_px()))
    }

    fn point_at(&self, event: &PointerEvent) -> Option<Period> {
        let slop = if event.pointer_type() == "mouse" { SLOP_PX.0 } else { SLOP_PX.1 };
        let picked = self.place(event).and_then(|place| self.scene.stage.pick(self.picture, place, slop));
        self.scene.pointed.set(picked);
        picked
    }

    fn drag(&self, event: &PointerEvent, drag: IdleDrag) {
        let from = window_place(event);
        press(&self.scene.lab, event, Gesture::drag(event.pointer_id(), from, drag));
    }

    /// What is dragged from a place on the servers: the job there, or the window of a new one.
    fn grip_on_servers(&self, (x, y): (f64, f64)) -> Option<IdleDrag> {
        let stage = &self.scene.stage;
        let per_px = (stage.scales.gantt.x_per_px(), 0.0);
        let plan = &stage.shown.plan;
        if let Some(ServerSpot::Job(bar)) = stage.gantt().pick(x, y, SLOP_PX.0) {
            let row = bar.job as usize;
            // Opportunistic jobs are numbered behind the requests.
            let id = *plan.arrivals.id.get(row)?;
            return Some(IdleDrag {
                id,
                origin: plan.arrivals.row(row),
                what: IdleDragged::Place(bar.start, stage.rate_of(bar.server)),
                per_px,
            });
        }
        let tick = stage.scales.gantt.x_at(x).max(0.0) as Tick;
        let now = plan.arrivals.submitted.last().copied().unwrap_or(0);
        let origin = IdleRequest { submitted: now, earliest_start: now, size: 1, deadline: now.saturating_add(1) };
        (y >= 0.0).then(|| IdleDrag { id: stage.servers.workload.next_id(), origin, what: IdleDragged::Window(tick), per_px })
    }

    /// From period to period by start; Enter opens the tree that holds it. Tells whether the key did anything.
    fn step(&self, key: &str, by: i64) -> bool {
        let Scene { lab, stage, pointed, .. } = &*self.scene;
        let Some(moment) = stage.moment().filter(|moment| !moment.periods.is_empty()) else { return false };
        let last = moment.periods.len() - 1;
        let at = pointed.and_then(|period| moment.periods.binary_search(&period).ok());
        let next = match (key, at) {
            ("Home", _) => 0,
            ("End", _) => last,
            ("Enter", Some(at)) => {
                let tree = tree_of(stage, &moment.periods[at]);
                lab.look(|geometry| geometry.tree = tree.filter(|_| geometry.tree != tree));
                return true;
            }
            ("Escape", Some(_)) => {
                pointed.set(None);
                return true;
            }
            (_, Some(at)) if by != 0 => (at as i64 + by).clamp(0, last as i64) as usize,
            _ if by > 0 => 0,
            _ if by < 0 => last,
            _ => return false,
        };
        pointed.set(Some(moment.periods[next]));
        true
    }
}

/// The row in the study's own plan for one of a plan that may be another. Opportunistic jobs, which are numbered behind the requests, have no other row.
fn own_row(lab: &Lab, shown: &IdleShown, row: u32) -> Option<u32> {
    let own = &lab.engine_state.plans.idle.as_ref()?.plan;
    row_in(own, &shown.plan, row)
}

/// The row in one plan for that in another: of the same request.
pub fn row_in(plan: &Rc<IdlePlan>, other: &Rc<IdlePlan>, row: u32) -> Option<u32> {
    let id = other.arrivals.id.get(row as usize);
    if Rc::ptr_eq(plan, other) || (id.is_some() && plan.arrivals.id.get(row as usize) == id) {
        return Some(row);
    }
    plan.arrivals.row_of(*id?).map(|row| row as u32)
}

/// Where an arrow key goes: on, back, or nowhere if it is another key.
fn direction(event: &KeyboardEvent) -> i64 {
    match event.key().as_str() {
        "ArrowRight" | "ArrowUp" => 1,
        "ArrowLeft" | "ArrowDown" => -1,
        _ => 0,
    }
}

/// The key has done something; nobody else is to react to it.
fn take(event: &KeyboardEvent) {
    event.prevent_default();
    event.stop_propagation();
}
