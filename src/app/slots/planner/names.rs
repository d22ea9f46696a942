//! What planners and shift rules are called.

use super::replan_names::replan_idea;
use crate::app::kit::text::format::time_unit;
use crate::app::shell::context::Lab;
use crate::engine::core::time_names::TimeNames;
use crate::engine::slots::scenario::{PlannerKind, Policy, ShiftRule};

impl Lab {
    /// How points in time of the plan in slots are written: as its axis has them.
    pub fn time_names(&self) -> TimeNames {
        let model = self.model();
        model.slots().machine.time_names(time_unit(model.view.axis))
    }
}

/// A planner's name for people.
pub fn planner_name(kind: PlannerKind) -> &'static str {
    kind.title()
}

/// What a planner does, in a sentence.
pub fn planner_idea(kind: PlannerKind) -> &'static str {
    match kind {
        PlannerKind::Rigid => "Only at the earliest start.",
        PlannerKind::FirstFit => "The earliest start at which enough nodes are free in every slot, whichever they are.",
        PlannerKind::FirstFitPhysical => {
            "The earliest start at which the same nodes are free throughout; a job keeps them (without planning)."
        }
        PlannerKind::FcfsEds => {
            "First fit; if nothing fits, accepted jobs that start in a full slot may be moved later in their windows."
        }
        PlannerKind::FcfsLrh => {
            "First fit; if nothing fits, accepted jobs in a full slot may be moved into an earlier or later hole."
        }
        PlannerKind::Osp => {
            "On-line strip packing: offers where few nodes are left over; if none is as large as asked, the user may take half of it or more."
        }
        PlannerKind::OspEds => {
            "On-line strip packing; if no offer is as large as asked, jobs are moved as by FCFS-EDS before the user takes a smaller one."
        }
        PlannerKind::Overlapping => {
            "First fit; if nothing fits, a request may overlap others where a violation is improbable, because users overestimate durations. With a trust factor it is RARP."
        }
        PlannerKind::Replan(replan) => replan_idea(replan),
    }
}

/// A shift rule's name for people.
pub fn shift_name(rule: ShiftRule) -> &'static str {
    match rule {
        ShiftRule::Hold => "moving: keeps its place",
        ShiftRule::Release => "moving: gives it up first",
    }
}

/// A policy's name for people: the planner, and those of its options that matter and are not the usual ones.
pub fn policy_name(policy: Policy) -> String {
    policy.title()
}
