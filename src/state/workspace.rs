//! What the page works on: a scenario of each system at most, under one title.

use super::study;
use crate::engine::study::StudyKind;
use crate::engine::{Scenario, Study};
use crate::formats::link::{Opened, Panel};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The scenarios that are open, one of each system at most.
#[derive(Clone, Debug, PartialEq)]
pub struct Workspace {
    /// A name for people.
    pub title: String,
    studies: BTreeMap<StudyKind, Arc<Study>>,
}

impl Workspace {
    /// A workspace with this scenario alone.
    pub fn of(scenario: Scenario) -> Self {
        let study = scenario.study;
        Self { title: scenario.title, studies: BTreeMap::from([(study.kind(), Arc::new(study))]) }
    }

    /// A workspace with what a link or file held.
    pub fn of_opened(opened: Opened) -> Self {
        let workspace = Self::of(opened.scenario);
        match opened.second {
            Some(second) => workspace.with(second.study),
            None => workspace,
        }
    }

    /// The study of a system, if one is open.
    pub fn get(&self, kind: StudyKind) -> Option<&Arc<Study>> {
        self.studies.get(&kind)
    }

    /// Whether the study of a system is open and holds something.
    pub fn has(&self, kind: StudyKind) -> bool {
        self.get(kind).is_some_and(|study| !study.is_empty())
    }

    /// The same with a study in place of that of its system.
    #[must_use]
    pub fn with(&self, study: Study) -> Self {
        let mut workspace = self.clone();
        workspace.studies.insert(study.kind(), Arc::new(study));
        workspace
    }

    /// The same under another title.
    #[must_use]
    pub fn titled(self, title: String) -> Self {
        Self { title, ..self }
    }

    /// The same without the study of a system.
    #[must_use]
    pub fn without(&self, kind: StudyKind) -> Self {
        let mut workspace = self.clone();
        workspace.studies.remove(&kind);
        workspace
    }

    /// The study that is planned while a panel is open: the panel's own, or the first one.
    pub fn planned(&self, panel: Panel) -> Arc<Study> {
        let own = self.get(study::of_panel(panel)).or_else(|| self.get(StudyKind::ALL[0]));
        own.map_or_else(study::nothing, Arc::clone)
    }

    /// The scenario that a panel looks at: the study of its system, else another that holds something.
    pub fn scenario(&self, panel: Panel) -> Scenario {
        let own = self.get(study::of_panel(panel)).filter(|study| !study.is_empty());
        let other = || self.studies.values().find(|study| !study.is_empty());
        let study = own.or_else(other).map_or_else(|| self.planned(panel), Arc::clone);
        Scenario::new(self.title.clone(), (*study).clone())
    }

    /// A scenario that this panel does not look at, if there is one.
    pub fn second(&self, panel: Panel) -> Option<Scenario> {
        let first = self.scenario(panel).study.kind();
        let other = self.studies.iter().find(|(kind, study)| **kind != first && !study.is_empty());
        other.map(|(_, study)| Scenario::new(self.title.clone(), (**study).clone()))
    }
}
