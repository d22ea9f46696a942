//! Reservations that adapt (Castillo 4.5): switches, events, and what happened.

use super::forms::fields::{changed, on_click};
use crate::app::shell::context::Lab;
use crate::app::shell::notices::Notice;
use crate::engine::idle::adaptive::Adaptability;
use crate::engine::idle::clock::amount;
use crate::engine::idle::explain::adapted_sentence;
use crate::engine::idle::{IdleEvent, IdleScenario, Tick};
use std::sync::Arc;
use yew::prelude::*;

/// How much an extension adds at first, as a share of the job.
const EXTENSION_SHARE: Tick = 4;

/// How much of what happened is listed.
const LINES_MAX: usize = 100;

/// Switches, events, and what happened.
pub fn adaptive_form(lab: &Lab, scenario: &IdleScenario) -> Html {
    let Adaptability { replanning, opportunistic } = scenario.adaptability;
    html! {
        <section class="machine-form adaptive">
            <h2>{ "Adapting" }<span>{ ": reservations that move (4.5)" }</span></h2>
            <div class="group toggles">
                { toggle(lab, "adapt-replanning", "Re-plan for newcomers", replanning, |adaptability| adaptability.replanning ^= true) }
                { toggle(lab, "adapt-opportunistic", "Opportunistic jobs", opportunistic, |adaptability| adaptability.opportunistic ^= true) }
            </div>
            <ul class="plain events" id="events">{ event_list(lab, scenario) }</ul>
            <div class="group">
                <button type="button" id="add-opportunity" onclick={on_click(lab, add_opportunity)}>{ "Add an opportunistic job" }</button>
            </div>
            { what_happened(lab, scenario) }
        </section>
    }
}

/// A button that stays pressed while its switch is on.
fn toggle(lab: &Lab, id: &'static str, words: &'static str, is_on: bool, switch: fn(&mut Adaptability)) -> Html {
    let press = on_click(lab, move |lab| changed(lab, |next| switch(&mut next.adaptability)));
    html! { <button type="button" {id} aria-pressed={is_on.to_string()} onclick={press}>{ words }</button> }
}

/// What else happens, each with a button that takes it away.
fn event_list(lab: &Lab, scenario: &IdleScenario) -> Html {
    let time = lab.idle_time();
    let line = |(place, event): (usize, &IdleEvent)| {
        let words = match event {
            IdleEvent::Opportunity { submitted, earliest_start, size } => {
                let (from, size) = (time.at_after(*submitted, *earliest_start), amount((*size).into(), time));
                format!("{}: an opportunistic job of size {size} from {from} on", time.at(*submitted))
            }
            IdleEvent::Extend { submitted, id, by } => {
                format!("{}: request {} needs {} more", time.at(*submitted), lab.idle_name(*id), amount((*by).into(), time))
            }
        };
        let remove = on_click(lab, move |lab| remove_event(lab, place));
        html! { <li>{ words }{ " " }<button type="button" class="quiet" aria-label="Remove" onclick={remove}>{ "×" }</button></li> }
    };
    scenario.events.iter().enumerate().map(line).collect()
}

/// What the plan tells of reservations that moved, while they may.
fn what_happened(lab: &Lab, scenario: &IdleScenario) -> Html {
    let Some(shown) = lab.engine_state.plans.idle.as_ref().filter(|_| scenario.is_adaptive()) else { return Html::default() };
    let (requests, time) = ((&shown.plan.arrivals, &*scenario.workload.names), lab.idle_time());
    let told = shown.plan.happened.iter().take(LINES_MAX);
    let lines = told.map(|(at, what)| html! { <li>{ adapted_sentence(requests, *at, what, time) }</li> });
    html! {
        <details class="twin" id="happened">
            <summary>{ "What happened, one by one" }</summary>
            <ol>{ lines.collect::<Html>() }</ol>
        </details>
    }
}

/// While it runs, the selected job turns out to need a quarter more.
pub fn extend_selected(lab: &Lab) {
    let (Some((id, request)), Some(shown)) = (lab.selected_idle(), &lab.engine_state.plans.idle) else { return };
    let row = shown.plan.arrivals.row_of(id).filter(|&row| shown.plan.decisions.accepted(row));
    let Some(row) = row else {
        lab.notices.add(Notice::problem("It does not run: a refused job needs no more time.".to_string()));
        return;
    };
    let submitted = shown.plan.decisions.start[row];
    add_event(lab, IdleEvent::Extend { submitted, id, by: (request.size / EXTENSION_SHARE).max(1) });
}

/// A job without a deadline, as large as the selected one and with its earliest start.
fn add_opportunity(lab: &Lab) {
    let Some(servers) = lab.servers() else { return };
    let (submitted, earliest_start, size) = match lab.selected_idle() {
        Some((_, request)) => (request.submitted, request.earliest_start, request.size),
        None => (0, 0, servers.servers.least_size),
    };
    changed(lab, |next| {
        next.adaptability.opportunistic = true;
        insert(next, IdleEvent::Opportunity { submitted, earliest_start, size });
    });
}

fn add_event(lab: &Lab, event: IdleEvent) {
    changed(lab, |next| insert(next, event));
}

fn insert(scenario: &mut IdleScenario, event: IdleEvent) {
    let events = Arc::make_mut(&mut scenario.events);
    let at = events.partition_point(|other| other.submitted() <= event.submitted());
    events.insert(at, event);
}

/// Takes an event away.
fn remove_event(lab: &Lab, at: usize) {
    if lab.servers().is_some_and(|servers| at < servers.events.len()) {
        changed(lab, |next| {
            Arc::make_mut(&mut next.events).remove(at);
        });
    }
}
