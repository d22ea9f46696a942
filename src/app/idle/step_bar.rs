//! Stepping through the decisions on named servers: the planes and the servers show the idle periods that each request met, and the words and the
//! lines of the strategy how one of them was found.

use super::commands::IDLE;
use crate::app::kit::text::format::{counted, grouped};
use crate::app::shell::commands::study::{scrubber, step_of};
use crate::app::shell::context::use_lab;
use crate::app::shell::panel::algorithm::Algorithm;
use crate::chart::planes::search_part_names::part_words;
use crate::engine::core::time_names::TimeNames;
use crate::engine::core::verdict::Tone;
use crate::engine::idle::clock::amount;
use crate::engine::idle::explain::{idle_verdict, strategy_at_work, strategy_listing};
use crate::engine::idle::{IdleScenario, Moment};
use crate::state::IdleShown;
use yew::prelude::*;

/// Steps of a search that are told one by one.
const STEPS_TOLD: usize = 12;

/// The scrubber with the words of the decision, if decisions are stepped through.
#[component]
pub fn IdleStepBar() -> Html {
    let lab = use_lab();
    let Some(step) = step_of(&lab, &IDLE) else { return Html::default() };
    let words = match (lab.servers(), &lab.engine_state.plans.idle) {
        (Some(servers), Some(shown)) => html! {
            <>{ words(servers, shown, step, lab.idle_time()) }{ algorithm(servers, shown, step, lab.idle_time()) }</>
        },
        _ => Html::default(),
    };
    scrubber(&lab, &IDLE, step, words)
}

/// The lines of the strategy, and which of them were at work.
fn algorithm(servers: &IdleScenario, shown: &IdleShown, step: u32, time: TimeNames) -> Html {
    let moment = shown.moment().filter(|moment| moment.row + 1 == step);
    let strategy = moment.map_or(servers.strategy, |moment| moment.strategy);
    let at_work = moment.map(|moment| strategy_at_work(servers, moment, &shown.plan.decisions, time)).unwrap_or_default();
    let decision = format!("{step} {}", strategy.name());
    html! { <Algorithm listing={strategy_listing(servers, strategy)} {at_work} {decision} /> }
}

fn words(servers: &IdleScenario, shown: &IdleShown, step: u32, time: TimeNames) -> Html {
    let moment = shown.moment().filter(|moment| moment.row + 1 == step);
    let (Some(moment), true) = (moment, step > 0) else {
        let hint = if step == 0 {
            "Nothing is decided yet. Go on to see how each request is decided, in the order of their arrival."
        } else {
            "…"
        };
        return html! { <p class="step-words hint" id="step-words">{ hint }</p> };
    };
    let verdict = idle_verdict(&servers.servers, moment, &shown.plan.decisions, time);
    let outcome = if verdict.tone == Tone::Refused { "refused" } else { "placed" };
    html! {
        <ol class="plain step-words" id="step-words" tabindex="0" aria-label="What happened in this step">
            { for search_lines(moment, time).into_iter().map(|line| html! { <li class="tried">{ line }</li> }) }
            <li class={outcome}>{ format!("{}. {}", verdict.headline, verdict.sentences.join(" ")) }</li>
        </ol>
    }
}

/// What is asked for, what the tests leave, and the search of the paper's structure.
fn search_lines(moment: &Moment, time: TimeNames) -> Vec<String> {
    let request = &moment.request;
    let asked = format!(
        "Submitted at {}: size {}, to start from {} on and to end by {}.",
        time.at(request.submitted),
        amount(request.size.into(), time),
        time.at_after(request.submitted, request.earliest_start),
        time.at_after(request.earliest_start, request.deadline)
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
            |period| format!("the period of server {} that begins at {}", period.server, time.at(period.start)),
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
