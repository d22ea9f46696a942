//! Reservations that adapt (Castillo 4.5): the switches, what else happens, and what came of it.

use super::idle_fields::changed;
use super::markup::{all, markup};
use super::notices::Notice;
use super::session::Lab;
use crate::engine::idle::{IdleEvent, IdleScenario, Tick};
use std::sync::Arc;
use yew::prelude::*;

/// How much an extension adds at first, as a share of the job.
const EXTENSION_SHARE: Tick = 4;

/// Switches, events, and what happened.
pub fn adaptive_form(lab: &Lab, scenario: &IdleScenario) -> Html {
    let toggle = |key: &'static str, words: &'static str, is_on: bool| {
        markup!(
            "<button type='button' id=$ data-idle=$ aria-pressed=$>$</button>",
            format!("adapt-{key}"),
            format!("adapt {key}"),
            is_on,
            words
        )
    };
    let events = scenario.events.iter().enumerate().map(|(at, event)| {
        let words = match event {
            IdleEvent::Opportunity { submitted, earliest_start, size } => {
                format!("{submitted}: an opportunistic job of size {size} from {earliest_start} on")
            }
            IdleEvent::Extend { submitted, id, by } => format!("{submitted}: request {id} needs {by} more"),
        };
        markup!(
            "<li>$ <button type='button' class='quiet' data-idle=$ aria-label='Remove'>×</button></li>",
            words,
            format!("event {at}")
        )
    });
    let happened = lab.told.servers.as_ref().map(|shown| &shown.plan.happened).filter(|_| scenario.is_adaptive());
    let happened = happened.map(|happened| {
        let lines = happened.iter().filter(|(_, text)| !text.is_empty()).take(100).map(|(_, text)| markup!("<li>$</li>", text));
        markup!("<details class='twin' id='happened'><summary>What happened, one by one</summary><ol>$</ol></details>", all(lines))
    });
    markup!(
        "<section class='machine-form adaptive'>
            <h2>Adapting<span>: reservations that move (4.5)</span></h2>
            <div class='group toggles'>$$</div>
            <ul class='events' id='events'>$</ul>
            <div class='group'><button type='button' id='add-opportunity' data-idle='opportunity'>Add an opportunistic job</button></div>
            $
        </section>",
        toggle("replanning", "Re-plan for newcomers", scenario.adaptability.replanning),
        toggle("opportunistic", "Opportunistic jobs", scenario.adaptability.opportunistic),
        all(events),
        happened
    )
}

/// While it runs, the selected job turns out to need a quarter more.
pub fn extend_selected(lab: &Lab) {
    let (Some((id, request)), Some(shown)) = (lab.selected_idle(), &lab.told.servers) else { return };
    let row = shown.plan.arrivals.row_of(id).filter(|&row| shown.plan.decisions.accepted(row));
    let Some(row) = row else {
        lab.notices.add(Notice::problem("It does not run: a refused job needs no more time.".to_string()));
        return;
    };
    let submitted = shown.plan.decisions.start[row];
    add_event(lab, IdleEvent::Extend { submitted, id, by: (request.size / EXTENSION_SHARE).max(1) });
}

/// A job without a deadline, as large as the selected one and with its earliest start.
pub fn add_opportunity(lab: &Lab) {
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
pub fn remove_event(lab: &Lab, at: usize) {
    if lab.servers().is_some_and(|servers| at < servers.events.len()) {
        changed(lab, |next| {
            Arc::make_mut(&mut next.events).remove(at);
        });
    }
}
