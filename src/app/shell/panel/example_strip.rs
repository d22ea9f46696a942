//! What an open example shows, in a sentence above its picture, with something to try and the way to the next one.

use crate::app::shell::context::Lab;
use crate::app::workbench::WORKBENCHES;
use crate::state::{Action, EXAMPLES, Example, ScenarioEdit};
use yew::prelude::*;

/// The sentence of the example that is open; nothing if the scenario is none.
pub fn example_strip(lab: &Lab) -> Html {
    let model = lab.model();
    let panel = model.view.panel;
    let is_of_panel = |example: &Example| model.workspace.home(example.open().view.panel) == model.workspace.home(panel);
    let Some(place) = EXAMPLES.iter().position(|example| example.title == model.title() && is_of_panel(example)) else {
        return Html::default();
    };
    // Experiments show no scenario.
    if !WORKBENCHES.iter().any(|workbench| workbench.panel == panel && workbench.shows_scenario()) {
        return Html::default();
    }
    let example = &EXAMPLES[place];
    let go = |step: usize, id: &'static str, words: &'static str, sign: &'static str| {
        let to = &EXAMPLES[(place + step) % EXAMPLES.len()];
        let lab = lab.clone();
        let open = move |_: MouseEvent| lab.open(to.open());
        html! { <button type="button" {id} class="quiet" onclick={open} aria-label={format!("{words}: {}", to.title)} title={to.title}>{ sign }</button> }
    };
    html! {
        <section class="example-strip" aria-label="Example">
            { go(EXAMPLES.len() - 1, "example-previous", "Previous example", "‹") }
            <p><span class="hint">{ format!("Example {} of {}. ", place + 1, EXAMPLES.len()) }</span>{ example.idea }</p>
            { attempt(lab, example) }
            { go(1, "example-next", "Next example", "›") }
        </section>
    }
}

/// A button that does what the sentence speaks of, and takes it back.
fn attempt(lab: &Lab, example: &'static Example) -> Html {
    let model = lab.model();
    let Some(study) = model.workspace.get(model.view.panel) else { return Html::default() };
    let tried = (example.attempt.change)(study);
    let is_done = tried == **study;
    let act = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| {
            if is_done {
                lab.open(example.open());
            } else {
                lab.act(Action::Scenario(ScenarioEdit::Study(Box::new(tried.clone()), None)));
            }
        })
    };
    let words = if is_done { "Back to the example" } else { example.attempt.words };
    html! { <button type="button" id="example-try" onclick={act}>{ words }</button> }
}
