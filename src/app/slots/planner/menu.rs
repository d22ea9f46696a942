//! The menu of planners.

use super::names::{planner_idea, planner_name};
use super::replan_picker::replan_of;
use crate::app::kit::text::format::{counted, grouped};
use crate::app::shell::context::Lab;
use crate::app::shell::panel::policy_menu::{FigureOf, PolicyEntry, PolicyMenuProps, policy_menu};
use crate::engine::slots::compare::SLOTS_FIGURES;
use crate::engine::slots::scenario::{PlannerKind, Policy};
use crate::engine::study::StudyKind;
use crate::state::with_policy;
use yew::prelude::*;

/// The key of all planners that plan everything anew; the order is chosen beside the menu.
const REPLAN: &str = "replan";

/// The menu.
pub fn planner_menu(lab: &Lab) -> Html {
    let policy = lab.model().slots().policy;
    let entries = PlannerKind::ALL.into_iter().chain([PlannerKind::Replan(replan_of(policy))]).map(entry);
    policy_menu(PolicyMenuProps {
        kind: StudyKind::Slots,
        id: "planner",
        label: "Planner",
        entries: entries.collect(),
        chosen: entry(policy.planner).key,
        jobs: lab.engine_state.plans.slots.shown.as_ref().map_or(0, |shown| shown.figures.metrics.jobs as usize),
        figures: &SLOTS_FIGURES,
        gives,
        under: |lab, key| {
            let slots = lab.model().slots();
            let planner = match key {
                REPLAN => PlannerKind::Replan(replan_of(slots.policy)),
                key => PlannerKind::from_name(key)?,
            };
            Some(*with_policy(slots, Policy { planner, ..slots.policy }))
        },
    })
}

fn entry(planner: PlannerKind) -> PolicyEntry {
    let family = match planner {
        PlannerKind::Rigid => "Rigid",
        PlannerKind::FirstFit | PlannerKind::FirstFitPhysical => "First fit",
        PlannerKind::FcfsEds | PlannerKind::FcfsLrh => "Moves accepted jobs",
        PlannerKind::Osp | PlannerKind::OspEds => "Makes offers",
        PlannerKind::Overlapping => "Books more than there is",
        PlannerKind::Replan(_) => {
            return PolicyEntry {
                family: "Plans everything anew",
                key: REPLAN,
                name: "Replan",
                idea: "For each newcomer all reservations that have not begun are planned anew; the order is chosen beside this menu.",
            };
        }
    };
    PolicyEntry { family, key: planner.name(), name: planner_name(planner), idea: planner_idea(planner) }
}

/// "12 accepted, 3 refused, 1 move".
fn gives(_: &Lab, figure: FigureOf) -> Option<String> {
    let (accepted, share) = (figure("accepted")?, figure("acceptance")?);
    let jobs = if share > 0.0 { (accepted / share).round() } else { accepted };
    let moves = figure("shifts").unwrap_or(0.0) as u64;
    let moved = if moves > 0 { format!(", {}", counted(moves, "move", "moves")) } else { String::new() };
    Some(format!("{} accepted, {} refused{moved}", grouped(accepted as u64), grouped((jobs - accepted) as u64)))
}
