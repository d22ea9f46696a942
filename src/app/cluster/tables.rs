//! The charts as tables, and the figures of all schedulers.

use super::commands::{compare_with_scheduler, schedulers_of};
use crate::app::kit::tables::policies::PolicyTable;
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::use_lab;
use crate::app::shell::pointer::debounce::PartProps;
use crate::engine::batch::explain::lasting;
use crate::engine::batch::job::NEVER;
use crate::engine::batch::metrics::{by_nodes, wait};
use crate::engine::batch::run::compare::BATCH_FIGURES;
use crate::engine::study::StudyKind;
use crate::formats::link::Panel;
use crate::state::{Action, ClusterShown, CompareAction, ViewAction};
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// Rows of a table.
const ROWS_MAX: usize = 100;
/// Groups of jobs by nodes, about.
const GROUPS: u32 = 12;

/// The tables.
#[component]
pub fn ClusterTables(PartProps { lab, .. }: &PartProps) -> Html {
    let Some(shown) = &lab.engine_state.plans.cluster else { return Html::default() };
    html! {
        <div class="stack geometry-tables" id="cluster-tables">
            { search_table(shown) }
            { jobs_table(shown) }
            { nodes_table(shown) }
        </div>
    }
}

/// What the queue saw when the selected job was submitted, or what co-allocation tried for it.
fn search_table(shown: &ClusterShown) -> Html {
    let snapshot = &shown.snapshot;
    if !snapshot.profile.is_empty() {
        let rows = snapshot.profile.iter().take(ROWS_MAX).map(|&(at, free)| vec![format!("{at} s"), grouped(free.into())]);
        let caption =
            "Free nodes as the queue expected them when the selected job was submitted: running jobs end with their estimates";
        return html! {
            <details class="twin" id="profile-table">
                <summary>{ "What the queue expected when the job was submitted" }</summary>
                <Table label={caption} {caption} columns={Column::all(["From", "Free nodes"])}>{ text_rows(rows) }</Table>
            </details>
        };
    }
    if snapshot.attempts.is_empty() {
        return Html::default();
    }
    let rows = snapshot.attempts.iter().zip(1_u32..).take(ROWS_MAX).map(|(attempt, number)| {
        let window = attempt.window;
        vec![number.to_string(), format!("{} s", window.from), format!("{} s", window.to), attempt.quantum.to_string()]
    });
    let caption = "The starts that were tried for the selected job, first to last; the last one had enough servers";
    html! {
        <details class="twin" id="attempts-table">
            <summary>{ "The starts that were tried" }</summary>
            <Table label={caption} {caption} columns={Column::all(["Try", "Start", "End", "Quantum"])}>{ text_rows(rows) }</Table>
        </details>
    }
}

/// The jobs on their nodes.
fn jobs_table(shown: &ClusterShown) -> Html {
    let plan = &shown.plan;
    let (jobs, decisions) = (&plan.jobs, &plan.decisions);
    let rows = (0..jobs.len()).filter(|&row| decisions.start[row] != NEVER).take(ROWS_MAX).map(|row| {
        let nodes: Vec<String> = plan
            .nodes
            .of_row(row)
            .take(8)
            .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}–{last}") })
            .collect();
        vec![
            jobs.number(row).to_string(),
            format!("{} s", jobs.submitted[row]),
            format!("{} s", decisions.start[row]),
            format!("{} s", decisions.end[row]),
            lasting(wait(jobs, decisions, row)),
            grouped(jobs.nodes[row].into()),
            nodes.join(", "),
            decisions.how(row).name().to_string(),
        ]
    });
    let caption = format!("Jobs in order of arrival: {} of {}", jobs.len().min(ROWS_MAX), grouped(jobs.len() as u64));
    let heads = ["Job", "Submitted", "Start", "End", "Wait", "Nodes", "Which", "How it came to start"];
    html! {
        <details class="twin" id="jobs-table">
            <summary>{ "The jobs as a table" }</summary>
            <Table label={caption.clone()} id="jobs" {caption} columns={Column::all(heads)}>{ text_rows(rows) }</Table>
        </details>
    }
}

/// Waits by nodes: the spatial penalty.
fn nodes_table(shown: &ClusterShown) -> Html {
    let (Some(cluster), plan) = (shown.study.cluster(), &shown.plan) else { return Html::default() };
    let groups = by_nodes(&plan.jobs, &plan.decisions, cluster.nodes.div_ceil(GROUPS));
    let rows = groups.iter().map(|group| {
        vec![
            format!("{} to {}", grouped(u64::from(group.above) + 1), grouped(group.up_to.into())),
            grouped(group.jobs.into()),
            lasting(group.mean_wait.round() as u64),
            format!("{:.2}", group.mean_retries),
        ]
    });
    let caption = "Mean wait by nodes: the spatial penalty (Castillo 5.5)";
    let heads = ["Nodes", "Jobs", "Mean wait", "Mean retries"];
    html! {
        <details class="twin" id="nodes-table">
            <summary>{ "Waits by nodes" }</summary>
            <Table label={caption} {caption} columns={Column::all(heads)}>{ text_rows(rows) }</Table>
        </details>
    }
}

/// The figures of all schedulers on the same jobs.
#[component]
pub fn ClusterPolicies() -> Html {
    let lab = use_lab();
    let model = lab.model();
    let Some(cluster) = lab.cluster() else { return Html::default() };
    let schedulers = schedulers_of(cluster);
    let table = lab.engine_state.beside.get(&StudyKind::Cluster).and_then(|beside| beside.table.clone());
    let now = model.effective().get(Panel::Study(StudyKind::Cluster));
    let is_stale = table.as_ref().is_some_and(|(of, _)| now.is_none_or(|now| !Arc::ptr_eq(of, now)));
    let on_switch = {
        let lab = lab.clone();
        Callback::from(move |on: bool| {
            lab.act(Action::View(ViewAction::Compare(CompareAction::Table(StudyKind::Cluster, on))));
        })
    };
    let names = schedulers.iter().map(|scheduler| scheduler.title().to_string()).collect::<Vec<_>>();
    let own = schedulers.iter().position(|scheduler| *scheduler == cluster.policy.scheduler);
    let on_pick = {
        let (lab, schedulers) = (lab.clone(), schedulers.clone());
        Callback::from(move |at: usize| {
            if let Some(&scheduler) = schedulers.get(at) {
                compare_with_scheduler(&lab, scheduler);
            }
        })
    };
    html! {
        <PolicyTable id="schedulers" plural="schedulers" {names} figures={&BATCH_FIGURES[..]} rows={table.map(|(_, rows)| Rc::clone(&rows))}
            is_on={model.comparing.tables.contains(&StudyKind::Cluster)} {is_stale} {own} other={model.view.cluster.other.and_then(|other| schedulers.iter().position(|scheduler| *scheduler == other))} pick="Pick one to compare with it."
            {on_switch} {on_pick} />
    }
}
