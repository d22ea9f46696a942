//! "Check this plan": has a worker plan the scenario again and the independent checker look at the plan, and says what it looked at.

use crate::app::kit::text::format::grouped;
use crate::app::shell::commands::on_screen::{Offer, bring_into_view, use_offer};
use crate::app::shell::context::{Lab, Newest};
use crate::app::shell::engine::errand::ask_worker;
use crate::engine::core::verification::Verification;
use crate::engine::study::Study;
use crate::formats::provenance::Provenance;
use crate::worker::messages::{Update, Work};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`CheckPlan`].
#[derive(Properties, PartialEq)]
pub struct CheckPlanProps {
    /// The page's state.
    pub lab: Newest,
}

/// How far a check is.
#[derive(Clone, PartialEq)]
enum Stand {
    Running,
    /// What was found, and from what the plan was made.
    Done(Verification, String),
    Failed(String),
}

/// The button and the result. The result names the scenario that it is about, since the plan may have changed since.
#[component]
pub fn CheckPlan(CheckPlanProps { lab }: &CheckPlanProps) -> Html {
    let stand = use_state_eq(|| None::<Stand>);
    let is_running = *stand == Some(Stand::Running);
    let check = {
        let stand = stand.setter();
        Rc::new(move |lab: &Lab| {
            let study = lab.model().workspace.scenario(lab.model().view.panel).study;
            let (provenance, stand) = (made_from(&study), stand.clone());
            stand.set(Some(Stand::Running));
            ask_worker(Work::Check(Box::new(study)), &lab.notices, move |answer| {
                stand.set(Some(match answer {
                    Ok(Update::Check(verification)) => Stand::Done(verification, provenance.clone()),
                    Ok(_) => Stand::Failed("the engine answered something else".to_string()),
                    Err(problem) => Stand::Failed(problem),
                }));
            });
        })
    };
    {
        let (check, newest) = (Rc::clone(&check), lab.clone());
        use_offer(&lab.get().offers, is_running, move |&is_running| {
            let check = Offer::new("Check this plan", move || {
                check(&newest.get());
                bring_into_view("check-plan");
            });
            if is_running { Vec::new() } else { vec![check] }
        });
    }
    let on_click = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| check(&lab.get()))
    };
    let result = match &*stand {
        None => Html::default(),
        Some(Stand::Running) => html! { <p class="hint">{ "Checking …" }</p> },
        Some(Stand::Failed(problem)) => html! { <p class="problem">{ format!("The plan cannot be checked: {problem}.") }</p> },
        Some(Stand::Done(verification, provenance)) => found(verification, provenance),
    };
    html! {
        <section class="stack check-plan" aria-label="Check">
            <button type="button" id="check-plan" disabled={is_running} onclick={on_click}
                title="Plans the scenario again and checks the plan with a checker that shares no code with the planners">{ "Check this plan" }</button>
            <div id="check-result" role="status">{ result }</div>
        </section>
    }
}

/// Version, hash and seeds: with them anybody gets the same plan.
fn made_from(study: &Study) -> String {
    let provenance = Provenance::of(study).words();
    match (study.seed(), study.policy_seed()) {
        (_, Some(seed)) => format!("{provenance}, seed of the policy {seed}"),
        (Some(_), None) => provenance,
        (None, None) => format!("{provenance}, no seed: nothing is drawn at random"),
    }
}

fn found(verification: &Verification, provenance: &str) -> Html {
    let Verification { looked_at, violations } = verification;
    let looked = looked_at.iter().filter(|looked| looked.count > 0).map(|looked| {
        html! { <li><b>{ grouped(looked.count) }</b>{ " " }{ looked.what() }</li> }
    });
    html! {
        <>
            <p class={if violations.is_empty() { "good" } else { "problem" }}>{ verification.sentence() }</p>
            <ul class="violations">{ for violations.iter().take(20).map(|violation| html! { <li>{ violation }</li> }) }</ul>
            <p class="hint">{ "Looked at:" }</p>
            <ul class="hint">{ for looked }</ul>
            <p class="hint">{ provenance }</p>
        </>
    }
}
