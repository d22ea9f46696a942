//! The rules of the queue beside its scheduler: limits per user, and what orders the jobs.

use super::policy_option::PolicyOption;
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::text::format::counted;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::{Choice, select};
use crate::engine::batch::job::{Job, NONE};
use crate::engine::batch::limits::least_nodes;
use crate::engine::batch::priority::PriorityWeights;
use crate::engine::batch::scheduler::{BatchPolicy, Scheduler};
use crate::engine::batch::{BatchScenario, bounds};
use crate::engine::core::bounds::Bound;
use yew::prelude::*;

/// Limits per user and the order, where a queue decides.
pub fn queue_form(lab: &Lab) -> Html {
    // As a drag makes them.
    let Some(cluster) = lab.model().effective().cluster().filter(|cluster| cluster.policy.scheduler.is_queue()) else {
        return Html::default();
    };
    html! {
        <section class="machine-form idle-workload queue-form">
            <h2>{ "Queue" }</h2>
            { owner_field(lab) }
            { limits(lab, cluster) }
            if cluster.policy.scheduler != Scheduler::Conservative {
                { order_fields(lab, cluster.policy.priority) }
            }
        </section>
    }
}

/// Whose the selected job is: limits per user count by it.
fn owner_field(lab: &Lab) -> Html {
    let Some((id, job)) = lab.selected_job() else { return Html::default() };
    let onchange = {
        let lab = lab.clone();
        Callback::from(move |value: u32| {
            lab.set_job(id, Job { owner: Some(value).filter(|value| *value != NONE), ..job }, false);
        })
    };
    let (value, none) = (job.owner.unwrap_or(NONE), Some((NONE, "nobody")));
    html! { <NumberField<u32> id="job-owner" label="Owner of the selected job" {value} bound={bounds::OWNER} {onchange} {none} /> }
}

/// What the running jobs of each user may come to. No limit is the upper end: all jobs, all nodes.
fn limits(lab: &Lab, cluster: &BatchScenario) -> Html {
    let Some(jobs) = lab.engine_state.plans.cluster.as_ref().map(|shown| &shown.plan.jobs) else { return Html::default() };
    let limits = cluster.policy.limits;
    if !limits.is_any() && jobs.owner.iter().all(|owner| *owner == NONE) {
        return html! { <p class="hint">{ "Limits per user need jobs with an owner. Logs and snapshots have them." }</p> };
    }
    let count = u32::try_from(jobs.len()).unwrap_or(u32::MAX).clamp(2, bounds::USER_JOBS.max);
    let (all_jobs, all_nodes) = (bounds::USER_JOBS.up_to(count), bounds::USER_NODES.up_to(cluster.nodes).from(least_nodes(jobs)));
    let option = |id: &'static str, label: &'static str, limit: Option<u32>, bound: Bound, one: &str, many: &str| {
        let value = limit.unwrap_or(bound.max);
        let words = counted(value.into(), one, many);
        PolicyOption { lab, id, label, value, bound, words, coarse: 10, none: None }.or_no_limit()
    };
    let below = |value: u32, bound: Bound| Some(value).filter(|value| *value < bound.max);
    html! {
        <div role="group" aria-label="Limits per user">
            { option("limit-jobs", "Running jobs per user", limits.jobs, all_jobs, "job", "jobs").dragged(move |policy, value| policy.limits.jobs = below(value, all_jobs)) }
            if all_nodes.min < all_nodes.max {
                { option("limit-nodes", "Nodes per user", limits.nodes, all_nodes, "node", "nodes").dragged(move |policy, value| policy.limits.nodes = below(value, all_nodes)) }
            } else {
                <p class="hint">{ "Nodes per user cannot be limited: a job needs all nodes." }</p>
            }
        </div>
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
    let weight =
        |id: &'static str, label: &'static str, value: u32, bound: Bound, coarse: u64, set: fn(&mut PriorityWeights, u32)| {
            let option = PolicyOption { lab, id, label, value, bound, words: String::new(), coarse, none: None };
            option.typed(move |policy: &mut BatchPolicy, value| policy.priority.iter_mut().for_each(|weights| set(weights, value)))
        };
    html! {
        <div role="group" aria-label="Order of the queue">
            <div class="field"><label for="queue-order">{ "Order" }</label>{ select("queue-order", choices, priority, on_order) }</div>
            if let Some(weights) = priority {
                { weight("weight-age", "Weight of age", weights.age, bounds::WEIGHT, 100, |weights, value| weights.age = value) }
                { weight("weight-size", "Weight of size", weights.size, bounds::WEIGHT, 100, |weights, value| weights.size = value) }
                { weight("weight-max-age", "Full age, s", weights.max_age, bounds::LENGTH, 3_600, |weights, value| weights.max_age = value) }
            }
        </div>
    }
}
