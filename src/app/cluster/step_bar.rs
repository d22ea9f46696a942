//! Stepping through the jobs of a cluster in the order of their arrival: the nodes show who has a start by then, and words and the lines of
//! the scheduler tell which jobs run and wait.

use super::commands::CLUSTER;
use crate::app::shell::commands::study::{scrubber, step_of};
use crate::app::shell::context::use_lab;
use crate::app::shell::panel::algorithm::Algorithm;
use crate::engine::batch::explain::step::{BatchStep, StepKind};
use crate::engine::batch::explain::{scheduler_at_work, scheduler_listing};
use crate::state::ClusterShown;
use yew::prelude::*;

/// The scrubber with the words of the arrival, if the jobs are stepped through.
#[component]
pub fn ClusterStepBar() -> Html {
    let lab = use_lab();
    let Some(step) = step_of(&lab, &CLUSTER) else { return Html::default() };
    let told = lab.engine_state.plans.cluster.as_ref().map(|shown| html! { <>{ words(shown, step) }{ algorithm(shown, step) }</> });
    scrubber(&lab, &CLUSTER, step, told.unwrap_or_default())
}

/// The scheduler's lines, and which of them were at work for the job that arrived.
fn algorithm(shown: &ClusterShown, step: u32) -> Html {
    let Some(cluster) = shown.study.cluster() else { return Html::default() };
    let (jobs, decisions, scheduler) = (&shown.plan.jobs, &shown.plan.decisions, cluster.policy.scheduler);
    let at_work = BatchStep::after(step, jobs, decisions).map(|at| {
        // The search is that of the selected job.
        let is_searched = shown.snapshot.query.selected.and_then(|id| jobs.row_of(id)) == Some(at.row);
        let attempts = if is_searched { &shown.snapshot.attempts[..] } else { &[] };
        scheduler_at_work(jobs, decisions, cluster.policy, at.row, attempts)
    });
    let decision = format!("{step} {}", scheduler.name());
    html! { <Algorithm listing={scheduler_listing(cluster.policy)} at_work={at_work.unwrap_or_default()} {decision} /> }
}

fn words(shown: &ClusterShown, step: u32) -> Html {
    let after = BatchStep::after(step, &shown.plan.jobs, &shown.plan.decisions);
    let (Some(cluster), Some(at)) = (shown.study.cluster(), after) else {
        let hint = "No job has arrived yet. Go on to see what each job meets, in the order of their arrival.";
        return html! { <p class="step-words hint" id="step-words">{ hint }</p> };
    };
    let line = |(kind, text): (StepKind, String)| html! { <li class={class_of(kind)}>{ text }</li> };
    html! {
        <ol class="plain step-words" id="step-words" tabindex="0" aria-label="What happened in this step">
            { for at.lines(cluster.nodes, cluster.policy).into_iter().map(line) }
        </ol>
    }
}

fn class_of(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Arrives => "asked",
        StepKind::Meets => "tried",
        StepKind::Starts => "placed",
        StepKind::Waits => "waits",
    }
}
