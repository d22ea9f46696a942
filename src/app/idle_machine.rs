//! The servers and their workload in numbers: groups with rates, levels of heterogeneity, look-ahead, strips; where the requests come from.

use super::idle_inspector::{changed, recipe_field};
use super::markup::{all, markup};
use super::session::Lab;
use crate::engine::bounds::Bound;
use crate::engine::idle::generator::{FortnightWorkload, ParetoWorkload};
use crate::engine::idle::{IdleScenario, IdleSource, IdleWorkload, Rate, ServerGroup, Servers, bounds, strip_factors};
use std::sync::Arc;
use yew::prelude::*;
use yew::virtual_dom::VTag;

/// Seeds that can be typed.
const SEED: Bound = Bound { name: "seed", min: 0, max: u32::MAX };

/// Longest list that is written down one by one.
const LIST_MAX: usize = 5_000;

/// The servers: groups with their rates, look-ahead, strips.
pub fn machine_form(lab: &Lab, scenario: &IdleScenario) -> Html {
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

/// The machine with as many servers in three groups (levels of heterogeneity, 4.6); none if they cannot be shared out.
pub fn preset(servers: &Servers, level: u32) -> Option<Servers> {
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

/// Where the requests come from.
pub fn workload_form(lab: &Lab, scenario: &IdleScenario) -> Html {
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

/// Another source of requests, with a machine that fits it where the present one does not.
pub fn take_source(lab: &Lab, source: &str) {
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
