//! The search, mapping by mapping and step by step: the ready tasks with their weights, the one that was drawn, the nodes that were tried, what was pushed
//! on and lifted; and the curves of all methods.

use super::curves::curves_plot;
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::shell::context::{Lab, use_lab, use_newest};
use crate::app::workflow::controls::applications;
use crate::app::workflow::gantt::chart::WorkflowGantt;
use crate::app::workflow::gantt::parts::TaskBar;
use crate::app::workflow::graph::plot::rows_of;
use crate::app::workflow::names::{in_units, task_name, ticks_of};
use crate::engine::core::bounds::Bound;
use crate::engine::workflow::policy::Method;
use crate::engine::workflow::search::recorder::SearchStep;
use crate::engine::workflow::update::RecordedMapping;
use crate::state::WorkflowShown;
use gloo_timers::callback::Timeout;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Time between two steps that are played, in ms.
const PLAY_MS: u32 = 700;
/// Rows of the table of ready tasks.
const ROWS_MAX: usize = 40;

/// The search.
#[component]
pub fn SearchView() -> Html {
    let lab = use_lab();
    let newest_lab = use_newest(&lab);
    let is_playing = use_state_eq(|| false);
    let shown = lab.workflow_shown();
    let recorded = shown.as_ref().and_then(|shown| shown.snapshot.recorded.clone());
    let steps = recorded.as_ref().map_or(0, |recorded| recorded.steps.len() as u32);
    let view = lab.model().view.workflow;
    let step = view.step.unwrap_or(steps).min(steps);
    {
        let (lab, is_playing) = (lab.clone(), is_playing.clone());
        use_effect_with((*is_playing, step, steps), move |&(plays, step, steps)| {
            let ends = plays && step >= steps;
            let timer =
                (plays && !ends).then(|| Timeout::new(PLAY_MS, move || lab.view_workflow(|view| view.step = Some(step + 1))));
            if ends {
                is_playing.set(false);
            }
            move || drop(timer)
        });
    }
    let Some(shown) = shown else { return html! { <p class="hint">{ "Planning …" }</p> } };
    let Some(recorded) = recorded else {
        return html! {
            <>
                { applications(&lab) }
                <p class="hint">{ "The steps of the search are shown only for applications of up to 1,000 tasks." }</p>
            </>
        };
    };
    let (first, _) = rows_of(&shown, recorded.application);
    let done = &recorded.steps[..step as usize];
    let bar = |step: &SearchStep| TaskBar { row: first + step.task, node: step.node, start: step.start, end: step.end };
    let mut bars: Vec<TaskBar> = done.iter().map(bar).collect();
    bars.extend(earlier(&shown, recorded.application));
    let newest = done.last();
    let tried = newest.map(|step| step.tried.clone()).unwrap_or_default();
    let toggle = {
        let (lab, is_playing) = (lab.clone(), is_playing.clone());
        Callback::from(move |_: MouseEvent| {
            if !*is_playing && step >= steps {
                lab.view_workflow(|view| view.step = Some(0));
            }
            is_playing.set(!*is_playing);
        })
    };
    html! {
        <>
            { applications(&lab) }
            <section class="search-controls" aria-label="Mappings and steps">
                { mapping_controls(&lab, &shown, &recorded) }
                { step_controls(&lab, step, steps, *is_playing, toggle) }
            </section>
            { step_words(&lab, &shown, &recorded, newest, first) }
            <WorkflowGantt bars={Rc::new(bars)} newest={newest.map(|step| first + step.task)} tried={Rc::new(tried)} />
            { newest.map(|step| ready_table(&lab, &shown, step, first)).unwrap_or_default() }
            { curves_plot(&lab, &newest_lab, &shown) }
        </>
    }
}

/// Tasks of applications that were reserved before.
fn earlier(shown: &WorkflowShown, application: u32) -> Vec<TaskBar> {
    let tasks = &shown.plan.tasks;
    let rows = (0..tasks.len()).filter(|&row| tasks.application[row] < application && shown.plan.is_reserved(row));
    rows.map(|row| TaskBar { row: row as u32, node: tasks.node[row], start: tasks.start[row], end: tasks.end(row) }).collect()
}

fn mapping_controls(lab: &Lab, shown: &WorkflowShown, recorded: &RecordedMapping) -> Html {
    let Some(served) = shown.plan.served.get(recorded.application as usize).copied() else { return Html::default() };
    let set = {
        let lab = lab.clone();
        move |mapping: Option<u32>| lab.view_workflow(|view| (view.mapping, view.step) = (mapping, None))
    };
    let onchange = {
        let set = set.clone();
        Callback::from(move |number: u32| set(Some(number - 1)))
    };
    let best = Callback::from(move |_: MouseEvent| set(None));
    let bound = Bound { name: "mapping", min: 1, max: served.iterations.max(1) };
    let ticks = ticks_of(shown);
    let is_best = recorded.iteration == served.best;
    let words = format!("delay {}{}", in_units(recorded.delay, ticks), if is_best { ", the best" } else { "" });
    html! {
        <div class="mapping">
            <NumberField<u32> id="search-mapping" label={format!("Mapping of {}", served.iterations)} value={recorded.iteration + 1} {bound} {onchange} />
            <button type="button" id="search-best" onclick={best} disabled={is_best}>{ "Best" }</button>
            <span id="search-delay">{ words }</span>
        </div>
    }
}

fn step_controls(lab: &Lab, step: u32, steps: u32, plays: bool, toggle: Callback<MouseEvent>) -> Html {
    let to = |step: Option<u32>| {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(step) = step {
                lab.view_workflow(|view| view.step = Some(step));
            }
        })
    };
    let on_slide = {
        let lab = lab.clone();
        Callback::from(move |event: InputEvent| {
            if let Ok(step) = event.target_unchecked_into::<HtmlInputElement>().value().parse() {
                lab.view_workflow(|view| view.step = Some(step));
            }
        })
    };
    let (back, on) = (step.checked_sub(1), (step < steps).then_some(step + 1));
    html! {
        <div class="search-steps">
            <div class="segmented" role="group" aria-label="Steps">
                <button type="button" id="search-back" aria-label="One step back" disabled={back.is_none()} onclick={to(back)}>{ "‹" }</button>
                <button type="button" id="search-play" aria-pressed={plays.to_string()} onclick={toggle}>{ if plays { "Pause" } else { "Play" } }</button>
                <button type="button" id="search-on" aria-label="One step on" disabled={on.is_none()} onclick={to(on)}>{ "›" }</button>
            </div>
            <input type="range" id="search-slider" min="0" max={steps.to_string()} value={step.to_string()} oninput={on_slide}
                aria-label="Tasks mapped" aria-valuetext={format!("{step} of {steps} tasks mapped")} />
            <span class="count">{ format!("{step} of {steps} tasks mapped") }</span>
        </div>
    }
}

/// What a step did, in sentences.
fn step_words(lab: &Lab, shown: &WorkflowShown, recorded: &RecordedMapping, step: Option<&SearchStep>, first: u32) -> Html {
    let ticks = ticks_of(shown);
    let Some(step) = step else {
        return html! { <p class="step-words" id="step-words" role="status">{ "Nothing is mapped yet. Step on, or play." }</p> };
    };
    let name = |task: u32| task_name(lab, first + task);
    let method = lab.workflow().map(|workflow| workflow.policy.method);
    let is_slack = method == Some(Method::Slack);
    let sum: f64 = step.ready.iter().map(|ready| ready.weight).sum();
    let own = step.ready.iter().find(|ready| ready.task == step.task);
    let mut words = match own.filter(|_| is_slack && sum > 0.0 && step.ready.len() > 1) {
        Some(own) => format!("{} is drawn, with a probability of {:.0} %.", name(step.task), 100.0 * own.weight / sum),
        None if method == Some(Method::FileOrder) => {
            format!("{} is mapped: of the tasks that can start first it comes first in the file.", name(step.task))
        }
        None if method == Some(Method::Cpop) => {
            format!("{} is mapped: of the ready tasks it has the highest priority.", name(step.task))
        }
        None => format!("{} is mapped.", name(step.task)),
    };
    let tried = step.tried.len();
    words += &format!(
        " {tried} {} tried; it starts at {} on node {}",
        if tried == 1 { "node was" } else { "nodes were" },
        in_units(step.start, ticks),
        step.node
    );
    words += &match step.start.saturating_sub(step.earliest) {
        0 => ", as early as it can.".to_string(),
        late => format!(", {} after its earliest start.", in_units(late, ticks)),
    };
    if !step.pushed.is_empty() {
        let pushed: Vec<String> =
            step.pushed.iter().take(6).map(|&(task, _, after)| format!("{} to {}", name(task), in_units(after, ticks))).collect();
        let more = if step.pushed.len() > 6 { format!(" and {} more", step.pushed.len() - 6) } else { String::new() };
        words += &format!(" That pushes on {}{more}.", pushed.join(", "));
    }
    if step.lifted > 0 {
        words += &format!(" A slack became negative: that of all unmapped tasks is lifted by {}.", in_units(step.lifted, ticks));
    }
    let _ = recorded;
    html! { <p class="step-words" id="step-words" role="status">{ words }</p> }
}

/// The tasks that could have been drawn.
fn ready_table(lab: &Lab, shown: &WorkflowShown, step: &SearchStep, first: u32) -> Html {
    let is_slack = lab.workflow().is_some_and(|workflow| workflow.policy.method == Method::Slack);
    let sum: f64 = step.ready.iter().map(|ready| ready.weight).sum();
    let rows = step.ready.iter().take(ROWS_MAX).map(|ready| {
        let share = if is_slack && sum > 0.0 { format!("{:.1} %", 100.0 * ready.weight / sum) } else { String::new() };
        let drawn = if ready.task == step.task { "drawn" } else { "" };
        vec![task_name(lab, first + ready.task), ready.slack.to_string(), format!("{:.2}", ready.weight), share, drawn.to_string()]
    });
    let ticks = ticks_of(shown);
    let tried = step.tried.iter().take(ROWS_MAX).map(|&(node, start, end)| {
        let taken = if node == step.node { "taken" } else { "" };
        vec![node.to_string(), in_units(start, ticks), in_units(end, ticks), taken.to_string()]
    });
    let weight = if is_slack { "Weight" } else { "What the method compares" };
    let formula = if is_slack { "; weight (Σ(slack + 1)) ÷ (slack + 1)" } else { "" };
    let caption = format!("Tasks that were ready: {}{formula}", step.ready.len());
    html! {
        <div class="search-tables">
            <Table label={caption.clone()} id="ready-tasks" {caption} columns={Column::all(["Task", "Slack", weight, "Probability", ""])}>{ text_rows(rows) }</Table>
            <Table label="Nodes that were tried" id="tried-nodes" caption="Nodes in the order in which they were tried" columns={Column::all(["Node", "Earliest start", "Earliest end", ""])}>{ text_rows(tried) }</Table>
        </div>
    }
}
