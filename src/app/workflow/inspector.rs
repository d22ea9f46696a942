//! The right column for workflows: the selected task, why it runs where it runs, its application, the providers, what is reserved already, the broker, what fails
//! and given orders.

use super::forms::broker::broker_form;
use super::forms::failures::failures_form;
use super::forms::orders::orders_form;
use super::forms::providers::{busy_form, providers_form, source_form};
use super::forms::tasks::{application_form, task_form};
use super::names::applications_of;
use crate::app::shell::context::{Lab, Newest};
use crate::app::shell::panel::check_plan::CheckPlan;
use crate::engine::core::verdict::{Tone, Verdict};
use crate::engine::workflow::explain::task_verdict;
use yew::prelude::*;

/// The column at the right.
pub fn workflow_inspector(lab: &Lab) -> Html {
    let Some(workflow) = lab.workflow() else {
        return html! { <aside class="inspector" aria-label="Inspector" /> };
    };
    html! {
        <aside class="inspector idle workflow" aria-label="Inspector">
            { task_form(lab) }
            { verdict_of(lab).map(verdict_card).unwrap_or_default() }
            <CheckPlan lab={Newest::of(lab)} />
            { application_form(lab, workflow) }
            { providers_form(lab, workflow) }
            { busy_form(lab, workflow) }
            { broker_form(lab, workflow) }
            { failures_form(lab, workflow) }
            { orders_form(lab, workflow) }
            { source_form(lab, workflow) }
        </aside>
    }
}

/// Where the selected task runs, in a line.
pub fn spoken_task(lab: &Lab) -> Option<String> {
    Some(verdict_of(lab)?.in_brief())
}

fn verdict_of(lab: &Lab) -> Option<Verdict> {
    let shown = lab.workflow_shown()?;
    let row = lab.model().selected_task().map(|task| task as usize).filter(|row| *row < shown.plan.tasks.len())?;
    let workflow = shown.study.workflow()?;
    let applications = applications_of(workflow);
    let served = shown.plan.served.get(shown.plan.tasks.application[row] as usize).copied();
    Some(task_verdict(&shown.plan, &applications, (&workflow.pins, &workflow.policy, workflow.ticks), served, row))
}

fn verdict_card(verdict: Verdict) -> Html {
    let class = match verdict.tone {
        Tone::Good => "verdict good",
        Tone::Partly => "verdict partly",
        Tone::Refused => "verdict refused",
    };
    html! {
        <section {class} id="workflow-verdict" aria-label="What became of it">
            <h3>{ verdict.headline }</h3>
            <p>{ verdict.sentences.join(" ") }</p>
        </section>
    }
}
