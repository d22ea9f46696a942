//! The figures of a plan in slots. Each is a button that opens its formula with the numbers of the plan.

use crate::app::kit::tables::formulas::formula_words;
use crate::app::kit::text::format::{counted, grouped, percent};
use crate::engine::slots::formulas::formulas;
use crate::state::SlotsShown;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`PlanFigures`].
#[derive(Properties, PartialEq)]
pub struct PlanFiguresProps {
    /// The plan.
    pub shown: Rc<SlotsShown>,
}

/// A figure: what it is found by, its value, what it means, and the formulas it opens.
type Shown = (&'static str, String, String, &'static [&'static str]);

/// The figures.
#[component]
pub fn PlanFigures(PlanFiguresProps { shown }: &PlanFiguresProps) -> Html {
    let open = use_state_eq(|| None::<&'static str>);
    let figures = figures(shown);
    let opened = figures.iter().find(|(key, ..)| Some(*key) == *open).map(|(_, _, _, formulas)| *formulas);
    let parts = figures.iter().map(|(key, value, meaning, _)| {
        let (key, is_open) = (*key, *open == Some(*key));
        let toggle = {
            let open = open.clone();
            Callback::from(move |_: MouseEvent| open.set((!is_open).then_some(key)))
        };
        html! {
            <div {key} id={format!("figure-{key}")}>
                <dd><button type="button" class="figure-value" aria-expanded={is_open.to_string()} aria-controls="plan-formula"
                    title="Show the formula with this plan’s numbers" onclick={toggle}>{ value }</button></dd>
                <dt>{ meaning }</dt>
            </div>
        }
    });
    html! {
        <section class="figures" aria-label="This plan">
            <h2>{ shown.figures.step.map_or("This plan".to_string(), |step| format!("This plan after {}", counted(step.into(), "request", "requests"))) }</h2>
            <dl>{ for parts }</dl>
            <div id="plan-formula">{ opened.map(|keys| opened_formulas(shown, keys)).unwrap_or_default() }</div>
        </section>
    }
}

fn figures(shown: &SlotsShown) -> Vec<Shown> {
    let metrics = &shown.figures.metrics;
    let span = if metrics.end_slot > metrics.first_slot {
        let (first, last, short) = (metrics.first_slot, metrics.end_slot - 1, percent(metrics.fragmentation));
        format!("of slots {first}–{last} used; fragmentation of the rest {short}")
    } else {
        "used".to_string()
    };
    let partly = if metrics.requests_partly > 0 {
        format!(" · {} partly", counted(u64::from(metrics.requests_partly), "request", "requests"))
    } else {
        String::new()
    };
    let put_back =
        if metrics.shifts_put_back > 0 { format!(", {} put back", grouped(metrics.shifts_put_back)) } else { String::new() };
    let real = shown.figures.reality.map(|reality| {
        [
            (
                "violations",
                grouped(reality.violations.into()),
                format!("violated, {} of the accepted jobs", percent(reality.violation_rate)),
                &["violations"][..],
            ),
            (
                "real-utilisation",
                percent(reality.utilisation),
                format!("really used; durations overestimated by {}", percent(reality.overestimate)),
                &["real_utilisation"][..],
            ),
        ]
    });
    let usual: [Shown; 4] = [
        (
            "accepted",
            format!("{} of {}", grouped(metrics.accepted.into()), grouped(metrics.jobs.into())),
            format!("jobs accepted, {}{partly}", percent(metrics.acceptance)),
            &["acceptance"],
        ),
        ("utilisation", percent(metrics.utilisation), span, &["utilisation", "fragmentation"]),
        ("delay", format!("{:.2}", metrics.mean_delay), "mean delay, slots".to_string(), &["mean_delay"]),
        (
            "shifts",
            grouped(metrics.shifts.into()),
            format!("{} made{put_back}", if metrics.shifts == 1 { "shift" } else { "shifts" }),
            &["shifts", "shifts_put_back", "messages", "node_messages"],
        ),
    ];
    usual.into_iter().chain(real.into_iter().flatten()).collect()
}

/// The formulas with these names, from the plan as it is.
fn opened_formulas(shown: &SlotsShown, keys: &[&str]) -> Html {
    if !shown.is_complete {
        return html! { <p class="hint">{ "Planning …" }</p> };
    }
    let plan = shown.plan();
    let all = formulas(plan.arrivals(), plan.decisions(), plan.machine(), shown.scenario().policy);
    let wanted = all.iter().filter(|formula| keys.contains(&formula.key));
    html! { <ul class="plain formulas">{ for wanted.map(|formula| html! { <li key={formula.key} data-formula={formula.key}>{ formula_words(formula) }</li> }) }</ul> }
}
