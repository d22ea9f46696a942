//! The figures of the plan on screen, each with its formula and the numbers of the plan; and its charts as figures to take away.

use super::names::{in_units, method_title, ticks_of};
use crate::app::kit::tables::formulas::formula_words;
use crate::app::kit::text::format::percent;
use crate::app::shell::context::Lab;
use crate::chart::kit::figure::Figure;
use crate::chart::workflow::compared::TaskMark;
use crate::chart::workflow::figures::{Names, NodesBeside, graph_figure, nodes_beside, nodes_figure};
use crate::chart::workflow::parties_figure::parties_figure;
use crate::chart::workflow::search_curves::SearchCurves;
use crate::engine::workflow::WorkflowScenario;
use crate::engine::workflow::formulas::formulas;
use crate::formats::link::TimeWindow;
use crate::state::WorkflowShown;
use yew::prelude::*;

/// Properties of [`WorkflowFigures`].
#[derive(Properties, PartialEq)]
pub struct WorkflowFiguresProps {
    /// The plan.
    pub shown: WorkflowShown,
    /// The application that is looked at, by its place.
    pub application: u32,
}

/// A figure: what it is found by, its value, what it means, and the formula it opens.
type Shown = (&'static str, String, &'static str, Option<&'static str>);

/// Makespan and delay beside the two bounds; of several applications also what they come to together.
fn figures(shown: &WorkflowShown, application: usize) -> Vec<Shown> {
    let (ticks, metrics) = (ticks_of(shown), shown.plan.metrics);
    let Some(served) = shown.plan.served.get(application) else { return Vec::new() };
    let mut figures: Vec<Shown> = vec![
        ("delay", in_units(served.delay, ticks), "delay: makespan − critical path", Some("delay")),
        ("makespan", in_units(served.makespan, ticks), "makespan", Some("makespan")),
        ("length", in_units(served.length, ticks), "critical path", Some("length")),
        ("area", in_units(served.area, ticks), "area bound: free node-time for its work", Some("area")),
        ("mappings", format!("{} of {}", served.best + 1, served.iterations), "best mapping", None),
        ("utilisation", percent(metrics.utilisation), "utilisation by these applications", Some("utilisation")),
    ];
    if shown.plan.served.len() > 1 {
        let reserved = format!("{} of {}", metrics.reserved, metrics.applications);
        figures.push(("reserved", reserved, "applications reserved", Some("reserved")));
        if shown.plan.served.iter().any(|served| served.broker.taken > served.broker.asked) {
            let wait = format!("{:.2}", metrics.broker_wait / f64::from(ticks));
            figures.push(("broker-wait", wait, "mean wait at the broker", Some("broker_wait")));
        }
        figures.push(("mean-delay", format!("{:.2}", metrics.delay / f64::from(ticks)), "mean delay", Some("mean_delay")));
    }
    figures
}

/// The figures. Each with a formula is a button that opens it.
#[component]
pub fn WorkflowFigures(WorkflowFiguresProps { shown, application }: &WorkflowFiguresProps) -> Html {
    let open = use_state_eq(|| None::<&'static str>);
    let application = (*application as usize).min(shown.plan.served.len().saturating_sub(1));
    let parts = figures(shown, application).into_iter().map(|(key, value, meaning, formula)| {
        let is_open = formula.is_some() && *open == formula;
        let toggle = {
            let open = open.clone();
            Callback::from(move |_: MouseEvent| open.set(formula.filter(|_| !is_open)))
        };
        let value = match formula {
            Some(_) => html! {
                <button type="button" class="figure-value" aria-expanded={is_open.to_string()} aria-controls="workflow-formula"
                    title="Show the formula with this plan’s numbers" onclick={toggle}>{ value }</button>
            },
            None => html! { { value } },
        };
        html! { <div {key} id={format!("workflow-{key}")}><dd>{ value }</dd><dt>{ meaning }</dt></div> }
    });
    html! {
        <section class="figures" aria-label="Figures" id="workflow-figures">
            <h2>{ "Figures" }</h2>
            <dl>{ for parts }</dl>
            <div id="workflow-formula">{ open.map(|key| opened(shown, application, key)).unwrap_or_default() }</div>
        </section>
    }
}

/// A formula with the numbers of the plan.
fn opened(shown: &WorkflowShown, application: usize, key: &str) -> Html {
    let Some(workflow) = shown.study.workflow() else { return Html::default() };
    let all = formulas(&shown.plan, application, workflow.ticks, &|row| workflow.task_name(row));
    let wanted = all.iter().filter(|formula| formula.key == key);
    html! { <ul class="plain formulas">{ for wanted.map(|formula| html! { <li key={formula.key} data-formula={formula.key}>{ formula_words(formula) }</li> }) }</ul> }
}

/// Draws from the plan on screen.
fn with_plan(lab: &Lab, draw: impl FnOnce(&WorkflowShown, &WorkflowScenario) -> Figure) -> Option<Figure> {
    let shown = lab.workflow_shown()?;
    Some(draw(&shown, shown.study.workflow()?))
}

/// The tasks on their nodes, over the time on screen.
pub fn nodes_to_save(lab: &Lab) -> Option<Figure> {
    let window = lab.model().view.workflow.time.map(|TimeWindow { first, slots }| (first, first + slots));
    with_plan(lab, |shown, workflow| nodes_figure(&shown.plan, &|row| workflow.task_name(row as u32), workflow.ticks, window))
}

/// A plan that stands beside another one, under its heading, over the time on screen.
pub fn nodes_beside_to_save(
    lab: &Lab,
    title: String,
    (shown, marks): (&WorkflowShown, &[TaskMark]),
    over: Option<(&WorkflowShown, &[TaskMark])>,
) -> Option<Figure> {
    let window = lab.model().view.workflow.time.map(|TimeWindow { first, slots }| (first, first + slots));
    let workflow = shown.study.workflow()?;
    let other = over.map(|(other, _)| other.study.workflow()).unwrap_or_default();
    let name = |row: usize| workflow.task_name(row as u32);
    let name_there = |row: usize| other.map_or_else(String::new, |other| other.task_name(row as u32));
    let over = over.map(|(other, marks)| (&*other.plan, marks, &name_there as Names<'_>));
    let figure = nodes_beside(&shown.plan, &name, workflow.ticks, window, NodesBeside { marks: Some(marks), over });
    Some(Figure { title, ..figure })
}

/// The graph of the application that is looked at.
pub fn graph_to_save(lab: &Lab) -> Option<Figure> {
    let application = lab.model().view.workflow.application as usize;
    with_plan(lab, |shown, workflow| {
        let application = application.min(shown.plan.served.len().saturating_sub(1));
        graph_figure(&shown.plan, &|row| workflow.task_name(row as u32), workflow.ticks, application)
    })
}

/// The messages about the application that is looked at.
pub fn messages_to_save(lab: &Lab) -> Option<Figure> {
    let last = |shown: &WorkflowShown| shown.plan.served.len().saturating_sub(1) as u32;
    with_plan(lab, |shown, workflow| {
        let application = lab.model().view.workflow.application.min(last(shown));
        let providers = shown.plan.provider_of.last().map_or(0, |last| last + 1);
        parties_figure(&shown.plan.messages, application, providers, workflow.ticks)
    })
}

/// The curves of all methods.
pub fn curves_to_save(lab: &Lab) -> Option<Figure> {
    with_plan(lab, |shown, workflow| {
        let curves = SearchCurves {
            curves: &shown.snapshot.curves,
            own: workflow.policy.method,
            mappings: workflow.policy.iterations,
            ticks: workflow.ticks,
            application: shown.snapshot.query.curves.filter(|_| shown.plan.served.len() > 1),
            title: method_title,
        };
        curves.figure()
    })
}
