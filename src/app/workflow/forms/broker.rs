//! The form of the broker: how long it takes for a mapping, by what their number falls, and when the request of the application that is looked at comes.

use super::parts::number;
use crate::app::kit::fields::number::NumberField;
use crate::app::shell::context::Lab;
use crate::app::workflow::names::applications_of;
use crate::engine::workflow::scenario::WorkflowSource;
use crate::engine::workflow::{WorkflowScenario, bounds};
use std::sync::Arc;
use yew::prelude::*;

/// Stands in the field of the least for a number that does not follow the load.
const FIXED: (u32, &str) = (u32::MAX, "fixed");

/// In a line: what is unusual.
fn summary(workflow: &WorkflowScenario) -> String {
    let policy = workflow.policy;
    let time = match policy.mapping_ticks {
        0 => "takes no time".to_string(),
        ticks => format!("takes {ticks} for a mapping"),
    };
    let least = policy.least_iterations.map(|least| format!(", {least} to {} mappings by load", policy.iterations));
    format!("The broker {time}{}", least.unwrap_or_default())
}

/// The fields.
pub fn broker_form(lab: &Lab, workflow: &WorkflowScenario) -> Html {
    let policy = workflow.policy;
    let at = lab.model().view.workflow.application as usize;
    let applications = applications_of(workflow);
    let own = applications.get(at);
    let asks = own.map(|application| {
        let before = at.checked_sub(1).and_then(|before| applications.get(before)).map_or(0, |before| before.asked);
        let after = applications.get(at + 1).map_or(u32::MAX, |after| after.asked);
        let set = move |next: &mut WorkflowScenario, value: u32| {
            // Drawn ones become given ones.
            let mut all = next.applications();
            if let Some(application) = Arc::make_mut(&mut all).get_mut(at) {
                application.asked = value;
            }
            next.source = WorkflowSource::Given(all);
        };
        number(
            lab,
            "application-asked".to_string(),
            "This request comes at",
            application.asked,
            bounds::TIME.from(before).up_to(after),
            set,
        )
    });
    let on_least = {
        let lab = lab.clone();
        Callback::from(move |value: u32| {
            lab.change_workflow(|next| next.policy.least_iterations = Some(value).filter(|value| *value != FIXED.0));
        })
    };
    html! {
        <section class="machine-form">
            <details id="broker-form">
                <summary>{ summary(workflow) }</summary>
                <p class="hint">{ "Requests wait while the broker searches. No task starts before the answer. The thesis gives no time and no rule: both are ours." }</p>
                { number(lab, "mapping-ticks".to_string(), "Time for a mapping", policy.mapping_ticks, bounds::MAPPING_TICKS, |next, value| next.policy.mapping_ticks = value) }
                { asks.unwrap_or_default() }
                if policy.method.is_drawn() {
                    <NumberField<u32> id="least-iterations" label="Least mappings, by load" value={policy.least_iterations.unwrap_or(FIXED.0)}
                        bound={bounds::ITERATIONS.up_to(policy.iterations)} onchange={on_least} none={Some(FIXED)} />
                    <p class="hint">{ "From the least to M: fewer, the more of the nodes’ time is reserved until the deadline or the length of the critical path, and the more requests wait." }</p>
                }
            </details>
        </section>
    }
}
