//! The root component: context, engine, autosave, address bar, and the layout of the panels.

use super::address_bar;
use super::commands::keymap::use_shortcuts;
use super::commands::on_screen::Offers;
use super::embed::open_link::open_link;
use super::embed::protocol::use_protocol;
use super::embed::{embed, shows};
use super::file_import::use_dropped_files;
use super::frame::border::Border;
use super::frame::panel_sizes::{Part, use_panel_sizes};
use super::frame::present::{present_end, use_presenting};
use super::header::header;
use super::header::print_head::PaperHead;
use super::lesson::column::LessonColumn;
use super::lesson::going::Course;
use super::lesson::report::host::use_remembering_host;
use super::lesson::wanted::{Found, Wanted};
use super::notices::{Notice, NoticeList, Notices, notice_bar};
use super::offline::use_kept_for_offline;
use super::page_of_its_own::OwnPage;
use super::panel::example_strip::example_strip;
use super::panel::preview_bar::preview_bar;
use super::panel::verdict_line::{self, VerdictLine};
use super::pointer::gesture::use_gestures;
use super::pointer::hover::Hover;
use super::start_page::example_picture::ExamplePicture;
use super::start_page::view::StartPage;
use super::storage::autosave::use_autosave;
use super::storage::start::Start;
use crate::app::experiments::run::current::RunStore;
use crate::app::kit::browser::kept_focus::use_kept_focus;
use crate::app::kit::browser::performance_marks;
use crate::app::kit::browser::tasks::use_turns;
use crate::app::kit::browser::text_zoom::use_text_zoom;
use crate::app::kit::controls::dialog::dialogs;
use crate::app::shell::context::{Content, DialogKind, Lab, Link, Page, StartPart};
use crate::app::shell::engine::state::use_engines;
use crate::app::shell::engine::warm_up::use_warm_worker;
use crate::app::workbench::{Draw, query_of, workbench};
use crate::formats::link::Panel;
use crate::papers::experiment::Card;
use crate::state::{EmbedView, Gesture, Model, Shown, selected_in};
use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use yew::prelude::*;

/// What the page does first, in tasks of its own, so that a slow machine answers in between; the room of what comes later is kept. The header comes before
/// all of them, and what a turn brings stays.
struct Turn;

impl Turn {
    const TOOLS: usize = 1;
    const STAGE: usize = 2;
    /// The first plan is made. The next turn, which brings nothing else, draws it.
    const PLANNING: usize = 3;
    const INSPECTOR: usize = 5;
    /// Last, since it stands below all others on a phone: nothing jumps.
    const LIST: usize = 6;
    const LAST: usize = Self::LIST;
}

/// Properties of [`App`].
#[derive(Properties)]
pub struct AppProps {
    /// The lesson that the page was opened for, or why it cannot be opened.
    pub lesson: Option<Result<Found, String>>,
}

impl PartialEq for AppProps {
    /// They are given once.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The page.
#[component]
pub fn App(AppProps { lesson }: &AppProps) -> Html {
    let presenting = use_presenting();
    use_text_zoom(*presenting);
    use_kept_focus();
    let begun = use_memo((), |()| {
        lesson.clone().map(|found| found.and_then(|found| Course::begin(&found).map_err(|error| error.to_string())))
    });
    let course = use_state_eq(|| begun.as_ref().as_ref().and_then(|begun| begun.clone().ok()).unwrap_or_default());
    let start = use_memo((), |()| Start::of_course(&course).unwrap_or_else(Start::load));
    let page = {
        let reopened = start.reopened.clone();
        use_reducer(move || Page(Model::restored(reopened)))
    };
    let notice_list = use_reducer_eq(NoticeList::default);
    let notices = Notices(notice_list.dispatcher());
    let engines = use_engines(&notices);
    let dialog = use_state_eq(|| None::<DialogKind>);
    let start_page = use_state_eq(|| (address_bar::query() == address_bar::START_QUERY).then_some(StartPart::Lessons));
    let spoken = use_state_eq(|| AttrValue::from(""));
    let link = use_state_eq(Link::none);
    let plot_width = use_memo((), |()| Cell::new(0.0)).into();
    // A link names an experiment; before one is opened there is the gallery.
    let names_one = start.reopened.opened.view.panel == Panel::Experiments && !address_bar::remembers_gallery();
    let experiments = use_memo((), |()| RunStore::new(names_one)).into();
    let gesture = use_memo((), |()| RefCell::new(None::<Gesture>)).into();
    let hover = (*use_memo((), |()| Hover::new())).clone();
    let offers = use_memo((), |()| Offers::default()).into();

    let example_picture =
        use_callback((), |(name, card, place): (&'static str, Card, u32), ()| html! { <ExamplePicture {name} {card} {place} /> });

    let mut lab = Lab {
        page: page.clone(),
        engine_state: engines.state(),
        log_name: use_state_eq(|| AttrValue::from("")),
        engine: engines.client().clone(),
        notices: notices.clone(),
        dialog,
        start: start_page.clone(),
        spoken: spoken.clone(),
        link: link.clone(),
        keeper: start.keeper.clone(),
        plot_width,
        experiments,
        hover,
        offers,
        example_picture,
        sizes: use_panel_sizes(),
        course: course.clone(),
        presenting: presenting.clone(),
        gesture,
    };

    // Plan whatever the scenario now is, a drag in progress included.
    let study = page.0.effective().planned(page.0.view.panel);
    // Of all that is asked only a map of costs follows what is on screen.
    let visible = if page.0.view.cost.is_some() { lab.visible_slots() } else { 0..0 };
    let wanted = (Arc::as_ptr(&study), query_of(&page.0, study.kind(), visible, 0), page.0.beside_key(study.kind()));
    let asked = use_mut_ref(|| None);
    let turn = use_turns(true, Turn::LAST);
    let may_ask = turn >= Turn::PLANNING;
    // What is answered at once is drawn in this very pass. Before the first plan the page has no size yet.
    let is_planned = lab.engine_state.plans.of(study.kind()).is_some();
    if is_planned && *asked.borrow() != Some(wanted) {
        *asked.borrow_mut() = Some(wanted);
        engines.while_drawing(|| ask(&lab));
        lab.engine_state = engines.state();
    }
    {
        let (lab, engines) = (lab.clone(), engines.clone());
        use_effect_with((wanted, may_ask), move |(wanted, may_ask)| {
            if *may_ask && *asked.borrow() != Some(*wanted) {
                *asked.borrow_mut() = Some(*wanted);
                if turn == Turn::PLANNING {
                    // The next turn draws what is told at once.
                    engines.while_drawing(|| ask(&lab));
                } else {
                    ask(&lab);
                }
            }
        });
    }
    {
        let (problem, notices) = (start.problem.clone(), notices.clone());
        let unopened = begun.as_ref().as_ref().and_then(|begun| begun.as_ref().err());
        let unopened = unopened.map(|why| Notice::problem(format!("This lesson cannot be opened: {why}")));
        use_effect_with((), move |()| problem.into_iter().chain(unopened).for_each(|problem| notices.add(problem)));
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
    use_autosave(&lab, &start);
    use_links_from_outside(&lab);
    use_spoken_verdict(&lab, shown);
    use_shortcuts(&lab);
    use_gestures(&lab);
    use_dropped_files(&lab);
    use_warm_worker(&lab.engine);
    use_kept_for_offline(&notices, turn >= Turn::LAST);
    use_protocol(&lab, turn >= Turn::LAST);
    use_remembering_host(&lab);

    let workbench = workbench(&lab);
    if let Some(going) = lab.going() {
        let (hidden, covered) = (going.session.hidden(), going.words().hidden);
        let is_covered = hidden.demand || hidden.runtimes;
        // An empty one where it is not there yet: with another number of children the column would be made anew, and lose the focus.
        let stage = if turn >= Turn::STAGE && !is_covered { (workbench.stage)(&lab) } else { Html::default() };
        let class = classes!("taking-lesson", hidden.figures.then_some("hide-figures"));
        let notices = notice_bar(&notice_list);
        return html! {
            <ContextProvider<Lab> context={lab}>
                <main {class} onwheel={Callback::from(|_: WheelEvent| {})}>
                    <LessonColumn />
                    { stage }
                    if is_covered { <p class="lesson-covered">{ covered }</p> }
                </main>
                { notices }
                <div class="spoken" role="status" aria-live="polite">{ (*spoken).clone() }</div>
            </ContextProvider<Lab>>
        };
    }
    let still = |draw: Draw| html! { <Still content={lab.content()} lab={lab.clone()} {draw} /> };
    let is_embedded = embed().is_some();
    let header = (!is_embedded).then(|| still(header));
    let tools = workbench.tools.filter(|_| turn >= Turn::TOOLS).map(still);
    let views = workbench.views.filter(|_| turn >= Turn::TOOLS).map(|views| views(&lab));
    let stage = (turn >= Turn::STAGE).then(|| (workbench.stage)(&lab));
    let list = workbench.list.filter(|_| turn >= Turn::LIST && shows(EmbedView::List)).map(|list| {
        html! { <>{ list(&lab) }<Border part={Part::List} /></> }
    });
    let has_inspector = shows(EmbedView::Verdict);
    let inspector = workbench.inspector.filter(|_| turn >= Turn::INSPECTOR).map(|inspector| {
        html! {
            <>
            <div class="beside">
                if has_inspector {
                    { still(explained) }
                    { still(inspector) }
                }
                { for workbench.steps.map(|steps| steps(&lab)) }
            </div>
            if has_inspector { <Border part={Part::Inspector} /> }
            </>
        }
    });
    let layout = match (&workbench.list, &workbench.inspector) {
        (Some(_), _) => None,
        (None, Some(_)) => Some("no-list"),
        (None, None) => Some("wide"),
    };
    let hidden = lab.sizes.classes();
    // An open dialog lies above everything and makes the rest inert: messages are in it then.
    let (below, above) = match *lab.dialog {
        None => (notice_bar(&notice_list), Html::default()),
        Some(_) => (Html::default(), notice_bar(&notice_list)),
    };
    let end = presenting.then(|| present_end(&lab));
    let (dialogs, bar) = (dialogs(&lab, above), if is_embedded { Html::default() } else { preview_bar(&lab) });
    let way_out = is_embedded.then(|| still(open_link));
    // Yew adds the page's own listener for a kind of event when the first element asks for it, and fails if an event comes meanwhile (yewstack/yew#3523).
    // Browsers deliver a finger's waiting moves at the very moment a listener for the wheel is added. Here it is the first of all: nobody hears of them yet.
    let onwheel = Callback::from(|_: WheelEvent| {});
    html! {
        <ContextProvider<Lab> context={lab}>
            { header }
            { bar }
            <PaperHead />
            // Parts that are not there yet are empty ones: with another number of children those before them would be made anew, and jump.
            <main class={classes!(layout, hidden)} inert={start_page.is_some()} {onwheel}>
                <div class="tools">{ tools.unwrap_or_default() }{ views.unwrap_or_default() }{ way_out.unwrap_or_default() }</div>
                { list.unwrap_or_default() }
                { stage.unwrap_or_default() }
                { inspector.unwrap_or_default() }
                if turn >= Turn::INSPECTOR {
                    <VerdictLine />
                }
                { end.unwrap_or_default() }
            </main>
            if let Some(part) = *start_page { <StartPage {part} /> }
            { below }
            { dialogs }
            <div class="spoken" role="status" aria-live="polite">{ (*spoken).clone() }</div>
        </ContextProvider<Lab>>
    }
}

/// What is told beside the picture before anything else: what decides here, and what an example shows.
fn explained(lab: &Lab) -> Html {
    html! { <div class="explained">{ (workbench(lab).policy)(lab) }{ example_strip(lab) }</div> }
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
    let visible = lab.visible_slots();
    let end = lab.engine_state.plans.cluster.as_ref().map_or(0, |shown| shown.plan.metrics.end);
    let query = query_of(model, study.kind(), visible, end);
    let beside = model.beside(study.kind());
    lab.engine.ask((study, query, beside), &model.workspace.planned(model.view.panel));
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
                if lab.going().is_some() || Wanted::of_address().is_some() || OwnPage::of_address().is_some() {
                    drop(web_sys::window().map(|window| window.location().reload()));
                    return;
                }
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
    let panel = model.view.panel;
    let kind = model.workspace.planned(panel).kind();
    let (selected, is_dragging) = (selected_in(&model.view, kind), model.draft.is_some());
    // A plan of another study says nothing of this one.
    let study = model.effective().planned(panel);
    let is_shown = shown.as_ref().is_some_and(|shown| Arc::ptr_eq(shown.study(), &study));
    use_effect_with((shown, selected, is_dragging, panel, is_shown), move |&(_, _, is_dragging, ..)| {
        // In a task of its own: the picture comes first.
        let later =
            (!is_dragging).then(|| Timeout::new(0, move || lab.spoken.set(verdict_line::spoken(&lab).unwrap_or_default().into())));
        move || drop(later)
    });
}
