//! Stepping through the decisions on named servers: the planes and the servers show the idle periods that each request met, and the words how one of
//! them was found.

use super::words::part_words;
use crate::app::kit::scrubber::Scrubber;
use crate::app::kit::words::{counted, grouped};
use crate::app::shell::context::{Lab, use_lab};
use crate::engine::core::verdict::Tone;
use crate::engine::idle::explain::idle_verdict;
use crate::engine::idle::{IdleScenario, Moment};
use crate::engine::study::StudyKind;
use crate::state::{Action, IdleShown, ViewAction};
use yew::prelude::*;

/// Steps of a search that are told one by one.
const STEPS_TOLD: usize = 12;

fn count(lab: &Lab) -> u32 {
    lab.engine_state.plans.idle.as_ref().map_or(0, |shown| shown.plan.arrivals.jobs() as u32)
}

fn step_of(lab: &Lab) -> Option<u32> {
    Some(lab.model().view.geometry.step?.min(count(lab)))
}

/// Shows the moment in which the last of so many requests was decided; no moment of a series for `None`.
fn go(lab: &Lab, step: Option<u32>) {
    let row = step.and_then(|step| step.checked_sub(1));
    let at = row.and_then(|row| lab.engine_state.plans.idle.as_ref()?.plan.arrivals.id.get(row as usize).copied());
    let selected = if step.is_some() { at } else { lab.model().view.geometry.selected };
    lab.act(Action::View(ViewAction::Step { kind: StudyKind::Idle, step, selected }));
}

fn first_step(lab: &Lab) -> u32 {
    lab.selected_idle_row().map_or(1, |row| row as u32 + 1)
}

/// The steps before and after at which a request was refused.
fn refusals_around(lab: &Lab, step: u32) -> (Option<u32>, Option<u32>) {
    let Some(shown) = &lab.engine_state.plans.idle else { return (None, None) };
    let refusals = &shown.plan.decisions.refusals;
    let before = refusals.partition_point(|refusal| refusal.job + 1 < step);
    let after = refusals.partition_point(|refusal| refusal.job < step);
    (before.checked_sub(1).map(|last| refusals[last].job + 1), refusals.get(after).map(|refusal| refusal.job + 1))
}

/// Begins to step through the decisions, or ends it.
pub fn idle_step_button(lab: &Lab) -> Html {
    let is_on = lab.model().view.geometry.step.is_some();
    let choose = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| go(&lab, if is_on { None } else { Some(first_step(&lab)) }))
    };
    html! {
        <div class="segmented">
            <button type="button" id="idle-step-through" onclick={choose} aria-pressed={is_on.to_string()} disabled={count(lab) == 0} title="See how each request is decided ([ and ])">{ "Step through" }</button>
        </div>
    }
}

/// What a key stands for while decisions are stepped through, or to begin with it; tells whether it stands for anything.
pub fn idle_step_key(lab: &Lab, key: &str) -> bool {
    let (count, at) = (count(lab), step_of(lab));
    let to = match (key, at) {
        ("[" | ",", Some(step)) => step.checked_sub(1),
        ("]" | ".", Some(step)) => (step < count).then_some(step + 1),
        ("{" | "<" | ";", Some(step)) => refusals_around(lab, step).0,
        ("}" | ">" | ":", Some(step)) => refusals_around(lab, step).1,
        ("[" | "]" | "," | ".", None) if count > 0 => Some(first_step(lab)),
        _ => return false,
    };
    if let Some(to) = to {
        go(lab, Some(to));
    }
    true
}

/// The scrubber with the words of the decision, if decisions are stepped through.
#[component]
pub fn IdleStepBar() -> Html {
    let lab = use_lab();
    let Some(step) = step_of(&lab) else { return Html::default() };
    let on_step = {
        let lab = lab.clone();
        Callback::from(move |step: u32| go(&lab, Some(step)))
    };
    let on_close = {
        let lab = lab.clone();
        Callback::from(move |()| go(&lab, None))
    };
    let (previous, next) = refusals_around(&lab, step);
    let shown = lab.engine_state.plans.idle.as_ref();
    let id = step.checked_sub(1).and_then(|row| shown?.plan.arrivals.id.get(row as usize).copied());
    let name = id.map(|id| AttrValue::from(lab.idle_name(id)));
    let words = match (lab.servers(), shown) {
        (Some(servers), Some(shown)) => words(servers, shown, step),
        _ => Html::default(),
    };
    html! {
        <Scrubber count={count(&lab)} {step} {name} {previous} {next} event="refusal" {on_step} {on_close}>{ words }</Scrubber>
    }
}

fn words(servers: &IdleScenario, shown: &IdleShown, step: u32) -> Html {
    let moment = shown.moment().filter(|moment| moment.row + 1 == step);
    let (Some(moment), true) = (moment, step > 0) else {
        let hint = if step == 0 {
            "Nothing is decided yet. Go on to see how each request is decided, in the order of their arrival."
        } else {
            "…"
        };
        return html! { <p class="step-words hint" id="step-words">{ hint }</p> };
    };
    let verdict = idle_verdict(&servers.servers, moment, &shown.plan.decisions);
    let outcome = if verdict.tone == Tone::Refused { "refused" } else { "placed" };
    html! {
        <ol class="step-words" id="step-words" tabindex="0" aria-label="What happened in this step">
            { for search_lines(moment).into_iter().map(|line| html! { <li class="tried">{ line }</li> }) }
            <li class={outcome}>{ format!("{}. {}", verdict.headline, verdict.sentences.join(" ")) }</li>
        </ol>
    }
}

/// What is asked for, what the tests leave, and the search of the paper's structure.
fn search_lines(moment: &Moment) -> Vec<String> {
    let request = &moment.request;
    let asked = format!(
        "Submitted at {}: size {}, to start from {} on and to end by {}.",
        request.submitted, request.size, request.earliest_start, request.deadline
    );
    let tests = &moment.tests;
    let periods = counted(u64::from(tests.periods), "idle period", "idle periods");
    let passed = format!(
        "{periods} could be used: {} pass the start test, {} the capacity test, {} are feasible.",
        grouped(tests.start_test.into()),
        grouped(tests.capacity_test.into()),
        grouped(tests.feasible.into())
    );
    let mut lines = vec![asked, passed];
    for (step, number) in moment.search.steps.iter().zip(1_u32..).take(STEPS_TOLD) {
        let found = step.found.map_or_else(
            || "nothing there".to_string(),
            |period| format!("the period of server {} that begins at {}", period.server, period.start),
        );
        let nodes = counted(u64::from(step.visited), "node", "nodes");
        lines.push(format!("Search, step {number}: {}; {nodes} read, {found}.", part_words(step.part)));
    }
    let more = moment.search.steps.len().saturating_sub(STEPS_TOLD) + moment.steps_left_out as usize;
    if more > 0 {
        lines.push(format!("{} more of the search.", counted(more as u64, "step", "steps")));
    }
    lines
}
