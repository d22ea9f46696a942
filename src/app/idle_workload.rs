//! Who asks the servers for what: given one by one, drawn, or the plan's own requests.

use super::idle_fields::{changed, recipe_field, select};
use super::markup::markup;
use super::session::Lab;
use crate::engine::bounds::Bound;
use crate::engine::idle::generator::{FortnightWorkload, ParetoWorkload};
use crate::engine::idle::{IdleScenario, IdleSource, IdleWorkload, bounds, strip_factors};
use std::sync::Arc;
use yew::prelude::*;

/// Seeds that can be typed.
const SEED: Bound = Bound { name: "seed", min: 0, max: u32::MAX };

/// Longest list that is written down one by one.
const LIST_MAX: usize = 5_000;

/// The source and its numbers.
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
            _ => match lab.told.servers.as_ref() {
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
