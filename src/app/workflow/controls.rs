//! Who searches, and which part is looked at.

use super::commands::others_of;
use super::gantt::chart::zoom_buttons;
use super::method_menu::method_menu;
use crate::app::kit::fields::number::{Hundredths, NumberField};
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::{Choice, select};
use crate::engine::core::bounds::Bound;
use crate::engine::workflow::bounds;
use crate::engine::workflow::graph::Communication;
use crate::engine::workflow::policy::{Method, WorkflowPolicy};
use crate::formats::link::WorkflowPart;
use yew::prelude::*;

/// The row above the charts.
pub fn toolbar(lab: &Lab) -> Html {
    let Some(workflow) = lab.workflow() else { return Html::default() };
    let policy = workflow.policy;
    html! {
        <div class="toolbar geometry-tools workflow-tools">
            { parts(lab) }
            { method_menu(lab, workflow) }
            { if policy.method.is_drawn() { iterations(lab, policy) } else { Html::default() } }
            { if policy.method == Method::Blythe { alpha(lab, policy.alpha) } else { Html::default() } }
            { others_of(lab).map(|others| others.bar(lab)).unwrap_or_default() }
            { zoom_buttons(lab) }
        </div>
    }
}

fn parts(lab: &Lab) -> Html {
    let now = lab.model().view.workflow.part;
    let all = [
        (WorkflowPart::Plan, "plan", "Plan"),
        (WorkflowPart::Search, "search", "Search"),
        (WorkflowPart::Parties, "parties", "Parties"),
    ];
    let button = |(part, key, words): (WorkflowPart, &'static str, &'static str)| {
        let lab = lab.clone();
        let onclick = Callback::from(move |_: MouseEvent| lab.view_workflow(|view| view.part = part));
        html! { <button type="button" key={key} id={format!("part-{key}")} aria-pressed={(now == part).to_string()} {onclick}>{ words }</button> }
    };
    html! { <div class="segmented" role="group" aria-label="What is looked at">{ for all.into_iter().map(button) }</div> }
}

fn iterations(lab: &Lab, policy: WorkflowPolicy) -> Html {
    let lab = lab.clone();
    let onchange = Callback::from(move |value: u32| lab.change_workflow(|next| next.policy.iterations = value));
    html! { <NumberField<u32> id="workflow-iterations" label="Mappings M" value={policy.iterations} bound={bounds::ITERATIONS.from(policy.least_iterations.unwrap_or(1))} {onchange} coarse={10} /> }
}

fn alpha(lab: &Lab, alpha: f64) -> Html {
    let lab = lab.clone();
    let bound = Bound { name: "α", min: Hundredths(0), max: Hundredths(100) };
    let onchange = Callback::from(move |value: Hundredths| lab.change_workflow(|next| next.policy.alpha = value.value()));
    html! { <NumberField<Hundredths> id="workflow-alpha" label="α" value={Hundredths::of(alpha)} {bound} {onchange} /> }
}

/// What becomes of the costs of edges.
pub fn communication(lab: &Lab) -> Html {
    let Some(workflow) = lab.workflow() else { return Html::default() };
    let words = |way: Communication| match way {
        Communication::Folded => "folded into durations",
        Communication::BetweenNodes => "between different nodes",
        Communication::Ignored => "ignored",
    };
    let choices = Communication::ALL.into_iter().map(|way| Choice { key: way.name(), words: words(way), value: way });
    let on_pick = {
        let lab = lab.clone();
        Callback::from(move |way| lab.change_workflow(|next| next.policy.communication = way))
    };
    html! {
        <div class="field"><label for="workflow-communication">{ "Costs of edges" }</label>{ select("workflow-communication", choices.collect(), workflow.policy.communication, on_pick) }</div>
    }
}

/// The application that is looked at, where there are several.
pub fn applications(lab: &Lab) -> Html {
    let Some(shown) = lab.workflow_shown().filter(|shown| shown.plan.served.len() > 1) else { return Html::default() };
    let now = lab.model().view.workflow.application;
    let button = |at: usize| {
        let lab = lab.clone();
        let onclick = Callback::from(move |_: MouseEvent| {
            lab.view_workflow(|view| (view.application, view.mapping, view.step) = (at as u32, None, None));
        });
        html! { <button type="button" key={at} id={format!("application-{}", at + 1)} aria-pressed={(now as usize == at).to_string()} {onclick}>{ format!("Application {}", at + 1) }</button> }
    };
    html! { <div class="segmented applications" role="group" aria-label="Applications">{ for (0..shown.plan.served.len()).map(button) }</div> }
}
