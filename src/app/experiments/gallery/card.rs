//! A card of the gallery: a picture, what it is, what became of its claims, and whose figure it is. All cards are equally high.

use super::before_runs::{Item, Shelf};
use crate::app::experiments::results::plot::{number, with_interval, x_axis, y_axis};
use crate::app::experiments::stores::boxes::boxes;
use crate::app::kit::text::format::counted;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::on_click;
use crate::chart::Palette;
use crate::chart::curves::sweep_plot::SweepPlot;
use crate::chart::kit::legend::DASHES;
use crate::chart::kit::palette::css;
use crate::chart::stores::boxes::store_boxes;
use crate::papers::experiment::{Card, Claim, ClaimVerdict, FilledStore, Panel, Results, See, Shown};
use crate::state::open_named;
use yew::prelude::*;

/// Size of a small picture, in units of its own: it is as wide as the card.
const WIDTH: f64 = 444.0;
const HEIGHT: f64 = 264.0;
/// Most lines of numbers in place of a picture.
const LINES_MAX: usize = 6;

/// A card.
pub fn gallery_card(item: &Item, shelf: &Shelf, lab: &Lab, palette: &Palette, on_open: &Callback<u32>) -> Html {
    let shown = item.card.as_ref().map(|card| &card.shown);
    let (picture, chips) = match (shelf.experiment(item), shown) {
        (Some(listed), _) => {
            let store = lab.experiments.gallery();
            let found = store.found(&listed.key);
            let preview = store.preview(&listed.key).filter(|_| found.is_none());
            let claims =
                found.as_ref().or_else(|| shelf.before.get(&listed.key)).map_or_else(Vec::new, |results| item.claims(results));
            let drawn = found.as_ref().or(preview.as_ref()).and_then(|results| Some((results, item.curves(results)?)));
            let picture = match (drawn, &found) {
                (Some((results, panel)), _) => html! {
                    <figure class={classes!("small-sweep", preview.is_some().then_some("preview"))}>{ small_plot(results, panel, palette) }</figure>
                },
                (None, Some(results)) => numbers(item, results),
                (None, None) if shelf.before.get(&listed.key).is_some_and(|before| item.curves(before).is_some()) => {
                    Html::default()
                }
                (None, None) => html! { <p class="hint">{ "A table of numbers: a run fills it." }</p> },
            };
            let state =
                if store.is_under_way(&listed.same_units) { Some("under way") } else { found.is_none().then_some("not run yet") };
            (picture, chips(&claims, state))
        }
        (None, Some(Shown::Example { key, chart, .. })) => {
            let card = item.card.clone();
            let picture = card.map(|card| lab.example_picture.emit((*key, card, shelf.example_place(item))));
            (picture.unwrap_or_default(), chip(chart.words()))
        }
        (None, Some(Shown::Store(store))) => (store_picture(store), chip(store.kind.words())),
        (None, Some(Shown::Words(words, _))) => {
            (html! { <p class="hint told" title={*words}>{ *words }</p> }, chip("told in words"))
        }
        (None, _) => return Html::default(),
    };
    let open = match (item.leads_to, item.card.as_ref().and_then(Card::see)) {
        (_, Some(See::Example(key))) => Some((
            "open-scenario",
            on_click(lab, move |lab| {
                if let Some(opened) = open_named(key) {
                    lab.open(opened);
                }
            }),
        )),
        (Some(place), _) => Some(("open-experiment", on_open.reform(move |_: MouseEvent| place))),
        (None, _) => None,
    };
    let words = html! { <span>{ &item.caption }</span> };
    let title = match open {
        Some((class, onclick)) => {
            html! { <button type="button" {class} {onclick} aria-label={format!("{} ({})", item.caption, item.source)}>{ words }</button> }
        }
        None => words,
    };
    let hint = match shown {
        Some(Shown::Example { look, .. }) => format!("{}. An example shows it: {look}.", item.caption),
        Some(Shown::Store(store)) => format!("{}. {}", item.caption, store.words()),
        _ => item.caption.clone(),
    };
    html! {
        <li class="gallery-card" key={item.key.clone()} data-card={item.key.clone()} data-place={item.place.map(|place| place.to_string())}>
            <div class="card-picture">{ picture }</div>
            <h2 title={hint}>{ title }</h2>
            <div class="card-foot">
                <p class="chips">{ chips }</p>
                <p class="hint" title={item.source.clone()}>{ &item.source }</p>
            </div>
        </li>
    }
}

fn chip(words: &'static str) -> Html {
    html! { <span class="chip" title={words}>{ words }</span> }
}

/// A store with the nodes that were visited.
fn store_picture(store: &FilledStore) -> Html {
    let Some(stage) = store.stage() else { return Html::default() };
    let drawn = store_boxes(&stage.picture, store.extent().slots, WIDTH);
    let view = format!("0 0 {WIDTH} {}", drawn.height.max(HEIGHT));
    html! {
        <figure class="small-sweep">
            <svg class="store-boxes" viewBox={view} role="img" aria-label={store.words()} font-size="12" font-family="sans-serif">
                { boxes(&stage, stage.visits.len() + 1, &drawn) }
            </svg>
        </figure>
    }
}

/// How many claims there are and what became of them; a state in place of their verdicts before a run.
fn chips(claims: &[&Claim], state: Option<&str>) -> Html {
    if claims.is_empty() || state.is_some() {
        let count = if claims.is_empty() { "no claim".to_string() } else { counted(claims.len() as u64, "claim", "claims") };
        return html! { <span class="chip">{ count }{ for state.map(|state| format!(", {state}")) }</span> };
    }
    let chip = |verdict: ClaimVerdict, class: &'static str, sign: &str| {
        let count = claims.iter().filter(|claim| claim.verdict == verdict).count();
        (count > 0)
            .then(|| html! { <span class={classes!("chip", class)}>{ format!("{sign} {count} {}", verdict.words()) }</span> })
    };
    html! {
        <>
            { chip(ClaimVerdict::Held, "held", "✓") }
            { chip(ClaimVerdict::NotHeld, "not-held", "✗") }
            { chip(ClaimVerdict::Open, "open", "?") }
            { chip(ClaimVerdict::NothingDiffers, "open", "=") }
        </>
    }
}

/// The first numbers of what is no curve: rows, best first, or the paper's figures beside ours.
fn numbers(item: &Item, results: &Results) -> Html {
    let lines: Vec<String> = match item.panel(results) {
        Some(panel) => {
            panel.rows().iter().take(LINES_MAX).map(|(curve, value)| format!("{}: {}", curve.label, with_interval(value))).collect()
        }
        None => {
            let beside = results.beside.iter().take(LINES_MAX);
            beside.map(|row| format!("{}: paper {}, here {}", row.words, number(row.paper), with_interval(&row.ours))).collect()
        }
    };
    html! { <ul class="plain gallery-beside">{ for lines.into_iter().map(|line| html! { <li>{ line }</li> }) }</ul> }
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
