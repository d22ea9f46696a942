//! The root component: context, engine, autosave, address bar, and the layout of the panels.

use super::address_bar;
use super::example_strip::example_strip;
use super::files::use_dropped_files;
use super::gesture::use_gestures;
use super::header::header;
use super::hover::Hover;
use super::notices::{Cause, Notice, NoticeList, Notices, notice_bar};
use super::storage::{Autosave, SaveError, Work};
use super::verdict_line::VerdictLine;
use crate::app::experiments::run_store::RunStore;
use crate::app::kit::dialog::dialogs;
use crate::app::kit::performance_marks;
use crate::app::shell::context::{Content, DialogKind, Lab, Link, Page};
use crate::app::shell::debounce::use_rest_timer;
use crate::app::shell::engine::state::use_engines;
use crate::app::shell::keymap::use_shortcuts;
use crate::app::workbench::{Draw, query_of, workbench};
use crate::engine::Scenario;
use crate::formats::link;
use crate::formats::link::{Encoding, Opened, Panel, Shared, View};
use crate::state::{EXAMPLES, Gesture, Model, Shown, selected_in};
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// Quiet time after which work is saved and the address bar follows, in milliseconds.
const SAVE_AFTER_MS: u32 = 300;

/// What the page starts with: a link's content, else this tab's work before a reload, else the first example.
struct Start {
    opened: Opened,
    /// Scenarios beside it, with the panels they belong to.
    others: Vec<(Panel, Scenario)>,
    autosave: Autosave,
    problem: Option<Notice>,
}

impl Start {
    fn load() -> Self {
        let (autosave, saved) = Autosave::open();
        let fragment = address_bar::fragment();
        let restored = || saved.as_ref().and_then(|saved| saved.open().ok());
        let first_example = || (EXAMPLES[0].open(), Vec::new());
        let start = |(opened, others), problem| Self { opened, others, autosave, problem };
        if fragment.is_empty() {
            return start(restored().unwrap_or_else(first_example), None);
        }
        // A reload: the link tells what is looked at, the saved work also what stands beside it.
        if let Some(all) = saved.as_ref().filter(|saved| saved.link == fragment).and_then(|saved| saved.open().ok()) {
            return start(all, None);
        }
        match link::decode(&fragment) {
            Ok(opened) => start((opened, Vec::new()), None),
            Err(error) => {
                let restored = restored();
                let instead =
                    if restored.is_some() { "Your work before it is shown instead." } else { "An example is shown instead." };
                let problem =
                    Some(Notice::problem(format!("This link cannot be opened: {error}. {instead}")).about(Cause::Opening));
                start(restored.unwrap_or_else(first_example), problem)
            }
        }
    }
}

/// The page.
#[component]
pub fn App() -> Html {
    let start = use_memo((), |()| Start::load());
    let page = {
        let (opened, others) = (start.opened.clone(), start.others.clone());
        use_reducer(move || Page(Model::with_others(opened, others)))
    };
    let notice_list = use_reducer_eq(NoticeList::default);
    let notices = Notices(notice_list.dispatcher());
    let engines = use_engines(&notices);
    let dialog = use_state_eq(|| None::<DialogKind>);
    let spoken = use_state_eq(|| AttrValue::from(""));
    let link = use_state_eq(Link::none);
    let plot_width = use_memo((), |()| Cell::new(0.0)).into();
    let experiments = use_memo((), |()| RunStore::default()).into();
    let gesture = use_memo((), |()| RefCell::new(None::<Gesture>)).into();
    let hover = (*use_memo((), |()| Hover::new())).clone();

    let mut lab = Lab {
        page: page.clone(),
        engine_state: engines.state(),
        log_name: use_state_eq(|| AttrValue::from("")),
        engine: engines.client().clone(),
        notices: notices.clone(),
        dialog,
        spoken: spoken.clone(),
        link: link.clone(),
        autosave: start.autosave.clone(),
        plot_width,
        experiments,
        hover,
        gesture,
    };

    // Plan whatever the scenario now is, a drag in progress included.
    let study = page.0.effective().planned(page.0.view.panel);
    let wanted = (Arc::as_ptr(&study), query_of(&page.0, study.kind(), 0));
    let asked = use_mut_ref(|| None);
    // What is answered at once is drawn in this very pass. Before the first plan the page has no size yet.
    let is_planned = lab.engine_state.plans.of(study.kind()).is_some();
    if is_planned && *asked.borrow() != Some(wanted) {
        *asked.borrow_mut() = Some(wanted);
        engines.while_drawing(|| ask(&lab));
        lab.engine_state = engines.state();
    }
    {
        let lab = lab.clone();
        use_effect_with(wanted, move |wanted| {
            if *asked.borrow() != Some(*wanted) {
                *asked.borrow_mut() = Some(*wanted);
                ask(&lab);
            }
        });
    }
    {
        let (problem, notices) = (start.problem.clone(), notices.clone());
        use_effect_with((), move |()| problem.into_iter().for_each(|problem| notices.add(problem)));
    }
    let shown = lab.engine_state.plans.of(study.kind());
    {
        let lab = lab.clone();
        use_effect_with(shown.clone(), move |shown| {
            if let Some(shown) = shown.as_ref().filter(|shown| lab.engine.is_newest(shown.study())) {
                if shown.is_complete() {
                    performance_marks::set(performance_marks::DRAWN);
                }
                performance_marks::set_after_paint(if shown.is_complete() {
                    performance_marks::PAINTED
                } else {
                    performance_marks::VISIBLE
                });
            }
        });
    }
    use_autosave(&lab, &start.autosave);
    use_links_from_outside(&lab);
    use_spoken_verdict(&lab, shown);
    use_shortcuts(&lab);
    use_gestures(&lab);
    use_dropped_files(&lab);

    let workbench = workbench(&lab);
    let still = |draw: Draw| html! { <Still content={lab.content()} lab={lab.clone()} {draw} /> };
    let (header, example, stage) = (still(header), still(example_strip), (workbench.stage)(&lab));
    let tools = workbench.tools.map(still);
    let list = workbench.list.map(|list| list(&lab));
    let inspector = workbench.inspector.map(still);
    let is_wide = list.is_none() && inspector.is_none();
    // An open dialog lies above everything and makes the rest inert: messages are in it then.
    let (below, above) = match *lab.dialog {
        None => (notice_bar(&notice_list), Html::default()),
        Some(_) => (Html::default(), notice_bar(&notice_list)),
    };
    let dialogs = dialogs(&lab, above);
    html! {
        <ContextProvider<Lab> context={lab}>
            { header }
            <main class={classes!(is_wide.then_some("wide"))}>
                <div class="tools">{ for tools }{ example }</div>
                { for list }
                { stage }
                { for inspector }
                <VerdictLine />
            </main>
            { below }
            { dialogs }
            <div class="spoken" role="status" aria-live="polite">{ (*spoken).clone() }</div>
        </ContextProvider<Lab>>
    }
}

/// Properties of [`Still`].
#[derive(Properties)]
struct StillProps {
    content: Content,
    lab: Lab,
    draw: Draw,
}

impl PartialEq for StillProps {
    fn eq(&self, other: &Self) -> bool {
        self.content == other.content
    }
}

/// A part of the page in which nothing changes while the axis moves. Its place decides what it draws.
#[component]
fn Still(StillProps { lab, draw, .. }: &StillProps) -> Html {
    draw(lab)
}

/// Asks for the plan of what is on screen, and what is to be seen beside it.
fn ask(lab: &Lab) {
    let model = lab.model();
    let study = model.effective().planned(model.view.panel);
    let visible = lab.time_scale(lab.plot_width.get().max(1.0)).visible_slots().end;
    let query = query_of(model, study.kind(), visible);
    lab.engine.ask((study, query));
}

/// Bytes of a link deflated at a time: a few milliseconds.
const PIECE_BYTES: usize = 32 * 1024;

/// A timer that can be replaced, and ends with whoever holds it.
type Timer = Rc<RefCell<Option<Timeout>>>;

/// Makes a link piece by piece, with time for other things between them; an empty one of what no link can hold.
fn encode(timer: Timer, shared: &Shared, done: Box<dyn FnOnce(String)>) {
    if link::fits(&shared.scenario) { encode_on(timer, Encoding::new(shared), done) } else { done(String::new()) }
}

/// Makes a link of each.
fn encode_all(timer: Timer, mut all: VecDeque<Shared>, mut links: Vec<String>, done: Box<dyn FnOnce(Vec<String>)>) {
    let Some(next) = all.pop_front() else { return done(links) };
    let after = Rc::clone(&timer);
    let done = move |link| {
        links.push(link);
        encode_all(after, all, links, done);
    };
    encode(timer, &next, Box::new(done));
}

fn encode_on(timer: Timer, mut encoding: Encoding, done: Box<dyn FnOnce(String)>) {
    match encoding.step(PIECE_BYTES) {
        Some(link) => done(link),
        None => {
            let next = Rc::clone(&timer);
            timer.replace(Some(Timeout::new(0, move || encode_on(next, encoding, done))));
        }
    }
}

/// Saves the work and writes the address bar once things are quiet.
#[hook]
fn use_autosave(lab: &Lab, autosave: &Autosave) {
    let (lab, autosave) = (lab.clone(), autosave.clone());
    let model = lab.model().clone();
    let has_warned = use_mut_ref(|| false);
    let (timer, pieces) = (use_rest_timer(), use_mut_ref(|| None));
    use_effect_with((Rc::as_ptr(&model.workspace), model.view), move |_| {
        // What was begun is of the past.
        pieces.take();
        timer.restart(SAVE_AFTER_MS, move || {
            let shared = |(panel, scenario)| Shared { scenario, view: View { panel, ..model.view } };
            let others = model.workspace.others(model.view.panel).into_iter().map(shared);
            let all: VecDeque<Shared> = std::iter::once(model.shared()).chain(others).collect();
            let done = move |mut links: Vec<String>| {
                let is_too_large = links.iter().any(String::is_empty);
                let others = links.split_off(1);
                let fragment = links.pop().unwrap_or_default();
                address_bar::set_fragment(&fragment);
                let work = Work { title: model.title(), link: &fragment, others: &others };
                let saved = if is_too_large { Err(SaveError::TooLarge) } else { autosave.save(&work) };
                if let Err(error) = saved
                    && !std::mem::replace(&mut *has_warned.borrow_mut(), true)
                {
                    let why = match error {
                        SaveError::TooLarge => "it is larger than what browsers keep",
                        SaveError::Refused => "the browser refuses to keep it",
                    };
                    lab.notices.add(Notice::problem(format!(
                        "This work is not saved against a reload: {why}. Export it to a file to keep it."
                    )));
                }
                lab.link.set(Link::new(fragment, &model));
            };
            encode_all(pieces, all, Vec::new(), Box::new(done));
        });
    });
}

/// Opens a link that is pasted into the address bar of the open page.
#[hook]
fn use_links_from_outside(lab: &Lab) {
    let newest = use_mut_ref(|| lab.clone());
    *newest.borrow_mut() = lab.clone();
    use_effect_with((), move |()| {
        let window = web_sys::window();
        let listener = window.map(|window| {
            EventListener::new(&window, "hashchange", move |_| {
                let lab = newest.borrow().clone();
                let fragment = address_bar::fragment();
                if fragment.is_empty() || *lab.link.text == *fragment {
                    return;
                }
                lab.open_link(&fragment);
                address_bar::set_fragment(&lab.link.text);
            })
        });
        move || drop(listener)
    });
}

/// Has the verdict on the selected request read aloud when it changes, but not in the midst of a drag.
#[hook]
fn use_spoken_verdict(lab: &Lab, shown: Option<Shown>) {
    let lab = lab.clone();
    let model = lab.model();
    let kind = model.workspace.planned(model.view.panel).kind();
    let (selected, is_dragging) = (selected_in(&model.view, kind), model.draft.is_some());
    use_effect_with((shown, selected, is_dragging), move |&(_, _, is_dragging)| {
        if !is_dragging && let Some(text) = (workbench(&lab).spoken)(&lab) {
            lab.spoken.set(text.into());
        }
    });
}
