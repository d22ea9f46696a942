//! The experiments on the start page: the gallery and a few figures as cards, each with a quick preview as its picture.

use super::card::small_plot;
use super::quick_runs::Previews;
use crate::app::kit::browser::theme::use_theme;
use crate::app::shell::context::Lab;
use crate::formats::link::Panel;
use crate::papers::experiment::{catalogue, find};
use crate::state::{Action, ViewAction};
use yew::prelude::*;

/// A card: title, idea, the experiment whose preview is its picture, and whether it opens the gallery in place of that experiment.
struct StartCard {
    title: &'static str,
    idea: &'static str,
    experiment: &'static str,
    opens_gallery: bool,
}

const CARDS: [StartCard; 4] = [
    StartCard {
        title: "Gallery of all figures",
        idea: "Every figure and table of the five papers as a card: run it, and see which of the paper’s claims hold.",
        experiment: "castillo-3.4",
        opens_gallery: true,
    },
    StartCard {
        title: "What planning gains",
        idea: "Utilisation of the machine with and without moving accepted jobs (Umar, Figure 6.5).",
        experiment: "umar-6.5",
        opens_gallery: false,
    },
    StartCard {
        title: "What heterogeneity costs",
        idea: "Servers of different speeds: how much work two strategies lose at four levels of difference (Castillo, Figure 4.2).",
        experiment: "castillo-4.2",
        opens_gallery: false,
    },
    StartCard {
        title: "Revenue with and without limits",
        idea: "What no, fixed, updated and optimal booking limits earn (Umar, Figure 6.18).",
        experiment: "revenue-parametric-1",
        opens_gallery: false,
    },
];

/// Properties of [`ExperimentCards`].
#[derive(Properties, PartialEq)]
pub struct ExperimentCardsProps {
    /// The page's state.
    pub lab: Lab,
}

/// The cards.
#[component]
pub fn ExperimentCards(ExperimentCardsProps { lab }: &ExperimentCardsProps) -> Html {
    let palette = use_theme().palette();
    // Their own, so that they go with the start page and leave those of the gallery alone.
    let previews = use_memo((), |()| Previews::in_page());
    {
        let (previews, redraw) = (previews.clone(), use_force_update());
        use_effect_with((), move |()| {
            let listed = CARDS.iter().filter_map(|card| find(card.experiment).ok());
            let first_of_their_units = listed.filter_map(|listed| find(&listed.same_units).ok());
            previews.make(first_of_their_units, Callback::from(move |()| redraw.force_update()));
            move || previews.rest()
        });
    }
    let cards = CARDS.iter().map(|card| {
        let results = previews.found(card.experiment);
        let picture = results.as_ref().and_then(|results| Some(small_plot(results, results.panels.first()?, palette)));
        html! {
            <li key={card.title}>
                <button type="button" class="card" data-experiment={card.experiment} onclick={open(lab, card)}>
                    <span class="small-picture" aria-hidden="true">{ picture }</span>
                    <strong>{ card.title }</strong><span>{ card.idea }</span>
                </button>
            </li>
        }
    });
    html! { <ul class="plain cards">{ for cards }</ul> }
}

fn open(lab: &Lab, card: &'static StartCard) -> Callback<MouseEvent> {
    let lab = lab.clone();
    Callback::from(move |_| {
        lab.show_panel(Panel::Experiments);
        if !card.opens_gallery
            && let Some(place) = (0..).zip(catalogue()).find_map(|(place, listed)| (listed.key == card.experiment).then_some(place))
        {
            lab.act(Action::View(ViewAction::Experiment(place)));
        }
        lab.experiments.gallery().open(!card.opens_gallery);
    })
}
