//! Parts of the forms for named servers: numbers that change the scenario.

use crate::app::kit::fields::number::FieldNumber;
use crate::app::shell::context::Lab;
pub use crate::app::shell::panel::form_parts::{Choice, field, none_selected, on_click, select};
use crate::engine::core::bounds::Bound;
use crate::engine::idle::IdleScenario;
use std::rc::Rc;
use yew::prelude::*;

/// What it does to the recipe.
type Set<N> = Box<dyn Fn(&mut IdleScenario, N)>;

/// A number that changes the recipe.
pub fn recipe_field<N: FieldNumber>(
    lab: &Lab,
    id: String,
    label: &'static str,
    value: N,
    bound: Bound<N>,
    set: impl Fn(&mut IdleScenario, N) + 'static,
) -> Html {
    let set: Set<N> = Box::new(set);
    field(lab, id, label, value, bound, Rc::new(move |lab: &Lab, value: N| changed(lab, |next| set(next, value))))
}

/// Changes the recipe, if the result is allowed.
pub fn changed(lab: &Lab, change: impl FnOnce(&mut IdleScenario)) {
    if let Some(servers) = lab.servers() {
        let mut next = servers.clone();
        change(&mut next);
        lab.set_servers(next);
    }
}
