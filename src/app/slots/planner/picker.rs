//! The row above the plan: the planner, the shift rule for those that move jobs, stepping, and what the plan is compared with.

use super::menu::planner_menu;
use super::names::shift_name;
use super::replan_picker::replan_order;
use crate::app::shell::commands::study::step_button;
use crate::app::shell::context::Lab;
use crate::app::slots::commands::SLOTS;
use crate::app::slots::compare::choices::others;
use crate::engine::slots::scenario::{Policy, ShiftRule};
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The menu of planners, and what else is decided for the whole picture.
pub fn planner_picker(lab: &Lab) -> Html {
    let policy = lab.model().slots().policy;
    html! {
        <div class="planner">
            { planner_menu(lab) }
            { shift_rule(lab, policy) }
            { replan_order(lab, policy) }
            { step_button(lab, &SLOTS, "step-through") }
            { others(lab).bar(lab) }
        </div>
    }
}

/// The choice of the shift rule, for planners that move jobs.
fn shift_rule(lab: &Lab, policy: Policy) -> Html {
    if !policy.planner.has_shift_rule() {
        return Html::default();
    }
    let lab = lab.clone();
    let on_rule = Callback::from(move |event: Event| {
        let value = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()).map(|select| select.value());
        if let Some(shift) = value.as_deref().and_then(ShiftRule::from_name) {
            lab.set_policy(Policy { shift, ..policy });
        }
    });
    html! {
        <div class="shift">
            <select id="shift-rule" aria-label="A moving job" title="What becomes of the old place of a job while it looks for a new one" onchange={on_rule}>
                { for ShiftRule::ALL.map(|rule| html! {
                    <option value={rule.name()} selected={rule == policy.shift}>{ shift_name(rule) }</option>
                }) }
            </select>
        </div>
    }
}
