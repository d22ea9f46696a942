//! Named servers: files, links and plans.

mod draw;
pub(super) mod edit;
pub(crate) mod file;
mod jobs;
mod keys;
pub(crate) mod link;
mod plan;
mod ranges;
mod workload;

pub use draw::draw_servers;
pub use plan::ServersReport;
pub(super) use plan::figures;

use super::system::System;
use crate::link_parts::{View, check_selected, check_step};
use crate::plan_rows::{Machine, TakenJob};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::verification::Verification;
use bookahead_engine::idle::check::verify_servers;
use bookahead_engine::idle::{IdleOutcome, IdleScenario, bounds};
use std::io;

/// How far the time on screen may reach, in ticks.
const VIEW_TICKS_MAX: f64 = 1e11;

/// Named servers.
pub(super) struct Idle;

impl System for Idle {
    type Outcome = IdleOutcome;
    type File = file::WireFile;

    fn check_view(view: &View, place: &FieldPath) -> Result<(), ScenarioError> {
        let (geometry, place) = (&view.geometry, place.field("geometry"));
        if let Some(time) = geometry.time {
            time.check(&place.field("time"), VIEW_TICKS_MAX)?;
        }
        if let Some(tree) = geometry.tree
            && tree.rate >= bounds::GROUPS.max
        {
            let allowed = format!("below {}", bounds::GROUPS.max);
            return Err(ScenarioError::new(place.field("tree.rate"), tree.rate, allowed));
        }
        check_step(geometry.step, &place.field("step"))?;
        check_selected(geometry.selected, &place.field("selected"))
    }

    fn fold_view(idle: &IdleScenario, view: &mut View) {
        view.geometry.selected = view.geometry.selected.and_then(|id| idle.workload.folded_id(id));
    }

    fn run(idle: &IdleScenario) -> Result<IdleOutcome, ScenarioError> {
        idle.run()
    }

    fn machine(idle: &IdleScenario) -> Machine {
        jobs::machine(idle)
    }

    fn for_each_job(
        idle: &IdleScenario,
        outcome: &IdleOutcome,
        found: &mut dyn FnMut(TakenJob<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        jobs::for_each_job(idle, outcome, found)
    }

    fn write_csv(out: &mut impl io::Write, idle: &IdleScenario, outcome: &IdleOutcome) -> io::Result<()> {
        plan::write_servers_csv(out, idle, outcome)
    }

    fn verify(idle: &IdleScenario, outcome: &IdleOutcome) -> Verification {
        verify_servers(idle, outcome)
    }
}
