//! The figures of the plan on screen.

use crate::app::kit::words::{grouped, percent};
use crate::engine::batch::explain::lasting;
use crate::engine::batch::scheduler::Scheduler;
use crate::state::ClusterShown;
use yew::prelude::*;

/// Properties of [`ClusterFigures`].
#[derive(Properties, PartialEq)]
pub struct ClusterFiguresProps {
    /// The plan.
    pub shown: ClusterShown,
}

/// Waits, slowdown, utilisation, penalty; retries and operations for co-allocation.
#[component]
pub fn ClusterFigures(ClusterFiguresProps { shown }: &ClusterFiguresProps) -> Html {
    let metrics = &shown.plan.metrics;
    let is_coalloc = shown.study.cluster().is_some_and(|cluster| cluster.policy.scheduler == Scheduler::CoAllocation);
    let mut figures = vec![
        ("mean-wait", lasting(metrics.mean_wait.round() as u64), "mean wait"),
        ("median-wait", lasting(metrics.median_wait), "median wait"),
        ("p95-wait", lasting(metrics.p95_wait), "wait of 95 % at most"),
        ("longest-wait", lasting(metrics.longest_wait), "longest wait"),
        ("slowdown", format!("{:.2}", metrics.bounded_slowdown), "mean bounded slowdown (10 s)"),
        ("penalty", format!("{:.2}", metrics.temporal_penalty), "mean temporal penalty, wait ÷ estimate"),
        ("utilisation", percent(metrics.utilisation), "utilisation"),
        ("end", lasting(metrics.end.saturating_sub(metrics.first)), "from the first submission to the last end"),
    ];
    if is_coalloc {
        figures.push(("retries", grouped(metrics.retries), "retries"));
        figures.push(("operations", grouped(metrics.operations), "operations of the search"));
    } else {
        figures.push(("ahead", grouped(metrics.backfilled.into()), "jobs that went ahead"));
    }
    html! {
        <section class="figures" aria-label="Figures" id="cluster-figures">
            <h2>{ "Figures" }</h2>
            <dl>
                { for figures.into_iter().map(|(key, value, meaning)| html! {
                    <div {key} id={format!("cluster-{key}")}><dd>{ value }</dd><dt>{ meaning }</dt></div>
                }) }
            </dl>
        </section>
    }
}
