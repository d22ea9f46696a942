//! A plan in slots by its type; one without requests where there is none. And its charts by name.

use crate::engine::Study;
use crate::engine::slots::scenario::{SlotsScenario, scenario_of};
use crate::formats::link::Layout;
use crate::state::ViewAction;
use std::sync::{Arc, LazyLock};

static NO_SLOTS: LazyLock<Arc<Study>> = LazyLock::new(|| Arc::new(Study::Slots(scenario_of(1, Vec::new()))));

/// A plan in slots without requests.
pub fn no_slots() -> Arc<Study> {
    Arc::clone(&NO_SLOTS)
}

/// The plan in slots that a study is; one without requests if it is none.
pub fn slots_of(study: Option<&Study>) -> &SlotsScenario {
    let slots = study.and_then(Study::slots).or_else(|| NO_SLOTS.slots());
    slots.unwrap_or_else(|| unreachable!("a plan in slots is one"))
}

/// The charts of a plan in slots, by name.
pub fn slots_charts() -> Vec<(&'static str, ViewAction)> {
    let chart = |(name, layout)| (name, ViewAction::Layout(layout));
    [("both", Layout::Stacked), ("logical", Layout::Logical), ("physical", Layout::Physical)].map(chart).to_vec()
}
