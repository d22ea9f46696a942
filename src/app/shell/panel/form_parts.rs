//! Parts of forms that change a scenario: buttons, numbers and lists to pick from.

use crate::app::kit::fields::number::{FieldNumber, NumberField};
use crate::app::shell::context::Lab;
use crate::engine::core::bounds::Bound;
use std::rc::Rc;
use web_sys::HtmlSelectElement;
use yew::prelude::*;
use yew::virtual_dom::VTag;

/// What stands in the place of the selected request where none is: the heading, and where one can be picked.
pub fn none_selected(heading: &'static str, hint: &'static str) -> Html {
    html! {
        <section>
            <h2>{ heading }</h2>
            <p class="hint">{ hint }</p>
        </section>
    }
}

/// What a number that was typed does.
pub type Apply<N> = Rc<dyn Fn(&Lab, N)>;

/// What a button does when it is pressed.
pub fn on_click(lab: &Lab, act: impl Fn(&Lab) + 'static) -> Callback<MouseEvent> {
    let lab = lab.clone();
    Callback::from(move |_: MouseEvent| act(&lab))
}

/// A number and what it does when another is typed.
pub fn field<N: FieldNumber>(lab: &Lab, id: String, label: &'static str, value: N, bound: Bound<N>, apply: Apply<N>) -> Html {
    let lab = lab.clone();
    let onchange = Callback::from(move |value: N| apply(&lab, value));
    html! { <NumberField<N> {id} {label} {value} {bound} {onchange} /> }
}

/// One entry of a list to pick from.
#[derive(Clone, Copy)]
pub struct Choice<T> {
    /// The option's value in the document; unique in its list.
    pub key: &'static str,
    /// What the user reads.
    pub words: &'static str,
    /// What is picked.
    pub value: T,
}

/// A list to pick from.
pub fn select<T: Copy + PartialEq + 'static>(id: &'static str, choices: Vec<Choice<T>>, chosen: T, on_pick: Callback<T>) -> Html {
    let options = choices.iter().map(|choice| {
        // `selected` is set as a property, which `html!` cannot write: what the user picked stays picked, whatever the attribute says.
        let mut option = VTag::new("option");
        option.add_property("value", choice.key);
        option.add_property("selected", choice.value == chosen);
        option.add_child(choice.words.into());
        Html::from(option)
    });
    let options = options.collect::<Html>();
    let in_force = choices.iter().position(|choice| choice.value == chosen).map_or(-1, |place| place as i32);
    let onchange = Callback::from(move |event: Event| {
        let list = event.target_unchecked_into::<HtmlSelectElement>();
        let place = list.selected_index();
        // The list shows what is in force; what was picked only once it is.
        list.set_selected_index(in_force);
        if let Some(choice) = usize::try_from(place).ok().and_then(|place| choices.get(place)) {
            on_pick.emit(choice.value);
        }
    });
    html! { <select {id} {onchange}>{ options }</select> }
}
