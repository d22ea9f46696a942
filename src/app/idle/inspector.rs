//! The right column for named servers: the selected request and the decision on it, the machine, the workload, and the switches for adaptation.

use super::commands::IDLE;
use super::forms::fields::{field, none_selected, on_click};
use super::forms::machine::machine_form;
use super::forms::workload::workload_form;
use super::list::selected::SelectedOnServers;
use crate::app::idle::adaptive::{adaptive_form, extend_selected};
use crate::app::shell::commands::study::remove_and_go_on;
use crate::app::shell::context::{Lab, Newest};
use crate::app::shell::panel::check_plan::CheckPlan;
use crate::engine::core::bounds::Bound;
use crate::engine::core::time_names::TimeNames;
use crate::engine::core::verdict::{Tone, Verdict};
use crate::engine::idle::explain::idle_verdict;
use crate::engine::idle::{IdleRequest, IdleScenario, Tick, bounds};
use crate::state::IdleShown;
use std::rc::Rc;
use yew::prelude::*;

/// The column at the right.
pub fn idle_inspector(lab: &Lab) -> Html {
    let Some(servers) = lab.servers() else {
        return html! { <aside class="inspector" aria-label="Inspector" /> };
    };
    let verdict = lab.engine_state.plans.idle.as_ref().and_then(|shown| verdict_card(lab, servers, shown));
    html! {
        <aside class="inspector idle" aria-label="Inspector">
            if !lab.model().marked.is_empty() {
                <SelectedOnServers lab={lab.clone()} />
            }
            { request_form(lab, servers) }
            { verdict.unwrap_or_default() }
            <CheckPlan lab={Newest::of(lab)} />
            { machine_form(lab, servers) }
            { workload_form(lab, servers) }
            { adaptive_form(lab, servers) }
        </aside>
    }
}

fn request_form(lab: &Lab, servers: &IdleScenario) -> Html {
    let Some((id, request)) = lab.selected_idle() else {
        return none_selected("No request selected", "Pick one in the list or on the servers.");
    };
    let one = |key: &'static str, label: &'static str, value: Tick, bound: Bound, set: fn(IdleRequest, Tick) -> IdleRequest| {
        let apply = move |lab: &Lab, value: u32| lab.set_idle(id, set(request, value), false);
        field(lab, format!("idle-{key}"), label, value, bound, Rc::new(apply))
    };
    let IdleRequest { submitted, earliest_start, size, deadline } = request;
    let last = submitted.saturating_add(servers.servers.look_ahead).min(bounds::TICK.max);
    let fields = [
        one(
            "submitted",
            "Submitted at",
            submitted,
            bounds::TICK.from(deadline.saturating_sub(servers.servers.look_ahead)).up_to(earliest_start),
            |r, v| IdleRequest { submitted: v, ..r },
        ),
        one("earliest-start", "Earliest start r", earliest_start, bounds::TICK.from(submitted).up_to(deadline - size), |r, v| {
            IdleRequest { earliest_start: v, ..r }
        }),
        one("size", "Size l", size, bounds::SIZE.from(servers.servers.least_size).up_to(deadline - earliest_start), |r, v| {
            IdleRequest { size: v, ..r }
        }),
        one("deadline", "Deadline d", deadline, bounds::TICK.from(earliest_start + size).up_to(last), |r, v| IdleRequest {
            deadline: v,
            ..r
        }),
    ];
    html! {
        <section class="request-form">
            <h2>{ format!("Request {}", lab.idle_name(id)) }<span>{ ": in ticks; the size is what it takes at rate 1" }</span></h2>
            { fields.into_iter().collect::<Html>() }
            if let Some(words) = on_clock(&request, lab.idle_time()) {
                <p class="hint" id="idle-on-clock">{ words }</p>
            }
            <div class="group">
                <button type="button" id="remove-idle" class="quiet" title="Remove this request (Delete)" onclick={on_click(lab, |lab| remove_and_go_on(lab, &IDLE))}>{ "Remove request" }</button>
                <button type="button" id="extend" class="quiet" title="While it runs it turns out to need a quarter more (4.5)"
                    onclick={on_click(lab, extend_selected)}>{ "Needs more time" }</button>
            </div>
        </section>
    }
}

/// The request in clock time, where that is shown: the fields count ticks.
fn on_clock(request: &IdleRequest, time: TimeNames) -> Option<String> {
    let IdleRequest { submitted, earliest_start, size, deadline } = *request;
    time.is_clock().then(|| {
        format!(
            "Submitted at {}; may start at {} and must end by {}; takes {} at rate 1.",
            time.at(submitted),
            time.at_after(submitted, earliest_start),
            time.at_after(earliest_start, deadline),
            time.length(size)
        )
    })
}

/// What became of the selected request, for screen readers and for the line that stays in sight on a phone.
pub fn spoken_place(lab: &Lab) -> Option<String> {
    let (servers, shown) = (lab.servers()?, lab.engine_state.plans.idle.as_ref()?);
    Some(verdict_of(lab, servers, shown)?.in_brief())
}

fn verdict_of(lab: &Lab, servers: &IdleScenario, shown: &IdleShown) -> Option<Verdict> {
    Some(idle_verdict(&servers.servers, shown.moment()?, &shown.plan.decisions, lab.idle_time()))
}

fn verdict_card(lab: &Lab, servers: &IdleScenario, shown: &IdleShown) -> Option<Html> {
    let verdict = verdict_of(lab, servers, shown)?;
    let class = match verdict.tone {
        Tone::Good => "verdict good",
        Tone::Partly => "verdict partly",
        Tone::Refused => "verdict refused",
    };
    Some(html! {
        <section {class} id="idle-verdict" aria-label="What became of it">
            <h3>{ verdict.headline }</h3>
            <p>{ verdict.sentences.join(" ") }</p>
        </section>
    })
}
