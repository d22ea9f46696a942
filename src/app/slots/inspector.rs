//! The right column: the selected request, the decision on it in words, the figures of the plan, the machine.

use super::commands::SLOTS;
use super::cost::cost_part;
use super::gantt::bracket::placed_start;
use super::list::selected::SelectedInSlots;
use super::plan_figures::PlanFigures;
use super::planner::form::planner_form;
use crate::app::kit::fields::number::NumberField;
use crate::app::revenue::over_time::totals::money_card;
use crate::app::shell::commands::study::remove_and_go_on;
use crate::app::shell::context::{Lab, Newest};
use crate::app::shell::panel::check_plan::CheckPlan;
use crate::app::shell::panel::form_parts::none_selected;
use crate::engine::core::bounds::Bound;
use crate::engine::core::verdict::Tone;
use crate::engine::slots::bounds;
use crate::engine::slots::explain::{price_sentence, verdict, window_terms};
use crate::engine::slots::request::Request;
use crate::engine::slots::scenario::Machine;
use crate::engine::slots::workload::RequestId;
use crate::state::{OtherNodes, SlotsShown};
use std::rc::Rc;
use yew::prelude::*;

/// The column at the right.
pub fn inspector(lab: &Lab) -> Html {
    let machine = lab.model().slots().machine;
    html! {
        <aside class="inspector" aria-label="Inspector">
            { cost_part(lab) }
            if !lab.model().marked.is_empty() {
                <SelectedInSlots lab={lab.clone()} />
            }
            if let Some((id, request)) = lab.selected() {
                { request_form(lab, id, request, machine) }
            } else {
                { none_selected("No request selected", "Pick one on the plan.") }
            }
            if let (Some(shown), Some(row)) = (&lab.engine_state.plans.slots.shown, lab.selected_row()) {
                { verdict_card(lab, shown, row) }
            }
            if let Some(shown) = &lab.engine_state.plans.slots.shown {
                <PlanFigures shown={Rc::clone(shown)} />
                <CheckPlan lab={Newest::of(lab)} />
            }
            { money_card(lab) }
            { planner_form(lab) }
            { machine_form(lab, machine) }
        </aside>
    }
}

fn request_form(lab: &Lab, id: RequestId, request: Request, machine: Machine) -> Html {
    let field = |key: &'static str, label: &'static str, value: u32, bound: Bound, set: fn(Request, u32) -> Request| {
        let onchange = {
            let lab = lab.clone();
            Callback::from(move |value: u32| lab.set_request(id, set(request, value), false))
        };
        html! { <NumberField<u32> id={format!("field-{key}")} {label} {value} {bound} {onchange} /> }
    };
    let remove = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| remove_and_go_on(&lab, &SLOTS))
    };
    let slot = bounds::SLOT;
    html! {
        <section class="request-form" key={id}>
            <h2>{ format!("Request {}", request.user) }</h2>
            { field("submitted", "Submitted in slot", request.submitted, slot.up_to(request.earliest_start), |r, v| Request { submitted: v, ..r }) }
            { field("earliest-start", "Earliest start", request.earliest_start, slot.from(request.submitted).up_to(request.latest_start), |r, v| Request { earliest_start: v, ..r }) }
            { field("latest-start", "Latest start", request.latest_start, slot.from(request.earliest_start), |r, v| Request { latest_start: v, ..r }) }
            { field("duration", "Duration, slots", request.duration, bounds::DURATION, |r, v| Request { duration: v, ..r }) }
            { field("nodes", "Nodes per job", request.nodes, bounds::JOB_NODES.up_to(machine.nodes), |r, v| Request { nodes: v, ..r }) }
            { field("jobs", "Jobs", request.jobs, bounds::JOBS, |r, v| Request { jobs: v, ..r }) }
            <p class="hint" id="window-terms">{ window_terms(&request, placed_start(lab), lab.time_names()) }</p>
            <p class="hint">{ "A job without a latest start (f = ∞) has no reservation: it is a job of a cluster." }</p>
            <button type="button" id="remove-request" class="quiet" onclick={remove} title="Remove this request (Delete)">{ "Remove request" }</button>
        </section>
    }
}

fn verdict_card(lab: &Lab, shown: &SlotsShown, row: usize) -> Html {
    let plan = &*shown.plan();
    let verdict = verdict(plan.arrivals(), plan.decisions(), plan.machine(), shown.scenario().policy, row, lab.time_names().unit);
    let tone = match verdict.tone {
        Tone::Good => "good",
        Tone::Partly => "partly",
        Tone::Refused => "refused",
    };
    html! {
        <section class={classes!("verdict", tone)} id="verdict" aria-label="What became of it">
            <h3>{ verdict.headline }</h3>
            <p>{ verdict.sentences.join(" ") }</p>
            if let Some(words) = other_nodes(lab, shown) {
                <p id="other-nodes">{ words }</p>
            }
            if let Some(market) = &shown.scenario().market {
                <p id="price">{ price_sentence(market, plan.arrivals(), plan.decisions(), row) }</p>
            }
        </section>
    }
}

/// Which jobs the last edit left at their time on other nodes; stepping tells it of each decision.
fn other_nodes(lab: &Lab, shown: &SlotsShown) -> Option<String> {
    OtherNodes::sentence(shown.other_nodes).filter(|_| lab.model().view.step.is_none())
}

fn machine_form(lab: &Lab, machine: Machine) -> Html {
    // A smaller machine could not even be asked for the largest job.
    let largest = lab.engine_state.plans.slots.shown.as_ref().map_or(1, |shown| shown.plan().widest().max(1));
    let set = |change: fn(Machine, u32) -> Machine| {
        let lab = lab.clone();
        Callback::from(move |value: u32| lab.set_machine(change(machine, value)))
    };
    html! {
        <section class="machine-form">
            <h2>{ "Machine" }</h2>
            <NumberField<u32> id="field-machine-nodes" label="Nodes" value={machine.nodes} bound={bounds::NODES.from(largest)} onchange={set(|m, nodes| Machine { nodes, ..m })} />
            <NumberField<u32> id="field-slot-seconds" label="Slot length, seconds" value={machine.slot_seconds} bound={bounds::SLOT_SECONDS} onchange={set(|m, slot_seconds| Machine { slot_seconds, ..m })} coarse=60 />
        </section>
    }
}
