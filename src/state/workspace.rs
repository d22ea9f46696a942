//! What the page works on: a scenario for each workbench that was opened, each under its own title.

use super::examples::example_of;
use super::study;
use crate::engine::study::StudyKind;
use crate::engine::{Scenario, Study};
use crate::formats::link::{Opened, Panel};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The scenarios that are open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workspace {
    /// By the panel they belong to.
    scenarios: BTreeMap<Panel, OpenScenario>,
}

/// A scenario that is open.
#[derive(Clone, Debug, PartialEq)]
struct OpenScenario {
    /// A name for people.
    title: String,
    study: Arc<Study>,
}

impl Workspace {
    /// A workspace with this scenario alone.
    pub fn of(scenario: Scenario) -> Self {
        Self::default().opened(scenario)
    }

    /// The same with a scenario in place of that of its system.
    #[must_use]
    pub fn opened(&self, Scenario { title, study }: Scenario) -> Self {
        self.placed(Panel::Study(study.kind()), Scenario { title, study })
    }

    /// The same with what a link or file held in place of the scenarios of their systems.
    #[must_use]
    pub fn with_opened(&self, opened: Opened) -> Self {
        let workspace = self.opened(opened.scenario);
        match opened.second {
            Some(second) => workspace.opened(second),
            None => workspace,
        }
    }

    /// The same with a scenario that belongs to a panel.
    #[must_use]
    pub fn placed(&self, panel: Panel, Scenario { title, study }: Scenario) -> Self {
        let mut workspace = self.clone();
        workspace.scenarios.insert(panel, OpenScenario { title, study: Arc::new(study) });
        workspace
    }

    /// The panel whose scenario a panel shows: its own, or that of another with which it shares one.
    pub fn home(&self, panel: Panel) -> Panel {
        study::home(panel, |panel| Some(&*self.scenarios.get(&panel)?.study))
    }

    fn shown(&self, panel: Panel) -> Option<&OpenScenario> {
        self.scenarios.get(&self.home(panel))
    }

    /// The study that a panel shows, if one is open.
    pub fn get(&self, panel: Panel) -> Option<&Arc<Study>> {
        self.shown(panel).map(|scenario| &scenario.study)
    }

    /// The title of the scenario that a panel shows.
    pub fn title(&self, panel: Panel) -> &str {
        self.shown(panel).map_or("", |scenario| &scenario.title)
    }

    /// Whether the scenario of a system is open and holds something.
    pub fn has(&self, kind: StudyKind) -> bool {
        self.get(Panel::Study(kind)).is_some_and(|study| !study.is_empty())
    }

    /// Where a study belongs that is changed while a panel is open.
    fn place_of(&self, panel: Panel, study: &Study) -> Panel {
        let home = self.home(panel);
        if study::of_panel(home) == study.kind() { home } else { Panel::Study(study.kind()) }
    }

    /// The same with a study in place of the one that a panel shows, or of that of its system if the panel shows another. The title stays.
    #[must_use]
    pub fn with(&self, panel: Panel, study: Study) -> Self {
        let place = self.place_of(panel, &study);
        let title = self.scenarios.get(&place).map_or_else(String::new, |scenario| scenario.title.clone());
        self.placed(place, Scenario { title, study })
    }

    /// The same with another title for the scenario that a panel shows.
    #[must_use]
    pub fn titled(&self, panel: Panel, title: String) -> Self {
        let mut workspace = self.clone();
        if let Some(scenario) = workspace.scenarios.get_mut(&self.home(panel)) {
            scenario.title = title;
        }
        workspace
    }

    /// The panel that has nothing to show while a panel is open, if it is so.
    pub fn missing(&self, panel: Panel) -> Option<Panel> {
        let home = self.home(panel);
        let has_something = self.scenarios.get(&home).is_some_and(|scenario| study::can_show(home, &scenario.study));
        if has_something { None } else { Some(home) }
    }

    /// The study that is planned while a panel is open.
    pub fn planned(&self, panel: Panel) -> Arc<Study> {
        self.get(panel).map_or_else(study::nothing, Arc::clone)
    }

    /// The scenario that a panel shows.
    pub fn scenario(&self, panel: Panel) -> Scenario {
        Scenario::new(self.title(panel).to_string(), (*self.planned(panel)).clone())
    }

    /// The scenarios that this panel does not show, with the panels they belong to. Untouched examples are left out: they come by themselves.
    pub fn others(&self, panel: Panel) -> Vec<(Panel, Scenario)> {
        let home = self.home(panel);
        let others = self.scenarios.iter().filter(|(place, scenario)| **place != home && !scenario.study.is_empty());
        others
            .map(|(place, scenario)| (*place, Scenario::new(scenario.title.clone(), (*scenario.study).clone())))
            .filter(|(place, scenario)| *scenario != example_of(*place).open().scenario)
            .collect()
    }
}
