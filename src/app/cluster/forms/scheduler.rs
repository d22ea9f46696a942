//! Who decides: the menu of schedulers, and the options of co-allocation and of backfilling.

use super::policy_option::PolicyOption;
use crate::app::cluster::commands::{others_of, scheduler_title, schedulers_of};
use crate::app::kit::text::format::{counted, percent};
use crate::app::shell::context::Lab;
use crate::app::shell::panel::policy_menu::{FigureOf, PolicyEntry, PolicyMenuProps, policy_menu};
use crate::engine::batch::explain::lasting;
use crate::engine::batch::run::compare::BATCH_FIGURES;
use crate::engine::batch::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
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
        Scheduler::Backfill => {
            "The queue is planned anew at every event; a job may go ahead if that delays none of its first jobs, which are promised starts."
        }
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
            Scheduler::Fcfs | Scheduler::Easy | Scheduler::Backfill | Scheduler::Conservative => "Queue",
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
                { coalloc_options(lab, &policy) }
            }
            if cluster.policy.scheduler == Scheduler::Backfill {
                { backfill_options(lab, &policy.backfill) }
            }
        </>
    }
}

/// The options of co-allocation.
fn coalloc_options(lab: &Lab, policy: &BatchPolicy) -> Html {
    let length = |id: &'static str, label: &'static str, value: u32, bound: Bound| {
        let words = lasting(value.into());
        PolicyOption { lab, id, label, value, bound, words, coarse: 900, none: None }
    };
    // The quanta that a horizon can be divided into.
    let quantum = bounds::QUANTUM.up_to(policy.horizon).from(policy.horizon.div_ceil(bounds::QUANTA.max));
    let step = bounds::STEP.up_to(policy.horizon.max(policy.step));
    let retries = length("coalloc-retries", "maxRet", policy.most_retries(), bounds::RETRIES);
    html! {
        <div class="coalloc-options" role="group" aria-label="Options of co-allocation">
            { length("coalloc-horizon", "H, s", policy.horizon, bounds::HORIZON.from(policy.quantum)).dragged(|policy, value| policy.horizon = value) }
            { length("coalloc-quantum", "l_q, s", policy.quantum, quantum).dragged(|policy, value| policy.quantum = value) }
            { length("coalloc-step", "Δt, s", policy.step, step).dragged(|policy, value| policy.step = value) }
            { retries.typed(|policy, value| policy.retries = Some(value)) }
        </div>
    }
}

/// The options of backfilling.
fn backfill_options(lab: &Lab, options: &BackfillOptions) -> Html {
    let jobs = |count: u32| counted(count.into(), "job", "jobs");
    let option = |id: &'static str, label: &'static str, value: u32, bound: Bound, words: String, coarse: u64| PolicyOption {
        lab,
        id,
        label,
        value,
        bound,
        words,
        coarse,
        none: None,
    };
    let starts = counted(options.depth.into(), "promised start", "promised starts");
    let depth = option("backfill-depth", "Promised starts", options.depth, bounds::DEPTH, starts, 10);
    let window = option("backfill-window", "Window, s", options.window, bounds::WINDOW, lasting(options.window.into()), 3_600);
    let resolution = lasting(options.resolution.into());
    let resolution = option("backfill-resolution", "Resolution, s", options.resolution, bounds::RESOLUTION, resolution, 60);
    let per_moment = jobs(options.per_moment);
    let per_moment = option("backfill-per-moment", "Jobs looked at", options.per_moment, bounds::PER_MOMENT, per_moment, 100);
    let per_user = option("backfill-per-user", "Of one user", options.per_user, bounds::PER_USER, jobs(options.per_user), 10);
    html! {
        <div class="coalloc-options" role="group" aria-label="Options of backfilling">
            { depth.dragged(|policy, value| policy.backfill.depth = value) }
            { window.or_no_limit().dragged(|policy, value| policy.backfill.window = value) }
            { resolution.dragged(|policy, value| policy.backfill.resolution = value) }
            { per_moment.or_no_limit().dragged(|policy, value| policy.backfill.per_moment = value) }
            { per_user.or_no_limit().dragged(|policy, value| policy.backfill.per_user = value) }
        </div>
    }
}
