//! A scrubber over the decisions of a plan: slider, one back, one forth, play, to the events before and after, to a number.

use crate::app::kit::fields::text::TextInput;
use gloo_timers::callback::Timeout;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// How long a decision stays while they are played, in milliseconds; longer where less motion is wished for.
const PLAY_MS: [u32; 2] = [900, 2_000];

/// Properties of [`Scrubber`].
#[derive(Properties, PartialEq)]
pub struct ScrubberProps {
    /// Requests in all.
    pub count: u32,
    /// Requests that are decided in what is shown.
    pub step: u32,
    /// The number people know the last of them by.
    pub name: Option<AttrValue>,
    /// The step before at which something was refused or moved.
    pub previous: Option<u32>,
    /// The next such step.
    pub next: Option<u32>,
    /// What the buttons to those steps are for.
    #[prop_or(AttrValue::Static("refusal or move"))]
    pub event: AttrValue,
    /// Called with another step.
    pub on_step: Callback<u32>,
    /// Called to go back to the whole plan.
    pub on_close: Callback<()>,
    /// What happened in this step.
    pub children: Html,
}

fn wants_less_motion() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media("(prefers-reduced-motion: reduce)").ok().flatten());
    query.is_some_and(|query| query.matches())
}

/// The scrubber, and below it what happened.
#[component]
pub fn Scrubber(props: &ScrubberProps) -> Html {
    let ScrubberProps { count, step, name, previous, next, event, on_step, on_close, children } = props;
    let (count, step) = (*count, (*step).min(*count));
    let is_playing = use_state_eq(|| false);
    {
        let (is_playing, on_step) = (is_playing.clone(), on_step.clone());
        use_effect_with((*is_playing, step, count), move |&(plays, step, count)| {
            let ends = plays && step >= count;
            let timer =
                (plays && !ends).then(|| Timeout::new(PLAY_MS[usize::from(wants_less_motion())], move || on_step.emit(step + 1)));
            if ends {
                is_playing.set(false);
            }
            move || drop(timer)
        });
    }
    let go = |to: Option<u32>| {
        let (on_step, is_playing) = (on_step.clone(), is_playing.clone());
        Callback::from(move |_: MouseEvent| {
            is_playing.set(false);
            if let Some(to) = to {
                on_step.emit(to);
            }
        })
    };
    let on_slide = {
        let (on_step, is_playing) = (on_step.clone(), is_playing.clone());
        Callback::from(move |event: InputEvent| {
            is_playing.set(false);
            if let Ok(to) = event.target_unchecked_into::<HtmlInputElement>().value().parse() {
                on_step.emit(to);
            }
        })
    };
    let on_number = {
        let on_step = on_step.clone();
        // What is no number is not taken: the field shows the step again.
        Callback::from(move |text: String| {
            if let Ok(to) = text.trim().parse::<u32>() {
                on_step.emit(to.min(count));
            }
        })
    };
    let play = {
        let (is_playing, on_step) = (is_playing.clone(), on_step.clone());
        Callback::from(move |_: MouseEvent| {
            if !*is_playing && step >= count {
                on_step.emit(0);
            }
            is_playing.set(!*is_playing);
        })
    };
    let close = {
        let on_close = on_close.clone();
        Callback::from(move |_: MouseEvent| on_close.emit(()))
    };
    let (back, forward) = (step.checked_sub(1), (step < count).then_some(step + 1));
    let said = match name {
        Some(name) => format!("Request {name}, {step} of {count} decided"),
        None => format!("Nothing is decided yet, {count} requests to come"),
    };
    let button = |id: &'static str, to: Option<u32>, sign: &'static str, label: String, title: String| {
        html! { <button type="button" {id} onclick={go(to)} disabled={to.is_none()} aria-label={label} {title}>{ sign }</button> }
    };
    html! {
        <section class="stepping" id="stepping" aria-label="Step through the decisions">
            <div class="buttons step-controls">
                <div class="segmented" role="group" aria-label="Steps">
                    { button("step-previous", *previous, "«", format!("Back to the {event} before"), format!("Back to the {event} before (<)")) }
                    { button("step-back", back, "‹", "One decision back".to_string(), "One decision back (,)".to_string()) }
                    <button type="button" id="step-play" onclick={play} aria-pressed={is_playing.to_string()} title={if *is_playing { "Pause" } else { "Play the decisions one after another" }}>{ if *is_playing { "Pause" } else { "Play" } }</button>
                    { button("step-forward", forward, "›", "One decision on".to_string(), "One decision on (.)".to_string()) }
                    { button("step-next", *next, "»", format!("On to the next {event}"), format!("On to the next {event} (>)")) }
                </div>
                <input type="range" id="step-slider" min="0" max={count.to_string()} step="1" value={step.to_string()} oninput={on_slide}
                    aria-label="Requests decided" aria-valuetext={said} />
                <label class="step-number"><span>{ "Decided" }</span><TextInput id="step-number" inputmode="numeric" label="Go to request number" value={step.to_string()} on_take={on_number} />{ format!(" of {count}") }</label>
                <button type="button" id="step-close" onclick={close} title="Leave the steps and show the whole plan again">{ "Leave" }</button>
            </div>
            { children.clone() }
        </section>
    }
}
