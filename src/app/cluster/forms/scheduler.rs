//! Who decides: the menu of schedulers, and the options of co-allocation.

use crate::app::cluster::commands::{others_of, scheduler_title, schedulers_of};
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::fields::range::RangeField;
use crate::app::kit::text::format::percent;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::policy_menu::{FigureOf, PolicyEntry, PolicyMenuProps, policy_menu};
use crate::engine::batch::explain::lasting;
use crate::engine::batch::run::compare::BATCH_FIGURES;
use crate::engine::batch::scheduler::{BatchPolicy, Scheduler};
use crate::engine::batch::{BatchScenario, bounds};
use crate::engine::core::bounds::Bound;
use crate::engine::study::StudyKind;
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

/// The menu of schedulers.
fn scheduler_menu(lab: &Lab, cluster: &BatchScenario) -> Html {
    let entry = |scheduler: Scheduler| {
        let family = match scheduler {
            Scheduler::Fcfs | Scheduler::Easy | Scheduler::Conservative => "Queue",
            Scheduler::CoAllocation => "Co-allocation",
            Scheduler::AsLogged => "Log",
        };
        PolicyEntry { family, key: scheduler.name(), name: scheduler_title(scheduler), idea: scheduler_idea(scheduler) }
    };
    // "mean wait 12 s, 75 % utilisation"
    let gives = |_: &Lab, figure: FigureOf| {
        let (wait, utilisation) = (figure("mean_wait")?, figure("utilisation")?);
        Some(format!("mean wait {}, {} utilisation", lasting(wait.round() as u64), percent(utilisation)))
    };
    policy_menu(PolicyMenuProps {
        kind: StudyKind::Cluster,
        id: "cluster-scheduler",
        label: "Scheduler",
        entries: schedulers_of(cluster).into_iter().map(entry).collect(),
        chosen: cluster.policy.scheduler.name(),
        jobs: lab.engine_state.plans.cluster.as_ref().map_or(0, |shown| shown.plan.jobs.len()),
        figures: &BATCH_FIGURES,
        gives,
        under: |lab, key| {
            let cluster = lab.cluster()?;
            let policy = BatchPolicy { scheduler: Scheduler::from_name(key)?, ..cluster.policy };
            Some(BatchScenario { policy, ..cluster.clone() }.into())
        },
    })
}

/// The menu of schedulers and the options of the chosen one.
pub fn scheduler_form(lab: &Lab) -> Html {
    // Options are as a drag makes them; those of a scheduler that is only pointed at stay away.
    let (Some(cluster), Some(now)) = (lab.cluster(), lab.model().effective().cluster()) else { return Html::default() };
    let policy = now.policy;
    html! {
        <>
            { scheduler_menu(lab, cluster) }
            { others_of(lab).map(|others| others.bar(lab)).unwrap_or_default() }
            if cluster.policy.scheduler == Scheduler::CoAllocation {
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
