//! The pictures of the moment before a request is decided: the plane of starts and ends, or primal and dual plane side by side, and the servers
//! over time. What is pointed at in one is lit in all; handles change the request, the arrow keys go from period to period.

use super::canvas::{Sheet, use_device_pixel_ratio, use_sheet};
use super::geometry_stage::{Scales, Stage, rows_of};
use super::gesture::{Gesture, IdleDrag, press};
use super::idle_lab::idle_window;
use super::plane_over::{dual_over, primal_over, time_over};
use super::plane_tree::tree_picture;
use super::plot::{AXIS_PX, GUTTER_PX, RIGHT_PX, place_in, px, use_size};
use super::revenue_view::named;
use super::servers_gantt::{BRACKET_PX, gantt_over};
use super::session::{Lab, use_lab};
use super::theme::use_theme;
use super::told::ServersShown;
use crate::chart::plane::{PlaneScale, zoomed};
use crate::chart::raster::PixelBuffer;
use crate::chart::server_gantt::{ServerRows, ServerSpot};
use crate::engine::idle::{Period, Rate, Tick};
use crate::share::{Plane, TimeWindow};
use std::rc::Rc;
use web_sys::Element;
use yew::prelude::*;

/// Space above a plane, in CSS px.
const TOP_PX: f64 = 8.0;
/// How near a point must be, for a mouse and for a finger.
const SLOP_PX: (f64, f64) = (9.0, 22.0);

/// The pictures.
#[component]
pub fn GeometryPlanes() -> Html {
    let lab = use_lab();
    // Here and not above: the tables beside the pictures do not follow the pointer.
    let hovered = use_state_eq(|| None::<Period>);
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let (theme, dpr) = (use_theme(), use_device_pixel_ratio());
    let canvases = [use_sheet(), use_sheet(), use_sheet()];
    let buffer = use_mut_ref(PixelBuffer::default);
    let held = use_mut_ref(|| None::<Scales>);
    let kept = use_mut_ref(|| None::<(Rc<ServersShown>, Rc<Vec<Rate>>, Rc<ServerRows>)>);
    let is_dual = lab.model().view.geometry.plane == Plane::Dual;
    let stage = lab.told.servers.as_ref().and_then(|shown| {
        let mut kept = kept.borrow_mut();
        if kept.as_ref().is_none_or(|(of, ..)| !Rc::ptr_eq(of, shown)) {
            let rates = Rc::new(shown.scenario.servers.as_ref()?.servers.rates());
            let jobs = Rc::new(rows_of(shown, &rates));
            *kept = Some((Rc::clone(shown), rates, jobs));
        }
        let (_, rates, jobs) = kept.as_ref()?;
        let mut stage = Stage::new(shown, jobs, rates, idle_window(&lab), is_dual, width)?;
        let mut held = held.borrow_mut();
        match (&*lab.gesture.borrow(), *held) {
            (Some(Gesture::Idle { .. }), Some(scales)) => stage.scales = scales,
            _ => *held = Some(stage.scales),
        }
        Some(stage)
    });
    {
        let (stage, canvases) = (stage.clone(), canvases.clone());
        let dep = stage.as_ref().map(|stage| (Rc::as_ptr(&stage.shown), stage.scales));
        use_effect_with((dep, is_dual, theme, dpr), move |_| {
            let Some(stage) = stage else { return };
            let (mut buffer, palette) = (buffer.borrow_mut(), theme.palette());
            let [first, second, gantt] = canvases;
            if is_dual {
                if let Some(plane) = stage.dual_plane() {
                    plane.paint_primal(&mut buffer, palette, dpr);
                    first.show(&buffer, dpr);
                    plane.paint_dual(&mut buffer, palette, dpr);
                    second.show(&buffer, dpr);
                }
            } else if let Some(plane) = stage.time_plane() {
                plane.paint(&mut buffer, palette, dpr);
                first.show(&buffer, dpr);
            }
            stage.gantt().paint(&mut buffer, palette, dpr);
            gantt.show(&buffer, dpr);
        });
    }
    let Some(stage) = stage.filter(|_| width > 0.0) else { return html! { <div class="planes" ref={node} /> } };
    let events = Events { lab: lab.clone(), stage: stage.clone(), hovered: hovered.clone() };
    let on_move = events.callback(Events::moved);
    let on_down = events.callback(Events::pressed);
    let on_leave = {
        let hovered = hovered.clone();
        Callback::from(move |_: PointerEvent| hovered.set(None))
    };
    let on_key = events.callback(Events::key);
    let on_wheel = events.callback(Events::wheel);
    let lit = stage.moment().and_then(|moment| hovered.filter(|lit| moment.periods.binary_search(lit).is_ok()));
    let [first, second, gantt] = canvases;
    let planes = match (stage.time_plane(), stage.dual_plane()) {
        (Some(time), _) if !is_dual => picture(
            "time",
            "Time plane",
            ": an idle period is a point, its start to the right, its end upwards",
            &first,
            &time.scale,
            time_over(&stage, &time, lit),
        ),
        (_, Some(plane)) => html! {
            <div class="pair">
                { picture("primal", "Primal plane", ": time to the right, capacity upwards", &first, &plane.primal, primal_over(&stage, &plane, lit)) }
                { picture("dual", "Dual plane", ": −μ to the right, −μ · end (from now) upwards", &second, &plane.dual, dual_over(&stage, &plane, lit)) }
            </div>
        },
        _ => Html::default(),
    };
    let said = lit.and_then(|lit| words(&stage, &lit));
    html! {
        <div class="planes" ref={node} onpointermove={on_move} onpointerdown={on_down} onpointerleave={on_leave} onkeydown={on_key} onwheel={on_wheel}>
            { planes }
            <p class="lit-words" role="status" id="lit-words">{ said.unwrap_or_else(|| HINT.to_string()) }</p>
            { picture("gantt", "Servers", ": idle periods light up where the job fits", &gantt, &stage.scales.gantt, gantt_over(&lab, &stage, lit)) }
            { tree_picture(&lab, &stage, width) }
        </div>
    }
}

/// What stands where nothing is pointed at.
const HINT: &str = "Point at an idle period, or go from one to the next with the arrow keys; drag P, P′, the segment or its knob.";

/// A canvas with what lies above it.
fn picture(key: &'static str, label: &'static str, what: &'static str, canvas: &Sheet, scale: &PlaneScale, over: Html) -> Html {
    let top = top_of(key);
    html! {
        <section class="chart" aria-label={label}>
            <h2>{ label }<span>{ what }</span></h2>
            <div class={classes!("plot", key)}>
            <canvas class="pixels" ref={&canvas.node} />
            <svg class="over" data-plane={key} tabindex="0" role="group" aria-label={label} aria-describedby="lit-words"
                width={px(scale.width() + GUTTER_PX + RIGHT_PX)} height={px(scale.height() + top + AXIS_PX)}>
                <g transform={format!("translate({GUTTER_PX} {top})")}>{ over }</g>
            </svg>
            </div>
        </section>
    }
}

/// Space above a picture's plot, in CSS px.
fn top_of(picture: &str) -> f64 {
    if picture == "gantt" { BRACKET_PX } else { TOP_PX }
}

/// What an idle period is, in words.
fn words(stage: &Stage, period: &Period) -> Option<String> {
    let moment = stage.moment()?;
    let at = moment.periods.binary_search(period).ok()?;
    let fit = crate::chart::plane_marks::Fit::of(*moment.passed.get(at)?);
    let rate = stage.rate_of(period.server);
    let speed =
        if rate.compare(Rate::ONE).is_eq() { String::new() } else { format!(" of rate {}/{}", rate.numerator, rate.denominator) };
    let length = if period.is_open() { "without end".to_string() } else { format!("to {} ({} long)", period.end, period.length()) };
    let request = &moment.request;
    let start = period.start.max(request.earliest_start);
    let rest = match fit.is_feasible() {
        true => format!(": {} before the job, wait {}", start - period.start, start - request.earliest_start),
        false => String::new(),
    };
    Some(format!("Server {}{speed}, idle from {} {length}: {}{rest}.", period.server, period.start, fit.word()))
}

/// What the pointer and the keys do.
#[derive(Clone)]
struct Events {
    lab: Lab,
    stage: Stage,
    hovered: UseStateHandle<Option<Period>>,
}

impl Events {
    fn callback<E: 'static>(&self, react: fn(&Self, &E)) -> Callback<E> {
        let events = self.clone();
        Callback::from(move |event: E| react(&events, &event))
    }

    /// The picture under an event, and where in its plot.
    fn place(&self, event: &MouseEvent) -> Option<(Element, String, (f64, f64))> {
        let (element, key) = named(event, "data-plane")?;
        let (x, y) = place_in(&element, event);
        let top = top_of(&key);
        Some((element, key, (x - GUTTER_PX, y - top)))
    }

    fn point_at(&self, event: &PointerEvent) {
        let slop = if event.pointer_type() == "mouse" { SLOP_PX.0 } else { SLOP_PX.1 };
        let picked = self.place(event).and_then(|(_, key, at)| self.stage.pick(&key, at, slop));
        self.hovered.set(picked);
    }

    fn moved(&self, event: &PointerEvent) {
        if self.lab.gesture.borrow().is_none() {
            self.point_at(event);
        }
    }

    fn pressed(&self, event: &PointerEvent) {
        let Some((_, key, (x, y))) = self.place(event) else { return };
        let drag = named(event, "data-drag").and_then(|(_, drag)| self.stage.drag(&key, &drag));
        let grip = match drag {
            Some((handle, per_px)) => self.lab.selected_idle().map(|(id, request)| (id, request, IdleDrag::Handle(handle), per_px)),
            None if key == "gantt" => self.grip_of_gantt(x, y),
            None => None,
        };
        let Some((id, origin, what, per_px)) = grip else { return self.point_at(event) };
        let from = (f64::from(event.client_x()), f64::from(event.client_y()));
        press(&self.lab, event, Gesture::Idle { pointer: event.pointer_id(), id, origin, what, from, per_px, is_live: false });
    }

    /// In the servers' chart any job can be moved, and a new one drawn where none is.
    fn grip_of_gantt(&self, x: f64, y: f64) -> Option<(u32, crate::engine::idle::IdleRequest, IdleDrag, (f64, f64))> {
        let per_px = (self.stage.scales.gantt.x_per_px(), 0.0);
        let plan = &self.stage.shown.plan;
        if let Some(ServerSpot::Job(bar)) = self.stage.gantt().pick(x, y, SLOP_PX.0) {
            let row = bar.job as usize;
            // Opportunistic jobs are numbered behind the requests.
            let id = *plan.arrivals.id.get(row)?;
            return Some((id, plan.arrivals.row(row), IdleDrag::Place(bar.start, self.stage.rate_of(bar.server)), per_px));
        }
        let tick = self.stage.scales.gantt.x_at(x).max(0.0) as Tick;
        let now = plan.arrivals.submitted.last().copied().unwrap_or(0);
        let origin =
            crate::engine::idle::IdleRequest { submitted: now, earliest_start: now, size: 1, deadline: now.saturating_add(1) };
        (y >= 0.0).then(|| (self.stage.servers.workload.next_id(), origin, IdleDrag::Window(tick), per_px))
    }

    fn key(&self, event: &KeyboardEvent) {
        let Some((_, picture)) = named(event, "data-plane") else { return };
        if self.lab.gesture.borrow().is_some() {
            // Escape is the drag's then.
            return;
        }
        let key = event.key();
        let by = match key.as_str() {
            "ArrowRight" | "ArrowUp" => 1,
            "ArrowLeft" | "ArrowDown" => -1,
            _ => 0,
        };
        let is_done = match named(event, "data-drag").and_then(|(_, drag)| self.stage.drag(&picture, &drag)) {
            Some((handle, _)) if by != 0 => {
                // About four px, in a round number of ticks.
                let step = libm::pow(10.0, libm::floor(libm::log10((4.0 * self.stage.scales.gantt.x_per_px()).max(1.0)))) as i64;
                let step = if event.shift_key() { 10 * step } else { step };
                self.lab.nudge_idle(handle, by * step, event.repeat())
            }
            Some(_) => false,
            None => self.step(&key, by),
        };
        if is_done {
            event.prevent_default();
            event.stop_propagation();
        }
    }

    /// From period to period by start; Enter opens the tree that holds it.
    fn step(&self, key: &str, by: i64) -> bool {
        let Some(moment) = self.stage.moment().filter(|moment| !moment.periods.is_empty()) else { return false };
        let last = moment.periods.len() - 1;
        let at = self.hovered.and_then(|lit| moment.periods.binary_search(&lit).ok());
        let next = match (key, at) {
            ("Home", _) => 0,
            ("End", _) => last,
            ("Enter", Some(at)) => {
                let tree = super::plane_tree::tree_of(&self.stage, &moment.periods[at]);
                self.lab.look(|geometry| geometry.tree = tree.filter(|_| geometry.tree != tree));
                return true;
            }
            ("Escape", Some(_)) => {
                self.hovered.set(None);
                return true;
            }
            (_, Some(at)) if by != 0 => (at as i64 + by).clamp(0, last as i64) as usize,
            _ if by > 0 => 0,
            _ if by < 0 => last,
            _ => return false,
        };
        self.hovered.set(Some(moment.periods[next]));
        true
    }

    /// Ctrl and the wheel zoom about the pointer; sideways it moves.
    fn wheel(&self, event: &WheelEvent) {
        let Some((_, key, (x, _))) = self.place(event) else { return };
        if key == "dual" || !(event.ctrl_key() || event.meta_key() || event.delta_x().abs() > event.delta_y().abs()) {
            return;
        }
        event.prevent_default();
        let scale = if key == "primal" { &self.stage.scales.dual[0] } else { &self.stage.scales.gantt };
        let is_zoom = event.ctrl_key() || event.meta_key();
        let factor = if is_zoom { libm::exp(-event.delta_y() / 300.0) } else { 1.0 };
        let by = if is_zoom { 0.0 } else { event.delta_x() * scale.x_per_px() };
        let (first, last) = zoomed(scale.x_range(), scale.x_at(x), factor, by, (-1e9, 5e9), 4.0);
        self.lab.look(|geometry| geometry.time = Some(TimeWindow { first, slots: last - first }));
    }
}
