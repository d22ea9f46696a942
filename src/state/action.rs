//! All actions on the model, by area.

use super::compare::CompareAction;
use crate::engine::Study;
use crate::engine::core::edits::RequestId;
use crate::engine::study::StudyKind;
use crate::formats::link::{
    AxisUnit, BarColours, ClusterView, CostView, Geometry, Layout, OffersView, Opened, Panel, TimeWindow, WorkflowView,
};
use crate::formats::saved::{Reopened, SavedStep};
use crate::papers::experiment::Options;
use crate::state::listing::Search;
use crate::state::marked::Marked;

/// Something that happens to the model.
#[derive(Clone, Debug)]
pub enum Action {
    /// A change of the scenario; one undo step.
    Scenario(ScenarioEdit),
    /// A change of one thing in it, by dragging, nudging or typing.
    Edit(Edit),
    /// A change of what is on screen; not undone.
    View(ViewAction),
    /// Undo and redo.
    History(HistoryAction),
    /// Steps that were saved with a piece of work come back.
    Recall(Box<Recalled>),
}

/// A piece of work: what was opened, and all that is made of it. Numbers are given by the page, none twice.
pub type WorkId = u32;

/// Steps that were saved with a piece of work.
#[derive(Clone, Debug)]
pub struct Recalled {
    /// The work they belong to.
    pub work: WorkId,
    /// What can be gone back to, the nearest first.
    pub past: Vec<(Reopened, SavedStep)>,
    /// What can be gone forth to, the nearest first.
    pub future: Vec<(Reopened, SavedStep)>,
}

/// A change of the scenario as a whole.
#[derive(Clone, Debug)]
pub enum ScenarioEdit {
    /// Another scenario takes this one's place, with its own view (an example, a file, a link).
    Open(Box<Opened>),
    /// Another piece of work takes the place of all that is open.
    Restore(Box<Reopened>),
    /// Another piece of work begins with a change.
    Begin(WorkId, Box<Self>),
    /// Another study takes the place of the one that is shown, with another title perhaps. With another source of requests it is looked at anew.
    Study(Box<Study>, Option<String>),
    /// Another name.
    Title(String),
}

/// A change of one thing in a study, by dragging, nudging or typing.
#[derive(Clone, Debug)]
pub enum Edit {
    /// A drag goes on: plans and curves follow, nothing is recorded yet.
    Draft(Change),
    /// The drag ends: what it led to becomes one undo step.
    Commit,
    /// The drag is taken back.
    Cancel,
    /// A finished change in one go.
    Set {
        /// The change.
        change: Change,
        /// Whether to join it with the previous step if that was a change of the same thing (a key held down is one step).
        merge: bool,
    },
    /// A change that does away with the thing.
    Remove(Change),
}

/// What a change is about, and the study that comes of it. Each system has functions that make its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What is changed.
    pub subject: Subject,
    /// The study with the change.
    pub study: Study,
}

impl Change {
    /// Another policy decides, or the same with other options.
    pub fn of_policy(study: Study) -> Self {
        Self { subject: Subject { kind: study.kind(), item: Item::Part("policy") }, study }
    }
}

/// What a change is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// In the study of which system.
    pub kind: StudyKind,
    /// What of it.
    pub item: Item,
}

/// What of a study is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// A request; a number beyond the existing ones is a new one.
    Request(RequestId),
    /// All requests that are picked together.
    Marked,
    /// A part of which there is one, by its name.
    Part(&'static str),
}

impl Action {
    /// Whether changes of one thing before and after it may be one undo step: time on screen moves while a key is held down.
    pub(super) fn goes_on_with_a_series(&self) -> bool {
        let moves_time = |view: &ViewAction| {
            matches!(
                view,
                ViewAction::Time(_)
                    | ViewAction::Offers(Some(_))
                    | ViewAction::Cost(Some(_))
                    | ViewAction::Geometry(_)
                    | ViewAction::Cluster(_)
                    | ViewAction::Workflow(_)
            )
        };
        match self {
            Self::Edit(Edit::Set { .. }) => true,
            Self::View(view) => moves_time(view),
            _ => false,
        }
    }
}

/// A change of what is on screen.
#[derive(Clone, Debug)]
pub enum ViewAction {
    /// Another stretch of time in the open panel; `None` shows the whole plan.
    Time(Option<TimeWindow>),
    /// Another selected request of a study, or none.
    Select(StudyKind, Option<RequestId>),
    /// The plan of a study as it was after so many requests (`None` for the whole plan), and the request that is selected in it.
    Step {
        /// Of which system.
        kind: StudyKind,
        /// Requests decided.
        step: Option<u32>,
        /// The selected request.
        selected: Option<RequestId>,
    },
    /// Several requests of a study picked together, with the one of them that is selected.
    Mark(StudyKind, Option<RequestId>, Marked),
    /// Something else is searched for in the list of a system.
    Search(StudyKind, Search),
    /// Another query for offers, or none. It ends the question about a cost: above the plan is room for one.
    Offers(Option<OffersView>),
    /// Another request whose cost is asked for, or none. It ends the query for offers.
    Cost(Option<CostView>),
    /// Other charts.
    Layout(Layout),
    /// Another unit on the time axis.
    Axis(AxisUnit),
    /// Bars coloured by something else.
    Colours(BarColours),
    /// Another part of the page.
    Panel(Panel),
    /// Something else to be seen of the servers.
    Geometry(Geometry),
    /// Something else to be seen of the cluster.
    Cluster(ClusterView),
    /// Something else to be seen of the workflows.
    Workflow(WorkflowView),
    /// Two other neighbouring classes in the laboratory of booking limits; 0 for classes 1 and 2.
    Border(u32),
    /// Another comparison.
    Compare(CompareAction),
    /// Another experiment, by its place in the catalogue.
    Experiment(u32),
    /// The experiment was started at this size.
    Options(Option<Options>),
}

/// Going back and forth in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryAction {
    /// One step back.
    Undo,
    /// One step forth.
    Redo,
}
