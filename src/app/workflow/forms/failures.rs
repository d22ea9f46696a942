//! The form of what fails while the plan is carried out.

use super::parts::{number, until_field};
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::on_click;
use crate::engine::core::bounds::Bound;
use crate::engine::workflow::scenario::{FailedPlace, Failure};
use crate::engine::workflow::{WorkflowScenario, bounds};
use std::sync::Arc;
use yew::prelude::*;

/// Failures that have fields of their own.
const SHOWN_MAX: usize = 12;

fn with(next: &mut WorkflowScenario, at: usize, change: impl FnOnce(&mut Failure)) {
    if let Some(failure) = Arc::make_mut(&mut next.failures).get_mut(at) {
        change(failure);
    }
}

/// Nodes and providers that fail without notice, each with its moment.
pub fn failures_form(lab: &Lab, workflow: &WorkflowScenario) -> Html {
    let (nodes, providers) = (workflow.nodes().max(1), workflow.providers.len().max(1) as u32);
    let provider_of = workflow.provider_of_nodes();
    let one = |(at, failure): (usize, &Failure)| {
        let Failure { place, at: moment, until } = *failure;
        let id = |key: &str| format!("failure-{}-{key}", at + 1);
        let (is_provider, what) = match place {
            // Providers are counted from 1 on the page.
            FailedPlace::Provider(own) => {
                let bound = Bound::new("provider", 1, providers);
                let set = move |next: &mut WorkflowScenario, value: u32| {
                    with(next, at, |failure| failure.place = FailedPlace::Provider(value - 1));
                };
                (true, number(lab, id("place"), "Provider", own + 1, bound, set))
            }
            FailedPlace::Node(own) => {
                let bound = Bound::new("node", 0, nodes - 1);
                let set = move |next: &mut WorkflowScenario, value: u32| {
                    with(next, at, |failure| failure.place = FailedPlace::Node(value))
                };
                (false, number(lab, id("place"), "Node", own, bound, set))
            }
        };
        let other = match place {
            FailedPlace::Provider(own) => FailedPlace::Node(workflow.nodes_of(FailedPlace::Provider(own)).start),
            FailedPlace::Node(own) => FailedPlace::Provider(provider_of.get(own as usize).copied().unwrap_or(0)),
        };
        let toggle = on_click(lab, move |lab| lab.change_workflow(|next| with(next, at, |failure| failure.place = other)));
        let remove = on_click(lab, move |lab| {
            lab.change_workflow(|next| {
                Arc::make_mut(&mut next.failures).remove(at);
            });
        });
        html! {
            <div key={at} class="fields provider">
                { what }
                { number(lab, id("at"), "Fails at", moment, bounds::TIME.up_to(until.unwrap_or(u32::MAX).saturating_sub(1)),
                    move |next, value| with(next, at, |failure| failure.at = value)) }
                { until_field(lab, (id("until"), "Is back at"), (moment, until), move |next, value| with(next, at, |failure| failure.until = value)) }
                <button type="button" class="quiet" id={id("all")} aria-pressed={is_provider.to_string()} title="All nodes of a provider fail together" onclick={toggle}>{ "Whole provider" }</button>
                <button type="button" class="quiet" aria-label={format!("Remove failure {}", at + 1)} onclick={remove}>{ "×" }</button>
            </div>
        }
    };
    // In the middle of what is looked at: there it hits something.
    let middle = lab.workflow_shown().and_then(|shown| {
        let served = shown.plan.served.get(lab.model().view.workflow.application as usize)?;
        Some((served.start + served.makespan / 2).min(bounds::TIME.max.into()) as u32)
    });
    let add = on_click(lab, move |lab| {
        let failure = Failure { place: FailedPlace::Node(0), at: middle.unwrap_or(0), until: None };
        lab.change_workflow(|next| Arc::make_mut(&mut next.failures).push(failure));
    });
    let count = workflow.failures.len();
    html! {
        <section class="machine-form">
            <details id="failures-form">
                <summary>{ match count { 0 => "Failures: none".to_string(), _ => format!("Failures: {count}") } }</summary>
                <p class="hint">{ "It fails without notice, after all applications are reserved. Lost tasks and those that have not begun are mapped again." }</p>
                { for workflow.failures.iter().take(SHOWN_MAX).enumerate().map(one) }
                if count > SHOWN_MAX { <p class="hint">{ format!("The first {SHOWN_MAX} of {count}.") }</p> }
                <div class="group"><button type="button" id="new-failure" class="quiet" onclick={add}>{ "New failure" }</button></div>
            </details>
        </section>
    }
}
