//! A slot store on a small plan while a request is searched, added and deleted: the nodes visited, one by one.

use super::boxes::boxes;
use super::request::{EXTENT, RequestField};
use crate::app::experiments::forms::experiment::number_field;
use crate::app::kit::tables::table::{Column, Table, row};
use crate::app::shell::context::Newest;
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::kit::svg::px;
use crate::chart::stores::boxes::{narrowest_px, store_boxes};
use crate::chart::stores::figure::{store_figure, visits_of};
use crate::formats::provenance::VERSION;
use crate::papers::slots::store::{Operation, Stage, StoreKind, Walk, Wanted, small_plan, walk};
use gloo_timers::callback::Timeout;
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// How long a node stays while they are played, in milliseconds.
const PLAY_MS: u32 = 600;
/// Reservations of the small plan.
const RESERVATIONS: u32 = 20;
/// The request at first.
const FIRST: Wanted = Wanted { earliest: 10, latest: 40, duration: 6, nodes: 4 };

/// Properties of [`StoreWalk`].
#[derive(Properties, PartialEq)]
pub struct StoreWalkProps {
    /// Room for the drawing, in CSS px.
    pub width: f64,
    /// The page's state.
    pub lab: Newest,
}

/// The picture with its form, its steps and its table.
#[component]
pub fn StoreWalk(StoreWalkProps { width, lab }: &StoreWalkProps) -> Html {
    let kind = use_state_eq(|| StoreKind::Garq);
    let seed = use_state_eq(|| 1_u64);
    let wanted = use_state_eq(|| FIRST);
    let problem = use_state_eq(|| None::<(RequestField, String)>);
    let step = use_state_eq(|| 0_usize);
    let is_playing = use_state_eq(|| false);
    let walked = use_memo((*kind, *seed, *wanted), |&(kind, seed, wanted)| {
        walk(kind, EXTENT, &small_plan(EXTENT, RESERVATIONS, seed), wanted)
    });
    let last = walked.steps().saturating_sub(1);
    let at = (*step).min(last);
    // The same as long as what is shown is the same, as the button compares it.
    let draw = use_memo((*kind, *seed, *wanted, at), |&(kind, seed, wanted, at)| {
        let walked = Rc::clone(&walked);
        let made = format!("Bookahead {VERSION}, {RESERVATIONS} reservations on {} nodes, seed {seed}", EXTENT.nodes);
        Draw::Own(Rc::new(move || (store_figure(kind, EXTENT, wanted, &walked, at), made.clone())))
    });
    {
        let (is_playing, step) = (is_playing.clone(), step.setter());
        use_effect_with((*is_playing, at, last), move |&(plays, at, last)| {
            let ends = plays && at >= last;
            let timer = (plays && !ends).then(|| Timeout::new(PLAY_MS, move || step.set(at + 1)));
            if ends {
                is_playing.set(false);
            }
            move || drop(timer)
        });
    }
    let go = {
        let (step, is_playing) = (step.setter(), is_playing.setter());
        Callback::from(move |to: usize| {
            is_playing.set(false);
            step.set(to);
        })
    };
    let on_kind = {
        let (kind, go) = (kind.setter(), go.clone());
        Callback::from(move |event: Event| {
            let chosen = event.target_unchecked_into::<HtmlSelectElement>().selected_index().max(0) as usize;
            kind.set(StoreKind::ALL[chosen % StoreKind::ALL.len()]);
            go.emit(0);
        })
    };
    let on_plan = {
        let (seed, go) = (seed.clone(), go.clone());
        Callback::from(move |_: MouseEvent| {
            seed.set(seed.wrapping_add(1));
            go.emit(0);
        })
    };
    let on_text = {
        let (wanted, problem, go) = (wanted.clone(), problem.setter(), go.clone());
        Callback::from(move |(field, text): (RequestField, String)| match field.typed(*wanted, &text) {
            Ok(typed) => {
                wanted.set(typed);
                problem.set(None);
                go.emit(0);
            }
            Err(what) => problem.set(Some((field, what))),
        })
    };
    let on_play = {
        let (is_playing, step) = (is_playing.clone(), step.setter());
        Callback::from(move |_: MouseEvent| {
            if !*is_playing && at >= last {
                step.set(0);
            }
            is_playing.set(!*is_playing);
        })
    };
    let options = StoreKind::ALL.map(|listed| {
        html! { <option value={listed.key()} selected={listed == *kind}>{ listed.words() }</option> }
    });
    let Some((stage, visited)) = walked.at(at) else { return Html::default() };
    html! {
        <section class="stack boxed store-walk" id="store-walk" aria-label="A store while a request is searched, added and deleted">
            <SaveFigure name="How a store works" id="save-store" lab={lab.clone()} draw={(*draw).clone()} />
            <h2>{ "How a store works" }</h2>
            <div class="fields sizes">
                <div class="field">
                    <label for="store-kind">{ "Store" }</label>
                    <select id="store-kind" onchange={on_kind}>{ for options }</select>
                </div>
                { for RequestField::ALL.map(|field| request_field(field, *wanted, problem.as_ref(), &on_text)) }
                <button type="button" id="store-plan" onclick={on_plan}>{ "Another plan" }</button>
            </div>
            <p class="hint">{ kind.idea() }</p>
            { controls(&walked, stage, (at, last), *is_playing, &go, on_play) }
            <p class="plain step-words" id="store-words" role="status">{ walked.words(at) }</p>
            { drawing(stage, visited, *width) }
            { twin(stage, visited) }
        </section>
    }
}

fn request_field(
    field: RequestField,
    wanted: Wanted,
    problem: Option<&(RequestField, String)>,
    on_text: &Callback<(RequestField, String)>,
) -> Html {
    let problem = problem.filter(|(at, _)| *at == field).map(|(_, what)| what.clone());
    let on_text = on_text.clone();
    number_field(field.id(), field.label(), field.value(wanted).to_string(), problem, move |text| on_text.emit((field, text)))
}

/// One back, play, one on, a slider, and a button for each operation.
fn controls(
    walked: &Walk,
    stage: &Stage,
    (at, last): (usize, usize),
    is_playing: bool,
    go: &Callback<usize>,
    on_play: Callback<MouseEvent>,
) -> Html {
    let to = |step: usize| {
        let go = go.clone();
        Callback::from(move |_: MouseEvent| go.emit(step))
    };
    let on_slide = {
        let go = go.clone();
        Callback::from(move |event: InputEvent| {
            if let Ok(step) = event.target_unchecked_into::<HtmlInputElement>().value().parse() {
                go.emit(step);
            }
        })
    };
    let operations = Operation::ALL.map(|operation| {
        let first = walked.first_of(operation);
        let words = match operation {
            Operation::Search => "Search",
            Operation::Add => "Add",
            Operation::Delete => "Delete",
        };
        html! {
            <button type="button" id={format!("store-{}", operation.key())} disabled={first.is_none()} onclick={to(first.unwrap_or(0))}
                aria-pressed={(stage.operation == operation).to_string()}>{ words }</button>
        }
    });
    html! {
        <div class="buttons step-controls">
            <div class="segmented" role="group" aria-label="Operation">{ for operations }</div>
            <div class="segmented" role="group" aria-label="Nodes visited">
                <button type="button" id="store-back" disabled={at == 0} onclick={to(at.saturating_sub(1))} aria-label="One node back">{ "‹" }</button>
                <button type="button" id="store-play" onclick={on_play} aria-pressed={is_playing.to_string()}>{ if is_playing { "Pause" } else { "Play" } }</button>
                <button type="button" id="store-forward" disabled={at >= last} onclick={to(at + 1)} aria-label="One node on">{ "›" }</button>
            </div>
            <input type="range" id="store-slider" min="0" max={last.to_string()} value={at.to_string()} oninput={on_slide} aria-label="Nodes visited"
                aria-valuetext={walked.words(at)} />
            <span class="hint">{ format!("{} of {}", at + 1, last + 1) }</span>
        </div>
    }
}

fn drawing(stage: &Stage, visited: usize, width: f64) -> Html {
    // Below this it scrolls sideways.
    let width = width.max(narrowest_px(EXTENT.slots));
    let drawn = store_boxes(&stage.picture, EXTENT.slots, width);
    let label = format!("The store as boxes over {} slots; the table below says the same", EXTENT.slots);
    html! {
        <div class="scroll-x" tabindex="0" role="region" aria-label="The store">
            <svg id="store-picture" class="store-boxes" xmlns="http://www.w3.org/2000/svg" width={px(width)} height={px(drawn.height)} role="img" aria-label={label}
                font-size="12" font-family="sans-serif">
                { boxes(stage, visited, &drawn) }
            </svg>
        </div>
    }
}

fn twin(stage: &Stage, visited: usize) -> Html {
    let (before, now) = visits_of(stage, visited);
    let nodes = stage.picture.nodes.iter().enumerate();
    let rows = nodes.map(|(at, node)| {
        let times = before.iter().filter(|&&visited| visited == at).count() + usize::from(now == Some(at));
        let above = node.above.map_or_else(|| "–".to_string(), |above| stage.picture.nodes[above].words.clone());
        let state = match (now == Some(at), times) {
            (true, _) => format!("now ({times})"),
            (false, 0) => "–".to_string(),
            (false, times) => times.to_string(),
        };
        row(node.words.clone(), [above, state])
    });
    html! {
        <details class="twin">
            <summary>{ "The same as a table" }</summary>
            <Table label="Nodes of the store" id="store-table" caption="Nodes of the store" columns={Column::all(["Node", "Below or behind", "Visited"])}>{ for rows }</Table>
        </details>
    }
}
