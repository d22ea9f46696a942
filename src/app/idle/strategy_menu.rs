//! The menu of strategies.

use crate::app::kit::text::format::grouped;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::policy_menu::{FigureOf, PolicyEntry, PolicyMenuProps, policy_menu};
use crate::engine::idle::clock::mean_amount;
use crate::engine::idle::compare_runs::IDLE_FIGURES;
use crate::engine::idle::{IdleScenario, Strategy};
use crate::engine::study::StudyKind;
use yew::prelude::*;

/// The menu.
pub fn strategy_menu(lab: &Lab, chosen: Strategy) -> Html {
    policy_menu(PolicyMenuProps {
        kind: StudyKind::Idle,
        id: "idle-strategy",
        label: "Strategy",
        entries: Strategy::ALL.map(entry).to_vec(),
        chosen: chosen.name(),
        jobs: lab.engine_state.plans.idle.as_ref().map_or(0, |shown| shown.plan.arrivals.jobs()),
        figures: &IDLE_FIGURES,
        gives,
        under: |lab, key| Some(IdleScenario { strategy: Strategy::from_name(key)?, ..lab.servers()?.clone() }.into()),
    })
}

fn entry(strategy: Strategy) -> PolicyEntry {
    let family = match strategy {
        Strategy::MinLip | Strategy::MinTip | Strategy::BestFit => "Best fit",
        Strategy::FirstFitIdle | Strategy::FfHu => "First fit",
        Strategy::MaxLip | Strategy::MaxTip => "Worst fit",
        Strategy::Lact => "Uses no gaps",
        Strategy::FfHa | Strategy::FfHaPlus | Strategy::FfHaPlusFirst | Strategy::FfHaPlusLast => "Slowest servers first",
    };
    PolicyEntry { family, key: strategy.name(), name: strategy.title(), idea: strategy.idea() }
}

/// "12 accepted, 3 refused, mean wait 4.50".
fn gives(lab: &Lab, figure: FigureOf) -> Option<String> {
    let (jobs, accepted) = (figure("measured")?, figure("accepted")?);
    let wait = mean_amount(figure("mean_delay")?, lab.idle_time());
    Some(format!("{} accepted, {} refused, mean wait {wait}", grouped(accepted as u64), grouped((jobs - accepted) as u64)))
}
