//! A quick preview of an experiment that was not run yet: its pictures roughly, so that whoever opens it sees it at work. A verdict needs a run.

use super::plot::picture;
use crate::app::kit::browser::theme::use_theme;
use crate::app::shell::context::Newest;
use crate::papers::experiment::{ExperimentInfo, Options, PanelForm, before};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`QuickPreview`].
#[derive(Properties, PartialEq)]
pub struct QuickPreviewProps {
    /// The page's state.
    pub lab: Newest,
    /// The experiment.
    pub shown: ExperimentInfo,
    /// Width and height of a picture in CSS px.
    pub size: (f64, f64),
}

/// The pictures; until they are there, their axes.
#[component]
pub fn QuickPreview(QuickPreviewProps { lab, shown, size }: &QuickPreviewProps) -> Html {
    let palette = use_theme().palette();
    let experiments = lab.get().experiments;
    {
        let (store, redraw) = (experiments.clone(), use_force_update());
        use_effect_with(shown.clone(), move |shown| {
            store.gallery().make_preview(shown, Callback::from(move |()| redraw.force_update()));
            move || store.gallery().rest()
        });
    }
    let axes = use_memo(shown.key.clone(), |key| before(key).map(Rc::new));
    let preview = experiments.gallery().preview(&shown.key);
    let Some(results) = preview.as_ref().or(axes.as_ref().as_ref()) else { return nothing_yet() };
    let curves: Vec<_> = results.panels.iter().filter(|panel| panel.form == PanelForm::Curves).collect();
    if curves.is_empty() || (preview.is_none() && experiments.gallery().has_no_previews()) {
        return nothing_yet();
    }
    let words = match &preview {
        Some(results) => {
            let Options { runs, requests, seed } = results.options;
            format!("A quick preview of {runs} runs of {requests} {}, seed {seed}. A verdict needs a run.", shown.paper.requests())
        }
        None => "A quick preview is being computed …".to_string(),
    };
    html! {
        <section class="stack quick-preview" id="quick-preview" aria-label="Quick preview">
            { for curves.into_iter().enumerate().map(|(i, panel)| picture(results, panel, palette, *size, i, None)) }
            <p class="hint">{ words }</p>
        </section>
    }
}

/// What stands in the place of the figures where there is no preview.
pub fn nothing_yet() -> Html {
    html! { <p class="hint">{ "A run draws its figures here." }</p> }
}
