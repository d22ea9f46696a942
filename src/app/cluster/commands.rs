//! Commands on the jobs of a cluster, used by every component that changes them.

use super::gantt::visible_window::cluster_window;
use super::gantt::visible_window::{focus_job, show_window, zoom_window};
use crate::app::shell::commands::command::Entry;
use crate::app::shell::commands::study::{StudyCommands, step_of};
use crate::app::shell::context::Lab;
use crate::app::shell::notices::Cause;
use crate::app::shell::panel::compare::{OtherPolicy, Others};
use crate::app::shell::storage::work::{Standing, Work};
use crate::engine::batch::explain::step::events_around;
use crate::engine::batch::job::Job;
use crate::engine::batch::scheduler::{BatchPolicy, Scheduler};
use crate::engine::batch::workload::BatchSource;
use crate::engine::batch::{BatchScenario, bounds};
use crate::engine::convert::{SlotsWanted, slots_from_cluster};
use crate::engine::core::edits::RequestId;
use crate::engine::core::error::FieldPath;
use crate::engine::core::run::Recipe;
use crate::engine::core::steps::StepEvents;
use crate::engine::study::StudyKind;
use crate::engine::{Scenario, Study};
use crate::formats::link::{AxisUnit, Opened, View};
use crate::state::{
    Action, BatchEdit, Change, ClusterHandle, CompareAction, Edit, ScenarioEdit, ViewAction, cluster_batch_change, cluster_change,
    moved_job,
};
use std::sync::Arc;

/// A job where there is none to copy.
const NEW: Job = Job { user: 1, submitted: 0, estimate: 600, runtime: 600, nodes: 1, ..Job::SMALLEST };

impl Lab {
    /// The cluster as recorded.
    pub fn cluster(&self) -> Option<&BatchScenario> {
        self.model().cluster()
    }

    /// The selected job as it is now (a drag in progress included).
    pub fn selected_job(&self) -> Option<(RequestId, Job)> {
        let id = self.model().selected_cluster()?;
        Some((id, self.job(id)?))
    }

    /// A job as it is now.
    pub fn job(&self, id: RequestId) -> Option<Job> {
        let workload = &self.cluster()?.workload;
        if let Some(job) = self.model().drafted_cluster(id) {
            return Some(job);
        }
        match (workload.edits.0.get(&id), &workload.source) {
            (Some(change), _) => *change,
            (None, BatchSource::Jobs(list)) => list.get(id as usize).copied(),
            (None, _) => {
                let plan = &self.engine_state.plans.cluster.as_ref()?.plan;
                plan.jobs.row_of(id).map(|row| plan.jobs.row(row))
            }
        }
    }

    /// Makes a job this one, or adds it; `merge` joins it with the step before. Says why not if it is not allowed.
    pub fn set_job(&self, id: RequestId, job: Job, merge: bool) {
        let Some(cluster) = self.cluster() else { return };
        match job.check(cluster.nodes, &FieldPath::new("job")) {
            Ok(()) => self.act(Action::Edit(Edit::Set { change: cluster_change(cluster, id, Some(job)), merge })),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    /// Takes a job away.
    pub fn remove_job(&self, id: RequestId) {
        let Some(cluster) = self.cluster() else { return };
        self.act(Action::Edit(Edit::Remove(cluster_change(cluster, id, None))));
    }

    /// Changes all jobs that are picked together; `merge` joins it with the step before.
    pub fn change_marked_jobs(&self, edit: BatchEdit, merge: bool) {
        let Some(cluster) = self.cluster() else { return };
        let jobs: Vec<_> = self.model().marked.ids().filter_map(|id| Some((id, self.job(id)?))).collect();
        let change = cluster_batch_change(cluster, &jobs, edit);
        self.act(Action::Edit(match edit {
            BatchEdit::Remove => Edit::Remove(change),
            _ => Edit::Set { change, merge },
        }));
    }

    /// Selects a job.
    pub fn select_job(&self, selected: Option<RequestId>) {
        self.act(Action::View(ViewAction::Select(StudyKind::Cluster, selected)));
    }

    /// Moves a handle of the selected job by so many seconds or nodes; a key held down is one step.
    pub fn nudge_job(&self, handle: ClusterHandle, by: i64, is_repeat: bool) {
        let Some((id, job)) = self.selected_job() else { return };
        let Some(machine_nodes) = self.cluster().map(|cluster| cluster.nodes) else { return };
        let next = moved_job(job, handle, by, machine_nodes);
        if next != job {
            self.set_job(id, next, is_repeat);
        }
    }

    /// Adds a job like the selected one behind all others.
    pub fn add_job(&self) {
        let Some(cluster) = self.cluster() else { return };
        let like = self.selected_job().map_or(NEW, |(_, job)| job);
        let shown = self.engine_state.plans.cluster.as_ref();
        let submitted = shown.and_then(|shown| shown.plan.jobs.submitted.last().copied()).unwrap_or(0);
        // As logged, a job needs a start.
        let logged_start = (cluster.policy.scheduler == Scheduler::AsLogged).then_some(submitted);
        // A number that nobody has yet.
        let last = shown.and_then(|shown| shown.plan.jobs.user.iter().max().copied()).unwrap_or(0);
        let user = last.saturating_add(1).min(bounds::USER.max);
        self.set_job(
            cluster.workload.next_id(),
            Job { user, submitted, earliest_start: None, latest_start: None, first_node: None, logged_start, ..like },
            false,
        );
    }

    /// Other nodes, or another scheduler or workload; says why not if that is not allowed.
    pub fn change_cluster(&self, change: impl FnOnce(&mut BatchScenario)) {
        let Some(cluster) = self.cluster() else { return };
        let mut next = cluster.clone();
        change(&mut next);
        match next.check(&FieldPath::new("cluster")) {
            Ok(()) => {
                self.notices.settle(Cause::Changing);
                self.act(Action::Scenario(ScenarioEdit::Study(Box::new(Study::Cluster(next)), None)));
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    /// An option of the scheduler is being dragged: everything follows, and nothing is recorded before [`Lab::let_go`].
    pub fn draft_policy(&self, policy: BatchPolicy) {
        let is_new = self.model().effective().cluster().is_some_and(|cluster| cluster.policy != policy);
        if let Some(cluster) = self.cluster().filter(|_| is_new) {
            let study = BatchScenario { policy, ..cluster.clone() };
            self.act(Action::Edit(Edit::Draft(Change::of_policy(study.into()))));
        }
    }

    /// What is dragged is let go.
    pub fn let_go(&self) {
        if self.model().draft.is_some() {
            self.act(Action::Edit(Edit::Commit));
        }
    }

    pub(super) fn refuse(&self, why: &str) {
        self.notices.refuse(&why);
    }
}

/// What people call a scheduler.
pub fn scheduler_title(scheduler: Scheduler) -> &'static str {
    scheduler.title()
}

/// The schedulers that can decide here: as logged only where every job has a start in the log.
pub fn schedulers_of(cluster: &BatchScenario) -> Vec<Scheduler> {
    cluster.policies().into_iter().map(|(_, scenario)| scenario.policy.scheduler).collect()
}

/// Lets another scheduler decide.
pub fn set_scheduler(lab: &Lab, scheduler: Scheduler) {
    lab.change_cluster(|next| next.policy = BatchPolicy { scheduler, ..next.policy });
}

/// What can be chosen where a cluster is looked at: the scheduler.
pub fn cluster_choices(lab: &Lab) -> Vec<Entry> {
    let Some(cluster) = lab.cluster() else { return Vec::new() };
    let others = schedulers_of(cluster).into_iter().filter(|scheduler| *scheduler != cluster.policy.scheduler);
    let entry =
        |scheduler| Entry::new(format!("Scheduler: {}", scheduler_title(scheduler)), move |lab| set_scheduler(lab, scheduler));
    let dates = cluster.start.is_some().then(|| {
        let axis = |words, axis| Entry::new(words, move |lab: &Lab| lab.act(Action::View(ViewAction::Axis(axis))));
        [axis("Time axis: seconds", AxisUnit::Slots), axis("Time axis: dates", AxisUnit::Clock)]
    });
    let slots = Entry::new("Plan the same jobs in slots", plan_in_slots);
    let compared = others_of(lab).map(|others| others.choices()).unwrap_or_default();
    others.map(entry).chain(compared).chain(dates.into_iter().flatten()).chain([slots]).collect()
}

/// Compares the plan with that of another scheduler.
pub fn compare_with_scheduler(lab: &Lab, scheduler: Scheduler) {
    let Some(cluster) = lab.cluster() else { return };
    let other = BatchScenario { policy: BatchPolicy { scheduler, ..cluster.policy }, ..cluster.clone() };
    lab.compare(CompareAction::Policy(Arc::new(Study::from(other))));
}

/// What the plan can be compared with: other schedulers, and plans from before an edit.
pub fn others_of(lab: &Lab) -> Option<Others> {
    let cluster = lab.cluster()?;
    let model = lab.model();
    let compared = model.view.cluster.other.filter(|_| model.comparing.before.is_none());
    let others = schedulers_of(cluster)
        .into_iter()
        .filter(|scheduler| *scheduler != cluster.policy.scheduler || compared == Some(*scheduler));
    let policy =
        |scheduler: Scheduler| OtherPolicy { key: scheduler.name().to_string(), words: scheduler_title(scheduler).to_string() };
    let pick = |lab: &Lab, key: &str| {
        Scheduler::from_name(key).into_iter().for_each(|scheduler| compare_with_scheduler(lab, scheduler));
    };
    let compared = compared.map(|scheduler| scheduler.name().to_string());
    Some(Others::new(lab, StudyKind::Cluster, others.map(policy).collect(), compared, pick))
}

/// Makes a plan in slots of the same jobs, as work of its own; says why not if that is not possible.
pub fn plan_in_slots(lab: &Lab) {
    let Some(cluster) = lab.cluster() else { return };
    match slots_from_cluster(cluster, &SlotsWanted::default()) {
        Ok(slots) => {
            let title = lab.model().workspace.scenario(lab.model().view.panel).title;
            let scenario = Scenario::new(title.clone(), slots);
            let view = View::first(&scenario);
            let work = Work::new(Standing::Kept, format!("the jobs of “{title}”"), None);
            lab.begin_with(Opened { scenario, view, second: None }, work);
        }
        Err(error) => lab.refuse(&error.to_string()),
    }
}

/// A cluster, for the common commands.
pub static CLUSTER: ClusterCommands = ClusterCommands;

/// The part of the common commands that a cluster does.
pub struct ClusterCommands;

impl StudyCommands for ClusterCommands {
    fn kind(&self) -> StudyKind {
        StudyKind::Cluster
    }

    fn requests(&self, lab: &Lab) -> usize {
        lab.engine_state.plans.cluster.as_ref().map_or(0, |shown| shown.plan.jobs.len())
    }

    fn id_at(&self, lab: &Lab, row: usize) -> Option<RequestId> {
        lab.engine_state.plans.cluster.as_ref()?.plan.jobs.id.get(row).copied()
    }

    fn row_of(&self, lab: &Lab, id: RequestId) -> Option<usize> {
        lab.engine_state.plans.cluster.as_ref()?.plan.jobs.row_of(id)
    }

    fn name_at(&self, lab: &Lab, row: usize) -> Option<String> {
        let jobs = &lab.engine_state.plans.cluster.as_ref()?.plan.jobs;
        (row < jobs.len()).then(|| jobs.number(row).to_string())
    }

    fn row_named(&self, lab: &Lab, name: &str) -> Option<usize> {
        lab.engine_state.plans.cluster.as_ref()?.plan.jobs.row_called(name.trim().parse::<u32>().ok()?)
    }

    fn step_events(&self, lab: &Lab) -> StepEvents {
        let (Some(shown), Some(step)) = (&lab.engine_state.plans.cluster, step_of(lab, &CLUSTER)) else {
            return StepEvents::default();
        };
        let moved = events_around(&shown.plan.jobs, &shown.plan.decisions, step);
        StepEvents { moved, ..StepEvents::default() }
    }

    fn event_words(&self) -> &'static str {
        "job that waits or goes ahead"
    }

    fn add(&self, lab: &Lab) {
        lab.add_job();
    }

    fn remove(&self, lab: &Lab) {
        match lab.model().selected_cluster() {
            _ if !lab.model().marked.is_empty() => lab.change_marked_jobs(BatchEdit::Remove, false),
            Some(id) => lab.remove_job(id),
            None => {}
        }
    }

    fn nudge(&self, lab: &Lab, by: i64, is_repeat: bool) {
        if lab.model().marked.is_empty() {
            lab.nudge_job(ClusterHandle::Submitted, by, is_repeat);
        } else {
            lab.change_marked_jobs(BatchEdit::Shift(by), is_repeat);
        }
    }

    fn zoom(&self, lab: &Lab, factor: f64) {
        zoom_window(lab, None, factor, 0.0);
    }

    fn pan(&self, lab: &Lab, share: f64) {
        if let Some((from, to)) = cluster_window(lab) {
            zoom_window(lab, None, 1.0, share * (to - from));
        }
    }

    fn show_all(&self, lab: &Lab) {
        show_window(lab, None);
    }

    fn focus(&self, lab: &Lab) {
        focus_job(lab);
    }
}
