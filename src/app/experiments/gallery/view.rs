//! The gallery: every figure and table of the five papers as a card, and every other experiment; filtered, run, opened and exported.

use super::before_runs::{Item, Shelf};
use super::card::gallery_card;
use super::filter_fields::filter_fields;
use super::filters::Filters;
use super::queue::QueueStatus;
use crate::app::kit::browser::download::download;
use crate::app::kit::browser::theme::use_theme;
use crate::app::kit::by_address::ByAddress;
use crate::app::kit::text::format::counted;
use crate::app::shell::address_bar;
use crate::app::shell::commands::on_screen::{Offer, use_offer};
use crate::app::shell::context::{Lab, use_newest};
use crate::app::shell::notices::Notice;
use crate::app::shell::panel::form_parts::on_click;
use crate::chart::curves::sweep_figure::sweep_figure;
use crate::chart::kit::figure::Origin;
use crate::formats::gallery::{Entry, Picture, write_html};
use crate::formats::provenance::Provenance;
use crate::papers::experiment::{Card, Results};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`GalleryView`].
#[derive(Properties, PartialEq)]
pub struct GalleryViewProps {
    /// The page's state.
    pub lab: Lab,
    /// The cards.
    pub shelf: ByAddress<Shelf>,
    /// An experiment is to be shown, by its place in the catalogue.
    pub on_open: Callback<u32>,
}

/// The gallery.
#[component]
pub fn GalleryView(GalleryViewProps { lab, shelf, on_open }: &GalleryViewProps) -> Html {
    let newest = use_newest(lab);
    let palette = use_theme().palette();
    let filters = use_state_eq(|| lab.experiments.gallery().filters());
    {
        let (store, shelf, redraw) = (lab.experiments.clone(), shelf.clone(), use_force_update());
        use_effect_with((), move |()| {
            store.gallery().listen(Some(Callback::from(move |()| redraw.force_update())));
            store.gallery().make_previews(shelf.drawn());
            address_bar::remember_gallery(true);
            move || {
                store.gallery().listen(None);
                store.gallery().rest();
                address_bar::remember_gallery(false);
            }
        });
    }
    let on_filters = {
        let (lab, filters) = (lab.clone(), filters.setter());
        Callback::from(move |wanted: Filters| {
            lab.experiments.gallery().set_filters(wanted.clone());
            filters.set(wanted);
        })
    };
    let store = lab.experiments.gallery();
    let shown: Vec<&Item> = shelf.items.iter().filter(|item| filters.pass(item, shelf, |key| store.found(key))).collect();
    let asked: Vec<_> = shown.iter().filter_map(|item| shelf.experiment(item)).map(|of| (of.clone(), of.lecture)).collect();
    let has_runs = !asked.is_empty();
    let on_run = on_click(lab, move |lab| lab.experiments.gallery().run(asked.clone()));
    let is_running = store.status().title.is_some();
    // The report has the figures of the papers.
    let mut of_papers = shelf.items.iter().filter_map(|item| item.card.as_ref()).flat_map(Card::experiments);
    let has_found = of_papers.any(|key| store.found(key).is_some());
    let on_export = {
        let shelf = shelf.clone();
        on_click(lab, move |lab| export(lab, &shelf))
    };
    {
        let shelf = shelf.clone();
        use_offer(&lab.offers, (has_found, newest), move |(has_found, lab)| {
            let lab = lab.clone();
            let offer = Offer::new("Export: Report of the gallery (HTML)", move || export(&lab.get(), &shelf));
            if *has_found { vec![offer] } else { Vec::new() }
        });
    }
    let show_all = on_filters.reform(|_: MouseEvent| Filters::default());
    html! {
        <section class="plan experiments gallery" aria-label="Gallery">
            <div class="tools">
                { filter_fields(&filters, &on_filters) }
                if is_running {
                    <button type="button" id="gallery-cancel" onclick={on_click(lab, |lab| lab.experiments.gallery().cancel())}>{ "Cancel" }</button>
                } else {
                    <button type="button" id="gallery-run" class="strong" disabled={!has_runs} onclick={on_run} title="Each at lecture size, one after the other">{ "Run all shown" }</button>
                }
                <button type="button" id="gallery-export" disabled={!has_found} onclick={on_export}>{ "Export report" }</button>
                <span id="gallery-count" class="hint" role="status">{ format!("{} of {} figures and tables", shown.len(), shelf.items.len()) }</span>
            </div>
            <div class="charts">
                <Queue lab={lab.clone()} />
                if shown.is_empty() {
                    <p id="gallery-none">{ "No figure passes all filters. " }<button type="button" id="gallery-all" onclick={show_all}>{ "Show all" }</button></p>
                }
                <ul class="plain gallery-cards">{ for shown.iter().map(|item| gallery_card(item, shelf, lab, palette, on_open)) }</ul>
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
        <div class="line progress">
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

/// Hands out a report of what was run, as one HTML file.
fn export(lab: &Lab, shelf: &Shelf) {
    let store = lab.experiments.gallery();
    let found: Vec<(&Card, Vec<Rc<Results>>)> = shelf
        .items
        .iter()
        .filter_map(|item| item.card.as_ref())
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
