//! The machine, and where its jobs come from: given one by one, or drawn by a model.

use super::reservations::window_field;
use crate::app::kit::fields::number::{FieldNumber, Hundredths, NumberField};
use crate::app::kit::text::format::counted;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::{Choice, select};
use crate::engine::batch::workload::generator::{LublinWorkload, PERCENT};
use crate::engine::batch::workload::{BatchSource, BatchWorkload};
use crate::engine::batch::{BatchScenario, bounds};
use crate::engine::core::bounds::{Bound, SEED};
use std::sync::Arc;
use yew::prelude::*;

/// Longest list that is written down one by one.
const LIST_MAX: usize = 20_000;
/// Jobs that are drawn at first.
const DRAWN: u32 = 300;

/// Nodes of the machine.
pub fn machine_form(lab: &Lab, cluster: &BatchScenario) -> Html {
    html! {
        <section class="machine-form">
            <h2>{ "Machine" }</h2>
            { number(lab, "cluster-nodes", "Nodes", cluster.nodes, bounds::NODES, |next, value| next.nodes = value) }
        </section>
    }
}

/// A number that changes the recipe.
fn number<N: FieldNumber>(
    lab: &Lab,
    id: &'static str,
    label: &'static str,
    value: N,
    bound: Bound<N>,
    set: impl Fn(&mut BatchScenario, N) + 'static,
) -> Html {
    let lab = lab.clone();
    let onchange = Callback::from(move |value: N| lab.change_cluster(|next| set(next, value)));
    html! { <NumberField<N> {id} {label} {value} {bound} {onchange} /> }
}

/// Where the jobs come from.
pub fn jobs_form(lab: &Lab, cluster: &BatchScenario) -> Html {
    let is_drawn = matches!(cluster.workload.source, BatchSource::Lublin(_));
    let choices = vec![
        Choice { key: "given", words: "Given one by one", value: false },
        Choice { key: "lublin", words: "Drawn (Lublin and Feitelson)", value: true },
    ];
    let on_pick = {
        let lab = lab.clone();
        Callback::from(move |is_drawn| take_source(&lab, is_drawn))
    };
    let fields = match &cluster.workload.source {
        BatchSource::Jobs(jobs) => html! {
            <p class="hint">{ format!("{}. Press N for another.", counted(jobs.len() as u64, "job", "jobs")) }</p>
        },
        BatchSource::Lublin(lublin) => lublin_fields(lab, lublin),
    };
    html! {
        <section class="machine-form idle-workload">
            <h2>{ "Workload" }</h2>
            <div class="field"><label for="cluster-source">{ "Jobs are" }</label>{ select("cluster-source", choices, is_drawn, on_pick) }</div>
            { fields }
        </section>
    }
}

fn lublin_fields(lab: &Lab, lublin: &LublinWorkload) -> Html {
    fn drawn(next: &mut BatchScenario, set: impl FnOnce(&mut LublinWorkload)) {
        if let BatchSource::Lublin(lublin) = &mut next.workload.source {
            set(lublin);
        }
    }
    let load = Bound { name: "load in per cent", min: 1, max: 1_000 };
    let overestimate = Bound { name: "overestimate", min: Hundredths(0), max: Hundredths(10_000) };
    let on_window = {
        let lab = lab.clone();
        Callback::from(move |window| lab.change_cluster(|next| drawn(next, |lublin| lublin.window = window)))
    };
    html! {
        <>
            { number(lab, "cluster-jobs", "Jobs", lublin.jobs, bounds::REQUESTS, |next, value| drawn(next, |lublin| lublin.jobs = value)) }
            { number(lab, "cluster-load", "Load, %", Hundredths::of(lublin.load).0, load, |next, value: u32| drawn(next, |lublin| lublin.load = f64::from(value) / 100.0)) }
            { number(lab, "cluster-overestimate", "Overestimate f", Hundredths::of(lublin.overestimate), overestimate, |next, value| drawn(next, |lublin| lublin.overestimate = value.value())) }
            { number(lab, "cluster-share", "Reserved ahead ρ, %", lublin.advance_percent, PERCENT, |next, value| drawn(next, |lublin| lublin.advance_percent = value)) }
            if lublin.advance_percent > 0 {
                { number(lab, "cluster-ahead", "Up to so far ahead, s", lublin.ahead, bounds::AHEAD, |next, value| drawn(next, |lublin| lublin.ahead = value)) }
                { window_field("cluster-window", lublin.window, on_window) }
            }
            { number(lab, "cluster-seed", "Seed", lublin.seed, SEED, |next, value| drawn(next, |lublin| lublin.seed = value)) }
        </>
    }
}

/// Another source of jobs. What there is becomes a list that can be changed one by one, unless it is very long.
fn take_source(lab: &Lab, is_drawn: bool) {
    let shown = lab.engine_state.plans.cluster.clone();
    lab.change_cluster(|next| {
        let source = match (is_drawn, shown) {
            (true, _) => BatchSource::Lublin(LublinWorkload { jobs: DRAWN, ..LublinWorkload::default() }),
            (false, Some(shown)) if shown.plan.jobs.len() <= LIST_MAX => {
                let jobs = &shown.plan.jobs;
                BatchSource::Jobs(Arc::new((0..jobs.len()).map(|row| jobs.row(row)).collect()))
            }
            (false, _) => BatchSource::Jobs(Arc::default()),
        };
        next.workload = BatchWorkload::of(source);
        if is_drawn && next.policy.scheduler == crate::engine::batch::scheduler::Scheduler::AsLogged {
            // What is drawn has no log.
            next.policy.scheduler = crate::engine::batch::scheduler::Scheduler::default();
        }
    });
}
