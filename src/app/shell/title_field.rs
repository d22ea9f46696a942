//! The editable title of the scenario.

use crate::app::shell::context::use_lab;
use crate::state::{Action, ScenarioEdit};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Most letters of a title.
const LENGTH_MAX: usize = 200;

/// The title. What is typed stays in the field, whatever else of the page changes meanwhile, until it is taken.
#[component]
pub fn TitleField() -> Html {
    let lab = use_lab();
    let typed = use_state_eq(|| None::<String>);
    let value = typed.as_deref().unwrap_or(lab.model().title()).to_string();
    let on_input = {
        let (typed, title) = (typed.clone(), lab.model().title().to_string());
        // Typed and taken back again, it is no change: the browser tells of none.
        Callback::from(move |event: InputEvent| {
            typed.set(Some(event.target_unchecked_into::<HtmlInputElement>().value()).filter(|typed| *typed != title))
        })
    };
    let on_change = Callback::from(move |event: Event| {
        let title: String = event.target_unchecked_into::<HtmlInputElement>().value().trim().chars().take(LENGTH_MAX).collect();
        typed.set(None);
        lab.act(Action::Scenario(ScenarioEdit::Title(title)));
    });
    html! {
        <input class="title" aria-label="Title of the scenario" {value} placeholder="Untitled" maxlength={LENGTH_MAX.to_string()} oninput={on_input} onchange={on_change} />
    }
}
