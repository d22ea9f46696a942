//! A number field of the market form.

use super::editor::{FieldEdit, MarketEditor, Typed};
use crate::app::kit::controls::keys::COARSE;
use crate::state::{ClassField, MarketField};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Most characters of a refused text that the message repeats.
const REPEATED_MAX: usize = 60;

/// Properties of [`MarketInput`].
#[derive(Properties, PartialEq)]
pub struct MarketInputProps {
    /// Which field.
    pub field: MarketField,
    /// Its label.
    pub label: AttrValue,
    /// The value in force.
    pub value: AttrValue,
    /// What is being typed in the market; shown if it is in this field.
    pub typed: Option<Typed>,
    /// Changes the market.
    pub editor: MarketEditor,
}

/// A text field with its label, and the reason below it if what was typed is refused. Up and down change a number by one, with Shift by five;
/// Enter takes the text, Escape brings back the value in force.
#[component]
pub fn MarketInput(MarketInputProps { field, label, value, typed, editor }: &MarketInputProps) -> Html {
    let field = *field;
    let edit = {
        let editor = editor.clone();
        move |edit: FieldEdit| editor.edit(field, edit)
    };
    let on_input = {
        let edit = edit.clone();
        move |event: InputEvent| edit(FieldEdit::Type(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let on_change = {
        let edit = edit.clone();
        move |event: Event| edit(FieldEdit::Commit(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let on_key = {
        let value = value.clone();
        move |event: KeyboardEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let step = if event.shift_key() { COARSE as i32 } else { 1 };
            let merge = event.repeat();
            let what = match event.key().as_str() {
                "Enter" => FieldEdit::Commit(text),
                "Escape" if text != value.as_str() => FieldEdit::Revert,
                "ArrowUp" => FieldEdit::Step { by: step, merge },
                "ArrowDown" => FieldEdit::Step { by: -step, merge },
                _ => return,
            };
            event.prevent_default();
            edit(what);
        }
    };
    let id = AttrValue::from(field.id());
    let note = format!("{id}-note");
    let here = typed.as_ref().filter(|typed| typed.field == field);
    let shown = here.map_or_else(|| value.clone(), |typed| typed.text.clone().into());
    let refused = here.and_then(|typed| Some((&typed.text, typed.problem.as_ref()?)));
    let keyboard = if matches!(field, MarketField::Class(_, ClassField::Name)) { "text" } else { "decimal" };
    html! {
        <div class="field">
            <label for={id.clone()}>{ label.clone() }</label>
            <input {id} inputmode={keyboard} autocomplete="off" value={shown} aria-invalid={refused.is_some().to_string()}
                aria-describedby={refused.map(|_| note.clone())} oninput={on_input} onchange={on_change} onkeydown={on_key} />
            if let Some((text, allowed)) = refused {
                <p class="problem" id={note} role="alert">
                    { format!("“{}” is not allowed: {allowed}.", text.chars().take(REPEATED_MAX).collect::<String>()) }
                </p>
            }
        </div>
    }
}
