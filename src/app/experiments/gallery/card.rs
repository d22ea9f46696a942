//! A card of the gallery: picture, claims with their verdicts, and what can be done with the figure.

use super::before_runs::Shelf;
use crate::app::experiments::forms::experiment::is_for_the_page;
use crate::app::experiments::results::plot::{names_below, number, with_interval, x_axis, y_axis};
use crate::app::experiments::results::view::{claim_item, readings};
use crate::app::shell::context::Lab;
use crate::chart::Palette;
use crate::chart::curves::sweep_plot::SweepPlot;
use crate::chart::kit::legend::DASHES;
use crate::chart::kit::palette::css;
use crate::formats::link::{Opened, View};
use crate::papers::experiment::{Card, ExperimentInfo, Options, Panel, Results, Shown};
use crate::state::{Action, Example, ViewAction};
use std::rc::Rc;
use yew::prelude::*;

/// Size of a small picture, in units of its own: it is as wide as the card.
const WIDTH: f64 = 444.0;
const HEIGHT: f64 = 240.0;
/// Most curves that are named below a picture.
const NAMED_MAX: usize = 8;

/// A card.
pub fn gallery_card(card: &Card, shelf: &Shelf, lab: &Lab, palette: &Palette, on_experiment: &Callback<()>) -> Html {
    let key = card.key();
    let body = match &card.shown {
        Shown::Nothing(why) => html! { <p class="hint">{ format!("Not computed. {why}") }</p> },
        Shown::Example { key, look, chart } => html! {
            <>
                if let Some(example) = Example::find(key) {
                    <figure class="small-example">
                        { lab.example_picture.emit((example, card.clone(), shelf.example_place(card))) }
                        <figcaption>{ format!("{}.", chart.words()) }</figcaption>
                    </figure>
                }
                <p class="hint">{ format!("An example shows it: {look}.") }</p>
                <div class="group">{ open_example(key, card, lab) }</div>
            </>
        },
        Shown::Experiments { keys, .. } => {
            keys.iter().map(|key| experiment(card, key, shelf, lab, palette, on_experiment)).collect::<Html>()
        }
    };
    html! {
        <li class="gallery-card" key={key.clone()} data-card={key}>
            <h3>{ card.name() }</h3>
            <p>{ &card.caption }</p>
            { body }
        </li>
    }
}

fn open_example(key: &'static str, card: &Card, lab: &Lab) -> Html {
    let Some(example) = Example::find(key) else { return Html::default() };
    let lab = lab.clone();
    let label = format!("Open the example: {}", card.name());
    html! { <button type="button" class="open-scenario" aria-label={label} onclick={move |_: MouseEvent| lab.open(example.open())}>{ "Open the example" }</button> }
}

/// What one experiment says about the figure, and its buttons.
fn experiment(card: &Card, key: &str, shelf: &Shelf, lab: &Lab, palette: &Palette, on_experiment: &Callback<()>) -> Html {
    let Some((place, listed)) = shelf.listed.get(key) else { return Html::default() };
    let store = lab.experiments.gallery();
    let found = store.found(key);
    let Some(results) = found.as_ref().or_else(|| shelf.before.get(key)) else { return Html::default() };
    let claims = card.claims(results);
    let preview = store.preview(key).filter(|_| found.is_none());
    let size = found.as_ref().map(|results| size_words(results, listed));
    let is_under_way = store.is_under_way(&listed.same_units);
    let several = card.experiments().len() > 1;
    html! {
        <div class="gallery-found" key={key.to_string()}>
            if several {
                <h4>{ if key == card.experiments()[0] { "Our usual reading" } else { "The other reading" } }</h4>
            }
            if let Some(results) = found.as_ref().or(preview.as_ref()) {
                { for card.panels(results).into_iter().filter_map(|place| results.panels.get(place)).map(|panel| small_picture(results, panel, palette, preview.is_some())) }
            }
            if let Some(results) = &preview {
                <p class="hint gallery-preview">{ preview_words(results, listed) }</p>
            }
            if !claims.is_empty() {
                <div class="claims"><ul>{ for claims.iter().map(|claim| claim_item(claim)) }</ul></div>
                { readings(&claims) }
            }
            if found.is_some() && card.is_table {
                { beside(results) }
            }
            <p class="hint">{ size.unwrap_or_else(|| if is_under_way { "Under way.".to_string() } else { "Not run yet.".to_string() }) }</p>
            <div class="group">{ buttons(card, listed, *place, is_under_way, several, lab, on_experiment) }</div>
        </div>
    }
}

/// What a quick preview is.
pub fn preview_words(results: &Rc<Results>, listed: &ExperimentInfo) -> String {
    format!("A quick preview of {} A verdict needs a run.", size_words(results, listed))
}

fn size_words(results: &Rc<Results>, listed: &ExperimentInfo) -> String {
    let Options { runs, requests, seed } = results.options;
    let part = if results.progress.done < results.progress.units {
        format!("; stopped after {} of {} parts", results.progress.done, results.progress.units)
    } else {
        String::new()
    };
    format!("{runs} runs of {requests} {}, seed {seed}{part}.", listed.paper.requests())
}

/// The first rows of the paper's figures beside ours.
fn beside(results: &Results) -> Html {
    let rows = results.beside.iter().take(6).map(|row| {
        html! { <li>{ format!("{}: paper {}, here {}", row.words, number(row.paper), with_interval(&row.ours)) }</li> }
    });
    html! { <ul class="gallery-beside">{ for rows }</ul> }
}

fn buttons(
    card: &Card,
    listed: &ExperimentInfo,
    place: u32,
    is_under_way: bool,
    several: bool,
    lab: &Lab,
    on_experiment: &Callback<()>,
) -> Html {
    let of = if several { format!("{} ({})", card.name(), listed.key) } else { card.name() };
    let run = |options: Options, class: &'static str, words: &'static str, title: &'static str| {
        let (lab, listed) = (lab.clone(), listed.clone());
        let onclick = move |_: MouseEvent| lab.experiments.gallery().run([(listed.clone(), options)]);
        html! { <button type="button" {class} disabled={is_under_way} {title} aria-label={format!("{words}: {of}")} {onclick}>{ words }</button> }
    };
    let hours = if is_for_the_page(listed.full, listed.units_per_run, listed.plans) {
        ""
    } else {
        "At this size the command line is the better place: it may take hours here"
    };
    let open = {
        let (lab, listed) = (lab.clone(), listed.clone());
        move |_: MouseEvent| {
            // Every experiment of the catalogue has one.
            if let Ok(scenario) = listed.scenario() {
                let view = View::first(&scenario);
                lab.open(Opened { scenario, view, second: None });
            }
        }
    };
    let show = {
        let (lab, on_experiment) = (lab.clone(), on_experiment.clone());
        move |_: MouseEvent| {
            lab.act(Action::View(ViewAction::Experiment(place)));
            on_experiment.emit(());
        }
    };
    html! {
        <>
            { run(listed.lecture, "run-lecture", "Run at lecture size", "") }
            { run(listed.full, "run-paper", "Run at paper size", hours) }
            <button type="button" class="open-scenario" aria-label={format!("Open the scenario behind it: {of}")} onclick={open}>{ "Open the scenario behind it" }</button>
            <button type="button" class="open-experiment" aria-label={format!("Show the experiment: {of}")} onclick={show}>{ "Show the experiment" }</button>
        </>
    }
}

/// Curves without names at their ends; the names stand below.
pub fn small_picture(results: &Results, panel: &Panel, palette: &Palette, is_preview: bool) -> Html {
    html! {
        <figure class={classes!("small-sweep", is_preview.then_some("preview"))}>
            { small_plot(results, panel, palette) }
            <figcaption>{ format!("{}, against {}", panel.measure.words, results.axis.words) }</figcaption>
            { names_below(&panel.curves, palette, NAMED_MAX) }
        </figure>
    }
}

/// Curves alone.
pub fn small_plot(results: &Results, panel: &Panel, palette: &Palette) -> Html {
    let plot = SweepPlot::of_means(WIDTH, HEIGHT, &panel.curves);
    let label = format!("{} against {}; the experiment has the same as a table", panel.measure.words, results.axis.words);
    let curves = panel.curves.iter().enumerate().map(|(i, curve)| {
        let colour = AttrValue::from(css(palette.class(i)));
        html! { <path d={plot.line(curve)} fill="none" stroke={colour} stroke-width="2.5" stroke-dasharray={DASHES[i % DASHES.len()]} /> }
    });
    let view = format!("0 0 {WIDTH} {HEIGHT}");
    html! {
        <svg viewBox={view} role="img" aria-label={label} font-size="15" font-family="sans-serif">
            { y_axis(&plot, palette) }
            { x_axis(&plot, palette) }
            { curves.collect::<Html>() }
        </svg>
    }
}
