//! Fields that several forms of workflows have.

use crate::app::kit::fields::number::{FieldNumber, NumberField};
use crate::app::shell::context::Lab;
use crate::engine::core::bounds::Bound;
use crate::engine::workflow::{WorkflowScenario, bounds};
use yew::prelude::*;

/// Stands in a field for a moment that never comes.
const NEVER: (u32, &str) = (u32::MAX, "never");

/// A field for a moment that comes after another one, or never.
pub(super) fn until_field(
    lab: &Lab,
    (id, label): (String, &'static str),
    (from, until): (u32, Option<u32>),
    set: impl Fn(&mut WorkflowScenario, Option<u32>) + 'static,
) -> Html {
    let lab = lab.clone();
    let onchange =
        Callback::from(move |value: u32| lab.change_workflow(|next| set(next, Some(value).filter(|value| *value != NEVER.0))));
    html! {
        <NumberField<u32> {id} {label} value={until.unwrap_or(NEVER.0)} bound={bounds::TIME.from(from.saturating_add(1))} {onchange} none={Some(NEVER)} />
    }
}

/// A number of the scenario and what another one changes.
pub(super) fn number<N: FieldNumber>(
    lab: &Lab,
    id: String,
    label: &'static str,
    value: N,
    bound: Bound<N>,
    set: impl Fn(&mut WorkflowScenario, N) + 'static,
) -> Html {
    let lab = lab.clone();
    let onchange = Callback::from(move |value: N| lab.change_workflow(|next| set(next, value)));
    html! { <NumberField<N> {id} {label} {value} {bound} {onchange} /> }
}
