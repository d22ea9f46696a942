//! The right column for a cluster: the selected job and how it fared, the machine, and where the jobs come from.

use super::ahead::forecast::ForecastPanel;
use super::commands::CLUSTER;
use super::forms::jobs::{jobs_form, machine_form};
use super::forms::queue::queue_form;
use super::forms::reservations::{offers_part, rule_form};
use super::range_search::range_part;
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::text::format::counted;
use crate::app::shell::commands::study::remove_and_go_on;
use crate::app::shell::context::{Lab, Newest};
use crate::app::shell::panel::check_plan::CheckPlan;
use crate::app::shell::panel::form_parts::{none_selected, on_click};
use crate::app::shell::panel::verdict_card::verdict_card;
use crate::engine::batch::booking::stretch_words;
use crate::engine::batch::bounds;
use crate::engine::batch::explain::batch_verdict;
use crate::engine::batch::explain::named::who_had_them;
use crate::engine::batch::job::{Job, NONE};
use crate::engine::batch::scheduler::Scheduler;
use crate::engine::batch::{BatchPlan, BatchScenario};
use crate::engine::core::bounds::Bound;
use crate::engine::core::edits::RequestId;
use crate::engine::core::verdict::Verdict;
use crate::engine::study::StudyKind;
use crate::state::{Action, BatchEdit, Marked, ViewAction, submitted_at};
use yew::prelude::*;

/// The column at the right.
pub fn cluster_inspector(lab: &Lab) -> Html {
    let Some(cluster) = lab.cluster() else {
        return html! { <aside class="inspector" aria-label="Inspector" /> };
    };
    html! {
        <aside class="inspector idle cluster" aria-label="Inspector">
            { range_part(lab) }
            { marked_jobs(lab) }
            if cluster.now.is_some() { <ForecastPanel /> }
            { job_form(lab, cluster) }
            { verdict_of(lab).map(|verdict| verdict_card("cluster-verdict", "What became of it", verdict)).unwrap_or_default() }
            { offers_part(lab) }
            if cluster.now.is_none() { <ForecastPanel /> }
            <CheckPlan lab={Newest::of(lab)} />
            { machine_form(lab, cluster) }
            { queue_form(lab) }
            { rule_form(lab, cluster) }
            { jobs_form(lab, cluster) }
        </aside>
    }
}

/// What became of the selected job, in a line.
pub fn spoken_wait(lab: &Lab) -> Option<String> {
    Some(verdict_of(lab)?.in_brief())
}

/// Why the selected job starts when it does.
fn verdict_of(lab: &Lab) -> Option<Verdict> {
    let shown = lab.engine_state.plans.cluster.as_ref()?;
    let row = shown.plan.jobs.row_of(lab.model().selected_cluster()?)?;
    let (BatchPlan { jobs, decisions, nodes, .. }, policy) = (&*shown.plan, shown.study.cluster()?.policy);
    let mut verdict = batch_verdict(jobs, decisions, policy, row);
    verdict.sentences.extend(who_had_them(jobs, decisions, nodes, policy, row));
    Some(verdict)
}

/// What can be done to several jobs picked together.
fn marked_jobs(lab: &Lab) -> Html {
    let count = lab.model().marked.len();
    if lab.model().marked.is_empty() {
        return Html::default();
    }
    let only_one = on_click(lab, |lab| {
        lab.act(Action::View(ViewAction::Mark(StudyKind::Cluster, lab.model().selected_cluster(), Marked::default())));
    });
    html! {
        <section class="selected-requests" aria-label="Selected jobs">
            <h2>{ format!("{} selected", counted(count as u64, "job", "jobs")) }</h2>
            <p class="hint">{ "The arrow keys move them together." }</p>
            <div class="group">
                <button type="button" id="marked-remove" onclick={on_click(lab, |lab| lab.change_marked_jobs(BatchEdit::Remove, false))}>{ "Remove them" }</button>
                <button type="button" id="marked-only-one" class="quiet" onclick={only_one}>{ "Select one alone" }</button>
            </div>
        </section>
    }
}

fn job_form(lab: &Lab, cluster: &BatchScenario) -> Html {
    let Some((id, job)) = lab.selected_job() else {
        return none_selected("No job selected", "Pick one in the list or on the nodes.");
    };
    let shown = lab.engine_state.plans.cluster.as_ref();
    // A job that was added just now is not in the plan yet.
    let number =
        shown.and_then(|shown| shown.plan.jobs.row_of(id).map(|row| shown.plan.jobs.number(row))).unwrap_or(id.saturating_add(1));
    let name = shown.and_then(|shown| cluster.names.as_ref()?.words(&shown.plan.jobs, shown.plan.jobs.row_of(id)?));
    let field = JobField { lab, id, job };
    let last = job.earliest_start.unwrap_or(bounds::TIME.max);
    html! {
        <section class="request-form">
            <h2>{ format!("Job {number}") }<span>{ ": in seconds" }</span></h2>
            if let Some(name) = name { <p class="hint" id="job-name">{ name }</p> }
            { field.of("submitted", "Submitted at", job.submitted, bounds::TIME.up_to(last), submitted_at) }
            { field.of("nodes", "Nodes", job.nodes, bounds::NODES.up_to(cluster.nodes - job.first_node.unwrap_or(0)), |job, value| Job { nodes: value, ..job }) }
            { field.of("estimate", "Estimate", job.estimate, bounds::LENGTH, |job, value| Job { estimate: value, ..job }) }
            { field.of("runtime", "Run time", job.runtime, bounds::LENGTH, |job, value| Job { runtime: value, ..job }) }
            { earliest_start(&field) }
            { first_node(&field, cluster) }
            <div class="group">
                <button type="button" id="remove-job" class="quiet" title="Remove this job (Delete)" onclick={on_click(lab, |lab| remove_and_go_on(lab, &CLUSTER))}>{ "Remove job" }</button>
            </div>
        </section>
    }
}

/// Numbers of a job that can be typed.
struct JobField<'a> {
    lab: &'a Lab,
    id: RequestId,
    job: Job,
}

impl JobField<'_> {
    fn of(&self, key: &'static str, label: &'static str, value: u32, bound: Bound, set: fn(Job, u32) -> Job) -> Html {
        let (lab, id, job) = (self.lab.clone(), self.id, self.job);
        let onchange = Callback::from(move |value: u32| lab.set_job(id, set(job, value), false));
        html! { <NumberField<u32> id={format!("job-{key}")} {label} {value} {bound} {onchange} coarse={60} /> }
    }
}

/// The latest start that the job can use; without one it is never refused.
fn latest_start(field: &JobField<'_>, earliest: u32) -> Html {
    let (lab, id, job) = (field.lab.clone(), field.id, field.job);
    let onchange = Callback::from(move |value: u32| {
        lab.set_job(id, Job { latest_start: Some(value).filter(|value| *value != NONE), ..job }, false);
    });
    let (value, none) = (job.latest_start.unwrap_or(NONE), Some((NONE, "any")));
    html! { <NumberField<u32> id="job-latest-start" label="Latest start" {value} bound={bounds::TIME.from(earliest)} {onchange} coarse={60} {none} /> }
}

/// The first of the nodes that a reservation names, if it names any.
fn first_node(field: &JobField<'_>, cluster: &BatchScenario) -> Html {
    let (lab, id, job) = (field.lab.clone(), field.id, field.job);
    if job.earliest_start.is_none() && job.first_node.is_none() {
        return Html::default();
    }
    let onchange = Callback::from(move |value: u32| {
        lab.set_job(id, Job { first_node: Some(value).filter(|value| *value != NONE), ..job }, false);
    });
    let (value, none) = (job.first_node.unwrap_or(NONE), Some((NONE, "any")));
    let bound = bounds::FIRST_NODE.up_to(cluster.nodes.saturating_sub(job.nodes));
    let hint = match (job.first_node, cluster.policy.scheduler) {
        (None, _) => None,
        (Some(first), Scheduler::CoAllocation) => {
            Some(format!("It gets {}, and no others.", stretch_words((first, first + job.nodes - 1))))
        }
        _ => Some("This scheduler counts nodes and names none: the job gets any.".to_string()),
    };
    html! {
        <>
            <NumberField<u32> id="job-first-node" label="First node" {value} {bound} {onchange} coarse={8} {none} />
            if let Some(hint) = hint { <p class="hint" id="job-first-node-hint">{ hint }</p> }
        </>
    }
}

/// The start that the job asks for, and a button that makes it ask for one or none.
fn earliest_start(field: &JobField<'_>) -> Html {
    let (id, job) = (field.id, field.job);
    let set = |earliest_start: Option<u32>| {
        on_click(field.lab, move |lab| lab.set_job(id, Job { earliest_start, latest_start: None, ..job }, false))
    };
    match job.earliest_start {
        Some(start) => html! {
            <>
                { field.of("earliest-start", "Start asked for", start, bounds::TIME.from(job.submitted), |job, value| {
                    Job { earliest_start: Some(value), latest_start: job.latest_start.map(|latest| latest.max(value)), ..job }
                }) }
                { latest_start(field, start) }
                <div class="group"><button type="button" id="job-any-start" class="quiet" onclick={set(None)}>{ "Ask for no start" }</button></div>
            </>
        },
        None => html! {
            <div class="group">
                <button type="button" id="job-ask-start" class="quiet" title="The job becomes an advance reservation" onclick={set(Some(job.submitted))}>{ "Ask for a start" }</button>
            </div>
        },
    }
}
