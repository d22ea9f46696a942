//! What the page's state needs to know of each system: which panel shows it, what is seen of it, and what is on screen of its plan. No other file of the
//! state's common part names a system.

use super::action::{Subject, ViewAction};
use super::cluster::{ClusterShown, cluster_count};
use super::idle::{IdleShown, idle_count};
use super::listing::ListingTab;
use super::plan_shown::{PlanParts, PlanShown};
use super::slots::{SlotsCopy, SlotsPlan, SlotsShown, no_slots, slots_charts, slots_count};
use super::workflow::{WorkflowShown, workflow_charts, workflow_count};
use crate::engine::batch::scheduler::BatchPolicy;
use crate::engine::batch::{BatchPlan, BatchScenario};
use crate::engine::core::edits::RequestId;
use crate::engine::idle::{IdlePlan, IdleScenario};
use crate::engine::slots::scenario::SlotsScenario;
use crate::engine::study::{Study, StudyKind, StudyQuery, StudySnapshot, StudyUpdate};
use crate::engine::workflow::WorkflowScenario;
use crate::engine::workflow::policy::WorkflowPolicy;
use crate::formats::link::{AxisUnit, ClusterView, Geometry, Panel, Plane, TimeWindow, View, WorkflowView};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// What is planned where nothing is open.
pub fn nothing() -> Arc<Study> {
    no_slots()
}

/// Which system a panel belongs to.
pub fn of_panel(panel: Panel) -> StudyKind {
    match panel {
        Panel::Study(kind) => kind,
        Panel::Revenue | Panel::Experiments => StudyKind::Slots,
    }
}

/// The panel whose scenario a panel shows. The revenue panel shows the plan in slots if that has a market, else a scenario of its own. Experiments have
/// no scenario: what a link to them holds is that of the first panel that has one.
pub fn home<'a>(panel: Panel, open: impl Fn(Panel) -> Option<&'a Study>) -> Panel {
    match panel {
        Panel::Study(_) => panel,
        Panel::Revenue => {
            let plan = Panel::Study(StudyKind::Slots);
            if open(plan).is_some_and(|study| can_show(panel, study)) { plan } else { panel }
        }
        Panel::Experiments => Panel::all().find(|panel| open(*panel).is_some()).unwrap_or_default(),
    }
}

/// Whether a panel can show a study of its system. Revenue needs a market.
pub fn can_show(panel: Panel, study: &Study) -> bool {
    panel != Panel::Revenue || study.slots().is_some_and(|slots| slots.market.is_some())
}

/// Compares the plan of the open panel with that under the policy of another study, or with none.
pub fn compare_with(view: &mut View, other: Option<&Study>) {
    match of_panel(view.panel) {
        StudyKind::Slots => view.compared = other.and_then(Study::slots).map(|slots| slots.policy),
        StudyKind::Cluster => view.cluster.other = other.and_then(Study::cluster).map(|cluster| cluster.policy.scheduler),
        StudyKind::Workflow => view.workflow.other = other.and_then(Study::workflow).map(|workflow| workflow.policy.method),
        StudyKind::Idle => view.geometry.other = other.and_then(Study::idle).map(|idle| idle.strategy),
    }
}

/// The study under the policy that its plan is compared with.
pub fn compared(view: &View, study: &Study) -> Option<Study> {
    match study {
        Study::Slots(slots) => Some(Study::Slots(SlotsScenario { policy: view.compared?, ..slots.clone() })),
        Study::Cluster(cluster) => {
            let policy = BatchPolicy { scheduler: view.cluster.other?, ..cluster.policy };
            Some(Study::Cluster(BatchScenario { policy, ..cluster.clone() }))
        }
        Study::Workflow(workflow) => {
            let policy = WorkflowPolicy { method: view.workflow.other?, ..workflow.policy };
            Some(Study::Workflow(WorkflowScenario { policy, ..workflow.clone() }))
        }
        Study::Idle(idle) => Some(Study::Idle(IdleScenario { strategy: view.geometry.other?, ..idle.clone() })),
    }
}

/// What of a view tells whether something else is compared.
pub fn compared_view(view: &View) -> View {
    let cluster = ClusterView { other: view.cluster.other, ..ClusterView::default() };
    let workflow = WorkflowView { other: view.workflow.other, ..WorkflowView::default() };
    let geometry = Geometry { other: view.geometry.other, ..Geometry::default() };
    View { compared: view.compared, panel: view.panel, geometry, cluster, workflow, ..View::default() }
}

/// The request of a system that is selected.
pub fn selected(view: &View, kind: StudyKind) -> Option<RequestId> {
    view.selected_in(kind)
}

/// Selects a request of a system, or none.
pub fn select(view: &mut View, kind: StudyKind, selected: Option<RequestId>) {
    if kind == StudyKind::Cluster {
        view.cluster.attempt = view.cluster.attempt.filter(|_| view.cluster.selected == selected);
    }
    *view.seen(kind).selected = selected;
}

/// How many requests are decided in what is seen of a system; `None` for the whole plan.
pub fn step(view: &View, kind: StudyKind) -> Option<u32> {
    view.step_in(kind)
}

/// Shows the plan of a system as it was after so many requests; the whole plan for `None`.
pub fn set_step(view: &mut View, kind: StudyKind, step: Option<u32>) {
    if let Some(seen) = view.seen(kind).step {
        *seen = step;
    }
}

/// The time on screen of what the open panel shows; `None` for all of it.
pub fn time_in(view: &View) -> Option<TimeWindow> {
    view.time_in(of_panel(view.panel))
}

/// Shows this time in the open panel, if it has an axis of time.
pub fn set_time(view: &mut View, time: Option<TimeWindow>) {
    if let Some(seen) = view.seen(of_panel(view.panel)).time {
        *seen = time;
    }
}

/// The pictures that the open panel can show, by name.
pub fn charts(view: &View) -> Vec<(&'static str, ViewAction)> {
    let plane = |plane| ViewAction::Geometry(Geometry { plane, ..view.geometry });
    match of_panel(view.panel) {
        StudyKind::Slots => slots_charts(),
        StudyKind::Idle => vec![("time", plane(Plane::Time)), ("dual", plane(Plane::Dual))],
        StudyKind::Cluster => Vec::new(),
        StudyKind::Workflow => workflow_charts(view),
    }
}

/// Whether dragging something takes the selection along. Dragging a second job of named servers does not take the eye off the selected one.
pub fn drag_selects(view: &View, subject: Subject, is_new: bool) -> bool {
    subject.kind != StudyKind::Idle || is_new || view.geometry.selected.is_none()
}

/// What is seen of a system when other requests take the place of the former ones.
pub fn look_anew(view: &mut View, kind: StudyKind) {
    match kind {
        StudyKind::Slots => {
            (view.selected, view.time, view.step) = (None, None, None);
            (view.offers, view.cost) = (None, None);
        }
        StudyKind::Idle => {
            let Geometry { plane, other, .. } = view.geometry;
            view.geometry = Geometry { plane, other, ..Geometry::default() };
        }
        StudyKind::Cluster => view.cluster = ClusterView::default(),
        StudyKind::Workflow => view.workflow = WorkflowView { part: view.workflow.part, ..WorkflowView::default() },
    }
}

/// Other requests are counted in the unit that fits them, unless they are as well dated as the former ones: then the user's choice stays.
pub fn take_axis(view: &mut View, before: Option<&Study>, now: &Study) {
    if before.and_then(Study::start) != now.start() {
        view.axis = AxisUnit::first(now);
    }
}

/// Sees of a system what another view sees of it; without one it is looked at anew.
pub fn look_again(view: &mut View, kind: StudyKind, seen: Option<&View>) {
    look_anew(view, kind);
    let Some(seen) = seen else { return };
    match kind {
        StudyKind::Slots => {
            (view.selected, view.time, view.step) = (seen.selected, seen.time, seen.step);
            (view.compared, view.compare_layout) = (seen.compared, seen.compare_layout);
            (view.offers, view.cost) = (seen.offers, seen.cost);
        }
        StudyKind::Idle => (view.geometry, view.compare_layout) = (seen.geometry, seen.compare_layout),
        StudyKind::Cluster => (view.cluster, view.compare_layout) = (seen.cluster, seen.compare_layout),
        StudyKind::Workflow => (view.workflow, view.compare_layout) = (seen.workflow, seen.compare_layout),
    }
}

/// The page's copy of a plan, by system.
pub enum PlanCopy {
    /// In slots.
    Slots(Box<SlotsCopy>),
    /// Of named servers.
    Idle(PlanParts<IdlePlan>),
    /// Of a cluster.
    Cluster(PlanParts<BatchPlan>),
    /// Of another system: each update is the whole plan.
    Whole,
}

/// A plan to be shown, by system.
#[derive(Clone, PartialEq)]
pub enum Shown {
    /// In slots.
    Slots(Rc<SlotsShown>),
    /// Of named servers.
    Idle(Rc<IdleShown>),
    /// Of a cluster.
    Cluster(Rc<ClusterShown>),
    /// Of workflows.
    Workflow(Rc<WorkflowShown>),
}

/// All plans on screen, one of each system.
#[derive(Clone, Default, PartialEq)]
pub struct Plans {
    /// In slots.
    pub slots: SlotsPlan,
    /// Of named servers; `None` until the first is there.
    pub idle: Option<Rc<IdleShown>>,
    /// Of a cluster; `None` until the first is there.
    pub cluster: Option<Rc<ClusterShown>>,
    /// Of workflows; `None` until the first is there.
    pub workflow: Option<Rc<WorkflowShown>>,
}

impl PlanCopy {
    /// An empty copy.
    pub fn new(kind: StudyKind) -> Self {
        match kind {
            StudyKind::Slots => Self::Slots(Box::default()),
            StudyKind::Idle => Self::Idle(PlanParts::default()),
            StudyKind::Cluster => Self::Cluster(PlanParts::default()),
            StudyKind::Workflow => Self::Whole,
        }
    }

    /// What comes now belongs to another edit than what came before.
    pub fn begin_edit(&mut self) {
        if let Self::Slots(copy) = self {
            copy.begin_edit();
        }
    }

    /// Takes in a part of what changed in the plan of a study. `None` if it does not fit what is here: a whole plan has to come. Else what is to be
    /// shown from now on, unless more is to come.
    pub fn take(&mut self, update: StudyUpdate, study: &Arc<Study>) -> Option<Option<Shown>> {
        let shown = match (self, update) {
            (Self::Slots(copy), StudyUpdate::Slots(update)) => {
                return Some(copy.take(update, study)?.map(|shown| Shown::Slots(Rc::new(shown))));
            }
            (Self::Idle(copy), StudyUpdate::Idle(update)) => Shown::Idle(Rc::new(copy.take(study, |plan| plan.take(*update))?)),
            (Self::Cluster(copy), StudyUpdate::Cluster(update)) => {
                Shown::Cluster(Rc::new(copy.take(study, |plan| plan.take(*update))?))
            }
            (Self::Whole, StudyUpdate::Workflow(update)) => {
                Shown::Workflow(Rc::new(PlanShown::new(update.plan, update.snapshot, study)))
            }
            _ => return None,
        };
        Some(Some(shown))
    }
}

impl Shown {
    /// The study it is the plan of.
    pub fn study(&self) -> &Arc<Study> {
        match self {
            Self::Slots(shown) => &shown.study,
            Self::Idle(shown) => &shown.study,
            Self::Cluster(shown) => &shown.study,
            Self::Workflow(shown) => &shown.study,
        }
    }

    /// The same with what was asked for beside it, as far as it is drawn from the plan.
    #[must_use]
    pub fn with(self, snapshot: StudySnapshot) -> Self {
        match (self, snapshot) {
            (Self::Idle(shown), StudySnapshot::Idle(snapshot)) => Self::Idle(Rc::new(shown.with(*snapshot))),
            (Self::Cluster(shown), StudySnapshot::Cluster(snapshot)) => Self::Cluster(Rc::new(shown.with(*snapshot))),
            (Self::Workflow(shown), StudySnapshot::Workflow(snapshot)) => Self::Workflow(Rc::new(shown.with(*snapshot))),
            (shown, _) => shown,
        }
    }

    /// Whether it is what a query asks for: a plan at a step comes after the whole plan.
    pub fn answers(&self, query: &StudyQuery) -> bool {
        match (self, query) {
            (Self::Slots(shown), StudyQuery::Slots(query)) => {
                let requests = shown.plan().arrivals().requests() as u32;
                shown.figures.step == query.step.filter(|step| *step < requests)
            }
            _ => true,
        }
    }

    /// How many requests there are, and how many had the fates that lists tell apart.
    pub fn counts(&self) -> BTreeMap<&'static str, usize> {
        let of = |count: &dyn Fn(ListingTab) -> usize, fates: &[(&'static str, ListingTab)]| {
            let all = [("requests", ListingTab::All)];
            all.iter().chain(fates).map(|(name, tab)| (*name, count(*tab))).collect()
        };
        let (refused, moved) = (("refused", ListingTab::Refused), ("moved", ListingTab::Moved));
        let (waited, ahead) = (("waited", ListingTab::Waited), ("backfilled", ListingTab::Backfilled));
        match self {
            Self::Slots(shown) => of(&|tab| slots_count(&shown.plan(), tab), &[refused, moved]),
            Self::Idle(shown) => of(&|tab| idle_count(&shown.plan, tab), &[refused]),
            Self::Cluster(shown) => of(&|tab| cluster_count(&shown.plan, tab), &[waited, ahead]),
            Self::Workflow(shown) => of(&|tab| workflow_count(&shown.plan, tab), &[waited, refused]),
        }
    }

    /// Whether all of it is planned.
    pub fn is_complete(&self) -> bool {
        if let Self::Slots(shown) = self { shown.is_complete } else { true }
    }
}

impl Plans {
    /// The plan of a system, if there is one.
    pub fn of(&self, kind: StudyKind) -> Option<Shown> {
        match kind {
            StudyKind::Slots => self.slots.shown.clone().map(Shown::Slots),
            StudyKind::Idle => self.idle.clone().map(Shown::Idle),
            StudyKind::Cluster => self.cluster.clone().map(Shown::Cluster),
            StudyKind::Workflow => self.workflow.clone().map(Shown::Workflow),
        }
    }

    /// Shows a plan.
    pub fn show(&mut self, shown: Shown) {
        match shown {
            Shown::Slots(shown) => self.slots.shown = Some(shown),
            Shown::Idle(shown) => self.idle = Some(shown),
            Shown::Cluster(shown) => self.cluster = Some(shown),
            Shown::Workflow(shown) => self.workflow = Some(shown),
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
            StudySnapshot::Cluster(snapshot) => {
                if let Some(shown) = &mut self.cluster {
                    *shown = Rc::new(shown.with(*snapshot));
                }
            }
            StudySnapshot::Workflow(snapshot) => {
                if let Some(shown) = &mut self.workflow {
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
            StudyKind::Cluster => self.cluster = None,
            StudyKind::Workflow => self.workflow = None,
        }
    }
}
