//! Plans in slots: files, links, plans and questions about revenue.

mod cost;
mod draw;
pub(super) mod edit;
mod file;
mod jobs;
mod limits;
mod link;
mod link_cost;
pub(crate) mod link_market;
mod link_offers;
mod link_overlap;
pub(crate) mod link_recipe;
mod link_replanning;
mod market;
mod offers;
mod plan;
mod ranges;
mod revenue;
mod workload;

pub use cost::{write_cost, write_cost_csv};
pub use draw::draw_plan;
pub use limits::{LimitsReport, read_limits, write_limits};
pub use offers::write_offers;
pub use plan::PlanReport;
pub(super) use plan::figures;
pub use revenue::write_revenue_csv;
pub use workload::default_generator;

use super::system::System;
use crate::link_parts::{View, check_selected, check_step};
use crate::plan_rows::{Machine, TakenJob};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::verification::Verification;
use bookahead_engine::slots::bounds;
use bookahead_engine::slots::check::verify;
use bookahead_engine::slots::scenario::SlotsScenario;
use bookahead_engine::{Outcome, run};
use std::io;

/// How far the time on screen may reach, in slots.
const VIEW_SLOTS_MAX: f64 = 1e8;

/// Plans in slots.
pub(super) struct Slots;

impl System for Slots {
    type Outcome = Outcome;
    type File = file::WireFile;

    fn check_view(view: &View, place: &FieldPath) -> Result<(), ScenarioError> {
        if let Some(time) = view.time {
            time.check(&place.field("time"), VIEW_SLOTS_MAX)?;
        }
        let borders = bounds::CLASSES.max - 1;
        if view.border >= borders {
            return Err(ScenarioError::new(place.field("border"), view.border, format!("below {borders}")));
        }
        check_step(view.step, &place.field("step"))?;
        if let Some(compared) = view.compared {
            compared.check(&place.field("compared"))?;
        }
        if let Some(offers) = view.offers {
            offers.check(&place.field("offers"))?;
        }
        if let Some(cost) = view.cost {
            cost.check(&place.field("cost"))?;
        }
        check_selected(view.selected, &place.field("selected"))
    }

    fn fold_view(slots: &SlotsScenario, view: &mut View) {
        view.selected = view.selected.and_then(|id| slots.workload.folded_id(id));
    }

    fn run(slots: &SlotsScenario) -> Result<Outcome, ScenarioError> {
        run(slots)
    }

    fn machine(slots: &SlotsScenario) -> Machine {
        jobs::machine(slots)
    }

    fn for_each_job(
        slots: &SlotsScenario,
        outcome: &Outcome,
        found: &mut dyn FnMut(TakenJob<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        jobs::for_each_job(slots, outcome, found)
    }

    fn write_csv(out: &mut impl io::Write, slots: &SlotsScenario, outcome: &Outcome) -> io::Result<()> {
        jobs::write_csv(out, slots, outcome)
    }

    fn verify(slots: &SlotsScenario, outcome: &Outcome) -> Verification {
        let Outcome { arrivals, decisions, nodes, revenue, .. } = outcome;
        verify(arrivals, decisions, nodes, (slots.machine, slots.policy), slots.market.as_ref().zip(revenue.as_ref()))
    }
}
