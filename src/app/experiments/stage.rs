//! The middle of the experiments workbench: the gallery of all figures, or the page of one experiment.

use super::gallery::before_runs::Shelf;
use super::gallery::view::GalleryView;
use super::view::ExperimentView;
use crate::app::kit::browser::focus::focus_on;
use crate::app::kit::by_address::ByAddress;
use crate::app::shell::commands::command::Entry;
use crate::app::shell::context::{Lab, use_newest};
use crate::app::shell::panel::form_parts::on_click;
use crate::papers::experiment::{ExperimentInfo, catalogue};
use crate::state::{Action, ViewAction};
use yew::prelude::*;

/// How the picture is read, line by line.
pub const EXPERIMENT_READING: &[&str] = &[
    "Each card is a figure or table of a paper; it opens the page of its experiment. A dashed frame is a quick preview, without a verdict.",
    "Each curve is computed again here: points are means over independent runs, bars are 95 % intervals.",
    "Beside it stand the paper's claims, whether they held in these runs, and the paper's numbers with ours.",
];

/// Properties of [`ExperimentStage`].
#[derive(Properties, PartialEq)]
pub struct ExperimentStageProps {
    /// The page's state.
    pub lab: Lab,
    /// Which experiment, by its place in the catalogue.
    pub experiment: u32,
}

/// The gallery; a card of it opens an experiment.
#[component]
pub fn ExperimentStage(ExperimentStageProps { lab, experiment }: &ExperimentStageProps) -> Html {
    let shelf = ByAddress::from(use_memo((), |()| Shelf::new()));
    let newest = use_newest(lab);
    let is_open = use_state_eq(|| lab.experiments.gallery().is_open());
    {
        let (store, is_open) = (lab.experiments.clone(), is_open.setter());
        use_effect_with((), move |()| {
            store.gallery().listen_to_open(Some(Callback::from(move |now| is_open.set(now))));
            move || store.gallery().listen_to_open(None)
        });
    }
    {
        // Whoever asks for an experiment, by a link or in the palette, sees it.
        let (store, first) = (lab.experiments.clone(), use_mut_ref(|| true));
        use_effect_with((*experiment, lab.model().view.options), move |_| {
            if !first.replace(false) {
                store.gallery().open(true);
            }
        });
    }
    {
        // The focus goes along: to the way back, and back to the card.
        let (place, first) = (*experiment, use_mut_ref(|| true));
        use_effect_with(*is_open, move |is_open| {
            let css = if *is_open { "#show-gallery".to_string() } else { format!("[data-place='{place}'] button") };
            if !first.replace(false) {
                focus_on(&css);
            }
        });
    }
    let on_open = use_callback(newest, |place: u32, newest| open_experiment(&newest.get(), place));
    if !*is_open {
        return html! { <GalleryView lab={lab.clone()} {shelf} {on_open} /> };
    }
    let shown = &shelf.listed[*experiment as usize % shelf.listed.len()];
    // Those that pass the filters; all of them where this one does not.
    let (filters, store) = (lab.experiments.gallery().filters(), lab.experiments.gallery());
    let places = |is_filtered: bool| {
        let mut places: Vec<u32> = Vec::new();
        for item in shelf.items.iter().filter(|item| !is_filtered || filters.pass(item, &shelf, |key| store.found(key))) {
            places.extend(item.place.filter(|place| !places.contains(place)));
        }
        places
    };
    let passed = places(true);
    let all = if passed.contains(experiment) { passed } else { places(false) };
    let at = all.iter().position(|place| place == experiment).unwrap_or_default();
    let step = |id: &'static str, words: &'static str, sign: &'static str, to: Option<&u32>| {
        let (to, on_open) = (to.copied(), on_open.clone());
        let onclick = move |_: MouseEvent| to.into_iter().for_each(|to| on_open.emit(to));
        html! { <button type="button" {id} disabled={to.is_none()} {onclick} aria-label={words}>{ sign }</button> }
    };
    let tools = html! {
        <>
            <button type="button" id="show-gallery" onclick={on_click(lab, |lab| lab.experiments.gallery().open(false))} aria-describedby="experiment">{ "← All figures" }</button>
            <div class="segmented" role="group" aria-label="Experiments">
                { step("experiment-previous", "The experiment before", "‹", at.checked_sub(1).and_then(|at| all.get(at))) }
                { step("experiment-next", "The next experiment", "›", all.get(at + 1)) }
            </div>
            <span class="hint">{ format!("{} of {}", at + 1, all.len()) }</span>
        </>
    };
    html! { <ExperimentView lab={lab.clone()} experiment={*experiment} shown={shown.clone()} {tools} /> }
}

/// Shows an experiment. One that is looked at already keeps its run.
fn open_experiment(lab: &Lab, place: u32) {
    if lab.model().view.experiment != place {
        lab.act(Action::View(ViewAction::Experiment(place)));
    }
    lab.experiments.gallery().open(true);
}

/// Every experiment by its title: the palette finds it.
pub fn experiment_choices(_: &Lab) -> Vec<Entry> {
    let entry = |(place, listed): (u32, ExperimentInfo)| {
        Entry::new(format!("Experiment: {}", listed.title), move |lab| open_experiment(lab, place))
    };
    (0..).zip(catalogue()).map(entry).collect()
}
