//! The editable title of the scenario.

use crate::app::kit::fields::text::TextInput;
use crate::app::shell::context::use_lab;
use crate::state::{Action, ScenarioEdit};
use yew::prelude::*;

/// Most letters of a title.
const LENGTH_MAX: usize = 200;

/// The title.
#[component]
pub fn TitleField() -> Html {
    let lab = use_lab();
    let value = lab.model().title().to_string();
    let on_take = Callback::from(move |title: String| {
        let title = title.trim().chars().take(LENGTH_MAX).collect();
        lab.act(Action::Scenario(ScenarioEdit::Title(title)));
    });
    html! { <TextInput class="title" label="Title of the scenario" {value} placeholder="Untitled" most={LENGTH_MAX} {on_take} /> }
}
