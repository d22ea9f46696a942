//! How changes by hand become another study of a cluster, and what a drag in progress makes of it.

use super::moved::{ClusterHandle, moved_job};
use crate::engine::Study;
use crate::engine::batch::bounds;
use crate::engine::batch::cost::CostAsked;
use crate::engine::batch::cost::map::{MapAsked, MapAxis};
use crate::engine::batch::forecast::WhenAsked;
use crate::engine::batch::job::{Job, Time};
use crate::engine::batch::{BatchQuery, BatchScenario};
use crate::engine::core::edits::RequestId;
use crate::engine::study::StudyKind;
use crate::formats::link::{ClusterView, ForecastView, Panel, ReserveView};
use crate::state::{BatchEdit, Change, Draft, Item, Model, Subject, Workspace};

/// Draws of a forecast on the page.
const DRAWS: u32 = 300;
/// Columns and rows of a map, at most.
const MAP_CELLS: (u32, u32) = (60, 40);
/// Shortest stretch of time of a map, in seconds.
const MAP_LEAST: Time = 3_600;
/// Longest one of a machine that is running: a job without a limit would make it a year.
const MAP_MOST: Time = 14 * 86_400;

/// The stretch of time of a map, `most` at most, of a plan that ends after so many seconds: a little longer, and the same for plans that end at about the same time, so that an
/// edit seldom changes the axis.
fn map_span(seconds: Time, most: Time) -> Time {
    let seconds = seconds.clamp(MAP_LEAST, most);
    let unit = seconds.next_power_of_two() / 8;
    (seconds / unit + 1) * unit
}

/// A job becomes another one, is added, or goes away (`None`).
pub fn cluster_change(cluster: &BatchScenario, id: RequestId, job: Option<Job>) -> Change {
    let workload = cluster.workload.with_edit(id, job);
    let subject = Subject { kind: StudyKind::Cluster, item: Item::Request(id) };
    Change { subject, study: Study::Cluster(BatchScenario { workload, ..cluster.clone() }) }
}

/// Jobs are added, all in one step.
pub fn cluster_additions(cluster: &BatchScenario, jobs: &[Job]) -> Change {
    let subject = Subject { kind: StudyKind::Cluster, item: Item::Request(cluster.workload.next_id()) };
    Change { subject, study: Study::Cluster(BatchScenario { workload: cluster.workload.with_added(jobs), ..cluster.clone() }) }
}

/// Several jobs are moved or go away. Jobs of a queue have no deadline that could be relaxed.
pub fn cluster_batch_change(cluster: &BatchScenario, jobs: &[(RequestId, Job)], edit: BatchEdit) -> Change {
    let mut workload = cluster.workload.clone();
    for &(id, job) in jobs {
        match edit {
            BatchEdit::Shift(by) => {
                workload = workload.with_edit(id, Some(moved_job(job, ClusterHandle::Submitted, by, cluster.nodes)))
            }
            BatchEdit::Remove => workload = workload.with_edit(id, None),
            BatchEdit::Relax(_) => {}
        }
    }
    let subject = Subject { kind: StudyKind::Cluster, item: Item::Marked };
    Change { subject, study: Study::Cluster(BatchScenario { workload, ..cluster.clone() }) }
}

impl Workspace {
    /// The cluster, if it is open.
    pub fn cluster(&self) -> Option<&BatchScenario> {
        self.get(Panel::Study(StudyKind::Cluster))?.cluster()
    }
}

impl Model {
    /// The cluster as last recorded.
    pub fn cluster(&self) -> Option<&BatchScenario> {
        self.workspace.cluster()
    }

    /// What is to be seen of the cluster beside its plan, which ends at a moment.
    pub fn cluster_query(&self, end: Time) -> BatchQuery {
        let ClusterView { attempt, range, .. } = self.view.cluster;
        let selected = self.selected_cluster();
        let when = self.forecast_view().zip(selected).map(|(ForecastView { within, seed, run_times }, job)| WhenAsked {
            job,
            draws: DRAWS,
            seed,
            run_times,
            within,
        });
        BatchQuery { selected, attempt, range, when, cost: self.cost_asked(end) }
    }

    /// What is asked about the start of the selected job: of a machine that is running always.
    pub fn forecast_view(&self) -> Option<ForecastView> {
        let has_now = self.cluster()?.now.is_some();
        self.view.cluster.forecast.or_else(|| has_now.then(ForecastView::default))
    }

    /// What is asked about a reservation in the range: of a machine that is running also what others would cost.
    pub fn reserve_view(&self) -> ReserveView {
        let has_map = self.cluster().is_some_and(|cluster| cluster.now.is_some());
        let view = self.view.cluster.reserve.unwrap_or(ReserveView { has_map, ..ReserveView::default() });
        // A range that has moved behind the latest start is not flexible.
        let from = self.view.cluster.range.map_or(0, |(from, _)| from);
        ReserveView { latest: view.latest.filter(|latest| u64::from(*latest) > from), ..view }
    }

    /// The question about the reservation in the range.
    fn cost_asked(&self, end: Time) -> Option<CostAsked> {
        let (from, to) = self.view.cluster.range?;
        let cluster = self.cluster()?;
        let ReserveView { nodes, measure, axis, has_map, latest } = self.reserve_view();
        let second = |at: Time| at.min(bounds::TIME.max.into()) as u32;
        let map = has_map.then(|| {
            let from = cluster.now.unwrap_or(0);
            let most = if cluster.now.is_some() { MAP_MOST } else { bounds::TIME.max.into() };
            let span = map_span(end.saturating_sub(from.into()), most);
            let most = if axis == MapAxis::Nodes { cluster.nodes } else { second(span / 2) };
            let to = second(Time::from(from) + span);
            MapAsked { from, to, columns: MAP_CELLS.0, rows: MAP_CELLS.1.min(most), axis, most, near: None }
        });
        let (start, seconds, nodes) = (second(from), second(to - from), nodes.min(cluster.nodes));
        Some(CostAsked { start, latest: latest.map(|latest| second(latest.into())), seconds, nodes, announced: None, measure, map })
    }

    /// The selected job of the cluster.
    pub fn selected_cluster(&self) -> Option<RequestId> {
        self.cluster()?;
        self.view.cluster.selected
    }

    /// A job as the drag in progress would make it; `None` if it is not being dragged.
    pub fn drafted_cluster(&self, id: RequestId) -> Option<Job> {
        let of = Subject { kind: StudyKind::Cluster, item: Item::Request(id) };
        let Draft { workspace, .. } = self.draft.as_ref().filter(|draft| draft.subject == of)?;
        *workspace.cluster()?.workload.edits.0.get(&id)?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{Action, Edit, Example, HistoryAction};

    #[test]
    fn a_drag_is_one_step_and_can_be_taken_back() {
        let start = Model::new(Example::find("backfilling").unwrap().open());
        let job = start.cluster().unwrap().workload.arrivals(10).unwrap().row(3);
        let drag = |model: &Model, by| {
            let job = moved_job(job, ClusterHandle::Submitted, by, 10);
            model.reduce(Action::Edit(Edit::Draft(cluster_change(model.cluster().unwrap(), 3, Some(job)))))
        };
        let dragged = drag(&drag(&start, 3), 7);
        assert_eq!(dragged.drafted_cluster(3), Some(Job { submitted: 9, ..job }));
        assert!(!dragged.can_undo());
        assert_eq!(dragged.reduce(Action::Edit(Edit::Cancel)).effective(), start.effective());
        let done = dragged.reduce(Action::Edit(Edit::Commit));
        assert_eq!(done.cluster().unwrap().workload.edits.0.get(&3), Some(&Some(Job { submitted: 9, ..job })));
        assert_eq!(done.reduce(Action::History(HistoryAction::Undo)).workspace, start.workspace);
    }

    #[test]
    fn several_jobs_move_and_go_together() {
        let start = Model::new(Example::find("backfilling").unwrap().open());
        let cluster = start.cluster().unwrap();
        let jobs = cluster.workload.arrivals(10).unwrap();
        let both = [(1, jobs.row(1)), (2, jobs.row(2))];
        let left = |edit| {
            let Study::Cluster(next) = cluster_batch_change(cluster, &both, edit).study else { panic!("a cluster") };
            next.workload.arrivals(10).unwrap()
        };
        assert_eq!(left(BatchEdit::Shift(4)).submitted, [0, 2, 5, 5]);
        assert_eq!(left(BatchEdit::Remove).id, [0, 3]);
    }
}
