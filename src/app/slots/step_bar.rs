//! Stepping through the decisions of a plan in slots: the scrubber, what happened in words, and what of it is marked in the charts.

use crate::app::kit::scrubber::Scrubber;
use crate::app::shell::context::{Lab, use_lab};
use crate::engine::core::edits::RequestId;
use crate::engine::slots::explain::{LineKind, trace_lines};
use crate::engine::slots::request::Slot;
use crate::engine::slots::step::StepTold;
use crate::engine::slots::trace::{JobTrace, LookTrace, RequestTrace};
use crate::engine::slots::workload::Arrivals;
use crate::engine::study::StudyKind;
use crate::state::{Action, SlotsShown, ViewAction};
use std::rc::Rc;
use yew::prelude::*;

/// Shows the plan after so many requests, with the last of them selected; the whole plan for `None`.
fn go(lab: &Lab, step: Option<u32>) {
    let last = step.and_then(|step| step.checked_sub(1)).and_then(|row| request_at(lab, row));
    let selected = if step.is_some() { last } else { lab.model().view.selected };
    lab.act(Action::View(ViewAction::Step { kind: StudyKind::Slots, step, selected }));
}

fn request_at(lab: &Lab, row: u32) -> Option<RequestId> {
    let shown = lab.engine_state.plans.slots.shown.as_ref()?;
    shown.plan().arrivals().id.get(row as usize).copied()
}

fn count(lab: &Lab) -> u32 {
    lab.engine_state.plans.slots.shown.as_ref().map_or(0, |shown| shown.plan().arrivals().requests() as u32)
}

/// The step that is looked at.
fn step_of(lab: &Lab) -> Option<u32> {
    Some(lab.model().view.step?.min(count(lab)))
}

/// What is told of the step that is looked at, once it is there.
fn told_of(lab: &Lab) -> Option<Rc<StepTold>> {
    let step = step_of(lab)?;
    let shown = lab.engine_state.plans.slots.shown.as_ref()?;
    lab.engine_state.plans.slots.step.clone().filter(|told| told.step == step && is_of(told, shown.plan().arrivals()))
}

/// Whether what is told can be about these requests: after an edit it is of those before until the engine tells anew.
fn is_of(told: &StepTold, arrivals: &Arrivals) -> bool {
    let jobs = arrivals.jobs() as u32;
    let is_look_of =
        |look: &LookTrace| look.made.is_none_or(|made| made.job < jobs) && look.staying.iter().all(|staying| staying.job < jobs);
    let is_job_of = |job: &JobTrace| {
        let searches = job.first_fit.iter().chain(&job.making_room);
        job.job < jobs && searches.flat_map(|search| &search.looks).all(is_look_of)
    };
    let is_trace_of = |trace: &RequestTrace| (trace.row as usize) < arrivals.requests() && trace.jobs.iter().all(is_job_of);
    told.trace.as_ref().is_none_or(is_trace_of) && told.other_node.iter().all(|&job| job < jobs)
}

/// Begins to step through the decisions.
pub fn step_button(lab: &Lab) -> Html {
    let is_on = lab.model().view.step.is_some();
    let choose = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| go(&lab, if is_on { None } else { Some(first_step(&lab)) }))
    };
    html! {
        <div class="segmented">
            <button type="button" id="step-through" onclick={choose} aria-pressed={is_on.to_string()} disabled={count(lab) == 0} title="See the plan after each decision ([ and ])">{ "Step through" }</button>
        </div>
    }
}

/// Where stepping begins: at the selected request, else before the first.
fn first_step(lab: &Lab) -> u32 {
    lab.selected_row().map_or(0, |row| row as u32 + 1)
}

/// What a key stands for while decisions are stepped through, or to begin with it; tells whether it stands for anything.
pub fn step_key(lab: &Lab, key: &str) -> bool {
    let count = count(lab);
    let at = step_of(lab);
    let told = told_of(lab);
    let to = match (key, at) {
        ("[" | ",", Some(step)) => step.checked_sub(1),
        ("]" | ".", Some(step)) => (step < count).then_some(step + 1),
        ("{" | "<" | ";", Some(_)) => told.and_then(|told| told.previous),
        ("}" | ">" | ":", Some(_)) => told.and_then(|told| told.next),
        ("[" | "]" | "," | ".", None) if count > 0 => Some(first_step(lab)),
        _ => return false,
    };
    if let Some(to) = to {
        go(lab, Some(to));
    }
    true
}

/// Properties of [`StepBar`].
#[derive(Properties, PartialEq)]
pub struct StepBarProps {
    /// Whether the words are told with the scrubber; else [`StepWords`] tells them elsewhere.
    pub has_words: bool,
}

/// The scrubber with the words of the decision, if decisions are stepped through.
#[component]
pub fn StepBar(&StepBarProps { has_words }: &StepBarProps) -> Html {
    let lab = use_lab();
    let told = told_of(&lab);
    let Some(step) = step_of(&lab) else { return Html::default() };
    let name = step.checked_sub(1).and_then(|row| request_name(&lab, row)).map(AttrValue::from);
    let on_step = {
        let lab = lab.clone();
        Callback::from(move |step: u32| go(&lab, Some(step)))
    };
    let on_close = {
        let lab = lab.clone();
        Callback::from(move |()| go(&lab, None))
    };
    let (previous, next) = told.as_ref().map_or((None, None), |told| (told.previous, told.next));
    html! {
        <Scrubber count={count(&lab)} {step} {name} {previous} {next} {on_step} {on_close}>
            if has_words {
                { words(&lab, step, told) }
            }
        </Scrubber>
    }
}

/// The words of the decision alone, for where the picture comes first.
#[component]
pub fn StepWords() -> Html {
    let lab = use_lab();
    let Some(step) = step_of(&lab) else { return Html::default() };
    let told = told_of(&lab);
    html! { <div class="stepping-words">{ words(&lab, step, told) }</div> }
}

fn request_name(lab: &Lab, row: u32) -> Option<String> {
    let shown = lab.engine_state.plans.slots.shown.as_ref()?;
    shown.plan().arrivals().user.get(row as usize).map(u32::to_string)
}

fn words(lab: &Lab, step: u32, told: Option<Rc<StepTold>>) -> Html {
    let Some(shown) = &lab.engine_state.plans.slots.shown else { return Html::default() };
    if step == 0 {
        return html! { <p class="step-words hint" id="step-words">{ "Nothing is decided yet. Go on to see how each request is decided, in the order of their arrival." }</p> };
    }
    let Some(told) = told else {
        return html! { <p class="step-words hint" id="step-words">{ "…" }</p> };
    };
    let plan = &*shown.plan();
    let lines = trace_lines(plan.arrivals(), plan.machine(), shown.scenario().policy, &told);
    html! {
        <ol class="step-words" id="step-words" tabindex="0" aria-label="What happened in this step">
            { for lines.into_iter().map(|line| html! { <li class={class_of(line.kind)}>{ line.text }</li> }) }
        </ol>
    }
}

fn class_of(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Asked => "asked",
        LineKind::Tried => "tried",
        LineKind::Moved => "moved",
        LineKind::Market => "market",
        LineKind::Placed => "placed",
        LineKind::Refused => "refused",
        LineKind::Besides => "besides",
    }
}

/// Slots that are marked in the charts, and jobs that are outlined: those in the way of the selected request if it was refused; while decisions are
/// stepped through those that the planner met.
pub fn in_the_way(lab: &Lab, shown: &SlotsShown, selected: Option<u32>) -> (Vec<Slot>, Vec<u32>) {
    let row = selected.and_then(|id| shown.plan().arrivals().row_of(id));
    let told = told_of(lab);
    if let Some(trace) = told.as_ref().and_then(|told| told.trace.as_ref()).filter(|trace| Some(trace.row as usize) == row) {
        let searches = trace.jobs.iter().filter_map(|job| job.making_room.as_ref().or(job.first_fit.as_ref()));
        let looks: Vec<_> = searches.flat_map(|search| &search.looks).collect();
        let slots = looks.iter().map(|look| look.look.slot).collect();
        let jobs =
            looks.iter().flat_map(|look| &look.staying).filter(|staying| staying.was_asked()).map(|staying| staying.job).collect();
        return (ascending(slots), ascending(jobs));
    }
    let blockade = row.and_then(|row| shown.blockade(row));
    blockade.map_or_else(Default::default, |it| (it.slots.iter().map(|blocked| blocked.slot).collect(), it.jobs()))
}

fn ascending(mut numbers: Vec<u32>) -> Vec<u32> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
