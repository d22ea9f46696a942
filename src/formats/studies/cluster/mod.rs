//! A cluster: files, links and plans.

mod ahead;
mod draw;
pub(super) mod edit;
mod file;
mod import;
mod link;
mod link_columns;
mod link_named;
mod link_names;
mod link_offers;
mod link_users;
mod link_windows;
mod log_input;
mod plan;
mod ranges;

pub use ahead::{write_cost, write_cost_csv, write_forecast, write_forecast_csv};
pub use draw::draw_cluster;
pub use import::{ClusterImportError, ClusterOptions, ClusterReport, to_cluster};
pub use log_input::{LogChoices, log_input};
pub use plan::ClusterPlanReport;
pub(super) use plan::figures;

use super::system::System;
use crate::link_parts::{ClusterView, View, check_selected, check_step};
use crate::plan_rows::{Held, Machine, TakenJob};
use bookahead_engine::batch::bounds;
use bookahead_engine::batch::check::verify_cluster;
use bookahead_engine::batch::job::NEVER;
use bookahead_engine::batch::{BatchOutcome, BatchScenario};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::verification::Verification;
use std::borrow::Cow;
use std::io;

/// How far the time on screen may reach, in seconds.
const VIEW_SECONDS_MAX: f64 = 1e16;

/// A cluster.
pub(super) struct Cluster;

impl System for Cluster {
    type Outcome = BatchOutcome;
    type File = file::WireFile;

    fn check_view(view: &View, place: &FieldPath) -> Result<(), ScenarioError> {
        let (ClusterView { selected, time, range, step, reserve, .. }, place) = (view.cluster, place.field("cluster"));
        if let Some((from, to)) = range.filter(|(from, to)| from >= to || *to as f64 > VIEW_SECONDS_MAX) {
            let allowed = format!("a stretch that ends after it begins, by second {VIEW_SECONDS_MAX} at the latest");
            return Err(ScenarioError::new(place.field("range"), format!("{from} to {to}"), allowed));
        }
        if let Some(nodes) = reserve.map(|reserve| reserve.nodes).filter(|nodes| !bounds::NODES.holds(*nodes)) {
            return Err(ScenarioError::out_of_range(place.field("reserve"), nodes, bounds::NODES));
        }
        time.map_or(Ok(()), |time| time.check(&place.field("time"), VIEW_SECONDS_MAX))?;
        check_step(step, &place.field("step"))?;
        check_selected(selected, &place.field("selected"))
    }

    fn fold_view(cluster: &BatchScenario, view: &mut View) {
        view.cluster.selected = view.cluster.selected.and_then(|id| cluster.workload.folded_id(id));
    }

    fn run(cluster: &BatchScenario) -> Result<BatchOutcome, ScenarioError> {
        cluster.run()
    }

    fn machine(cluster: &BatchScenario) -> Machine {
        Machine { prefix: "n", nodes: cluster.nodes, seconds: 1, unit: "second" }
    }

    fn for_each_job(
        _: &BatchScenario,
        outcome: &BatchOutcome,
        found: &mut dyn FnMut(TakenJob<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let BatchOutcome { jobs, decisions, nodes, .. } = outcome;
        (0..jobs.len()).try_for_each(|row| {
            let (start, end) = (decisions.start[row], decisions.end[row]);
            let nodes_of = || nodes.of_row(row).flat_map(|(first, last)| first..=last).collect();
            let held = if start == NEVER { Vec::new() } else { vec![Held { start, end, nodes: Cow::Owned(nodes_of()) }] };
            found(TakenJob {
                name: jobs.number(row).to_string(),
                submitted: u64::from(jobs.submitted[row]),
                nodes: jobs.nodes[row],
                duration: u64::from(jobs.runtime[row]),
                held,
                moved_from: None,
                refused: decisions.is_refused(row).then(|| "no start up to its latest one has enough free nodes".to_string()),
            })
        })
    }

    fn write_csv(out: &mut impl io::Write, _: &BatchScenario, outcome: &BatchOutcome) -> io::Result<()> {
        plan::write_cluster_csv(out, outcome)
    }

    fn verify(cluster: &BatchScenario, outcome: &BatchOutcome) -> Verification {
        verify_cluster(cluster, outcome)
    }
}
