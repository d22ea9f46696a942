//! The stretch of time that is seen of a cluster, in seconds.

use crate::app::shell::context::Lab;
use crate::chart::cluster::figures;
use crate::chart::planes::plane::zoomed;
use crate::engine::study::StudyKind;
use crate::formats::link::{ClusterView, TimeWindow};
use crate::state::{Action, ClusterShown, Shown, ViewAction};

/// Least and greatest second that can be looked at.
const WITHIN: (f64, f64) = (-1e9, 8e9);
/// Shortest stretch, in seconds.
const LEAST: f64 = 5.0;

/// All of a plan with a little around it.
pub fn whole_window(shown: &ClusterShown) -> (f64, f64) {
    figures::whole_window(&shown.plan)
}

/// The stretch on screen; all of the plan if nothing else was asked for.
pub fn cluster_window(lab: &Lab) -> Option<(f64, f64)> {
    match lab.model().view.cluster.time {
        Some(TimeWindow { first, slots }) => Some((first, first + slots)),
        None => {
            let own = lab.engine_state.plans.cluster.as_deref().map(whole_window)?;
            // Two plans have room in one window.
            let beside = lab.engine_state.beside.get(&StudyKind::Cluster).filter(|_| lab.model().is_comparing(StudyKind::Cluster));
            match beside.and_then(|beside| beside.other.as_ref()) {
                Some(Shown::Cluster(other)) => {
                    let (from, to) = whole_window(other);
                    Some((own.0.min(from), own.1.max(to)))
                }
                _ => Some(own),
            }
        }
    }
}

/// Shows a stretch; all of the plan for `None`.
pub fn show_window(lab: &Lab, window: Option<(f64, f64)>) {
    let within = |(from, to): (f64, f64)| zoomed((from, to), from, 1.0, 0.0, WITHIN, LEAST);
    let time = window.map(within).map(|(from, to)| TimeWindow { first: from, slots: to - from });
    lab.act(Action::View(ViewAction::Cluster(ClusterView { time, ..lab.model().view.cluster })));
}

/// Zooms about a moment, or about the middle, and moves by so many seconds.
pub fn zoom_window(lab: &Lab, about: Option<f64>, factor: f64, by: f64) {
    if let Some((from, to)) = cluster_window(lab) {
        show_window(lab, Some(zoomed((from, to), about.unwrap_or((from + to) / 2.0), factor, by, WITHIN, LEAST)));
    }
}

/// Shows the selected job from its submission to its end with as much again on either side.
pub fn focus_job(lab: &Lab) {
    let (Some(id), Some(shown)) = (lab.model().selected_cluster(), lab.engine_state.plans.cluster.as_ref()) else { return };
    let Some(row) = shown.plan.jobs.row_of(id).filter(|&row| shown.plan.decisions.is_decided(row)) else { return };
    let (from, to) = (f64::from(shown.plan.jobs.submitted[row]), shown.plan.decisions.end[row] as f64);
    let half = ((to - from) / 2.0).max(LEAST);
    show_window(lab, Some((from - half, to + half)));
}
