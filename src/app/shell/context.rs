//! The shared state of the page as a Yew context: model, plan, notices, and the functions that change them.

use super::hover::Hover;
use super::notices::{Cause, Notice, Notices};
use super::storage::{Autosave, Saved};
use crate::app::experiments::run_store::RunStore;
use crate::app::kit::by_address::ByAddress;
use crate::app::kit::performance_marks;
use crate::app::shell::engine::client::EngineClient;
use crate::app::shell::engine::state::EngineState;
use crate::formats::json::FileContent;
use crate::formats::link::{LinkError, Opened, View};
use crate::state::{Action, Gesture, Marked, Model, ScenarioEdit, Workspace};
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
    /// What this is, how to read it, and keys.
    Help,
    /// Everything that can be done.
    Commands,
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
    pub plot_width: ByAddress<Cell<f64>>,
    /// The experiment under way or done last.
    pub experiments: ByAddress<RunStore>,
    /// What is pointed at.
    pub hover: Hover,
    /// What the pointer is doing; one thing at a time on the whole page.
    pub gesture: ByAddress<RefCell<Option<Gesture>>>,
}

impl Lab {
    /// The model.
    pub fn model(&self) -> &Model {
        &self.page.0
    }

    /// What is seen now but for the stretch of time on screen.
    pub fn content(&self) -> Content {
        let Model { workspace, view, draft, marked, .. } = self.model();
        Content {
            workspace: Rc::as_ptr(workspace),
            view: View { time: None, ..*view },
            is_changing: draft.is_some(),
            marked: marked.clone(),
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
        self.notices.settle(Cause::Opening);
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
                let words = format!("This link cannot be opened: {error}. Your work is as it was.");
                self.notices.add(Notice::problem(words).about(Cause::Opening));
            }
        }
    }

    /// Opens saved work.
    pub fn open_saved(&self, saved: &Saved) {
        self.open_or_say(saved.open().map(|(opened, _)| opened));
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
            Err(error) => {
                let words = format!("{name} cannot be opened: {error}. Your work is as it was.");
                self.notices.add(Notice::problem(words).about(Cause::Opening));
            }
        }
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
    marked: Marked,
    engine_state: Rc<EngineState>,
    link: AttrValue,
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        self.workspace == other.workspace
            && self.view == other.view
            && self.marked == other.marked
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
#[derive(Clone, PartialEq)]
pub struct Newest(ByAddress<RefCell<Lab>>);

impl Newest {
    /// One that stays with this state.
    pub fn of(lab: &Lab) -> Self {
        Self(ByAddress::new(RefCell::new(lab.clone())))
    }

    /// The state now.
    pub fn get(&self) -> Lab {
        self.0.borrow().clone()
    }
}

/// The newest state, for those further down; whoever hands it on is drawn with every change.
#[hook]
pub fn use_newest(lab: &Lab) -> Newest {
    let newest = use_memo((), |()| Newest::of(lab));
    newest.0.borrow_mut().clone_from(lab);
    (*newest).clone()
}
