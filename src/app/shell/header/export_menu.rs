//! Export in the header: the scenario, and its plan in several forms. Plans are written by an engine of their own, so that the page stays free and the
//! bytes are those of the command line.

use crate::app::kit::browser::download::{blob, download, download_blob, file_name};
use crate::app::kit::controls::menu::Menu;
use crate::app::shell::context::{Lab, Newest};
use crate::app::shell::engine::errand::ask_worker;
use crate::app::shell::hand_out::save::{Form, save_with_inside};
use crate::app::shell::notices::Notice;
use crate::formats::link;
use crate::formats::plan_files::PlanFile;
use crate::formats::provenance::Provenance;
use crate::worker::messages::{Update, Work};
use yew::prelude::*;

/// Something that is written to a file: an entry of the menu and of the command palette.
pub struct Export {
    /// What its button is found by.
    key: &'static str,
    /// What it is.
    pub words: &'static str,
    /// Makes the file and offers it.
    pub run: fn(&Lab),
}

/// All of them, in the order of the menu.
pub static EXPORTS: [Export; 7] = [
    Export { key: "export-scenario", words: "Scenario (JSON)", run: export_scenario },
    Export { key: "export-page", words: "Page with this scenario inside (HTML)", run: export_page },
    Export { key: "export-plan-json", words: "Plan (JSON)", run: |lab| export_plan(lab, PlanFile::Json) },
    Export { key: "export-plan-csv", words: "Plan (CSV)", run: |lab| export_plan(lab, PlanFile::Csv) },
    Export { key: "export-figures", words: "Figures (CSV)", run: |lab| export_plan(lab, PlanFile::Figures) },
    Export { key: "export-trace", words: "Decisions for Perfetto (trace)", run: |lab| export_plan(lab, PlanFile::Trace) },
    Export { key: "export-evalys", words: "Jobs for evalys (CSV)", run: |lab| export_plan(lab, PlanFile::Evalys) },
];

/// Properties of [`ExportMenu`].
#[derive(Properties, PartialEq)]
pub struct ExportMenuProps {
    /// The page's state.
    pub lab: Newest,
}

/// The button and its menu.
#[component]
pub fn ExportMenu(ExportMenuProps { lab }: &ExportMenuProps) -> Html {
    let provenance = use_state_eq(|| None::<Provenance>);
    let on_open = {
        let (lab, provenance) = (lab.clone(), provenance.clone());
        Callback::from(move |()| {
            let lab = lab.get();
            provenance.set(Some(Provenance::of(&lab.model().workspace.scenario(lab.model().view.panel).study)));
        })
    };
    let buttons = EXPORTS.iter().map(|Export { key, words, run }| {
        let lab = lab.clone();
        let on_click = Callback::from(move |_: MouseEvent| run(&lab.get()));
        html! { <button type="button" key={*key} id={*key} onclick={on_click}>{ *words }</button> }
    });
    html! {
        <Menu id="export" words="Export" {on_open}>
            { for buttons }
            <p class="hint" id="provenance">{ provenance.as_ref().map(Provenance::words).unwrap_or_default() }</p>
        </Menu>
    }
}

fn refused(lab: &Lab) {
    lab.notices.add(Notice::problem("The browser refused to make the file."));
}

/// Saves the scenario that is looked at as a file.
fn export_scenario(lab: &Lab) {
    let scenario = &lab.model().workspace.scenario(lab.model().view.panel);
    let name = file_name(&scenario.title, "json");
    if download(&name, "application/json", &crate::formats::json::write(scenario)).is_err() {
        refused(lab);
    }
}

/// Saves the page in one file with what is on screen inside.
fn export_page(lab: &Lab) {
    let shared = lab.model().shared();
    if link::fits(&shared.scenario) {
        save_with_inside(&shared.scenario.title, &link::encode(&shared), Form::Page, &lab.notices);
    } else {
        lab.notices.add(Notice::problem(
            "The scenario has too many requests to go inside the page. Export the scenario and pass both files on.",
        ));
    }
}

/// Has a worker plan and write, and offers what it wrote.
fn export_plan(lab: &Lab, form: PlanFile) {
    let scenario = lab.model().workspace.scenario(lab.model().view.panel);
    let name = file_name(&scenario.title, form.suffix());
    let done = {
        let lab = lab.clone();
        move |answer: Result<Update, String>| match answer {
            Ok(Update::File(bytes)) => {
                if blob(form.mime(), &bytes).and_then(|blob| download_blob(&name, &blob)).is_err() {
                    refused(&lab);
                }
            }
            Ok(_) => {}
            Err(problem) => {
                lab.notices.add(Notice::problem(format!("The plan cannot be written: {problem}. Your work is as it was.")));
            }
        }
    };
    ask_worker(Work::File(Box::new(scenario.study), form), &lab.notices, done);
}
