//! What the operations of the stores take in this browser: measured store by store, drawn as curves.

use crate::app::experiments::results::plot::{picture, table};
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::Newest;
use crate::app::shell::engine::worker_engine::now;
use crate::chart::Palette;
use crate::papers::slots::store::StoreKind;
use crate::papers::slots::store::experiment::{Axis, StoreTiming};
use gloo_timers::callback::Timeout;
use std::rc::Rc;
use yew::prelude::*;

/// Requests of a case: those of `cargo bench --bench stores`.
const REQUESTS: u32 = 1_000;
/// Turns of each measurement.
const TURNS: u32 = 5;
/// The first of the numbers that tell these pictures from those of the experiment.
const FIRST_PICTURE: usize = 100;
/// Height of a picture, in CSS px.
const HEIGHT_PX: f64 = 300.0;
/// What the edge of the section takes of the width, in CSS px.
const EDGE_PX: f64 = 26.0;

/// Properties of [`StoreTimes`].
#[derive(Properties, PartialEq)]
pub struct StoreTimesProps {
    /// What is varied.
    pub axis: Axis,
    /// Width in CSS px.
    pub width: f64,
    /// The page's state.
    pub lab: Newest,
}

/// The button that begins, and what came of it.
#[component]
pub fn StoreTimes(StoreTimesProps { axis, width, lab }: &StoreTimesProps) -> Html {
    let timing = use_state(|| None::<Rc<StoreTiming>>);
    let palette = use_theme().palette();
    {
        // Of another axis nothing is measured yet.
        let timing = timing.setter();
        use_effect_with(*axis, move |_| timing.set(None));
    }
    let progress = timing.as_ref().map(|timing| timing.progress());
    {
        let (timing, setter) = ((*timing).clone(), timing.setter());
        // One store, then the browser has its turn.
        use_effect_with((progress, *axis), move |_| {
            let next = timing.filter(|at| at.progress().done < at.progress().units);
            let timer = next.map(|at| {
                Timeout::new(0, move || {
                    let mut timing = (*at).clone();
                    timing.advance(&now);
                    setter.set(Some(Rc::new(timing)));
                })
            });
            move || drop(timer)
        });
    }
    let on_measure = {
        let (timing, axis) = (timing.setter(), *axis);
        Callback::from(move |_: MouseEvent| timing.set(Some(Rc::new(StoreTiming::new(axis, &StoreKind::ALL, REQUESTS, TURNS)))))
    };
    let is_running = progress.is_some_and(|progress| progress.done < progress.units);
    let words = match progress {
        None => String::new(),
        Some(progress) if is_running => format!("{} of {} measured", progress.done, progress.units),
        Some(_) => "Done.".to_string(),
    };
    let hint = format!(
        "Measured in this browser on the cases of the experiment with {} requests, {TURNS} times each. Times differ from machine to machine, so the claims are tested with nodes visited.",
        grouped(REQUESTS.into())
    );
    html! {
        <section class="stack boxed store-times" id="store-times" aria-label="Time of each operation">
            <h2>{ "How long an operation takes" }</h2>
            <p class="hint">{ hint }</p>
            <div class="buttons step-controls">
                <button type="button" id="measure-times" disabled={is_running} onclick={on_measure}>{ "Measure times" }</button>
                <span id="times-state" class="hint" role="status">{ words }</span>
            </div>
            if let Some(timing) = timing.as_ref().filter(|_| !is_running) {
                { pictures(timing, palette, *width - EDGE_PX, lab) }
            }
        </section>
    }
}

fn pictures(timing: &StoreTiming, palette: &Palette, width: f64, lab: &Newest) -> Html {
    let results = Rc::new(timing.results());
    let shown = results.panels.iter().enumerate().map(|(i, panel)| {
        html! { <>{ picture(&results, panel, palette, (width, HEIGHT_PX), FIRST_PICTURE + i, Some(lab)) }{ table(&results, panel) }</> }
    });
    shown.collect()
}
