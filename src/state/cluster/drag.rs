//! Dragging a job of a cluster with the pointer.

use super::edit::cluster_change;
use super::moved::{ClusterHandle, moved_job};
use crate::engine::batch::job::Job;
use crate::engine::core::edits::RequestId;
use crate::engine::study::StudyKind;
use crate::state::{Action, Change, Drag, Model, Reach, ViewAction};

/// A job of a cluster is dragged.
pub struct ClusterDrag {
    /// The job.
    pub id: RequestId,
    /// The job as it was.
    pub origin: Job,
    /// What is dragged.
    pub handle: ClusterHandle,
    /// Seconds that a CSS px to the right is worth, or nodes that one down is.
    pub per_px: f64,
}

impl Drag for ClusterDrag {
    fn change(&self, model: &Model, reach: Reach) -> Option<Change> {
        let cluster = model.cluster()?;
        let way = if self.handle.is_upright() { reach.way.1 } else { reach.way.0 };
        let job = moved_job(self.origin, self.handle, (way * self.per_px).round() as i64, cluster.nodes);
        (model.drafted_cluster(self.id) != Some(job)).then(|| cluster_change(cluster, self.id, Some(job)))
    }

    fn click(&self) -> Option<Action> {
        Some(Action::View(ViewAction::Select(StudyKind::Cluster, Some(self.id))))
    }
}

/// A job of a cluster is dragged among lengths and nodes.
pub struct FitsDrag {
    /// The job.
    pub id: RequestId,
    /// The job as it was.
    pub origin: Job,
    /// Seconds that a CSS px to the right is worth, and nodes that one up is.
    pub per_px: (f64, f64),
}

impl Drag for FitsDrag {
    fn change(&self, model: &Model, reach: Reach) -> Option<Change> {
        let cluster = model.cluster()?;
        let moved = |job, handle, by: f64| moved_job(job, handle, by.round() as i64, cluster.nodes);
        let longer = moved(self.origin, ClusterHandle::Estimate, reach.way.0 * self.per_px.0);
        let job = moved(longer, ClusterHandle::Nodes, -reach.way.1 * self.per_px.1);
        (model.drafted_cluster(self.id) != Some(job)).then(|| cluster_change(cluster, self.id, Some(job)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::TimeScale;
    use crate::state::Example;

    #[test]
    fn a_pointer_drags_a_job() {
        let model = Model::new(Example::find("backfilling").unwrap().open());
        let origin = model.cluster().unwrap().workload.arrivals(10).unwrap().row(3);
        let drag = ClusterDrag { id: 3, origin, handle: ClusterHandle::Submitted, per_px: 0.5 };
        let reach = |x: f64| Reach { way: (x, 99.0), x: 0.0, scale: TimeScale::new(0.0, 1.0, 100.0) };
        let change = drag.change(&model, reach(9.0)).unwrap();
        let moved = change.study.cluster().unwrap().workload.edits.0[&3];
        assert_eq!(moved, Some(moved_job(origin, ClusterHandle::Submitted, 5, 10)));
        let lower = ClusterDrag { handle: ClusterHandle::Nodes, per_px: 0.1, ..drag };
        let wider = lower.change(&model, Reach { way: (99.0, 20.0), ..reach(0.0) }).unwrap();
        assert_eq!(wider.study.cluster().unwrap().workload.edits.0[&3], Some(Job { nodes: origin.nodes + 2, ..origin }));
        let dragged = model.reduce(Action::Edit(crate::state::Edit::Draft(change)));
        assert_eq!(drag.change(&dragged, reach(9.2)), None, "less than a second further");
        let among = FitsDrag { id: 3, origin, per_px: (2.0, 0.1) };
        let larger = among.change(&model, Reach { way: (5.0, -10.0), ..reach(0.0) }).unwrap();
        let job = larger.study.cluster().unwrap().workload.edits.0[&3].unwrap();
        assert_eq!((job.estimate, job.nodes), (origin.estimate + 10, origin.nodes + 1));
        let clicked = drag.click().map(|action| model.reduce(action));
        assert_eq!(clicked.unwrap().selected_cluster(), Some(3));
    }
}
