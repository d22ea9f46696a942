//! What the page works on: a plan in slots and, where they were asked for, named servers; each is a scenario of its own in links and files.

use crate::engine::idle::IdleScenario;
use crate::engine::slots::scenario::{SlotsScenario, scenario_of};
use crate::engine::{Scenario, Study};
use crate::formats::link::{Opened, Panel};
use std::sync::Arc;

/// The scenarios that are open, one of each study at most.
#[derive(Clone, Debug, PartialEq)]
pub struct Workspace {
    /// A name for people.
    pub title: String,
    /// The plan in slots; without requests where only servers are looked at.
    pub slots: SlotsScenario,
    /// The named servers.
    pub idle: Option<Arc<IdleScenario>>,
}

impl Workspace {
    /// A workspace with this scenario alone.
    pub fn of(scenario: Scenario) -> Self {
        let mut workspace = Self { title: scenario.title, slots: scenario_of(1, Vec::new()), idle: None };
        workspace.put(scenario.study);
        workspace
    }

    /// A workspace with what a link or file held.
    pub fn of_opened(opened: Opened) -> Self {
        let mut workspace = Self::of(opened.scenario);
        if let Some(second) = opened.second {
            workspace.put(second.study);
        }
        workspace
    }

    fn put(&mut self, study: Study) {
        match study {
            Study::Slots(slots) => self.slots = slots,
            Study::Idle(idle) => self.idle = Some(Arc::new(idle)),
        }
    }

    /// Whether there is a plan in slots.
    pub fn has_slots(&self) -> bool {
        !self.slots.workload.source.is_empty() || !self.slots.workload.edits.is_empty()
    }

    /// The scenario that a panel of the page looks at.
    pub fn scenario(&self, panel: Panel) -> Scenario {
        match &self.idle {
            Some(idle) if panel == Panel::Geometry || !self.has_slots() => Scenario::new(self.title.clone(), (**idle).clone()),
            _ => Scenario::new(self.title.clone(), self.slots.clone()),
        }
    }

    /// The scenario that this panel does not look at, if there is one.
    pub fn second(&self, panel: Panel) -> Option<Scenario> {
        let idle = self.idle.as_ref().filter(|_| self.has_slots())?;
        Some(match panel {
            Panel::Geometry => Scenario::new(self.title.clone(), self.slots.clone()),
            _ => Scenario::new(self.title.clone(), (**idle).clone()),
        })
    }
}
