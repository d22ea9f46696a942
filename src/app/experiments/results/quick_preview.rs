//! A quick preview of an experiment that was not run yet: its pictures roughly, so that whoever opens it sees it at work. A verdict needs a run.

use crate::app::experiments::gallery::card::{preview_words, small_picture};
use crate::app::kit::browser::theme::use_theme;
use crate::app::shell::context::Lab;
use crate::papers::experiment::{ExperimentInfo, PanelForm, before};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`QuickPreview`].
#[derive(Properties, PartialEq)]
pub struct QuickPreviewProps {
    /// The page's state.
    pub lab: Lab,
    /// The experiment.
    pub shown: ExperimentInfo,
}

/// The pictures; until they are there, their axes.
#[component]
pub fn QuickPreview(QuickPreviewProps { lab, shown }: &QuickPreviewProps) -> Html {
    let palette = use_theme().palette();
    {
        let (store, redraw) = (lab.experiments.clone(), use_force_update());
        use_effect_with(shown.clone(), move |shown| {
            store.gallery().make_preview(shown, Callback::from(move |()| redraw.force_update()));
            move || store.gallery().rest()
        });
    }
    let axes = use_memo(shown.key.clone(), |key| before(key).map(Rc::new));
    let preview = lab.experiments.gallery().preview(&shown.key);
    let Some(results) = preview.as_ref().or(axes.as_ref().as_ref()) else { return Html::default() };
    let curves: Vec<_> = results.panels.iter().filter(|panel| panel.form == PanelForm::Curves).collect();
    if curves.is_empty() || (preview.is_none() && lab.experiments.gallery().has_no_previews()) {
        return Html::default();
    }
    let words = match &preview {
        Some(results) => preview_words(results, shown),
        None => "A quick preview is being computed …".to_string(),
    };
    html! {
        <section class="quick-preview" id="quick-preview" aria-label="Quick preview">
            <p class="hint">{ words }</p>
            <div class="quick-pictures">{ for curves.into_iter().map(|panel| small_picture(results, panel, palette, true)) }</div>
        </section>
    }
}
