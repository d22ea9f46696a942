//! The search step by step: which mapping, which of its steps, and what happened in it in words and in the lines of
//! the method.

use crate::app::kit::fields::number::NumberField;
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::panel::algorithm::Algorithm;
use crate::app::workflow::graph::plot::rows_of;
use crate::app::workflow::names::{in_units, method_title, task_name, ticks_of};
use crate::engine::core::bounds::Bound;
use crate::engine::workflow::search::listings::{method_at_work, method_listing};
use crate::engine::workflow::search::recorder::SearchStep;
use crate::engine::workflow::search::words::step_words as words_of;
use crate::engine::workflow::update::RecordedMapping;
use crate::formats::link::WorkflowPart;
use crate::state::WorkflowShown;
use gloo_timers::callback::Timeout;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Time between two steps that are played, in ms.
const PLAY_MS: u32 = 700;

/// The step that is looked at.
pub struct SearchedStep<'a> {
    /// The mapping that it is a step of.
    pub recorded: &'a RecordedMapping,
    /// Tasks that are mapped in what is shown.
    pub step: u32,
    /// The row of the application's first task.
    pub first: u32,
}

impl<'a> SearchedStep<'a> {
    /// As it is now; nothing where steps are not recorded.
    pub fn of(shown: &'a WorkflowShown, lab: &Lab) -> Option<Self> {
        let recorded = shown.snapshot.recorded.as_ref()?;
        let steps = recorded.steps.len() as u32;
        let step = lab.model().view.workflow.step.unwrap_or(steps).min(steps);
        let (first, _) = rows_of(shown, recorded.application);
        Some(Self { recorded, step, first })
    }

    /// The steps up to it.
    pub fn done(&self) -> &'a [SearchStep] {
        &self.recorded.steps[..self.step as usize]
    }
}

/// The steps, where the search is looked at.
#[component]
pub fn SearchSteps() -> Html {
    let lab = use_lab();
    let is_playing = use_state_eq(|| false);
    let shown = lab.workflow_shown().filter(|_| lab.model().view.workflow.part == WorkflowPart::Search);
    let searched = shown.as_ref().and_then(|shown| SearchedStep::of(shown, &lab));
    let (step, steps) = searched.as_ref().map_or((0, 0), |searched| (searched.step, searched.recorded.steps.len() as u32));
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
    let (Some(shown), Some(searched)) = (&shown, &searched) else { return Html::default() };
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
        <section class="stepping search-controls" aria-label="Mappings and steps">
            { mapping_controls(&lab, shown, searched.recorded) }
            { step_controls(&lab, step, steps, *is_playing, toggle) }
            { step_words(&lab, shown, searched) }
            { algorithm(&lab, shown, searched) }
        </section>
    }
}

/// The lines of the method, and which of them were at work.
fn algorithm(lab: &Lab, shown: &WorkflowShown, searched: &SearchedStep<'_>) -> Html {
    let Some(method) = shown.study.workflow().map(|workflow| workflow.policy.method) else { return Html::default() };
    let (ticks, first) = (ticks_of(shown), searched.first);
    let lines = |step: &SearchStep| method_at_work(method, step, |task| task_name(lab, first + task), |time| in_units(time, ticks));
    let at_work = searched.done().last().map(lines).unwrap_or_default();
    let decision = format!("{} {} {}", searched.step, searched.recorded.iteration, method.name());
    html! { <Algorithm listing={method_listing(method_title(method), method)} {at_work} {decision} /> }
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
        <div class="buttons mapping">
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
        <div class="buttons search-steps">
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
fn step_words(lab: &Lab, shown: &WorkflowShown, searched: &SearchedStep<'_>) -> Html {
    let (step, first) = (searched.done().last(), searched.first);
    let is_given = shown.plan.served.get(searched.recorded.application as usize).is_some_and(|served| {
        let orders = shown.study.workflow().map(|workflow| workflow.orders_of(served.first, served.tasks).len());
        orders.is_some_and(|orders| (searched.recorded.iteration as usize) < orders)
    });
    let ticks = ticks_of(shown);
    let Some(step) = step else {
        return html! { <p class="plain step-words" id="step-words" role="status">{ "Nothing is mapped yet. Step on, or play." }</p> };
    };
    let method = shown.study.workflow().map(|workflow| workflow.policy.method).unwrap_or_default();
    let words = words_of(step, method, is_given, &|task| task_name(lab, first + task), ticks);
    html! { <p class="plain step-words" id="step-words" role="status">{ words }</p> }
}
