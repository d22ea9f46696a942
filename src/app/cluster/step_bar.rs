//! Stepping through the jobs of a cluster in the order of their arrival: the nodes show who has a start by then, and words tell which jobs run and wait.

use super::commands::CLUSTER;
use crate::app::shell::commands::study::{scrubber, step_of};
use crate::app::shell::context::use_lab;
use crate::engine::batch::explain::step::{BatchStep, StepKind};
use crate::state::ClusterShown;
use yew::prelude::*;

/// The scrubber with the words of the arrival, if the jobs are stepped through.
#[component]
pub fn ClusterStepBar() -> Html {
    let lab = use_lab();
    let Some(step) = step_of(&lab, &CLUSTER) else { return Html::default() };
    let words = lab.engine_state.plans.cluster.as_ref().map(|shown| words(shown, step)).unwrap_or_default();
    scrubber(&lab, &CLUSTER, step, words)
}

fn words(shown: &ClusterShown, step: u32) -> Html {
    let after = BatchStep::after(step, &shown.plan.jobs, &shown.plan.decisions);
    let (Some(cluster), Some(at)) = (shown.study.cluster(), after) else {
        let hint = "No job has arrived yet. Go on to see what each job meets, in the order of their arrival.";
        return html! { <p class="step-words hint" id="step-words">{ hint }</p> };
    };
    let line = |(kind, text): (StepKind, String)| html! { <li class={class_of(kind)}>{ text }</li> };
    html! {
        <ol class="step-words" id="step-words" tabindex="0" aria-label="What happened in this step">
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
