//! The middle of the experiments workbench: one experiment, or the gallery of all figures.

use super::gallery::view::GalleryView;
use super::view::ExperimentView;
use crate::app::shell::context::Lab;
use yew::prelude::*;

/// Properties of [`ExperimentStage`].
#[derive(Properties, PartialEq)]
pub struct ExperimentStageProps {
    /// The page's state.
    pub lab: Lab,
    /// Which experiment, by its place in the catalogue.
    pub experiment: u32,
}

/// The gallery or one experiment, and the choice between them.
#[component]
pub fn ExperimentStage(ExperimentStageProps { lab, experiment }: &ExperimentStageProps) -> Html {
    let is_gallery = use_state_eq(|| lab.experiments.gallery().is_shown());
    {
        let (store, is_gallery) = (lab.experiments.clone(), is_gallery.setter());
        use_effect_with((), move |()| {
            store.gallery().listen_to_show(Some(Callback::from(move |shown| is_gallery.set(shown))));
            move || store.gallery().listen_to_show(None)
        });
    }
    let show = {
        let store = lab.experiments.clone();
        Callback::from(move |shown: bool| store.gallery().show(shown))
    };
    {
        // Whoever asks for an experiment, by a link or in the palette, sees it.
        let (show, first) = (show.clone(), use_mut_ref(|| true));
        let wanted = (*experiment, lab.model().view.options);
        use_effect_with(wanted, move |_| {
            if !first.replace(false) {
                show.emit(false);
            }
        });
    }
    let choice = |shown: bool, id: &'static str, words: &'static str| {
        let show = show.clone();
        let is_pressed = (*is_gallery == shown).to_string();
        html! { <button type="button" {id} aria-pressed={is_pressed} onclick={move |_| show.emit(shown)}>{ words }</button> }
    };
    let choice = html! {
        <div class="segmented stage-choice" role="group" aria-label="Shown">
            { choice(false, "show-experiment", "One experiment") }
            { choice(true, "show-gallery", "Gallery of all figures") }
        </div>
    };
    if *is_gallery {
        html! { <GalleryView lab={lab.clone()} on_experiment={show.reform(|()| false)} {choice} /> }
    } else {
        html! { <ExperimentView lab={lab.clone()} experiment={*experiment} {choice} /> }
    }
}
