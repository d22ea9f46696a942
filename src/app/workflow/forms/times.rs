//! When a provider takes part: from when, until when, and in which hours of the day.

use super::parts::{number, until_field};
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::on_click;
use crate::engine::workflow::scenario::{Hours, Provider};
use crate::engine::workflow::{WorkflowScenario, bounds};
use yew::prelude::*;

/// The hours that a new window has, of 24 a day.
const NEW_HOURS: (u32, u32, u32) = (8, 10, 24);

/// In a line: what is unusual.
fn summary(provider: &Provider) -> String {
    let Provider { from, until, hours, .. } = *provider;
    let part = match (from, until) {
        (0, None) => "always".to_string(),
        (from, None) => format!("from {from} on"),
        (from, Some(until)) => format!("from {from} to {until}"),
    };
    let hours = hours.map(|Hours { from, length, period }| format!(", {from} to {} of every {period}", from + length));
    format!("Takes part {part}{}", hours.unwrap_or_default())
}

/// The fields of a provider, by its place.
pub fn times_form(lab: &Lab, workflow: &WorkflowScenario, at: usize) -> Html {
    let provider = &workflow.providers[at];
    let Provider { from, until, hours, .. } = *provider;
    let id = |key: &str| format!("provider-{}-{key}", at + 1);
    let unit = workflow.ticks;
    let (first, length, day) = NEW_HOURS;
    let hours_new = Hours { from: first * unit, length: length * unit, period: day * unit };
    let toggle = on_click(lab, move |lab| {
        lab.change_workflow(|next| {
            let hours = &mut next.providers[at].hours;
            *hours = if hours.is_some() { None } else { Some(hours_new) };
        });
    });
    let hours_fields = hours.map(|Hours { from, length, period }| {
        let set = |key: &str, label, value, bound, set: fn(&mut Hours, u32)| {
            number(lab, id(key), label, value, bound, move |next, value| {
                next.providers[at].hours.iter_mut().for_each(|hours| set(hours, value));
            })
        };
        html! {
            <>
                { set("opens", "Opens at", from, bounds::TIME.up_to(period - 1), |hours, value| hours.from = value) }
                { set("open", "Open for", length, bounds::PERIOD.up_to(period), |hours, value| hours.length = value) }
                { set("day", "Every", period, bounds::PERIOD.from(length.max(from + 1)), |hours, value| hours.period = value) }
            </>
        }
    });
    html! {
        <details id={id("times")}>
            <summary>{ summary(provider) }</summary>
            <div class="fields provider">
                { number(lab, id("from"), "From", from, bounds::TIME.up_to(until.unwrap_or(u32::MAX).saturating_sub(1)), move |next, value| next.providers[at].from = value) }
                { until_field(lab, (id("until"), "Until"), (from, until), move |next, value| next.providers[at].until = value) }
                <button type="button" class="quiet" id={id("hours")} aria-pressed={hours.is_some().to_string()}
                    title="Its nodes are there only in these hours, which come again each day; a task runs within them as a whole" onclick={toggle}>{ "Daily hours" }</button>
                { hours_fields.unwrap_or_default() }
            </div>
        </details>
    }
}
