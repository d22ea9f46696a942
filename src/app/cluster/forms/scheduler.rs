//! Who decides: the menu of schedulers, and the options of co-allocation and of backfilling.

use crate::app::cluster::commands::{others_of, scheduler_title, schedulers_of};
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::fields::range::RangeField;
use crate::app::kit::text::format::{counted, percent};
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::{Choice, select};
use crate::app::shell::panel::policy_menu::{FigureOf, PolicyEntry, PolicyMenuProps, policy_menu};
use crate::engine::batch::explain::lasting;
use crate::engine::batch::priority::PriorityWeights;
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
                <div class="coalloc-options" role="group" aria-label="Options of co-allocation">
                    { length(lab, "horizon", "H, s", policy.horizon, bounds::HORIZON.from(policy.quantum), |policy, value| policy.horizon = value) }
                    { length(lab, "quantum", "l_q, s", policy.quantum, quantum_bound(&policy), |policy, value| policy.quantum = value) }
                    { length(lab, "step", "Δt, s", policy.step, bounds::STEP.up_to(policy.horizon.max(policy.step)), |policy, value| policy.step = value) }
                    { option(lab, "coalloc-retries", "maxRet", policy.most_retries(), bounds::RETRIES, 900, |policy, value| policy.retries = Some(value)) }
                </div>
            }
            if cluster.policy.scheduler == Scheduler::Backfill {
                { backfill_options(lab, &policy.backfill) }
            }
            if cluster.policy.scheduler.is_queue() {
                { queue_rules(lab, &policy) }
            }
        </>
    }
}

/// The options of backfilling.
fn backfill_options(lab: &Lab, options: &BackfillOptions) -> Html {
    let words = |value: u32, bound: Bound, words: String| if value == bound.max { "no limit".to_string() } else { words };
    let window = words(options.window, bounds::WINDOW, lasting(options.window.into()));
    let jobs = words(options.per_moment, bounds::PER_MOMENT, counted(options.per_moment.into(), "job", "jobs"));
    let of_user = words(options.per_user, bounds::PER_USER, counted(options.per_user.into(), "job", "jobs"));
    let starts = counted(options.depth.into(), "promised start", "promised starts");
    let resolution = lasting(options.resolution.into());
    html! {
        <div class="coalloc-options" role="group" aria-label="Options of backfilling">
            { dragged(lab, "backfill-depth", "Promised starts", options.depth, bounds::DEPTH, starts, 10, |policy, value| policy.backfill.depth = value) }
            { dragged(lab, "backfill-window", "Window, s", options.window, bounds::WINDOW, window, 3_600, |policy, value| policy.backfill.window = value) }
            { dragged(lab, "backfill-resolution", "Resolution, s", options.resolution, bounds::RESOLUTION, resolution, 60, |policy, value| policy.backfill.resolution = value) }
            { dragged(lab, "backfill-per-moment", "Jobs looked at", options.per_moment, bounds::PER_MOMENT, jobs, 100, |policy, value| policy.backfill.per_moment = value) }
            { dragged(lab, "backfill-per-user", "Of one user", options.per_user, bounds::PER_USER, of_user, 10, |policy, value| policy.backfill.per_user = value) }
        </div>
    }
}

/// Limits per user, and what orders the queue: folded until somebody asks for it.
fn queue_rules(lab: &Lab, policy: &BatchPolicy) -> Html {
    let unlimited = |value: Option<u32>, bound: Bound| value.unwrap_or(bound.max);
    let (jobs, nodes) = (unlimited(policy.limits.jobs, bounds::USER_JOBS), unlimited(policy.limits.nodes, bounds::USER_NODES));
    let words = |value: Option<u32>, one: &'static str, many: &'static str| {
        value.map_or("no limit".to_string(), |value| counted(value.into(), one, many))
    };
    let (of_jobs, of_nodes) = (words(policy.limits.jobs, "job", "jobs"), words(policy.limits.nodes, "node", "nodes"));
    let by_priority = policy.scheduler != Scheduler::Conservative;
    html! {
        <details id="queue-rules" open={policy.limits.is_any() || policy.order().is_some()}>
            <summary>{ "Limits per user and order" }</summary>
            <div class="coalloc-options" role="group" aria-label="Limits per user">
                { dragged(lab, "limit-jobs", "Running jobs per user", jobs, bounds::USER_JOBS, of_jobs, 1, |policy, value| policy.limits.jobs = Some(value).filter(|value| *value < bounds::USER_JOBS.max)) }
                { dragged(lab, "limit-nodes", "Nodes per user", nodes, bounds::USER_NODES, of_nodes, 1, |policy, value| policy.limits.nodes = Some(value).filter(|value| *value < bounds::USER_NODES.max)) }
            </div>
            if by_priority {
                { order_fields(lab, policy.priority) }
            }
        </details>
    }
}

/// The order of the queue: arrival, or weights of age and size.
fn order_fields(lab: &Lab, priority: Option<PriorityWeights>) -> Html {
    let favoured = |favours_small| Some(PriorityWeights { favours_small, ..priority.unwrap_or_default() });
    let choices = vec![
        Choice { key: "arrival", words: "Arrival", value: None },
        Choice { key: "large", words: "Age and size, large jobs first", value: favoured(false) },
        Choice { key: "small", words: "Age and size, small jobs first", value: favoured(true) },
    ];
    let on_order = {
        let lab = lab.clone();
        Callback::from(move |priority| lab.change_cluster(|next| next.policy.priority = priority))
    };
    let weight = |id: &str, label: &'static str, value: u32, bound: Bound, coarse: u64, set: fn(&mut PriorityWeights, u32)| {
        let lab = lab.clone();
        let onchange = Callback::from(move |value: u32| {
            lab.change_cluster(|next| next.policy.priority.iter_mut().for_each(|weights| set(weights, value)));
        });
        html! { <NumberField<u32> id={id.to_string()} {label} {value} {bound} {onchange} {coarse} /> }
    };
    html! {
        <div class="fields" role="group" aria-label="Order of the queue">
            <div class="field"><label for="queue-order">{ "Order" }</label>{ select("queue-order", choices, priority, on_order) }</div>
            if let Some(weights) = priority {
                { weight("weight-age", "Weight of age", weights.age, bounds::WEIGHT, 100, |weights, value| weights.age = value) }
                { weight("weight-size", "Weight of size", weights.size, bounds::WEIGHT, 100, |weights, value| weights.size = value) }
                { weight("weight-max-age", "Full age, s", weights.max_age, bounds::LENGTH, 3_600, |weights, value| weights.max_age = value) }
            }
        </div>
    }
}

/// The quanta that a horizon can be divided into.
fn quantum_bound(policy: &BatchPolicy) -> Bound {
    bounds::QUANTUM.up_to(policy.horizon).from(policy.horizon.div_ceil(bounds::QUANTA.max))
}

/// An option that is a length of time.
fn length(lab: &Lab, key: &str, label: &'static str, value: u32, bound: Bound, set: fn(&mut BatchPolicy, u32)) -> Html {
    dragged(lab, &format!("coalloc-{key}"), label, value, bound, lasting(value.into()), 900, set)
}

/// An option that is typed, or dragged on a slider.
#[expect(clippy::too_many_arguments)]
fn dragged(
    lab: &Lab,
    id: &str,
    label: &'static str,
    value: u32,
    bound: Bound,
    words: String,
    coarse: u64,
    set: fn(&mut BatchPolicy, u32),
) -> Html {
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
            { option(lab, id, label, value, bound, coarse, set) }
            <RangeField id={format!("{id}-slider")} {label} {value} {bound} {words} {on_move} {on_rest} />
        </span>
    }
}

fn option(lab: &Lab, id: &str, label: &'static str, value: u32, bound: Bound, coarse: u64, set: fn(&mut BatchPolicy, u32)) -> Html {
    let lab = lab.clone();
    let onchange = Callback::from(move |value: u32| lab.change_cluster(|next| set(&mut next.policy, value)));
    html! { <NumberField<u32> id={id.to_string()} {label} {value} {bound} {onchange} {coarse} /> }
}
