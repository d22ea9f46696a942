//! The workload dialog: examples, the generator, files, earlier work.

use super::example_picture::ExamplePicture;
use super::library::Library;
use super::log::log_form;
use crate::app::experiments::gallery::start_cards::ExperimentCards;
use crate::app::shell::context::{DialogKind, Lab, WorkloadTab};
use crate::app::shell::file_import::bring_in;
use crate::app::workbench::{WORKBENCHES, new_workload};
use crate::state::{EXAMPLES, Example};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// What can be brought in.
const KINDS_OF_FILES: [(&str, &str); 3] = [
    ("Scenarios", "JSON files that were saved with this page or written by hand."),
    (
        "Workload logs",
        "the Standard Workload Format (.swf, Parallel Workloads Archive), what sacct --parsable2 prints (Slurm), Batsim (JSON); each also as .gz.",
    ),
    ("Task graphs", "STG (.stg), WfCommons (JSON), Pegasus DAX (.dax, .xml). They are opened under Workflow."),
];

/// The sources; `tab` is the one shown.
pub fn workload_dialog(lab: &Lab, tab: WorkloadTab) -> Html {
    let tabs = [
        (WorkloadTab::Examples, "Examples"),
        (WorkloadTab::Generate, "Generate"),
        (WorkloadTab::File, "File"),
        (WorkloadTab::Earlier, "Earlier work"),
    ];
    let buttons = tabs.map(|(kind, name)| {
        let choose = {
            let dialog = lab.dialog.clone();
            Callback::from(move |_: MouseEvent| dialog.set(Some(DialogKind::Workload(kind))))
        };
        html! { <button type="button" key={name} id={format!("tab-{}", name.to_ascii_lowercase().replace(' ', "-"))} aria-pressed={(kind == tab).to_string()} onclick={choose}>{ name }</button> }
    });
    html! {
        <>
            <div class="segmented" role="group" aria-label="Source">{ for buttons }</div>
            { match tab {
                WorkloadTab::Examples => examples(lab),
                WorkloadTab::Generate => new_workload(),
                WorkloadTab::File => files(lab),
                WorkloadTab::Earlier => html! { <Library lab={lab.clone()} /> },
            } }
        </>
    }
}

fn examples(lab: &Lab) -> Html {
    // In the order of the workbenches, each with its own.
    let groups = WORKBENCHES.iter().map(|workbench| {
        let cards = if workbench.shows_scenario() {
            let of_panel = (0_u32..).zip(EXAMPLES).filter(|(_, example)| example.open().view.panel == workbench.panel);
            html! { <ul class="cards">{ for of_panel.map(|(place, example)| card(lab, example, place)) }</ul> }
        } else {
            html! { <ExperimentCards lab={lab.clone()} /> }
        };
        html! {
            <section key={workbench.name} class="examples">
                <h3>{ workbench.name }<span>{ format!(": {}", workbench.idea) }</span></h3>
                { cards }
            </section>
        }
    });
    html! { <>{ for groups }</> }
}

/// An example with its picture.
fn card(lab: &Lab, example: &'static Example, place: u32) -> Html {
    let lab = lab.clone();
    let open = Callback::from(move |_: MouseEvent| lab.open(example.open()));
    html! {
        <li key={example.key}>
            <button type="button" id={format!("example-{}", example.key)} class="card" onclick={open}>
                <ExamplePicture {example} {place} />
                <strong>{ example.title }</strong><span>{ example.idea }</span>
            </button>
        </li>
    }
}

fn files(lab: &Lab) -> Html {
    let choose = {
        let lab = lab.clone();
        Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            if let Some(files) = input.files() {
                bring_in(&lab, &files);
            }
            // Choosing the same file again shall be noticed.
            input.set_value("");
        })
    };
    html! {
        <>
            <p>{ "Choose files, or drop them anywhere on the page:" }</p>
            <ul id="kinds-of-files">{ for KINDS_OF_FILES.iter().map(|(kind, formats)| html! { <li key={*kind}><strong>{ *kind }</strong>{ format!(": {formats}") }</li> }) }</ul>
            <p>{ "If you choose several files, every scenario and every task graph among them is opened, and one log. Files are read in this tab and are not sent anywhere." }</p>
            <p><label class="file">{ "Choose files " }<input type="file" id="choose-file" multiple=true accept=".json,.swf,.gz,.txt,.csv,.sacct,.log,.stg,.dax,.xml" onchange={choose} /></label></p>
            { log_form(lab) }
        </>
    }
}
