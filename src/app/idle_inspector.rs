//! The column at the right when the servers are looked at: the selected request in numbers, what became of it, the machine, the workload, what
//! may adapt.

use super::fields::NumberField;
use super::markup::{all, markup};
use super::session::Lab;
use crate::engine::bounds::Bound;
use crate::engine::explain::{Tone, idle_verdict};
use crate::engine::idle::generator::{FortnightWorkload, ParetoWorkload};
use crate::engine::idle::{
    IdleEvent, IdleRequest, IdleScenario, IdleSource, IdleWorkload, Rate, ServerGroup, Servers, Tick, bounds, strip_factors,
};
use crate::worker::servers_plan::ServersPlan;
use std::rc::Rc;
use std::sync::Arc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;
use yew::virtual_dom::VTag;

/// Seeds that can be typed.
const SEED: Bound = Bound { name: "seed", min: 0, max: u32::MAX };

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
fn recipe_field(
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
fn changed(lab: &Lab, change: impl FnOnce(&mut IdleScenario)) {
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

fn machine_form(lab: &Lab, scenario: &IdleScenario) -> Html {
    let servers = &scenario.servers;
    let groups = servers.groups.iter().enumerate().map(|(at, group)| {
        let of = |key: &'static str, label: &'static str, value: u32, bound: Bound, set: fn(&mut ServerGroup, u32)| {
            recipe_field(lab, format!("group-{at}-{key}"), label, value, bound, move |next, value| {
                if let Some(group) = next.servers.groups.get_mut(at) {
                    set(group, value);
                }
            })
        };
        let Rate { numerator, denominator } = group.rate;
        markup!(
            "<div class='server-group' role='group' aria-label=$>$$$$</div>",
            format!("Servers of rate {numerator}/{denominator}"),
            of("servers", "Servers", group.servers, bounds::SERVERS, |group, value| group.servers = value),
            of("numerator", "Rate", numerator, bounds::RATE_PART.up_to(denominator), |group, value| group.rate.numerator = value),
            of("denominator", "of", denominator, bounds::RATE_PART.from(numerator), |group, value| group.rate.denominator = value),
            (servers.groups.len() > 1).then(|| markup!(
                "<button type='button' class='quiet' data-idle=$ aria-label='Remove this group' title='Remove this group'>×</button>",
                format!("drop {at}")
            ))
        )
    });
    let presets = (0..=4).map(|level: u32| {
        let is_it = preset(servers, level).is_some_and(|preset| preset.groups == servers.groups);
        markup!(
            "<button type='button' id=$ data-idle=$ aria-pressed=$ title=$>$</button>",
            format!("level-{level}"),
            format!("level {level}"),
            is_it,
            format!("Three groups of rates {}, 0.5 and {}", rate_words(5 - level), rate_words(5 + level)),
            level
        )
    });
    let (least, most) = strip_factors(servers);
    markup!(
        "<section class='machine-form idle-machine'>
            <h2>Servers<span>: $, work per tick $</span></h2>
            $
            <div class='group'><button type='button' id='add-group' data-idle='group'>Add a group</button></div>
            <div class='group levels'><span class='hint'>Three groups, heterogeneity</span><div class='segmented' role='group' aria-label='Heterogeneity'>$</div></div>
            <p class='hint'>$</p>
            $
            $
            $
        </section>",
        servers.count(),
        format!("{:.1}", servers.total_rate()),
        all(groups),
        all(presets),
        order_words(servers),
        recipe_field(lab, "look-ahead".to_string(), "Look-ahead L, ticks", servers.look_ahead, bounds::LOOK_AHEAD, |next, value| {
            next.servers.look_ahead = value;
        }),
        recipe_field(
            lab,
            "least-size".to_string(),
            "Least size, ticks",
            servers.least_size,
            bounds::SIZE.up_to(servers.look_ahead),
            |next, value| {
                next.servers.least_size = value;
                let (least, most) = strip_factors(&next.servers);
                next.strip_factor = next.strip_factor.clamp(least, most);
            }
        ),
        recipe_field(
            lab,
            "strip-factor".to_string(),
            "Strips: M",
            scenario.strip_factor,
            bounds::STRIP_FACTOR.from(least).up_to(most),
            |next, value| next.strip_factor = value
        )
    )
}

fn rate_words(tenths: u32) -> String {
    format!("0.{tenths}")
}

/// The machine with as many servers in three groups; none if they cannot be shared out.
fn preset(servers: &Servers, level: u32) -> Option<Servers> {
    let count = servers.count().next_multiple_of(3);
    Servers::heterogeneous(level, count, servers.look_ahead, servers.least_size).ok()
}

/// How this machine stands in the order of heterogeneity (4.1).
fn order_words(servers: &Servers) -> String {
    let below = (0..=4).rev().find(|&level| {
        preset(servers, level).is_some_and(|other| servers.majorisation(&other).is_some_and(std::cmp::Ordering::is_ge))
    });
    match below {
        Some(level) if preset(servers, level).is_some_and(|other| other.groups == servers.groups) => {
            format!(
                "Level {level}: more heterogeneous than every level below it, less than every one above (majorisation of rates, 4.1)."
            )
        }
        Some(level) => format!("At least as heterogeneous as level {level} (majorisation of rates, 4.1)."),
        None => "Not to be compared with the levels: their total rate is another (majorisation, 4.1).".to_string(),
    }
}

fn workload_form(lab: &Lab, scenario: &IdleScenario) -> Html {
    let source = &scenario.workload.source;
    let kinds = [
        ("given", "Given one by one", matches!(source, IdleSource::Requests(_))),
        ("pareto", "Drawn as in 3.4", matches!(source, IdleSource::Pareto(_))),
        ("fortnight", "Drawn as in 4.6", matches!(source, IdleSource::Fortnight(_))),
        ("slots", "The plan’s own", *source == IdleSource::Slots),
    ];
    let chosen = kinds.iter().find(|(_, _, is_it)| *is_it).map_or("given", |(key, ..)| key);
    let options: Vec<(&str, &str)> = kinds.iter().map(|(key, words, _)| (*key, *words)).collect();
    let hundredths = |name: &'static str, min: u32, max: u32| Bound { name, min, max };
    let requests = |count: u32| {
        recipe_field(lab, "idle-requests".to_string(), "Requests", count, bounds::REQUESTS, |next, value| {
            match &mut next.workload.source {
                IdleSource::Pareto(pareto) => pareto.requests = value,
                IdleSource::Fortnight(fortnight) => fortnight.requests = value,
                _ => {}
            }
        })
    };
    let load = |load: f64| {
        let bound = hundredths("load in per cent", 1, 300);
        recipe_field(lab, "idle-load".to_string(), "Load ρ, %", (load * 100.0).round() as u32, bound, |next, value| {
            let load = f64::from(value) / 100.0;
            match &mut next.workload.source {
                IdleSource::Pareto(pareto) => pareto.load = load,
                IdleSource::Fortnight(fortnight) => fortnight.load = load,
                _ => {}
            }
        })
    };
    let seed = |seed: u64| {
        recipe_field(lab, "idle-seed".to_string(), "Seed", seed as u32, SEED, |next, value| match &mut next.workload.source {
            IdleSource::Pareto(pareto) => pareto.seed = value.into(),
            IdleSource::Fortnight(fortnight) => fortnight.seed = value.into(),
            _ => {}
        })
    };
    let fields = match source {
        IdleSource::Requests(list) => {
            markup!("<p class='hint'>$ requests. Draw another on the servers, or press N.</p>", list.len() as u32)
        }
        IdleSource::Slots => {
            markup!("<p class='hint'>Every job of n nodes is n requests for one server, each on its own; a slot is a tick.</p>")
        }
        IdleSource::Pareto(pareto) => markup!(
            "$$$$$",
            requests(pareto.requests),
            load(pareto.load),
            recipe_field(
                lab,
                "idle-mean".to_string(),
                "Mean size, hundredths",
                (pareto.mean_size * 100.0).round() as u32,
                hundredths("hundredths of a unit", 110, 1200),
                |next, value| {
                    if let IdleSource::Pareto(pareto) = &mut next.workload.source {
                        pareto.mean_size = f64::from(value) / 100.0;
                    }
                }
            ),
            recipe_field(
                lab,
                "idle-tightness".to_string(),
                "Slack q, %",
                (pareto.tightness * 100.0).round() as u32,
                hundredths("per cent", 0, 100),
                |next, value| {
                    if let IdleSource::Pareto(pareto) = &mut next.workload.source {
                        pareto.tightness = f64::from(value) / 100.0;
                    }
                }
            ),
            seed(pareto.seed)
        ),
        IdleSource::Fortnight(fortnight) => markup!(
            "$$$$",
            requests(fortnight.requests),
            load(fortnight.load),
            recipe_field(
                lab,
                "idle-slack".to_string(),
                "Slack q, minutes",
                fortnight.slack_minutes,
                hundredths("minutes", 0, 1_000_000),
                |next, value| {
                    if let IdleSource::Fortnight(fortnight) = &mut next.workload.source {
                        fortnight.slack_minutes = value;
                    }
                }
            ),
            seed(fortnight.seed)
        ),
    };
    markup!(
        "<section class='machine-form idle-workload'>
            <h2>Workload</h2>
            <div class='field'><label for='idle-source'>Requests are</label>$</div>
            $
            <div class='group'><button type='button' id='drop-servers' class='quiet' data-idle='none'>Remove the servers</button></div>
        </section>",
        select("idle-source", &options, chosen),
        fields
    )
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

/// Another source of requests, with a machine that fits it where the present one does not.
fn take_source(lab: &Lab, source: &str) {
    changed(lab, |next| {
        let count = next.servers.count();
        let source = match source {
            "pareto" => {
                next.servers = ParetoWorkload::machine(count);
                IdleSource::Pareto(ParetoWorkload {
                    seed: 1,
                    requests: 200,
                    load: 0.9,
                    mean_size: ParetoWorkload::MEAN_SIZE,
                    tightness: 0.1,
                })
            }
            "fortnight" => {
                let slack_minutes = FortnightWorkload::SLACK_MINUTES;
                if let Ok(machine) = FortnightWorkload::machine(3, count.next_multiple_of(3), slack_minutes) {
                    next.servers = machine;
                }
                IdleSource::Fortnight(FortnightWorkload {
                    seed: 1,
                    requests: 300,
                    load: 0.9,
                    slack_minutes,
                    due: Default::default(),
                })
            }
            "slots" => {
                next.servers.least_size = 1;
                IdleSource::Slots
            }
            _ => match lab.idle.as_ref() {
                // What there is becomes a list that can be changed one by one.
                Some(shown) if shown.plan.arrivals.jobs() <= LIST_MAX => {
                    let arrivals = &shown.plan.arrivals;
                    IdleSource::Requests(Arc::new((0..arrivals.jobs()).map(|row| arrivals.row(row)).collect()))
                }
                _ => IdleSource::Requests(Arc::default()),
            },
        };
        next.workload = IdleWorkload::of(source);
        next.events = Arc::default();
        let (least, most) = strip_factors(&next.servers);
        next.strip_factor = next.strip_factor.clamp(least, most);
    });
}

/// Longest list that is written down one by one.
const LIST_MAX: usize = 5_000;

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

/// A list to pick from.
pub fn select(id: &'static str, options: &[(&str, &str)], chosen: &str) -> Html {
    // A property: what the user picked stays picked, whatever the attribute says.
    let options = options.iter().map(|(value, words)| {
        let mut option = VTag::new("option");
        option.add_property("value", *value);
        option.add_property("selected", *value == chosen);
        option.add_child(Html::from(words.to_string()));
        Html::from(option)
    });
    markup!("<select id=$>$</select>", id, all(options))
}
