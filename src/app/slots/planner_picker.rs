//! The choice of a planner, and of the shift rule for those that move jobs.

use crate::app::shell::context::Lab;
use crate::app::slots::words::{planner_idea, planner_name, shift_name};
use crate::engine::slots::scenario::{PlannerKind, Policy, ShiftRule};
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// One button per planner, and the shift rule for those that move jobs.
pub fn planner_picker(lab: &Lab) -> Html {
    let policy = lab.model().slots().policy;
    let buttons = PlannerKind::ALL.map(|planner| {
        let lab = lab.clone();
        let choose = Callback::from(move |_: MouseEvent| {
            lab.set_policy(Policy { planner, ..policy });
        });
        html! {
            <button type="button" key={planner.name()} id={format!("planner-{}", planner.name())} aria-pressed={(planner == policy.planner).to_string()} onclick={choose} title={planner_idea(planner)}>
                { planner_name(planner) }
            </button>
        }
    });
    let on_rule = {
        let lab = lab.clone();
        Callback::from(move |event: Event| {
            let value = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()).map(|select| select.value());
            if let Some(shift) = value.as_deref().and_then(ShiftRule::from_name) {
                lab.set_policy(Policy { shift, ..policy });
            }
        })
    };
    html! {
        <div class="planner">
            <div class="segmented" role="group" aria-label="Planner">{ for buttons }</div>
            if policy.planner.moves_jobs() {
                <label for="shift-rule">{ "While moving, a job" }</label>
                <select id="shift-rule" onchange={on_rule}>
                    { for ShiftRule::ALL.map(|rule| html! {
                        <option value={rule.name()} selected={rule == policy.shift}>{ shift_name(rule) }</option>
                    }) }
                </select>
            }
            <p class="planner-idea">{ planner_idea(policy.planner) }</p>
        </div>
    }
}
