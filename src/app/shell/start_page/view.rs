//! The start page: examples by study, what can be brought in, earlier work. It covers the workbench, which stays as it is until something is opened.

use super::example_picture::ExamplePicture;
use super::lessons::lessons;
use super::library::Library;
use crate::app::experiments::gallery::start_cards::ExperimentCards;
use crate::app::shell::context::{DialogKind, Lab, Newest, StartPart, use_lab, use_newest};
use crate::app::shell::engine::state::LogState;
use crate::app::shell::file_import::bring_in;
use crate::app::shell::storage::work::named;
use crate::app::workbench::{WORKBENCHES, workbench};
use crate::state::{EXAMPLES, Example};
use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Document, HtmlElement, HtmlInputElement};
use yew::prelude::*;

/// What can be brought in, and what becomes of it.
const KINDS_OF_FILES: [(&str, &str); 5] = [
    (
        "Workload logs",
        "SWF (.swf), sacct --parsable2 or --json, Batsim, ElastiSim, each also as .gz. You choose what becomes of the jobs.",
    ),
    (
        "Snapshots",
        "What squeue --json, scontrol show and sinfo --json print of a running machine, in one file or in several. They open under Cluster.",
    ),
    ("Task graphs", "STG (.stg), WfCommons (JSON), Pegasus DAX (.dax, .xml). They open under Workflow."),
    ("Scenarios", "JSON, saved with this page or written by hand. They open as they were saved."),
    ("Lessons", "Text (.lesson.md). Your work stays as it is."),
];

/// Properties of [`StartPage`].
#[derive(Properties, PartialEq)]
pub struct StartPageProps {
    /// Where it is opened.
    pub part: StartPart,
}

/// The page. Its sections come one after another, the wide ones in one column and the narrow ones beside them.
#[component]
pub fn StartPage(StartPageProps { part }: &StartPageProps) -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    use_given_back_focus();
    use_effect_with(*part, |part| part.focus());
    let title = if workbench(&lab).shows_scenario() { named(lab.model().title()) } else { workbench(&lab).name };
    let close = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| lab.show_workbench())
    };
    let on_key = {
        let lab = lab.clone();
        Callback::from(move |event: KeyboardEvent| {
            // In a field with text it is the field's.
            let is_free = event.target_dyn_into::<HtmlInputElement>().is_none_or(|field| field.value().is_empty());
            if event.key() == "Escape" && is_free && !event.default_prevented() {
                event.prevent_default();
                lab.show_workbench();
            }
        })
    };
    let ways = [(StartPart::Lessons, "Lessons"), (StartPart::Files, "Files"), (StartPart::EarlierWork, "Earlier work")].map(
        |(part, name)| {
            html! { <button type="button" class="quiet" onclick={move |_| part.focus()}>{ name }</button> }
        },
    );
    html! {
        <div id="start" role="main" aria-labelledby={StartPart::Top.id()} onkeydown={on_key}>
            <div class="start-head">
                <h2 id={StartPart::Top.id()} tabindex="-1">{ "Start" }</h2>
                <div class="ways">{ for ways }</div>
                <button type="button" id="back-to-workbench" onclick={close} title="Escape">{ format!("Back to {title}") }</button>
            </div>
            <div class="stack start-column">
                { section(StartPart::Lessons.id(), "Lessons", lessons()) }
                <Examples lab={newest} />
            </div>
            <div class="stack start-column">
                { section(StartPart::Files.id(), "Open a file", files(&lab)) }
                { section("start-new", "New plan", new_plan(&lab)) }
                { section(StartPart::EarlierWork.id(), "Earlier work", html! { <Library {lab} /> }) }
            </div>
        </div>
    }
}

impl StartPart {
    /// What its heading is found by.
    pub fn id(self) -> &'static str {
        match self {
            Self::Top => "start-top",
            Self::Lessons => "start-lessons",
            Self::Files => "start-files",
            Self::EarlierWork => "start-earlier",
        }
    }

    /// Gives its heading the focus, which brings it into view.
    fn focus(self) {
        give_focus(document().and_then(|document| document.get_element_by_id(self.id())?.dyn_into().ok()));
    }
}

fn section(id: &'static str, title: &'static str, body: Html) -> Html {
    html! { <section key={id} aria-labelledby={id}><h3 {id} tabindex="-1">{ title }</h3>{ body }</section> }
}

/// Properties of [`Examples`].
#[derive(Properties, PartialEq)]
struct ExamplesProps {
    lab: Newest,
}

/// The examples in the order of the workbenches, each with its own. Nothing about them changes: they are drawn once.
#[component]
fn Examples(ExamplesProps { lab }: &ExamplesProps) -> Html {
    let groups = WORKBENCHES.iter().map(|workbench| {
        let cards = if workbench.shows_scenario() {
            let of_panel = (0_u32..).zip(EXAMPLES).filter(|(_, example)| example.open().view.panel == workbench.panel);
            html! { <ul class="plain cards">{ for of_panel.map(|(place, example)| card(lab, example, place)) }</ul> }
        } else {
            html! { <ExperimentCards lab={lab.get()} /> }
        };
        html! {
            <section key={workbench.name}>
                <h4>{ workbench.name }<span>{ format!(": {}", workbench.idea) }</span></h4>
                { cards }
            </section>
        }
    });
    section("start-examples", "Examples", html! { <div class="examples">{ for groups }</div> })
}

/// An example with its picture.
fn card(lab: &Newest, example: &'static Example, place: u32) -> Html {
    let lab = lab.clone();
    let open = move |_: MouseEvent| lab.get().open(example.open());
    html! {
        <li key={example.key}>
            <button type="button" id={format!("example-{}", example.key)} class="card" onclick={open}>
                <ExamplePicture name={example.key} {place} />
                <strong>{ example.title }</strong><span>{ example.idea }</span>
            </button>
        </li>
    }
}

fn new_plan(lab: &Lab) -> Html {
    let dialog = lab.dialog.clone();
    let generate = move |_: MouseEvent| dialog.set(Some(DialogKind::Generate));
    html! {
        <>
            <p class="hint">{ "Requests drawn at random: one of the papers’ workloads, or ranges of your own." }</p>
            <button type="button" id="open-generator" onclick={generate}>{ "Generate requests …" }</button>
        </>
    }
}

fn files(lab: &Lab) -> Html {
    let choose = {
        let lab = lab.clone();
        move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            if let Some(files) = input.files() {
                bring_in(&lab, &files);
            }
            // Choosing the same file again shall be noticed.
            input.set_value("");
        }
    };
    let dialog = lab.dialog.clone();
    let go_on = move |_: MouseEvent| dialog.set(Some(DialogKind::Log));
    html! {
        <div class="stack drop">
            <p><strong>{ "Drop files anywhere on the page" }</strong>{ ", or choose them here. They are read in this tab; nothing leaves it." }</p>
            <label>{ "Choose files " }<input type="file" id="choose-file" multiple=true accept=".json,.swf,.gz,.txt,.csv,.sacct,.log,.stg,.dax,.xml,.md" onchange={choose} /></label>
            if matches!(lab.engine_state.log, LogState::Reading { .. } | LogState::Read { .. }) {
                <button type="button" id="open-log" onclick={go_on}>{ format!("Go on with {}", *lab.log_name) }</button>
            }
            <dl>{ for KINDS_OF_FILES.iter().map(|(kind, formats)| html! { <><dt>{ *kind }</dt><dd>{ *formats }</dd></> }) }</dl>
            <p class="hint">{ "Of several files, every scenario and task graph is opened, and one log." }</p>
        </div>
    }
}

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

fn give_focus(element: Option<HtmlElement>) {
    // Nothing is lost where it cannot be had.
    let _ = element.map(|element| element.focus());
}

/// When the page goes, what had the focus before has it again, else the button that leads here.
#[hook]
fn use_given_back_focus() {
    use_effect_with((), |()| {
        let before = document().and_then(|document| document.active_element()).filter(|element| element.tag_name() != "BODY");
        move || {
            // The workbench takes it again once it is uncovered.
            Timeout::new(0, move || {
                let named = ["open-menu", "open-start"].map(|id| document()?.get_element_by_id(id));
                let is_seen = |element: &web_sys::Element| element.get_bounding_client_rect().width() > 0.0;
                let taker = [before].into_iter().chain(named).flatten().find(is_seen);
                give_focus(taker.map(JsCast::unchecked_into));
            })
            .forget();
        }
    });
}
