//! What the page's state needs to know of each system: which panel shows it, what is seen of it, and its scenario by type. No other file of the state's
//! common part names a system.

use super::action::Subject;
use super::model::Model;
use super::workspace::Workspace;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::IdleScenario;
use crate::engine::slots::scenario::{SlotsScenario, scenario_of};
use super::idle::{IdleCopy, IdleShown, idle_query};
use super::slots::{SlotsCopy, SlotsPlan, SlotsShown, slots_query};
use crate::engine::slots::request::Slot;
use crate::engine::study::{Study, StudyKind, StudyQuery, StudySnapshot, StudyUpdate};
use crate::formats::link::{Geometry, Panel, View};
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

/// A plan in slots without requests: what there is where none is open.
static NO_SLOTS: LazyLock<Arc<Study>> = LazyLock::new(|| Arc::new(Study::Slots(scenario_of(1, Vec::new()))));

/// What is planned where nothing is open.
pub fn nothing() -> Arc<Study> {
    Arc::clone(&NO_SLOTS)
}

/// Which system a panel belongs to.
pub fn of_panel(panel: Panel) -> StudyKind {
    match panel {
        Panel::Plan | Panel::Revenue | Panel::Experiments => StudyKind::Slots,
        Panel::Geometry => StudyKind::Idle,
    }
}

/// The request of a system that is selected.
pub fn selected(view: &View, kind: StudyKind) -> Option<RequestId> {
    match kind {
        StudyKind::Slots => view.selected,
        StudyKind::Idle => view.geometry.selected,
    }
}

/// Selects a request of a system, or none.
pub fn select(view: &mut View, kind: StudyKind, selected: Option<RequestId>) {
    match kind {
        StudyKind::Slots => view.selected = selected,
        StudyKind::Idle => view.geometry.selected = selected,
    }
}

/// Whether dragging something takes the selection along. Dragging a second job of named servers does not take the eye off the selected one.
pub fn drag_selects(view: &View, subject: Subject, is_new: bool) -> bool {
    match subject.kind {
        StudyKind::Slots => true,
        StudyKind::Idle => is_new || view.geometry.selected.is_none(),
    }
}

/// What is seen of a system when other requests take the place of the former ones.
pub fn look_anew(view: &mut View, kind: StudyKind) {
    match kind {
        StudyKind::Slots => (view.selected, view.time) = (None, None),
        StudyKind::Idle => {
            let Geometry { plane, other, .. } = view.geometry;
            view.geometry = Geometry { plane, other, ..Geometry::default() };
        }
    }
}

/// A plan in slots by type; one without requests if the study is another.
pub fn slots_of(study: &Study) -> &SlotsScenario {
    study.slots().or_else(|| NO_SLOTS.slots()).unwrap_or_else(|| unreachable!("a plan in slots is one"))
}

/// What is to be seen of the study that is planned, beside its plan; `visible` is the first slot after what is on screen.
pub fn query_of(model: &Model, kind: StudyKind, visible: Slot) -> StudyQuery {
    match kind {
        StudyKind::Slots => StudyQuery::Slots(slots_query(model, visible)),
        StudyKind::Idle => StudyQuery::Idle(idle_query(model)),
    }
}

/// The page's copy of a plan, by system.
pub enum PlanCopy {
    /// In slots.
    Slots(SlotsCopy),
    /// Of named servers.
    Idle(IdleCopy),
}

/// A plan to be shown, by system.
#[derive(Clone, PartialEq)]
pub enum Shown {
    /// In slots.
    Slots(Rc<SlotsShown>),
    /// Of named servers.
    Idle(Rc<IdleShown>),
}

/// All plans on screen, one of each system.
#[derive(Clone, Default, PartialEq)]
pub struct Plans {
    /// In slots.
    pub slots: SlotsPlan,
    /// Of named servers; `None` until the first is there.
    pub idle: Option<Rc<IdleShown>>,
}

impl PlanCopy {
    /// An empty copy.
    pub fn new(kind: StudyKind) -> Self {
        match kind {
            StudyKind::Slots => Self::Slots(SlotsCopy::default()),
            StudyKind::Idle => Self::Idle(IdleCopy::default()),
        }
    }

    /// Takes in a part of what changed in the plan of a study. `None` if it does not fit what is here: a whole plan has to come. Else what is to be
    /// shown from now on, unless more is to come.
    pub fn take(&mut self, update: StudyUpdate, study: &Arc<Study>) -> Option<Option<Shown>> {
        match (self, update) {
            (Self::Slots(copy), StudyUpdate::Slots(update)) => {
                Some(copy.take(update, study)?.map(|shown| Shown::Slots(Rc::new(shown))))
            }
            (Self::Idle(copy), StudyUpdate::Idle(update)) => Some(Some(Shown::Idle(Rc::new(copy.take(*update, study)?)))),
            _ => None,
        }
    }
}

impl Shown {
    /// The study it is the plan of.
    pub fn study(&self) -> &Arc<Study> {
        match self {
            Self::Slots(shown) => &shown.study,
            Self::Idle(shown) => &shown.study,
        }
    }

    /// Whether all of it is planned.
    pub fn is_complete(&self) -> bool {
        match self {
            Self::Slots(shown) => shown.is_complete,
            Self::Idle(_) => true,
        }
    }
}

impl Plans {
    /// The plan of a system, if there is one.
    pub fn of(&self, kind: StudyKind) -> Option<Shown> {
        match kind {
            StudyKind::Slots => self.slots.shown.clone().map(Shown::Slots),
            StudyKind::Idle => self.idle.clone().map(Shown::Idle),
        }
    }

    /// Shows a plan.
    pub fn show(&mut self, shown: Shown) {
        match shown {
            Shown::Slots(shown) => self.slots.shown = Some(shown),
            Shown::Idle(shown) => self.idle = Some(shown),
        }
    }

    /// Shows what was asked for beside a plan by a command of this number.
    pub fn take(&mut self, number: u32, snapshot: StudySnapshot) {
        match snapshot {
            StudySnapshot::Slots(snapshot) => self.slots.take(number, snapshot),
            StudySnapshot::Idle(snapshot) => {
                if let Some(shown) = &mut self.idle {
                    *shown = Rc::new(shown.with(*snapshot));
                }
            }
        }
    }

    /// There is no plan of a system until the next one.
    pub fn forget(&mut self, kind: StudyKind) {
        match kind {
            StudyKind::Slots => self.slots.shown = None,
            StudyKind::Idle => self.idle = None,
        }
    }
}

impl Workspace {
    /// The plan in slots; one without requests if none is open.
    pub fn slots(&self) -> &SlotsScenario {
        slots_of(self.get(StudyKind::Slots).unwrap_or(&NO_SLOTS))
    }

    /// The named servers, if they are open.
    pub fn idle(&self) -> Option<&IdleScenario> {
        self.get(StudyKind::Idle)?.idle()
    }
}

impl Model {
    /// The plan in slots as last recorded.
    pub fn slots(&self) -> &SlotsScenario {
        self.workspace.slots()
    }

    /// The named servers as last recorded.
    pub fn idle(&self) -> Option<&IdleScenario> {
        self.workspace.idle()
    }
}
