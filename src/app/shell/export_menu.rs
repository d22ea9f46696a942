//! Export in the header: the scenario, and its plan in several forms. Plans are written by an engine of their own, so that the page stays free and the
//! bytes are those of the command line.

use super::context::{Lab, Newest};
use super::notices::Notice;
use crate::app::kit::export::{blob, download, download_blob, file_name};
use crate::app::kit::menu::Menu;
use crate::app::shell::engine::errand::ask_worker;
use crate::formats::plan_files::PlanFile;
use crate::formats::provenance::Provenance;
use crate::worker::messages::{Update, Work};
use yew::prelude::*;

/// The words for a form of a plan.
const fn words(form: PlanFile) -> &'static str {
    match form {
        PlanFile::Json => "Plan (JSON)",
        PlanFile::Csv => "Plan (CSV)",
        PlanFile::Figures => "Figures (CSV)",
        PlanFile::Trace => "Decisions for Perfetto (trace)",
        PlanFile::Evalys => "Jobs for evalys (CSV)",
    }
}

/// What its button is found by.
const fn key(form: PlanFile) -> &'static str {
    match form {
        PlanFile::Json => "export-plan-json",
        PlanFile::Csv => "export-plan-csv",
        PlanFile::Figures => "export-figures",
        PlanFile::Trace => "export-trace",
        PlanFile::Evalys => "export-evalys",
    }
}

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
    let on_scenario = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| export_scenario(&lab.get()))
    };
    let plans = PlanFile::ALL.map(|form| {
        let lab = lab.clone();
        let on_click = Callback::from(move |_: MouseEvent| export_plan(&lab.get(), form));
        html! { <button type="button" key={key(form)} id={key(form)} onclick={on_click}>{ words(form) }</button> }
    });
    html! {
        <Menu id="export" words="Export" {on_open}>
            <button type="button" id="export-scenario" onclick={on_scenario}>{ "Scenario (JSON)" }</button>
            { for plans }
            <p class="hint" id="provenance">{ provenance.as_ref().map(Provenance::words).unwrap_or_default() }</p>
        </Menu>
    }
}

fn refused(lab: &Lab) {
    lab.notices.add(Notice::problem("The browser refused to make the file."));
}

/// Saves the scenario that is looked at as a file.
pub fn export_scenario(lab: &Lab) {
    let scenario = &lab.model().workspace.scenario(lab.model().view.panel);
    let name = file_name(&scenario.title, "json");
    if download(&name, "application/json", &crate::formats::json::write(scenario)).is_err() {
        refused(lab);
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
    ask_worker(Work::File(Box::new(scenario.study), form), done);
}
