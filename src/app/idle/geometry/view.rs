//! The geometry panel: strategy, planes, the servers over time, figures, and the same as tables.

use super::planes::GeometryPlanes;
use super::tables::GeometryTables;
use crate::app::idle::commands::IDLE;
use crate::app::idle::commands::{focus_idle, others_of, zoom_idle};
use crate::app::idle::forms::fields::on_click;
use crate::app::idle::policies::IdlePolicies;
use crate::app::idle::strategy_menu::strategy_menu;
use crate::app::shell::commands::study::step_button;
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::pointer::debounce::use_is_due;
use crate::engine::idle::TickClock;
use crate::formats::link::{AxisUnit, Plane};
use crate::state::{Action, ViewAction};
use yew::prelude::*;

/// How the picture is read, line by line.
pub const IDLE_READING: &[&str] = &[
    "Each point is an idle period of a server: its start to the right, its end upwards. The longer it is, the farther it lies above the diagonal.",
    "The request is the segment from P to P′; the periods above and left of it are long enough and begin early enough.",
    "The marked period is the one the strategy takes; the tree below shows which periods its search looked at.",
    "The chart of servers shows the same in time: bars are accepted jobs, gaps are idle periods.",
];

/// How much a press on a zoom button magnifies.
const ZOOM_FACTOR: f64 = 1.5;

/// Idle periods, servers, strategies.
#[component]
pub fn GeometryView() -> Html {
    let lab = use_lab();
    let is_due = use_is_due(&lab, "geometry-tables");
    let content = match (lab.servers(), &lab.engine_state.plans.idle) {
        (None, _) | (Some(_), None) => html! { <div class="charts"><p class="hint">{ "Planning …" }</p></div> },
        (Some(_), Some(_)) => html! {
            <GeometryPlanes>
                <GeometryTables lab={lab.clone()} {is_due} />
                <IdlePolicies />
            </GeometryPlanes>
        },
    };
    html! {
        <section class="plan geometry" aria-label="Geometry">
            { content }
        </section>
    }
}

/// The row above the pictures: the strategy, what is compared, steps, and what is in view.
pub fn toolbar(lab: &Lab) -> Html {
    let Some(servers) = lab.servers() else { return Html::default() };
    html! {
        <div class="toolbar geometry-tools">
            { strategy_menu(lab, servers.strategy) }
            { others_of(lab).map(|others| others.bar(lab)).unwrap_or_default() }
            <div class="segmented" role="group" aria-label="Planes">
                { plane_button(lab, "plane-time", "Time plane", Plane::Time) }
                { plane_button(lab, "plane-dual", "Primal and dual", Plane::Dual) }
            </div>
            { axis_buttons(lab, servers.clock) }
            { step_button(lab, &IDLE, "idle-step-through") }
            <div class="segmented" role="group" aria-label="Time">
                <button type="button" id="idle-zoom-out" aria-label="Zoom out" title="Zoom out (−)"
                    onclick={on_click(lab, |lab| zoom_idle(lab, 1.0 / ZOOM_FACTOR))}>{ "−" }</button>
                <button type="button" id="idle-fit" title="The whole moment (0)" disabled={lab.model().view.geometry.time.is_none()}
                    onclick={on_click(lab, |lab| lab.look(|geometry| geometry.time = None))}>{ "Fit" }</button>
                <button type="button" id="idle-focus" title="The selected request (F)" onclick={on_click(lab, focus_idle)}>{ "Focus" }</button>
                <button type="button" id="idle-zoom-in" aria-label="Zoom in" title="Zoom in (+)"
                    onclick={on_click(lab, |lab| zoom_idle(lab, ZOOM_FACTOR))}>{ "+" }</button>
            </div>
        </div>
    }
}

/// What time is counted in, where the clock behind the ticks is known.
fn axis_buttons(lab: &Lab, clock: Option<TickClock>) -> Html {
    let Some(clock) = clock else { return Html::default() };
    let button = |(axis, id, words): (AxisUnit, &'static str, &'static str)| {
        let is_on = lab.model().view.axis == axis;
        let zone = clock.start.filter(|_| axis == AxisUnit::Clock).map(|start| format!("Clock time, {}", start.zone()));
        let choose = on_click(lab, move |lab| lab.act(Action::View(ViewAction::Axis(axis))));
        html! { <button type="button" {id} title={zone} aria-pressed={is_on.to_string()} onclick={choose}>{ words }</button> }
    };
    let both = [(AxisUnit::Slots, "axis-ticks", "Ticks"), (AxisUnit::Clock, "axis-clock", "Clock")];
    html! { <div class="segmented" role="group" aria-label="Time axis">{ for both.map(button) }</div> }
}

fn plane_button(lab: &Lab, id: &'static str, words: &'static str, plane: Plane) -> Html {
    let is_shown = lab.model().view.geometry.plane == plane;
    let show = on_click(lab, move |lab| lab.look(|geometry| geometry.plane = plane));
    html! { <button type="button" {id} aria-pressed={is_shown.to_string()} onclick={show}>{ words }</button> }
}
