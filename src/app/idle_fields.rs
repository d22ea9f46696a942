//! What the forms of the servers are made of: numbers and lists that change the recipe.

use super::fields::NumberField;
use super::markup::{all, markup};
use super::session::Lab;
use crate::engine::bounds::Bound;
use crate::engine::idle::IdleScenario;
use std::rc::Rc;
use yew::prelude::*;
use yew::virtual_dom::VTag;

/// What a number that was typed does.
pub type Apply = Rc<dyn Fn(&Lab, u32)>;

/// What it does to the recipe.
type Set = Box<dyn Fn(&mut IdleScenario, u32)>;

/// A number and what it does when another is typed.
pub fn field(lab: &Lab, id: String, label: &'static str, value: u32, bound: Bound, apply: Apply) -> Html {
    let lab = lab.clone();
    let onchange = Callback::from(move |value: u32| apply(&lab, value));
    html! { <NumberField {id} {label} {value} {bound} {onchange} /> }
}

/// A number that changes the recipe.
pub fn recipe_field(
    lab: &Lab,
    id: String,
    label: &'static str,
    value: u32,
    bound: Bound,
    set: impl Fn(&mut IdleScenario, u32) + 'static,
) -> Html {
    let set: Set = Box::new(set);
    field(lab, id, label, value, bound, Rc::new(move |lab: &Lab, value| changed(lab, |next| set(next, value))))
}

/// Changes the recipe, if what comes of it is allowed.
pub fn changed(lab: &Lab, change: impl FnOnce(&mut IdleScenario)) {
    if let Some(servers) = lab.servers() {
        let mut next = (**servers).clone();
        change(&mut next);
        lab.set_servers(next);
    }
}

/// A list to pick from.
pub fn select(id: &'static str, options: &[(&str, &str)], chosen: &str) -> Html {
    // A property: what the user picked stays picked, whatever the attribute says.
    let options = options.iter().map(|(value, words)| {
        let mut option = VTag::new("option");
        option.add_property("value", *value);
        option.add_property("selected", *value == chosen);
        option.add_child(Html::from(words.to_string()));
        Html::from(option)
    });
    markup!("<select id=$>$</select>", id, all(options))
}
