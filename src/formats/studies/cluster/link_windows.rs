//! The part of the wire format of a cluster that tells the latest starts of reservations and how they are decided: from form 8 of version 3 of links on.
//! Fields are identified by their order: do not reorder, remove or change anything.

use super::link_users::listed;
use crate::link_parts::{ByNumber, bounded, numbered};
use bookahead_engine::batch::BatchScenario;
use bookahead_engine::batch::job::Job;
use bookahead_engine::batch::reservations::ReservationRule;
use bookahead_engine::batch::workload::BatchSource;
use bookahead_engine::batch::workload::generator::LublinWorkload;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

numbered! {
    ReservationRule { FirstFit = 0, Rigid = 1, Osp = 2 }
}

/// The latest starts of reservations, and how they are decided, from form 8 on.
#[derive(Serialize, Deserialize)]
pub(super) struct WireWindows {
    rule: ByNumber<ReservationRule>,
    /// Of each job of the list, then of each one that an edit has: how long after the earliest start the latest one lies. Empty if none has one.
    #[serde(deserialize_with = "bounded")]
    windows: Vec<Option<u32>>,
    /// Of drawn jobs: how far ahead they ask, and the window, if either is not as usual.
    drawn: Option<(u32, Option<u32>)>,
}

impl WireWindows {
    /// `None` if there is nothing of all that.
    pub(super) fn of(cluster: &BatchScenario) -> Option<Self> {
        let rule = cluster.policy.reservations;
        let window = |job: &Job| Some(job.latest_start?.saturating_sub(job.earliest_start?));
        let has_windows = listed(cluster).any(|job| job.latest_start.is_some());
        let usual = LublinWorkload::default();
        let drawn = match &cluster.workload.source {
            BatchSource::Lublin(lublin) if (lublin.ahead, lublin.window) != (usual.ahead, usual.window) => {
                Some((lublin.ahead, lublin.window))
            }
            _ => None,
        };
        if rule == ReservationRule::default() && !has_windows && drawn.is_none() {
            return None;
        }
        let windows = if has_windows { listed(cluster).map(window).collect() } else { Vec::new() };
        Some(Self { rule: ByNumber(rule), windows, drawn })
    }

    /// A cluster with them; `None` if they cannot be of its jobs.
    pub(super) fn give(self, mut cluster: BatchScenario) -> Option<BatchScenario> {
        if !self.windows.is_empty() && self.windows.len() != listed(&cluster).count() {
            return None;
        }
        let (mut windows, mut are_starts) = (self.windows.into_iter(), true);
        let mut give = |job: &mut Job| {
            let Some(window) = windows.next().flatten() else { return };
            job.latest_start = job.earliest_start.and_then(|earliest| earliest.checked_add(window));
            are_starts &= job.latest_start.is_some();
        };
        match &mut cluster.workload.source {
            BatchSource::Jobs(list) => Arc::make_mut(list).iter_mut().for_each(&mut give),
            BatchSource::Lublin(lublin) => (lublin.ahead, lublin.window) = self.drawn.unwrap_or((lublin.ahead, lublin.window)),
        }
        Arc::make_mut(&mut cluster.workload.edits.0).values_mut().flatten().for_each(&mut give);
        let is_of_list = matches!(cluster.workload.source, BatchSource::Jobs(_));
        if !are_starts || (is_of_list && self.drawn.is_some()) {
            return None;
        }
        cluster.policy.reservations = self.rule.0;
        Some(cluster)
    }
}
