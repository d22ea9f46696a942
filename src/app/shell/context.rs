//! The shared state of the page as a Yew context: model, plan, notices, and the functions that change them.

use super::address_bar;
use super::commands::on_screen::Offers;
use super::embed::acting;
use super::frame::panel_sizes::PanelSizes;
use super::lesson::going::Course;
use super::notices::{Cause, Notice, Notices};
use super::pointer::hover::Hover;
use super::storage::keeper::Keeper;
use super::storage::start;
use super::storage::work::{Back, Standing, Work};
use crate::app::experiments::run::current::RunStore;
use crate::app::kit::browser::performance_marks;
use crate::app::kit::by_address::ByAddress;
use crate::app::shell::engine::client::EngineClient;
use crate::app::shell::engine::state::EngineState;
use crate::engine::Study;
use crate::formats::json::FileContent;
use crate::formats::link::{Opened, Panel, View};
use crate::papers::experiment::Card;
use crate::state::{Action, Before, Edit, Gesture, HistoryAction, Marked, Model, ScenarioEdit, ViewAction, Workspace};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
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
    /// Requests that are drawn at random.
    Generate,
    /// What is to become of a workload log.
    Log,
    /// The link.
    Share,
    /// What this is, how to read it, and keys.
    Help,
    /// Everything that can be done.
    Commands,
}

/// Where the start page is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartPart {
    /// At its top.
    Top,
    /// The lessons.
    Lessons,
    /// Files: a scenario, a log or a task graph.
    Files,
    /// Work saved earlier.
    EarlierWork,
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
    /// The start page, while it covers the workbench.
    pub start: UseStateHandle<Option<StartPart>>,
    /// What is read aloud after a change.
    pub spoken: UseStateHandle<AttrValue>,
    /// The link, a moment behind the work.
    pub link: UseStateHandle<Link>,
    /// The keeper of this tab's work.
    pub keeper: Keeper,
    /// Width of the plots in CSS px, as last measured; what zooming by key needs.
    pub plot_width: ByAddress<Cell<f64>>,
    /// The experiment under way or done last.
    pub experiments: ByAddress<RunStore>,
    /// What is pointed at.
    pub hover: Hover,
    /// What the parts on screen offer to do.
    pub offers: ByAddress<Offers>,
    /// Draws the worked example on a card of the gallery: which one, the card, and which picture of the page it is. The picture needs the table of workbenches,
    /// and the gallery is a part of one.
    pub example_picture: Callback<(&'static str, Card, u32), Html>,
    /// How the window is shared out.
    pub sizes: UseStateHandle<PanelSizes>,
    /// The lesson that is being taken, if the page was opened for one.
    pub course: UseStateHandle<Course>,
    /// Whether the picture stands alone, for a lecture hall.
    pub presenting: UseStateHandle<bool>,
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
        let Model { workspace, view, draft, marked, comparing, .. } = self.model();
        let before = comparing.before.as_ref().map(|before| match before {
            Before::LastEdit => None,
            Before::Kept(study) => Some(Arc::as_ptr(study)),
        });
        Content {
            workspace: Rc::as_ptr(workspace),
            view: View { time: None, ..*view },
            is_changing: draft.is_some(),
            marked: marked.clone(),
            before,
            engine_state: Rc::clone(&self.engine_state),
            link: self.link.text.clone(),
        }
    }

    /// Does something to the model, unless a lesson locks it; what is embedded to be looked at is changed by its host alone.
    pub fn act(&self, action: Action) {
        if !self.lets_happen(&action) {
            return;
        }
        if !matches!(action, Action::View(_)) {
            if !acting::may_change() {
                return;
            }
            performance_marks::set(performance_marks::EDIT);
        }
        self.page.dispatch(action);
    }

    /// Leaves the start page and any dialog.
    pub fn show_workbench(&self) {
        if address_bar::query() == address_bar::START_QUERY {
            address_bar::set_query("");
        }
        self.start.set(None);
        self.dialog.set(None);
    }

    /// Shows a panel in the workbench.
    pub fn show_panel(&self, panel: Panel) {
        self.show_workbench();
        self.act(Action::View(ViewAction::Panel(panel)));
    }

    /// Opens an example. What was open before is kept, and undo brings it back.
    pub fn open(&self, opened: Opened) {
        let from = format!("the example “{}”", opened.scenario.title);
        self.begin_with(opened, Work::new(Standing::Untouched, from, None));
    }

    /// Opens another scenario as work of its own. What was open before is kept, and undo brings it back.
    pub fn begin_with(&self, opened: Opened, work: Work) {
        self.show_workbench();
        self.notices.settle(Cause::Opening);
        self.begin(ScenarioEdit::Open(Box::new(opened)), work);
    }

    /// Begins other work with a change: what is dragged just now stays as it was before.
    pub fn begin(&self, edit: ScenarioEdit, work: Work) {
        self.gesture.borrow_mut().take();
        if self.model().draft.is_some() {
            self.act(Action::Edit(Edit::Cancel));
        }
        self.act(Action::Scenario(ScenarioEdit::Begin(self.keeper.begin(work), Box::new(edit))));
    }

    /// Shows a link's fragment as a preview, or says why not.
    pub fn open_link(&self, fragment: &str) {
        match crate::formats::link::decode(fragment) {
            Ok(opened) => {
                if opened.view.panel == Panel::Experiments {
                    self.experiments.gallery().open(true);
                }
                let present = self.model().work;
                let is_same = opened.second.is_none() && self.model().workspace.scenario(opened.view.panel) == opened.scenario;
                if is_same {
                    // Only seen in another way.
                    self.show_workbench();
                    return self.act(Action::Scenario(ScenarioEdit::Open(Box::new(opened))));
                }
                let former = self.keeper.of(present, |work| (work.standing == Standing::Preview, work.back.clone()));
                let back = former.and_then(|(is_preview, back)| if is_preview { back } else { Some(Back::Here(present)) });
                if let Some(Back::Here(work)) = &back
                    && self.keeper.of(*work, |work| work.at == fragment) == Some(true)
                {
                    // The browser's own way back.
                    return self.back();
                }
                self.begin_with(opened, Work::new(Standing::Preview, "a link".to_string(), back));
            }
            Err(error) => {
                let words = format!("This link cannot be opened: {error}. Your work is as it was.");
                self.notices.add(Notice::problem(words).about(Cause::Opening));
            }
        }
    }

    /// Opens stored work, or says why not.
    pub fn open_stored(&self, id: &str) {
        match start::stored(id) {
            Some(Ok((reopened, text))) => {
                self.show_workbench();
                let work = Work::stored(id.to_string(), text, false, None);
                self.begin(ScenarioEdit::Restore(Box::new(reopened)), work);
            }
            Some(Err(why)) => {
                self.notices.add(Notice::problem(format!("This scenario cannot be opened: {why}. Your work is as it was.")))
            }
            None => {
                self.notices.add(Notice::problem("This scenario is not in the browser's storage any more. Your work is as it was."))
            }
        }
    }

    /// Goes back from a preview to what was open before.
    pub fn back(&self) {
        match self.keeper.of(self.model().work, |work| work.back.clone()).flatten() {
            Some(Back::Here(work)) => {
                self.gesture.borrow_mut().take();
                for _ in 0..self.model().steps_back_to(work).unwrap_or_default() {
                    self.act(Action::History(HistoryAction::Undo));
                }
            }
            Some(Back::Stored(id)) => self.open_stored(&id),
            None => {}
        }
    }

    /// Opens a scenario file's text.
    ///
    /// # Errors
    /// Why it cannot be opened, in words.
    pub fn open_file(&self, name: &str, text: &str) -> Result<(), String> {
        let FileContent { mut scenario, second } = crate::formats::json::read(text).map_err(|error| error.to_string())?;
        if scenario.title.is_empty() {
            scenario.title = name.to_string();
        }
        let view = View::first(&scenario);
        let work = Work::new(Standing::Kept, format!("the file {name}"), None);
        self.begin_with(Opened { scenario, view, second }, work);
        Ok(())
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
    /// What the plan is compared with, if that is a plan from before an edit; `Some(None)` stands for the last edit.
    before: Option<Option<*const Study>>,
    engine_state: Rc<EngineState>,
    link: AttrValue,
}

impl PartialEq for Content {
    fn eq(&self, other: &Self) -> bool {
        self.workspace == other.workspace
            && self.view == other.view
            && self.marked == other.marked
            && self.before == other.before
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
