//! Stepping through the decisions of a plan in slots: the scrubber, what happened in words and in the lines of the planner, and what of it is marked in the
//! charts.

use super::commands::SLOTS;
use super::shown_step::told_of;
use crate::app::shell::commands::study::{scrubber, step_of};
use crate::app::shell::context::{Lab, use_lab};
use crate::app::shell::panel::algorithm::Algorithm;
use crate::engine::slots::explain::{LineKind, planner_at_work, planner_listing, trace_lines};
use crate::engine::slots::request::Slot;
use crate::engine::slots::revenue::Method;
use crate::engine::slots::scenario::SlotsScenario;
use crate::engine::slots::step::StepReport;
use crate::state::SlotsShown;
use std::rc::Rc;
use yew::prelude::*;

/// The scrubber with the words of the decision, if decisions are stepped through.
#[component]
pub fn StepBar() -> Html {
    let lab = use_lab();
    let Some(step) = step_of(&lab, &SLOTS) else { return Html::default() };
    let told = told_of(&lab);
    let algorithm = algorithm(&lab, step, told.as_deref());
    scrubber(&lab, &SLOTS, step, html! { <>{ words(&lab, step, told) }{ algorithm }</> })
}

/// The planner's lines, and which of them were at work.
fn algorithm(lab: &Lab, step: u32, told: Option<&StepReport>) -> Html {
    let Some(shown) = &lab.engine_state.plans.slots.shown else { return Html::default() };
    let SlotsScenario { policy, market, .. } = shown.scenario();
    let listing = planner_listing(*policy, market.as_ref().is_some_and(|market| market.method != Method::None));
    let plan = &*shown.plan();
    let at_work =
        told.map(|told| planner_at_work(plan.arrivals(), plan.machine(), *policy, told, lab.time_names().unit)).unwrap_or_default();
    html! { <Algorithm {listing} {at_work} decision={format!("{step} {}", policy.name())} /> }
}

fn words(lab: &Lab, step: u32, told: Option<Rc<StepReport>>) -> Html {
    let Some(shown) = &lab.engine_state.plans.slots.shown else { return Html::default() };
    if step == 0 {
        return html! { <p class="step-words hint" id="step-words">{ "Nothing is decided yet. Go on to see how each request is decided, in the order of their arrival." }</p> };
    }
    let Some(told) = told else {
        return html! { <p class="step-words hint" id="step-words">{ "…" }</p> };
    };
    let plan = &*shown.plan();
    let lines = trace_lines(plan.arrivals(), plan.machine(), shown.scenario().policy, &told, lab.time_names().unit);
    html! {
        <ol class="plain step-words" id="step-words" tabindex="0" aria-label="What happened in this step">
            { for lines.into_iter().map(|line| html! { <li class={class_of(line.kind)}>{ line.text }</li> }) }
        </ol>
    }
}

fn class_of(kind: LineKind) -> &'static str {
    match kind {
        LineKind::Asked => "asked",
        LineKind::Tried => "tried",
        LineKind::Moved => "moved",
        LineKind::Market => "market",
        LineKind::Placed => "placed",
        LineKind::Refused => "refused",
        LineKind::Besides => "besides",
    }
}

/// Slots that are marked in the charts, and jobs that are outlined: those in the way of the selected request if it was refused; while decisions are
/// stepped through those that the planner met.
pub fn in_the_way(lab: &Lab, shown: &SlotsShown, selected: Option<u32>) -> (Vec<Slot>, Vec<u32>) {
    let row = selected.and_then(|id| shown.plan().arrivals().row_of(id));
    let told = told_of(lab);
    if let Some(trace) = told.as_ref().and_then(|told| told.trace.as_ref()).filter(|trace| Some(trace.row as usize) == row) {
        let searches = trace.jobs.iter().filter_map(|job| job.making_room.as_ref().or(job.first_fit.as_ref()));
        let looks: Vec<_> = searches.flat_map(|search| &search.looks).collect();
        let slots = looks.iter().map(|look| look.look.slot).collect();
        let jobs =
            looks.iter().flat_map(|look| &look.staying).filter(|staying| staying.was_asked()).map(|staying| staying.job).collect();
        return (ascending(slots), ascending(jobs));
    }
    let blockade = row.and_then(|row| shown.blockade(row));
    blockade.map_or_else(Default::default, |it| (it.slots.iter().map(|blocked| blocked.slot).collect(), it.jobs()))
}

fn ascending(mut numbers: Vec<u32>) -> Vec<u32> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
