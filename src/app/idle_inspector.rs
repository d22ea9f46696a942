//! The column at the right when the servers are looked at: the selected request in numbers, what became of it, the machine, the workload, what
//! may adapt.

use super::idle_adaptive::{adaptive_form, add_opportunity, extend_selected, remove_event};
use super::idle_fields::{changed, field};
use super::idle_machine::{machine_form, take_level};
use super::idle_workload::{take_source, workload_form};
use super::markup::{all, markup};
use super::revenue_view::named;
use super::session::Lab;
use crate::engine::bounds::Bound;
use crate::engine::explain::{Tone, idle_verdict};
use crate::engine::idle::{IdleRequest, IdleScenario, IdleSource, Rate, ServerGroup, Tick, bounds};
use crate::worker::servers_plan::ServersPlan;
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The column at the right.
pub fn idle_inspector(lab: &Lab) -> Html {
    let Some(servers) = lab.servers() else {
        return markup!("<aside class='inspector' aria-label='Inspector'/>");
    };
    let plan = lab.told.servers.as_ref().map(|shown| &shown.plan);
    let parts = markup!(
        "$$$$$",
        request_form(lab, servers),
        plan.and_then(|plan| verdict_card(servers, plan)),
        machine_form(lab, servers),
        workload_form(lab, servers),
        adaptive_form(lab, servers)
    );
    let on_click = {
        let lab = lab.clone();
        Callback::from(move |event: MouseEvent| {
            if let Some((_, what)) = named(&event, "data-idle") {
                press_button(&lab, &what);
            }
        })
    };
    let on_change = {
        let lab = lab.clone();
        Callback::from(move |event: Event| {
            let select: HtmlSelectElement = event.target_unchecked_into();
            if select.id() == "idle-source" {
                take_source(&lab, &select.value());
            }
        })
    };
    html! { <aside class="inspector idle" aria-label="Inspector" onclick={on_click} onchange={on_change}>{ parts }</aside> }
}

fn request_form(lab: &Lab, servers: &IdleScenario) -> Html {
    let Some((id, request)) = lab.selected_idle() else {
        return markup!(
            "<section><h2>No request selected</h2><p class='hint'>Pick one in the list or on the servers.</p></section>"
        );
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
    let extends = servers.workload.source != IdleSource::Slots;
    markup!(
        "<section class='request-form'>
            <h2>Request $<span>: in ticks; the size is what it takes at rate 1</span></h2>
            $
            <div class='group'>
                <button type='button' id='remove-idle' class='quiet' data-idle='remove' title='Remove this request (Delete)'>Remove request</button>
                $
            </div>
        </section>",
        id,
        all(fields),
        extends.then(|| markup!("<button type='button' id='extend' class='quiet' data-idle='extend' title='While it runs it turns out to need a quarter more (4.5)'>Needs more time</button>"))
    )
}

fn verdict_card(servers: &IdleScenario, plan: &ServersPlan) -> Option<Html> {
    let moment = plan.moment.as_ref()?;
    let verdict = idle_verdict(&servers.servers, moment, &plan.decisions);
    let class = match verdict.tone {
        Tone::Good => "verdict good",
        Tone::Partly => "verdict partly",
        Tone::Refused => "verdict refused",
    };
    Some(markup!(
        "<section class=$ id='idle-verdict' aria-label='What became of it'><h3>$</h3><p>$</p></section>",
        class,
        verdict.headline,
        verdict.sentences.join(" ")
    ))
}

/// A button was pressed: its `data-idle`, a word and what it is about.
fn press_button(lab: &Lab, what: &str) {
    let (what, which) = what.split_once(' ').unwrap_or((what, ""));
    let at = which.parse::<usize>().unwrap_or(usize::MAX);
    match what {
        "remove" => lab.model().selected_idle().into_iter().for_each(|id| lab.remove_idle(id)),
        "extend" => extend_selected(lab),
        "group" => changed(lab, |next| next.servers.groups.push(ServerGroup { servers: 1, rate: Rate::new(1, 2) })),
        "drop" if lab.servers().is_some_and(|servers| at < servers.servers.groups.len()) => {
            changed(lab, |next| {
                next.servers.groups.remove(at);
            });
        }
        "level" => take_level(lab, at as u32),
        "none" => lab.drop_servers(),
        "adapt" if which == "replanning" => changed(lab, |next| next.adaptability.replanning ^= true),
        "adapt" => changed(lab, |next| next.adaptability.opportunistic ^= true),
        "opportunity" => add_opportunity(lab),
        "event" => remove_event(lab, at),
        _ => {}
    }
}
