//! A field of one line that keeps what is being typed.

use web_sys::{FocusEvent, HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

/// Properties of [`TextInput`].
#[derive(Properties, PartialEq)]
pub struct TextInputProps {
    /// The text in force.
    pub value: AttrValue,
    /// Called with another text, once the user leaves the field or presses Enter.
    pub on_take: Callback<String>,
    /// Element id.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// Element classes.
    #[prop_or_default]
    pub class: Classes,
    /// Its name for screen readers, where no label stands beside it.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// What stands in the empty field.
    #[prop_or_default]
    pub placeholder: Option<AttrValue>,
    /// Which keyboard a phone shows.
    #[prop_or_default]
    pub inputmode: Option<AttrValue>,
    /// Most letters.
    #[prop_or_default]
    pub most: Option<usize>,
    /// Id of the words that say why the text in force is refused; none if it is not.
    #[prop_or_default]
    pub refusal: Option<AttrValue>,
    /// Whether the field has the focus, with all its text selected, as soon as it is there.
    #[prop_or_default]
    pub takes_focus: bool,
    /// Called for each key.
    #[prop_or_default]
    pub on_key: Callback<KeyboardEvent>,
    /// Called once the field is left.
    #[prop_or_default]
    pub on_leave: Callback<FocusEvent>,
}

/// The field. What is typed stays in it, whatever else of the page changes meanwhile, until it is taken or the text in force becomes another one: a
/// field that is drawn anew with its value alone would lose it.
#[component]
pub fn TextInput(props: &TextInputProps) -> Html {
    let TextInputProps { value, on_take, id, class, label, placeholder, inputmode, most, refusal, takes_focus, on_key, on_leave } =
        props;
    let typed = use_state_eq(|| None::<AttrValue>);
    let node = use_node_ref();
    {
        let typed = typed.clone();
        use_effect_with(value.clone(), move |_| typed.set(None));
    }
    {
        let (node, takes_focus) = (node.clone(), *takes_focus);
        use_effect_with((), move |()| {
            if let Some(field) = node.cast::<HtmlInputElement>().filter(|_| takes_focus) {
                // It is on the page.
                let _ = field.focus();
                field.select();
            }
        });
    }
    let on_input = {
        let (typed, value) = (typed.clone(), value.clone());
        Callback::from(move |event: InputEvent| {
            let text = AttrValue::from(event.target_unchecked_into::<HtmlInputElement>().value());
            // Typed and taken back again, it is no change: the browser tells of none.
            typed.set(Some(text).filter(|text| *text != value));
        })
    };
    let on_change = {
        let (typed, on_take) = (typed.clone(), on_take.clone());
        Callback::from(move |event: Event| {
            typed.set(None);
            on_take.emit(event.target_unchecked_into::<HtmlInputElement>().value());
        })
    };
    let shown = typed.as_ref().unwrap_or(value).clone();
    html! {
        <input ref={node} id={id.clone()} class={class.clone()} aria-label={label.clone()} placeholder={placeholder.clone()} inputmode={inputmode.clone()}
            autocomplete="off" maxlength={most.map(|most| most.to_string())} value={shown} aria-invalid={refusal.is_some().to_string()}
            aria-describedby={refusal.clone()} oninput={on_input} onchange={on_change} onkeydown={on_key} onblur={on_leave} />
    }
}
