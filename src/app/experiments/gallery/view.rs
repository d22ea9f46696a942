//! The gallery: every figure and table of the five papers as a card, searched, run, opened and exported.

use super::before_runs::Shelf;
use super::card::gallery_card;
use super::queue::QueueStatus;
use crate::app::kit::browser::download::download;
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::text::format::counted;
use crate::app::shell::commands::on_screen::{Offer, use_offer};
use crate::app::shell::context::{Lab, use_newest};
use crate::app::shell::notices::Notice;
use crate::chart::curves::sweep_figure::sweep_figure;
use crate::chart::kit::figure::Origin;
use crate::formats::gallery::{Entry, Picture, write_html};
use crate::formats::provenance::Provenance;
use crate::papers::experiment::{Card, Results, Source};
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Properties of [`GalleryView`].
#[derive(Properties, PartialEq)]
pub struct GalleryViewProps {
    /// The page's state.
    pub lab: Lab,
    /// A single experiment is to be shown.
    pub on_experiment: Callback<()>,
    /// The choice between one experiment and the gallery.
    pub choice: Html,
}

/// The gallery.
#[component]
pub fn GalleryView(GalleryViewProps { lab, on_experiment, choice }: &GalleryViewProps) -> Html {
    let shelf = use_memo((), |()| Shelf::new());
    let newest = use_newest(lab);
    let palette = use_theme().palette();
    let search = use_state_eq(|| lab.experiments.gallery().search());
    {
        let (store, redraw) = (lab.experiments.clone(), use_force_update());
        use_effect_with((), move |()| {
            store.gallery().listen(Some(Callback::from(move |()| redraw.force_update())));
            store.gallery().make_previews();
            move || {
                store.gallery().listen(None);
                store.gallery().rest();
            }
        });
    }
    let on_search = {
        let (lab, search) = (lab.clone(), search.setter());
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            lab.experiments.gallery().set_search(text.clone());
            search.set(text);
        })
    };
    let shown: Vec<&Card> = shelf.cards.iter().filter(|card| is_found(card, &shelf, &search)).collect();
    let on_run = {
        let (lab, shelf) = (lab.clone(), shelf.clone());
        let keys: Vec<String> = shown.iter().flat_map(|card| card.experiments()).cloned().collect();
        move |_: MouseEvent| {
            let asked = keys.iter().filter_map(|key| shelf.listed.get(key)).map(|(_, listed)| (listed.clone(), listed.lecture));
            lab.experiments.gallery().run(asked);
        }
    };
    let on_cancel = {
        let lab = lab.clone();
        move |_: MouseEvent| lab.experiments.gallery().cancel()
    };
    let status = lab.experiments.gallery().status();
    let is_running = status.title.is_some();
    let has_found = shelf.before.keys().any(|key| lab.experiments.gallery().found(key).is_some());
    let on_export = {
        let (lab, shelf) = (lab.clone(), shelf.clone());
        move |_: MouseEvent| export(&lab, &shelf)
    };
    {
        let shelf = shelf.clone();
        use_offer(&lab.offers, (has_found, newest.clone()), move |(has_found, lab)| {
            let lab = lab.clone();
            let offer = Offer::new("Export: Report of the gallery (HTML)", move || export(&lab.get(), &shelf));
            if *has_found { vec![offer] } else { Vec::new() }
        });
    }
    let parts = Source::ALL.into_iter().filter_map(|source| {
        let of: Vec<&&Card> = shown.iter().filter(|card| card.source == source).collect();
        let cards = of.iter().map(|card| gallery_card(card, &shelf, lab, palette, on_experiment));
        let id = format!("gallery-{}", source.words().to_lowercase());
        (!of.is_empty()).then(|| {
            html! {
                <section key={source.words()} aria-labelledby={id.clone()}>
                    <h2 {id}>{ source.words() }<span class="hint">{ format!(" {}", source.subject()) }</span></h2>
                    <ul class="gallery-cards">{ for cards }</ul>
                </section>
            }
        })
    });
    html! {
        <section class="plan experiments gallery" aria-label="Gallery">
            <div class="charts">
                { choice.clone() }
                <div class="gallery-tools">
                    <label for="gallery-search">{ "Search" }</label>
                    <input id="gallery-search" type="search" autocomplete="off" value={(*search).clone()} oninput={on_search}
                        placeholder="6.18, fairness, retries …" aria-describedby="gallery-count" />
                    <button type="button" id="gallery-run" class="strong" disabled={is_running || shown.is_empty()} onclick={on_run}>{ "Run all shown at lecture size" }</button>
                    <button type="button" id="gallery-cancel" disabled={!is_running} onclick={on_cancel}>{ "Cancel" }</button>
                    <button type="button" id="gallery-export" disabled={!has_found} onclick={on_export}>{ "Export report" }</button>
                </div>
                <p id="gallery-count" class="hint" role="status">{ format!("{} of {} figures and tables.", shown.len(), shelf.cards.len()) }</p>
                <Queue lab={lab.clone()} />
                // A list of its own: a search that finds less makes no other input.
                <div class="gallery-parts">{ for parts }</div>
            </div>
        </section>
    }
}

/// Properties of [`Queue`].
#[derive(Properties, PartialEq)]
pub struct QueueProps {
    /// The page's state.
    pub lab: Lab,
}

/// How the queue goes. It changes often: the cards do not change with it.
#[component]
pub fn Queue(QueueProps { lab }: &QueueProps) -> Html {
    {
        let (store, redraw) = (lab.experiments.clone(), use_force_update());
        use_effect_with((), move |()| {
            store.gallery().listen_to_progress(Some(Callback::from(move |()| redraw.force_update())));
            move || store.gallery().listen_to_progress(None)
        });
    }
    let status: QueueStatus = lab.experiments.gallery().status();
    let (done, all) = status.done;
    let words = match &status.title {
        Some(title) => format!("{} of {all}: {title}", done + 1),
        None if status.was_cancelled => {
            format!("Cancelled: {} done, which is kept.", counted(done as u64, "experiment", "experiments"))
        }
        None if all > 0 => format!("Done: {}.", counted(done as u64, "experiment", "experiments")),
        None => String::new(),
    };
    html! {
        <div class="progress">
            if status.title.is_some() {
                <progress id="gallery-progress" max="1" value={format!("{:.3}", status.share)} aria-label="Gallery" />
            }
            <span id="gallery-state" role="status">{ words }</span>
            if let Some(problem) = &status.problem {
                <p class="problem" role="alert">{ problem }</p>
            }
        </div>
    }
}

/// Whether a card has all words of the search: in its name, caption, claims or verdicts' experiments.
fn is_found(card: &Card, shelf: &Shelf, search: &str) -> bool {
    let claims = card.experiments().iter().filter_map(|key| shelf.before.get(key)).flat_map(|results| card.claims(results));
    let mut text = format!("{} {} {} {}", card.source.words(), card.name(), card.caption, card.experiments().join(" "));
    claims.for_each(|claim| {
        text.push(' ');
        text.push_str(&claim.words);
    });
    let text = text.to_lowercase();
    search.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Hands out a report of what was run, as one HTML file.
fn export(lab: &Lab, shelf: &Shelf) {
    let store = lab.experiments.gallery();
    let found: Vec<(&Card, Vec<Rc<Results>>)> = shelf
        .cards
        .iter()
        .map(|card| (card, card.experiments().iter().filter_map(|key| store.found(key)).collect::<Vec<_>>()))
        .filter(|(_, results)| !results.is_empty())
        .collect();
    let entries: Vec<Entry> = found
        .iter()
        .map(|(card, results)| {
            let picture = |results: &Results, place: usize| {
                let panel = results.panels.get(place)?;
                let provenance = Provenance::of_experiment(results).words();
                let svg = sweep_figure(results, panel).svg(&Origin { provenance, ..Origin::default() });
                Some(Picture::inline(&svg, format!("{}: {}", results.title, panel.measure.words)))
            };
            let pictures =
                results.iter().flat_map(|results| card.panels(results).into_iter().filter_map(|place| picture(results, place)));
            Entry {
                card,
                pictures: pictures.collect(),
                data: Vec::new(),
                results: results.iter().map(|results| &**results).collect(),
            }
        })
        .collect();
    let mut bytes = Vec::new();
    // Writing into memory cannot fail.
    let _ = write_html(&mut bytes, &entries);
    if download("bookahead-gallery.html", "text/html", &String::from_utf8_lossy(&bytes)).is_err() {
        lab.notices.add(Notice::problem("The browser refused to make the file."));
    }
}
