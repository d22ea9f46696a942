//! What an experiment that was not run yet is going to show: the paper's claims that it tests, and its pictures.

use crate::papers::experiment::{ExperimentInfo, ExperimentRun, PanelForm, Paper};
use yew::prelude::*;

/// Properties of [`BeforeRun`].
#[derive(Properties, PartialEq)]
pub struct BeforeRunProps {
    /// The experiment.
    pub shown: ExperimentInfo,
}

/// What there will be to see.
#[component]
pub fn BeforeRun(BeforeRunProps { shown }: &BeforeRunProps) -> Html {
    // Nothing is computed for it: results of no run have the claims and the axes.
    let results = use_memo(shown.clone(), |shown| Some(ExperimentRun::new(&shown.key, shown.lecture).ok()?.results()));
    let Some(results) = &*results else { return Html::default() };
    let whose = if matches!(shown.paper, Paper::Comparison | Paper::Forecast) { "What is asked" } else { "What the paper claims" };
    let is_curves = results.panels.iter().any(|panel| panel.form == PanelForm::Curves);
    let against = if is_curves { format!(": against {}", results.axis.words) } else { String::new() };
    let mut pictures: Vec<&str> = results.panels.iter().map(|panel| panel.measure.words.as_str()).collect();
    pictures.dedup();
    html! {
        <section class="before-run" id="before-run">
            if !results.claims.is_empty() {
                <h2>{ whose }<span>{ ": a run tests each claim and gives a verdict with its interval" }</span></h2>
                <ul>{ for results.claims.iter().map(|claim| html! { <li>{ &claim.words }</li> }) }</ul>
            }
            if !pictures.is_empty() {
                <h2>{ "What is drawn" }<span>{ against }</span></h2>
                <ul>{ for pictures.into_iter().map(|words| html! { <li>{ words }</li> }) }</ul>
            }
        </section>
    }
}
