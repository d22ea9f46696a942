//! The shared state of the page as a Yew context: model, plan, notices, and the functions that change them.

use super::gesture::Gesture;
use super::notices::{Notice, Notices};
use super::storage::{Autosave, Saved};
use crate::app::kit::performance_marks;
use crate::app::shell::engine::client::EngineClient;
use crate::app::shell::engine::state::EngineState;
use crate::chart::TimeScale;
use crate::engine::slots::bounds;
use crate::engine::slots::request::{Request, Slot};
use crate::engine::slots::workload::{RequestId, Source};
use crate::formats::json::FileContent;
use crate::formats::link::{LinkError, Opened, View};
use crate::state::{Action, Model, ScenarioEdit, Workspace};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use yew::prelude::*;

/// The model as Yew keeps it.
#[derive(Clone, PartialEq)]
pub struct Page(pub Model);

impl Reducible for Page {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        Rc::new(Self(self.0.reduce(action)))
    }
}

/// Which dialog is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogKind {
    /// Another workload, from one of several sources.
    Workload(WorkloadTab),
    /// The link.
    Share,
    /// Keys.
    Help,
}

/// Where another workload comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WorkloadTab {
    /// Embedded examples.
    #[default]
    Examples,
    /// The generator.
    Generate,
    /// A file: a scenario or a log.
    File,
    /// Work saved earlier.
    Earlier,
}

/// A link's fragment, and what it is the link of.
#[derive(Clone, PartialEq)]
pub struct Link {
    /// The fragment; empty while there is none.
    pub text: AttrValue,
    of: Option<(*const Workspace, View)>,
}

impl Link {
    /// No link yet.
    pub fn none() -> Self {
        Self { text: "".into(), of: None }
    }

    /// The link of what the model shows.
    pub fn new(fragment: String, model: &Model) -> Self {
        Self { text: fragment.into(), of: Some((Rc::as_ptr(&model.workspace), model.view)) }
    }

    /// Whether it is the link of what the model shows now.
    pub fn is_of(&self, model: &Model) -> bool {
        self.of == Some((Rc::as_ptr(&model.workspace), model.view))
    }
}

/// Everything components need, handed down as context.
#[derive(Clone, PartialEq)]
pub struct Lab {
    /// The model.
    pub page: UseReducerHandle<Page>,
    /// What the engine told last.
    pub engine_state: Rc<EngineState>,
    /// Name of the log's file.
    pub log_name: UseStateHandle<AttrValue>,
    /// The worker.
    pub engine: EngineClient,
    /// Messages to the user.
    pub notices: Notices,
    /// The open dialog.
    pub dialog: UseStateHandle<Option<DialogKind>>,
    /// What is read aloud after a change.
    pub spoken: UseStateHandle<AttrValue>,
    /// The link, a moment behind the work.
    pub link: UseStateHandle<Link>,
    /// Where this tab's work is saved.
    pub autosave: Autosave,
    /// Width of the plots in CSS px, as last measured; what zooming by key needs.
    pub plot_width: Rc<Cell<f64>>,
    /// What the pointer is doing; one thing at a time on the whole page.
    pub gesture: Rc<RefCell<Option<Gesture>>>,
}

impl Lab {
    /// The model.
    pub fn model(&self) -> &Model {
        &self.page.0
    }

    /// What is seen now but for the stretch of time on screen.
    pub fn content(&self) -> Content {
        let Model { workspace, view, draft, .. } = self.model();
        Content {
            workspace: Rc::as_ptr(workspace),
            view: View { time: None, ..*view },
            is_changing: draft.is_some(),
            engine_state: Rc::clone(&self.engine_state),
            link: self.link.text.clone(),
        }
    }

    /// Does something to the model.
    pub fn act(&self, action: Action) {
        if !matches!(action, Action::View(_)) {
            performance_marks::set(performance_marks::EDIT);
        }
        self.page.dispatch(action);
    }

    /// Opens another scenario; the present one can be brought back by undo.
    pub fn open(&self, opened: Opened) {
        self.dialog.set(None);
        self.act(Action::Scenario(ScenarioEdit::Open(Box::new(opened))));
    }

    /// Opens a link's fragment, or says why not.
    pub fn open_link(&self, fragment: &str) {
        self.open_or_say(crate::formats::link::decode(fragment));
    }

    fn open_or_say(&self, opened: Result<Opened, LinkError>) {
        match opened {
            Ok(opened) => self.open(opened),
            Err(error) => {
                self.notices.add(Notice::problem(format!("This link cannot be opened: {error}. Your work is as it was.")))
            }
        }
    }

    /// Opens saved work.
    pub fn open_saved(&self, saved: &Saved) {
        self.open_or_say(saved.open());
    }

    /// Opens a scenario file's text, or says why not.
    pub fn open_file(&self, name: &str, text: &str) {
        match crate::formats::json::read(text) {
            Ok(FileContent { mut scenario, second }) => {
                if scenario.title.is_empty() {
                    scenario.title = name.to_string();
                }
                let view = View::first(&scenario);
                self.open(Opened { scenario, view, second });
            }
            Err(error) => self.notices.add(Notice::problem(format!("{name} cannot be opened: {error}. Your work is as it was."))),
        }
    }

    /// The selected request as it is now (a drag in progress included).
    pub fn selected(&self) -> Option<(RequestId, Request)> {
        let model = self.model();
        let id = model.view.selected?;
        Some((id, model.drafted(id).or_else(|| self.request(id))?))
    }

    /// A request as recorded: from the edits, the given list, or (for a generated one) the newest plan.
    pub fn request(&self, id: RequestId) -> Option<Request> {
        let workload = &self.model().slots().workload;
        if let Some(change) = workload.edits.0.get(&id) {
            return *change;
        }
        match &workload.source {
            Source::Requests(requests) => requests.get(id as usize).copied(),
            Source::Generator(generator) => {
                let shown = self.engine_state.shown.as_ref()?;
                let is_same = matches!(&shown.workspace.slots.workload.source,
                    Source::Generator(planned) if planned == generator);
                if !is_same {
                    return None;
                }
                let plan = shown.plan();
                let arrivals = plan.arrivals();
                let row = arrivals.row_of(id)?;
                // An edit of it that is still in the plan but no longer in the scenario is not what the generator makes.
                let was_edited = shown.workspace.slots.workload.edits.0.contains_key(&id);
                (!was_edited).then(|| arrivals.row(row))
            }
        }
    }

    /// First slot after everything that is asked for or planned: how far zooming out goes.
    pub fn horizon(&self) -> Slot {
        self.engine_state.shown.as_ref().map_or(0, |shown| shown.plan().horizon()).max(24)
    }

    /// The scale of the time axis for plots of a given width.
    pub fn time_scale(&self, width: f64) -> TimeScale {
        match self.model().view.time {
            Some(time) => TimeScale::new(time.first, width / time.slots.max(1e-3), width),
            None => {
                let held = self.gesture.borrow().as_ref().and_then(Gesture::held_scale);
                held.filter(|held| held.width() == width).unwrap_or_else(|| {
                    let slots = self.engine_state.shown.as_ref().map_or(0..1, |shown| shown.plan().asked_slots());
                    TimeScale::fit(slots, 1.0, width)
                })
            }
        }
    }

    /// Number, user and arrival of a request that is added now: after all others.
    pub fn newcomer(&self) -> (RequestId, u32, Slot) {
        let id = self.model().slots().workload.next_id();
        let Some(shown) = &self.engine_state.shown else { return (id, id + 1, 0) };
        // A draft of the newcomer itself may be in the plan already.
        let (user, submitted) = shown.plan().last_of_others(id).unwrap_or((0, 0));
        (id, user.saturating_add(1).min(bounds::USER.max), submitted)
    }

    /// The row of the selected request in the newest plan.
    pub fn selected_row(&self) -> Option<usize> {
        self.engine_state.shown.as_ref()?.plan().arrivals().row_of(self.model().view.selected?)
    }
}

/// What decides how the parts of the page look in which nothing changes while the axis moves. (Handles of states tell the newest, also those
/// handed out before: they cannot be compared with what was.)
#[derive(Clone)]
pub struct Content {
    workspace: *const Workspace,
    view: View,
    /// Whether something is dragged.
    is_changing: bool,
    engine_state: Rc<EngineState>,
    link: AttrValue,
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        self.workspace == other.workspace
            && self.view == other.view
            && !(self.is_changing || other.is_changing)
            && Rc::ptr_eq(&self.engine_state, &other.engine_state)
            && self.link == other.link
    }
}

/// The page's context.
#[hook]
pub fn use_lab() -> Lab {
    use_context::<Lab>().expect("every component stands below the page's root")
}

/// The page's state whenever it is asked for: what only answers events is drawn anew when something on it changes, not with every change of
/// the state.
#[derive(Clone)]
pub struct Newest(Rc<RefCell<Lab>>);

impl Newest {
    /// One that stays with this state.
    pub fn of(lab: &Lab) -> Self {
        Self(Rc::new(RefCell::new(lab.clone())))
    }

    /// The state now.
    pub fn get(&self) -> Lab {
        self.0.borrow().clone()
    }
}

impl PartialEq for Newest {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// The newest state, for those further down; whoever hands it on is drawn with every change.
#[hook]
pub fn use_newest(lab: &Lab) -> Newest {
    let newest = use_memo((), |()| Newest::of(lab));
    newest.0.borrow_mut().clone_from(lab);
    (*newest).clone()
}
