//! The form for the workload of named servers: given requests or a generator.

use super::fields::{Choice, changed, recipe_field, select};
use crate::app::kit::fields::number::Hundredths;
use crate::app::shell::context::Lab;
use crate::app::shell::notices::Notice;
use crate::engine::convert::with_jobs_of;
use crate::engine::core::bounds::{Bound, SEED};
use crate::engine::idle::generator::{FortnightWorkload, ParetoWorkload};
use crate::engine::idle::{IdleScenario, IdleSource, IdleWorkload, bounds, strip_factors};
use crate::engine::study::StudyKind;
use std::sync::Arc;
use yew::prelude::*;

/// Longest list that is written down one by one.
const LIST_MAX: usize = 5_000;

/// Where requests come from, or are taken from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceKind {
    /// A list.
    Given,
    /// Drawn as in 3.4.
    Pareto,
    /// Drawn as in 4.6.
    Fortnight,
    /// The jobs of the plan in slots, as a list.
    Slots,
}

impl SourceKind {
    /// All of them, in the order of the list to pick from.
    const ALL: [Self; 4] = [Self::Given, Self::Pareto, Self::Fortnight, Self::Slots];

    /// The kind of a source.
    pub const fn of(source: &IdleSource) -> Self {
        match source {
            IdleSource::Requests(_) => Self::Given,
            IdleSource::Pareto(_) => Self::Pareto,
            IdleSource::Fortnight(_) => Self::Fortnight,
        }
    }

    /// Its name in the document.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Pareto => "pareto",
            Self::Fortnight => "fortnight",
            Self::Slots => "slots",
        }
    }

    /// Its name for people.
    const fn words(self) -> &'static str {
        match self {
            Self::Given => "Given one by one",
            Self::Pareto => "Drawn as in 3.4",
            Self::Fortnight => "Drawn as in 4.6",
            Self::Slots => "The plan’s own",
        }
    }
}

/// The source and its numbers.
pub fn workload_form(lab: &Lab, scenario: &IdleScenario) -> Html {
    let source = &scenario.workload.source;
    let fields = match source {
        IdleSource::Requests(list) => html! {
            <p class="hint">{ format!("{} requests. Draw another on the servers, or press N.", list.len()) }</p>
        },
        IdleSource::Pareto(pareto) => pareto_fields(lab, pareto),
        IdleSource::Fortnight(fortnight) => fortnight_fields(lab, fortnight),
    };
    html! {
        <section class="machine-form idle-workload">
            <h2>{ "Workload" }</h2>
            <div class="field"><label for="idle-source">{ "Requests are" }</label>{ source_list(lab, SourceKind::of(source)) }</div>
            { fields }
        </section>
    }
}

fn source_list(lab: &Lab, chosen: SourceKind) -> Html {
    // The jobs of a plan in slots can be taken only where there is one.
    let kinds =
        SourceKind::ALL.into_iter().filter(|kind| *kind != SourceKind::Slots || lab.model().workspace.has(StudyKind::Slots));
    let choices = kinds.map(|kind| Choice { key: kind.key(), words: kind.words(), value: kind });
    let lab = lab.clone();
    select("idle-source", choices.collect(), chosen, Callback::from(move |kind| take_source(&lab, kind)))
}

/// The numbers of a workload drawn as in 3.4.
fn pareto_fields(lab: &Lab, pareto: &ParetoWorkload) -> Html {
    let mean_size = recipe_field(
        lab,
        "idle-mean".to_string(),
        "Mean size",
        Hundredths::of(pareto.mean_size),
        Bound { name: "mean size", min: Hundredths(110), max: Hundredths(1200) },
        |next, value| {
            if let IdleSource::Pareto(pareto) = &mut next.workload.source {
                pareto.mean_size = value.value();
            }
        },
    );
    let tightness = recipe_field(
        lab,
        "idle-tightness".to_string(),
        "Slack q, %",
        Hundredths::of(pareto.tightness).0,
        Bound { name: "per cent", min: 0, max: 100 },
        |next, value| {
            if let IdleSource::Pareto(pareto) = &mut next.workload.source {
                pareto.tightness = f64::from(value) / 100.0;
            }
        },
    );
    let book_ahead = recipe_field(
        lab,
        "idle-book-ahead".to_string(),
        "Furthest start, % of L − l",
        Hundredths::of(pareto.book_ahead).0,
        Bound { name: "per cent", min: 0, max: 100 },
        |next, value| {
            if let IdleSource::Pareto(pareto) = &mut next.workload.source {
                pareto.book_ahead = f64::from(value) / 100.0;
            }
        },
    );
    html! {
        <>
            { requests_field(lab, pareto.requests) }
            { load_field(lab, pareto.load) }
            { mean_size }
            { tightness }
            { book_ahead }
            { seed_field(lab, pareto.seed) }
        </>
    }
}

/// The numbers of a workload drawn as in 4.6.
fn fortnight_fields(lab: &Lab, fortnight: &FortnightWorkload) -> Html {
    let slack = recipe_field(
        lab,
        "idle-slack".to_string(),
        "Slack q, minutes",
        fortnight.slack_minutes,
        Bound { name: "minutes", min: 0, max: 1_000_000 },
        |next, value| {
            if let IdleSource::Fortnight(fortnight) = &mut next.workload.source {
                fortnight.slack_minutes = value;
            }
        },
    );
    html! {
        <>
            { requests_field(lab, fortnight.requests) }
            { load_field(lab, fortnight.load) }
            { slack }
            { seed_field(lab, fortnight.seed) }
        </>
    }
}

fn requests_field(lab: &Lab, requests: u32) -> Html {
    recipe_field(lab, "idle-requests".to_string(), "Requests", requests, bounds::REQUESTS, |next, value| {
        match &mut next.workload.source {
            IdleSource::Pareto(pareto) => pareto.requests = value,
            IdleSource::Fortnight(fortnight) => fortnight.requests = value,
            IdleSource::Requests(_) => {}
        }
    })
}

fn load_field(lab: &Lab, load: f64) -> Html {
    let bound = Bound { name: "load in per cent", min: 1, max: 300 };
    recipe_field(lab, "idle-load".to_string(), "Load ρ, %", Hundredths::of(load).0, bound, |next, value| {
        let load = f64::from(value) / 100.0;
        match &mut next.workload.source {
            IdleSource::Pareto(pareto) => pareto.load = load,
            IdleSource::Fortnight(fortnight) => fortnight.load = load,
            IdleSource::Requests(_) => {}
        }
    })
}

fn seed_field(lab: &Lab, seed: u64) -> Html {
    recipe_field(lab, "idle-seed".to_string(), "Seed", seed, SEED, |next, value| match &mut next.workload.source {
        IdleSource::Pareto(pareto) => pareto.seed = value,
        IdleSource::Fortnight(fortnight) => fortnight.seed = value,
        IdleSource::Requests(_) => {}
    })
}

/// Another source of requests, with a machine that fits it where the present one does not.
fn take_source(lab: &Lab, kind: SourceKind) {
    if kind == SourceKind::Slots {
        return take_jobs_of_plan(lab);
    }
    changed(lab, |next| {
        let count = next.servers.count();
        let source = match kind {
            SourceKind::Pareto => {
                next.servers = ParetoWorkload::machine(count);
                IdleSource::Pareto(ParetoWorkload {
                    seed: 1,
                    requests: 200,
                    load: 0.9,
                    mean_size: ParetoWorkload::MEAN_SIZE,
                    tightness: 0.1,
                    book_ahead: 1.0,
                })
            }
            SourceKind::Fortnight => {
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
            SourceKind::Given | SourceKind::Slots => match lab.engine_state.plans.idle.as_ref() {
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

/// The jobs of the plan in slots become the list of requests; says why not if they do not fit the servers.
fn take_jobs_of_plan(lab: &Lab) {
    let Some(idle) = lab.servers() else { return };
    let mut idle = idle.clone();
    idle.servers.least_size = 1;
    let (least, most) = strip_factors(&idle.servers);
    idle.strip_factor = idle.strip_factor.clamp(least, most);
    idle.events = Arc::default();
    match with_jobs_of(&idle, lab.model().slots()) {
        Ok((idle, _)) => lab.set_servers(idle),
        Err(error) => lab.notices.add(Notice::problem(format!("{error}. Nothing was changed."))),
    }
}
