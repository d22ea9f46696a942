//! A field for a whole number: what is typed is checked against a range, and refused beside the field if it does not fit.

use crate::engine::bounds::Bound;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

/// Properties of [`NumberField`].
#[derive(Properties, PartialEq)]
pub struct NumberFieldProps {
    /// Element id.
    pub id: AttrValue,
    /// What the number is.
    pub label: AttrValue,
    /// The present value.
    pub value: u32,
    /// What is allowed.
    pub bound: Bound,
    /// Called with a new value that is allowed.
    pub onchange: Callback<u32>,
    /// What an arrow with Shift adds.
    #[prop_or(5)]
    pub coarse: u32,
}

/// A whole number with its label. Arrow keys change it by one, with Shift by more; a number that is not allowed stays in the field with
/// the reason below it, and changes nothing.
#[component]
pub fn NumberField(props: &NumberFieldProps) -> Html {
    let NumberFieldProps { id, label, value, bound, onchange, coarse } = props;
    let (value, bound, coarse) = (*value, *bound, *coarse);
    let problem = use_state_eq(|| None::<(String, String)>);
    {
        let problem = problem.clone();
        use_effect_with(value, move |_| problem.set(None));
    }
    let take = {
        let (problem, onchange) = (problem.clone(), onchange.clone());
        Callback::from(move |text: String| {
            match text.trim().parse::<u32>() {
                Ok(number) if bound.holds(number) => {
                    problem.set(None);
                    if number != value {
                        onchange.emit(number);
                    }
                }
                _ => problem.set(Some((text.trim().chars().take(40).collect(), bound.to_string()))),
            };
        })
    };
    let on_change = {
        let take = take.clone();
        Callback::from(move |event: Event| take.emit(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let on_key = {
        let (take, onchange, problem) = (take, onchange.clone(), problem.clone());
        Callback::from(move |event: KeyboardEvent| {
            let step = if event.shift_key() { coarse } else { 1 };
            let next = match event.key().as_str() {
                "ArrowUp" => value.saturating_add(step).min(bound.max),
                "ArrowDown" => value.saturating_sub(step).max(bound.min),
                "Enter" => {
                    take.emit(event.target_unchecked_into::<HtmlInputElement>().value());
                    return;
                }
                "Escape" => {
                    // The typed text goes, the number in force comes back; a dialog stays open for it.
                    let field = event.target_unchecked_into::<HtmlInputElement>();
                    if field.value() != value.to_string() {
                        event.prevent_default();
                        field.set_value(&value.to_string());
                        problem.set(None);
                    }
                    return;
                }
                _ => return,
            };
            event.prevent_default();
            if next != value {
                onchange.emit(next);
            }
        })
    };
    let shown = problem.as_ref().map_or_else(|| value.to_string(), |(text, _)| text.clone());
    let note = format!("{id}-note");
    html! {
        <div class="field">
            <label for={id.clone()}>{ label.clone() }</label>
            <input id={id.clone()} inputmode="numeric" autocomplete="off" value={shown} onchange={on_change} onkeydown={on_key}
                aria-invalid={problem.is_some().to_string()} aria-describedby={problem.is_some().then(|| note.clone())} />
            if let Some((text, allowed)) = &*problem {
                <p class="problem" id={note} role="alert">{ format!("“{text}” is not allowed here: {allowed}.") }</p>
            }
        </div>
    }
}
