//! Forms of the providers, of what is reserved already, and of drawn applications.

use super::parts::number;
use super::times::times_form;
use crate::app::kit::fields::number::NumberField;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::{Choice, on_click, select};
use crate::app::workflow::names::applications_of;
use crate::engine::core::bounds::{Bound, SEED};
use crate::engine::workflow::generator::{GraphGenerator, PERCENT, Shape, WIDTH};
use crate::engine::workflow::scenario::{BusyPeriod, FailedPlace, Provider, WorkflowSource};
use crate::engine::workflow::{WorkflowScenario, bounds};
use crate::state::WorkflowEdit;
use yew::prelude::*;

/// Busy periods that have fields of their own.
const PERIODS_MAX: usize = 12;

/// The providers: nodes, and whether one changes its mind.
pub fn providers_form(lab: &Lab, workflow: &WorkflowScenario) -> Html {
    let application = lab.model().view.workflow.application;
    let one = |(at, provider): (usize, &Provider)| {
        let toggle = on_click(lab, move |lab| {
            lab.change_workflow(|next| {
                let refuses = &mut next.providers[at].refuses;
                *refuses = if *refuses == Some(application) { None } else { Some(application) };
            });
        });
        let remove = on_click(lab, move |lab| {
            lab.change_workflow(|next| {
                next.providers.remove(at);
                let failures = std::sync::Arc::make_mut(&mut next.failures);
                failures.retain(|failure| failure.place != FailedPlace::Provider(at as u32));
                for failure in failures {
                    if let FailedPlace::Provider(own) = &mut failure.place {
                        *own -= u32::from(*own > at as u32);
                    }
                }
                next.fit_nodes();
            });
        });
        html! {
            <div key={at} class="stack">
            <div class="fields provider">
                { number(lab, format!("provider-{}", at + 1), "Nodes", provider.nodes, bounds::NODES, move |next, value| {
                    next.providers[at].nodes = value;
                    next.fit_nodes();
                }) }
                <button type="button" class="quiet" id={format!("refuses-{}", at + 1)} aria-pressed={(provider.refuses == Some(application)).to_string()}
                    title="It refuses the reservation that it had offered for this application" onclick={toggle}>{ "Changes its mind" }</button>
                if workflow.providers.len() > 1 {
                    <button type="button" class="quiet" aria-label={format!("Remove provider {}", at + 1)} onclick={remove}>{ "×" }</button>
                }
            </div>
            { times_form(lab, workflow, at) }
            </div>
        }
    };
    let add = on_click(lab, |lab| {
        lab.change_workflow(|next| {
            next.providers.push(Provider::of(1));
            next.fit_nodes();
        });
    });
    html! {
        <section class="machine-form providers">
            <h2>{ "Providers" }<span>{ format!(": {} nodes in all", workflow.nodes()) }</span></h2>
            { for workflow.providers.iter().enumerate().map(one) }
            <div class="group"><button type="button" id="new-provider" class="quiet" onclick={add}>{ "New provider" }</button></div>
        </section>
    }
}

/// What is reserved already: given periods and drawn ones.
pub fn busy_form(lab: &Lab, workflow: &WorkflowScenario) -> Html {
    let nodes = Bound::new("node", 0, workflow.nodes().max(1) - 1);
    let one = |(at, busy): (usize, &BusyPeriod)| {
        let BusyPeriod { node, start, end } = *busy;
        let field = |key: &'static str, label: &'static str, value: u32, bound: Bound, with: fn(BusyPeriod, u32) -> BusyPeriod| {
            let (lab, old) = (lab.clone(), *busy);
            let onchange =
                Callback::from(move |value: u32| lab.edit_workflow(WorkflowEdit::Busy(at as u32, with(old, value)), false));
            html! { <NumberField<u32> id={format!("busy-{at}-{key}")} {label} {value} {bound} {onchange} /> }
        };
        let remove = on_click(lab, move |lab| lab.edit_workflow(WorkflowEdit::RemoveBusy(at as u32), false));
        html! {
            <div key={at} class="fields busy-period">
                { field("node", "Node", node, nodes, |busy, node| BusyPeriod { node, ..busy }) }
                { field("start", "From", start, bounds::TIME.up_to(end - 1), |busy, start| BusyPeriod { start, ..busy }) }
                { field("end", "To", end, bounds::TIME.from(start + 1), |busy, end| BusyPeriod { end, ..busy }) }
                <button type="button" class="quiet" aria-label={format!("Remove busy period {}", at + 1)} onclick={remove}>{ "×" }</button>
            </div>
        }
    };
    let add = {
        let at = workflow.busy.len() as u32;
        let start = applications_of(workflow).first().map_or(0, |application| application.start);
        on_click(lab, move |lab| lab.edit_workflow(WorkflowEdit::Busy(at, BusyPeriod { node: 0, start, end: start + 5 }), false))
    };
    html! {
        <section class="machine-form busy-form">
            <h2>{ "Reserved already" }</h2>
            { for workflow.busy.iter().take(PERIODS_MAX).enumerate().map(one) }
            <div class="group"><button type="button" id="new-busy" class="quiet" onclick={add}>{ "New busy period" }</button></div>
            { number(lab, "preload".to_string(), "Pre-load, %", workflow.preload.percent, bounds::PRELOAD, |next, value| next.preload.percent = value) }
            { number(lab, "preload-seed".to_string(), "Seed of the pre-load", workflow.preload.seed, SEED, |next, value| next.preload.seed = value) }
            { number(lab, "workflow-seed".to_string(), "Seed of the search", workflow.policy.seed, SEED, |next, value| next.policy.seed = value) }
        </section>
    }
}

/// Where the applications come from.
pub fn source_form(lab: &Lab, workflow: &WorkflowScenario) -> Html {
    let draw = on_click(lab, |lab| {
        lab.change_workflow(|next| {
            next.source = WorkflowSource::Drawn(GraphGenerator::default());
            (next.pins, next.orders) = (std::sync::Arc::default(), std::sync::Arc::default());
        })
    });
    let fields = match &workflow.source {
        WorkflowSource::Given(_) => html! {
            <>
                <p class="hint">{ "Drop an STG, WfCommons or DAX file on the page to map its graph." }</p>
                <div class="group"><button type="button" id="draw-graph" class="quiet" onclick={draw}>{ "Draw a graph" }</button></div>
            </>
        },
        WorkflowSource::Drawn(drawn) => drawn_fields(lab, drawn),
    };
    let new_graph = on_click(lab, Lab::new_graph);
    html! {
        <section class="machine-form idle-workload">
            <h2>{ "Graphs" }</h2>
            { fields }
            <div class="group"><button type="button" id="new-graph" class="quiet" title="One task, to which you add others" onclick={new_graph}>{ "New graph by hand" }</button></div>
        </section>
    }
}

fn drawn_fields(lab: &Lab, drawn: &GraphGenerator) -> Html {
    fn of(next: &mut WorkflowScenario, set: impl FnOnce(&mut GraphGenerator)) {
        if let WorkflowSource::Drawn(drawn) = &mut next.source {
            set(drawn);
        }
        // Pins belong to tasks that may be gone.
        let tasks = next.tasks() as u32;
        std::sync::Arc::make_mut(&mut next.pins).retain(|pin| pin.task < tasks);
    }
    let words = |shape: Shape| match shape {
        Shape::Layers => "layers",
        Shape::FanOut => "fan-out",
        Shape::Chains => "chains",
        Shape::ForkJoin => "fork–join",
    };
    let shapes = Shape::ALL.into_iter().map(|shape| Choice { key: shape.name(), words: words(shape), value: shape });
    let on_shape = {
        let lab = lab.clone();
        Callback::from(move |shape| lab.change_workflow(|next| of(next, |drawn| drawn.shape = shape)))
    };
    html! {
        <>
            <div class="field"><label for="graph-shape">{ "Shape" }</label>{ select("graph-shape", shapes.collect(), drawn.shape, on_shape) }</div>
            { number(lab, "graph-tasks".to_string(), "Tasks", drawn.tasks, bounds::TASKS, |next, value| of(next, |drawn| drawn.tasks = value)) }
            { number(lab, "graph-width".to_string(), "Side by side", drawn.width, WIDTH, |next, value| of(next, |drawn| drawn.width = value)) }
            { number(lab, "graph-edges".to_string(), "Further edges, %", drawn.edge_percent, PERCENT, |next, value| of(next, |drawn| drawn.edge_percent = value)) }
            { number(lab, "graph-shortest".to_string(), "Shortest task", drawn.duration_min, bounds::DURATION.up_to(drawn.duration_max), |next, value| of(next, |drawn| drawn.duration_min = value)) }
            { number(lab, "graph-longest".to_string(), "Longest task", drawn.duration_max, bounds::DURATION.from(drawn.duration_min), |next, value| of(next, |drawn| drawn.duration_max = value)) }
            { number(lab, "graph-costs".to_string(), "Edges cost at most", drawn.cost_max, bounds::DURATION, |next, value| of(next, |drawn| drawn.cost_max = value)) }
            { number(lab, "graph-applications".to_string(), "Applications", drawn.applications, bounds::APPLICATIONS, |next, value| of(next, |drawn| drawn.applications = value)) }
            { number(lab, "graph-apart".to_string(), "Apart by", drawn.apart, bounds::DURATION, |next, value| of(next, |drawn| drawn.apart = value)) }
            { number(lab, "graph-seed".to_string(), "Seed", drawn.seed, SEED, |next, value| of(next, |drawn| drawn.seed = value)) }
        </>
    }
}
