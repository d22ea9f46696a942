//! Algorithm 1 step by step.

use crate::app::shell::context::Lab;
use crate::app::shell::panel::algorithm::Algorithm;
use crate::engine::slots::elastic::{Trail, packing_at_work, packing_listing, step_in_words};
use crate::formats::link::OffersView;
use crate::state::{Action, ViewAction};
use gloo_timers::callback::Timeout;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How long a step stays while they are played, in milliseconds.
const PLAY_MS: u32 = 900;
/// Steps that are told before the one that is shown.
const TOLD_BEFORE: usize = 5;

/// Properties of [`PackingSteps`].
#[derive(Properties, PartialEq)]
pub struct PackingStepsProps {
    /// The page.
    pub lab: Lab,
    /// The query.
    pub view: OffersView,
    /// The steps, once they are there.
    pub trail: Option<Rc<Trail>>,
    /// Whether there are too many runs to show them.
    pub is_too_long: bool,
}

/// Shows a step, or the offers again.
pub fn show_step(lab: &Lab, view: OffersView, step: Option<u32>) {
    lab.act(Action::View(ViewAction::Offers(Some(OffersView { step, ..view }))));
}

/// The controls, and what happens in the step.
#[component]
pub fn PackingSteps(props: &PackingStepsProps) -> Html {
    let PackingStepsProps { lab, view, trail, is_too_long } = props;
    let view = *view;
    let count = trail.as_ref().map_or(0, |trail| trail.steps.len()) as u32;
    let step = view.step.unwrap_or(0).min(count);
    let is_playing = use_state_eq(|| false);
    {
        let (is_playing, lab) = (is_playing.clone(), lab.clone());
        use_effect_with((*is_playing, step, count), move |&(plays, step, count)| {
            let ends = plays && step >= count;
            let timer = (plays && !ends).then(|| Timeout::new(PLAY_MS, move || show_step(&lab, view, Some(step + 1))));
            if ends {
                is_playing.set(false);
            }
            move || drop(timer)
        });
    }
    let Some(_) = view.step else {
        let on_begin = {
            let lab = lab.clone();
            Callback::from(move |_: MouseEvent| show_step(&lab, view, Some(0)))
        };
        return html! { <button type="button" id="packing-begin" onclick={on_begin}>{ "Watch the algorithm" }</button> };
    };
    let go = |to: Option<u32>| {
        let (lab, is_playing) = (lab.clone(), is_playing.clone());
        Callback::from(move |_: MouseEvent| {
            is_playing.set(false);
            show_step(&lab, view, to);
        })
    };
    let on_slide = {
        let (lab, is_playing) = (lab.clone(), is_playing.clone());
        Callback::from(move |event: InputEvent| {
            is_playing.set(false);
            if let Ok(to) = event.target_unchecked_into::<HtmlInputElement>().value().parse() {
                show_step(&lab, view, Some(to));
            }
        })
    };
    let on_play = {
        let (lab, is_playing) = (lab.clone(), is_playing.clone());
        Callback::from(move |_: MouseEvent| {
            if !*is_playing && step >= count {
                show_step(&lab, view, Some(0));
            }
            is_playing.set(!*is_playing);
        })
    };
    let time = lab.time_names();
    let words = trail.as_ref().map(|trail| {
        let to = step as usize;
        let from = to.saturating_sub(TOLD_BEFORE);
        let lines = trail.steps[from..to].iter().enumerate().map(|(i, line)| {
            let class = if from + i + 1 == to { "now" } else { "before" };
            html! { <li {class}>{ step_in_words(trail, line, time) }</li> }
        });
        lines.collect::<Html>()
    });
    let runs = trail.as_ref().map_or(0, |trail| trail.runs.len());
    html! {
        <section class="stack boxed packing-steps" aria-label="Strip packing step by step">
            <div class="buttons step-controls">
                <div class="segmented" role="group" aria-label="Steps of the algorithm">
                    <button type="button" id="packing-back" disabled={step == 0} onclick={go(Some(step.saturating_sub(1)))} aria-label="One step back">{ "‹" }</button>
                    <button type="button" id="packing-play" onclick={on_play} aria-pressed={is_playing.to_string()}>{ if *is_playing { "Pause" } else { "Play" } }</button>
                    <button type="button" id="packing-forward" disabled={step >= count} onclick={go(Some(step + 1))} aria-label="One step on">{ "›" }</button>
                </div>
                <input type="range" id="packing-slider" min="0" max={count.to_string()} value={step.to_string()} oninput={on_slide} aria-label="Steps of the algorithm"
                    aria-valuetext={format!("step {step} of {count}")} />
                <span class="hint">{ format!("{step} of {count}") }</span>
                <button type="button" id="packing-leave" onclick={go(None)}>{ "Leave" }</button>
            </div>
            if *is_too_long {
                <p class="hint">{ "The interval has too many runs to be watched one by one; a shorter one has fewer." }</p>
            } else if step == 0 {
                <p class="hint" id="packing-words">{ format!("The interval has {runs} runs of slots; all slots of a run have the same number of free nodes. The runs are visited in the order of their free nodes, fewest first.") }</p>
            } else {
                <ol class="plain step-words" id="packing-words">{ for words }</ol>
            }
            if let Some(trail) = trail.as_ref().filter(|_| !*is_too_long) {
                <Algorithm id="packing-algorithm" is_walked={false} listing={packing_listing()} at_work={packing_at_work(trail, step as usize, time)} decision={step.to_string()} />
            }
        </section>
    }
}
