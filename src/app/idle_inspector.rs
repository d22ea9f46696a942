//! The column at the right when the servers are looked at: the selected request in numbers, what became of it, the machine, the workload, what
//! may adapt.

use super::fields::NumberField;
use super::idle_machine::{machine_form, preset, take_source, workload_form};
use super::markup::{all, markup};
use super::session::Lab;
use crate::engine::bounds::Bound;
use crate::engine::explain::{Tone, idle_verdict};
use crate::engine::idle::{IdleEvent, IdleRequest, IdleScenario, IdleSource, Rate, ServerGroup, Tick, bounds};
use crate::worker::servers_plan::ServersPlan;
use std::rc::Rc;
use std::sync::Arc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// What a number that was typed does.
type Apply = Rc<dyn Fn(&Lab, u32)>;

/// What it does to the recipe.
type Set = Box<dyn Fn(&mut IdleScenario, u32)>;

/// How much an extension adds at first, as a share of the job.
const EXTENSION_SHARE: Tick = 4;

/// The column at the right.
pub fn idle_inspector(lab: &Lab) -> Html {
    let Some(servers) = lab.servers() else {
        return markup!("<aside class='inspector' aria-label='Inspector'/>");
    };
    let plan = lab.idle.as_ref().map(|shown| &shown.plan);
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
            if let Some((_, what)) = super::revenue_view::named(&event, "data-idle") {
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

fn field(lab: &Lab, id: String, label: &'static str, value: u32, bound: Bound, apply: Apply) -> Html {
    let lab = lab.clone();
    let onchange = Callback::from(move |value: u32| apply(&lab, value));
    html! { <NumberField {id} {label} {value} {bound} {onchange} /> }
}

/// A number that changes the recipe.
pub fn recipe_field(
    lab: &Lab,
    id: String,
    label: &'static str,
    value: u32,
    bound: Bound,
    set: impl Fn(&mut IdleScenario, u32) + 'static,
) -> Html {
    let set: Set = Box::new(set);
    field(lab, id, label, value, bound, Rc::new(move |lab: &Lab, value| changed(lab, |next| set(next, value))))
}

/// Changes the recipe, if what comes of it is allowed.
pub fn changed(lab: &Lab, change: impl FnOnce(&mut IdleScenario)) {
    if let Some(servers) = lab.servers() {
        let mut next = (**servers).clone();
        change(&mut next);
        lab.set_servers(next);
    }
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

fn adaptive_form(lab: &Lab, scenario: &IdleScenario) -> Html {
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
    let happened = lab.idle.as_ref().map(|shown| &shown.plan.happened).filter(|_| scenario.is_adaptive());
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
        "level" => changed(lab, |next| {
            if let Some(preset) = preset(&next.servers, at as u32) {
                next.servers = preset;
            }
        }),
        "none" => lab.drop_servers(),
        "adapt" if which == "replanning" => changed(lab, |next| next.adaptability.replanning ^= true),
        "adapt" => changed(lab, |next| next.adaptability.opportunistic ^= true),
        "opportunity" => add_opportunity(lab),
        "event" if lab.servers().is_some_and(|servers| at < servers.events.len()) => {
            changed(lab, |next| {
                Arc::make_mut(&mut next.events).remove(at);
            });
        }
        _ => {}
    }
}

/// While it runs, the selected job turns out to need a quarter more.
fn extend_selected(lab: &Lab) {
    let (Some((id, request)), Some(shown)) = (lab.selected_idle(), &lab.idle) else { return };
    let row = shown.plan.arrivals.row_of(id).filter(|&row| shown.plan.decisions.accepted(row));
    let Some(row) = row else {
        lab.notices.add(super::notices::Notice::problem("It does not run: a refused job needs no more time.".to_string()));
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
