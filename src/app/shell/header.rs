//! The header: title, planner, undo, workload, export, share.

use super::notices::Notice;
use super::title_field::TitleField;
use crate::app::kit::export;
use crate::app::kit::words::grouped;
use crate::app::shell::context::{DialogKind, Lab, WorkloadTab};
use crate::app::workbench::{WORKBENCHES, Workbench, workbench};
use crate::state::{Action, HistoryAction, ViewAction};
use yew::prelude::*;

/// The bar at the top.
pub fn header(lab: &Lab) -> Html {
    let model = lab.model().clone();
    let act = |action: Action| {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| lab.act(action.clone()))
    };
    let open_dialog = |kind: DialogKind| {
        let dialog = lab.dialog.clone();
        Callback::from(move |_: MouseEvent| dialog.set(Some(kind)))
    };
    let on_export = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| {
            let model = lab.model();
            let scenario = &model.workspace.scenario(model.view.panel);
            let name = export::file_name(&scenario.title, "json");
            if export::download(&name, "application/json", &crate::formats::json::write(scenario)).is_err() {
                lab.notices.add(Notice::problem("The browser refused to make the file."));
            }
        })
    };
    let share_label =
        if lab.link.text.is_empty() { "Share".to_string() } else { format!("Share · {}", grouped(lab.link.text.len() as u64)) };
    html! {
        <header>
            <h1>{ "Bookahead" }</h1>
            <TitleField />
            { panel_picker(lab) }
            { (workbench(lab).tools)(lab) }
            <div class="group">
                <button type="button" id="undo" disabled={!model.can_undo()} onclick={act(Action::History(HistoryAction::Undo))} title="Undo (Ctrl Z)">{ "Undo" }</button>
                <button type="button" id="redo" disabled={!model.can_redo()} onclick={act(Action::History(HistoryAction::Redo))} title="Redo (Ctrl Shift Z)">{ "Redo" }</button>
            </div>
            <div class="group">
                <button type="button" id="open-workload" onclick={open_dialog(DialogKind::Workload(WorkloadTab::default()))}>{ "Open …" }</button>
                <button type="button" id="export" onclick={on_export} title="Save the scenario as a JSON file">{ "Export" }</button>
                <button type="button" id="open-help" onclick={open_dialog(DialogKind::Help)} title="Keys (?)" aria-label="Keys and help">{ "?" }</button>
                <button type="button" id="open-share" class="strong" onclick={open_dialog(DialogKind::Share)} title="A link that holds scenario and view; its length in characters">{ share_label }</button>
            </div>
            if let Some(share) = lab.engine_state.progress {
                <progress class="planning" max="1" value={format!("{share:.3}")} aria-label="Planning" />
            }
        </header>
    }
}

/// What the middle of the page shows.
fn panel_picker(lab: &Lab) -> Html {
    let buttons = WORKBENCHES.iter().map(|&Workbench { panel, key, name, .. }| {
        let is_shown = panel == lab.model().view.panel;
        let lab = lab.clone();
        let choose = Callback::from(move |_: MouseEvent| lab.act(Action::View(ViewAction::Panel(panel))));
        html! {
            <button type="button" {key} id={format!("panel-{}", name.to_ascii_lowercase())} aria-pressed={is_shown.to_string()} onclick={choose} title={format!("{name} ({key})")}>{ name }</button>
        }
    });
    html! { <div class="segmented panels" role="group" aria-label="View">{ for buttons }</div> }
}
