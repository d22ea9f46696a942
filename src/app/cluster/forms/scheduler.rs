//! Who decides: the scheduler, what it does in a sentence (told beside the picture), and the options of co-allocation.

use crate::app::cluster::commands::{others_of, scheduler_title, schedulers_of, set_scheduler};
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::fields::range::RangeField;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::{Choice, select};
use crate::engine::batch::bounds;
use crate::engine::batch::explain::lasting;
use crate::engine::batch::scheduler::{BatchPolicy, Scheduler};
use crate::engine::core::bounds::Bound;
use yew::prelude::*;

/// What a scheduler does.
pub fn scheduler_idea(scheduler: Scheduler) -> &'static str {
    match scheduler {
        Scheduler::CoAllocation => {
            "Every job gets its nodes and its start when it is submitted; a start that has no room is put off by Δt."
        }
        Scheduler::Fcfs => "Jobs start in the order in which they came; a wide one holds up all behind it.",
        Scheduler::Easy => "A job may go ahead if that does not delay the one that has waited longest.",
        Scheduler::Conservative => {
            "Every job is promised a start when it is submitted; a job may go ahead if that breaks no promise."
        }
        Scheduler::AsLogged => "Every job starts when it did in the log.",
    }
}

/// The list of schedulers and the options of the chosen one.
pub fn scheduler_form(lab: &Lab) -> Html {
    // As a drag of an option makes it.
    let Some(cluster) = lab.model().effective().cluster() else { return Html::default() };
    let policy = cluster.policy;
    let choices = schedulers_of(cluster).into_iter().map(|scheduler| Choice {
        key: scheduler.name(),
        words: scheduler_title(scheduler),
        value: scheduler,
    });
    let on_pick = {
        let lab = lab.clone();
        Callback::from(move |scheduler| set_scheduler(&lab, scheduler))
    };
    html! {
        <>
            <label class="pick">{ "Scheduler " }{ select("cluster-scheduler", choices.collect(), policy.scheduler, on_pick) }</label>
            { others_of(lab).map(|others| others.bar(lab)).unwrap_or_default() }
            if policy.scheduler == Scheduler::CoAllocation {
                <div class="coalloc-options" role="group" aria-label="Options of co-allocation">
                    { length(lab, "horizon", "H, s", policy.horizon, bounds::HORIZON.from(policy.quantum), |policy, value| policy.horizon = value) }
                    { length(lab, "quantum", "l_q, s", policy.quantum, quantum_bound(&policy), |policy, value| policy.quantum = value) }
                    { length(lab, "step", "Δt, s", policy.step, bounds::STEP.up_to(policy.horizon.max(policy.step)), |policy, value| policy.step = value) }
                    { option(lab, "retries", "maxRet", policy.most_retries(), bounds::RETRIES, |policy, value| policy.retries = Some(value)) }
                </div>
            }
        </>
    }
}

/// The quanta that a horizon can be divided into.
fn quantum_bound(policy: &BatchPolicy) -> Bound {
    bounds::QUANTUM.up_to(policy.horizon).from(policy.horizon.div_ceil(bounds::QUANTA.max))
}

/// An option that is a length of time: typed, or dragged on a slider.
fn length(lab: &Lab, key: &str, label: &'static str, value: u32, bound: Bound, set: fn(&mut BatchPolicy, u32)) -> Html {
    let (drafts, rests) = (lab.clone(), lab.clone());
    let on_move = Callback::from(move |value: u32| {
        if let Some(mut policy) = drafts.cluster().map(|cluster| cluster.policy) {
            set(&mut policy, value);
            drafts.draft_policy(policy);
        }
    });
    let on_rest = Callback::from(move |()| rests.let_go());
    html! {
        <span class="dragged-option">
            { option(lab, key, label, value, bound, set) }
            <RangeField id={format!("coalloc-{key}-slider")} {label} {value} {bound} words={lasting(value.into())} {on_move} {on_rest} />
        </span>
    }
}

fn option(lab: &Lab, key: &str, label: &'static str, value: u32, bound: Bound, set: fn(&mut BatchPolicy, u32)) -> Html {
    let lab = lab.clone();
    let onchange = Callback::from(move |value: u32| lab.change_cluster(|next| set(&mut next.policy, value)));
    html! { <NumberField<u32> id={format!("coalloc-{key}")} {label} {value} {bound} {onchange} coarse={900} /> }
}
