//! The header: title, planner, undo, workload, export, share.

use super::notices::Notice;
use super::title_field::TitleField;
use crate::app::kit::export;
use crate::app::kit::words::{grouped, planner_idea, planner_name, shift_name};
use crate::app::shell::context::{DialogKind, Lab, WorkloadTab};
use crate::engine::slots::scenario::{PlannerKind, Policy, ShiftRule};
use crate::formats::link::{Layout, Panel};
use crate::state::{Action, HistoryAction, ScenarioEdit, ViewAction};
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The parts of the page, the key of each, and its name.
pub const PANELS: [(Panel, &str, &str); 4] = [
    (Panel::Plan, "1", "Plan"),
    (Panel::Geometry, "2", "Geometry"),
    (Panel::Revenue, "3", "Revenue"),
    (Panel::Experiments, "4", "Experiments"),
];

/// The bar at the top.
pub fn header(lab: &Lab) -> Html {
    let model = lab.model().clone();
    let policy = model.workspace.slots.policy;
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
            if !lab.has_own_requests() {
                { planner_picker(lab, policy) }
            }
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
    let buttons = PANELS.map(|(panel, key, name)| {
        let is_shown = panel == lab.model().view.panel;
        let lab = lab.clone();
        let choose = Callback::from(move |_: MouseEvent| lab.act(Action::View(ViewAction::Panel(panel))));
        html! {
            <button type="button" {key} id={format!("panel-{}", name.to_ascii_lowercase())} aria-pressed={is_shown.to_string()} onclick={choose} title={format!("{name} ({key})")}>{ name }</button>
        }
    });
    html! { <div class="segmented panels" role="group" aria-label="View">{ for buttons }</div> }
}

/// One button per planner, and the shift rule for those that move jobs.
fn planner_picker(lab: &Lab, policy: Policy) -> Html {
    let buttons = PlannerKind::ALL.map(|planner| {
        let lab = lab.clone();
        let choose = Callback::from(move |_: MouseEvent| {
            lab.act(Action::Scenario(ScenarioEdit::Policy(Policy { planner, ..policy })));
        });
        html! {
            <button type="button" key={planner.name()} id={format!("planner-{}", planner.name())} aria-pressed={(planner == policy.planner).to_string()} onclick={choose} title={planner_idea(planner)}>
                { planner_name(planner) }
            </button>
        }
    });
    let on_rule = {
        let lab = lab.clone();
        Callback::from(move |event: Event| {
            let value = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()).map(|select| select.value());
            if let Some(shift) = value.as_deref().and_then(ShiftRule::from_name) {
                lab.act(Action::Scenario(ScenarioEdit::Policy(Policy { shift, ..policy })));
            }
        })
    };
    html! {
        <div class="planner">
            <div class="segmented" role="group" aria-label="Planner">{ for buttons }</div>
            if policy.planner.moves_jobs() {
                <select id="shift-rule" aria-label="How a job that is moved looks for its new place" onchange={on_rule}>
                    { for ShiftRule::ALL.map(|rule| html! {
                        <option value={rule.name()} selected={rule == policy.shift}>{ shift_name(rule) }</option>
                    }) }
                </select>
            }
        </div>
    }
}

/// Names of the layouts, for the plan panel's picker.
pub fn layout_name(layout: Layout) -> &'static str {
    match layout {
        Layout::Stacked => "Both",
        Layout::Logical => "Logical",
        Layout::Physical => "Physical",
    }
}
