//! The header: studies, title, undo, open, export, help, share. On a phone everything but studies and undo is in a menu.

pub(crate) mod export_menu;
pub(crate) mod print_head;
pub(crate) mod title_field;

use crate::app::kit::plot::area::use_size;
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::{DialogKind, Lab, Newest, StartPart, use_lab};
use crate::app::workbench::{WORKBENCHES, Workbench};
use crate::state::{Action, HistoryAction};
use export_menu::ExportMenu;
use title_field::TitleField;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
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
    let open_start = {
        let start = lab.start.clone();
        Callback::from(move |_: MouseEvent| start.set(Some(StartPart::Top)))
    };
    let length = (!lab.link.text.is_empty()).then(|| grouped(lab.link.text.len() as u64));
    let share_title = match &length {
        Some(length) => format!("A link that holds scenario and view, {length} characters long"),
        None => "A link that holds scenario and view".to_string(),
    };
    html! {
        <header>
            <button type="button" id="skip" onclick={|_: MouseEvent| skip_to_picture()}>{ "Skip to the picture" }</button>
            <h1><button type="button" id="open-start" class="brand" onclick={open_start.clone()} title="Start: examples, earlier work, files">{ "Bookahead" }</button></h1>
            <PanelPicker />
            <div class="group history">
                <button type="button" id="undo" disabled={!model.can_undo()} onclick={act(Action::History(HistoryAction::Undo))} title="Undo (Ctrl Z)" aria-label="Undo"><span class="words">{ "Undo" }</span><span class="sign" aria-hidden="true">{ "↶" }</span></button>
                <button type="button" id="redo" disabled={!model.can_redo()} onclick={act(Action::History(HistoryAction::Redo))} title="Redo (Ctrl Shift Z)" aria-label="Redo"><span class="words">{ "Redo" }</span><span class="sign" aria-hidden="true">{ "↷" }</span></button>
            </div>
            <button type="button" id="open-menu" popovertarget="actions" aria-label="Menu" title="Menu">{ "☰" }</button>
            // A popover on a phone; elsewhere its content is a part of the row.
            <div class="actions" id="actions" popover="auto">
                <TitleField />
                <button type="button" id="open-workload" popovertarget="actions" popovertargetaction="hide" onclick={open_start}>{ "Open …" }</button>
                <ExportMenu lab={Newest::of(lab)} />
                <button type="button" id="open-commands" onclick={open_dialog(DialogKind::Commands)} title="Find a command, an example or a request (Ctrl K)">{ "Commands" }</button>
                <button type="button" id="open-help" onclick={open_dialog(DialogKind::Help)} title="Keys (?)" aria-label="Keys and help"><span aria-hidden="true">{ "?" }</span><span class="in-menu" aria-hidden="true">{ " Help" }</span></button>
                <button type="button" id="open-share" class="strong" onclick={open_dialog(DialogKind::Share)} title={share_title}>{ "Share" }if let Some(length) = length { <span class="length">{ format!(" · {length}") }</span> }</button>
            </div>
            { planning(lab) }
        </header>
    }
}

/// How far a long planning run has come, and how to stop it; or that it was stopped, and how to have it done after all.
fn planning(lab: &Lab) -> Html {
    let kind = lab.model().effective().planned(lab.model().view.panel).kind();
    let engine = lab.engine.clone();
    match lab.engine_state.progress {
        Some(share) => html! {
            <>
                <progress class="planning" max="1" value={format!("{share:.3}")} aria-label="Planning" />
                <p class="planning-state takes-time">
                    <button type="button" id="stop-planning" onclick={move |_| engine.stop()} title="What is on screen stays">{ "Stop planning" }</button>
                </p>
            </>
        },
        None if lab.engine_state.stopped.contains(&kind) => html! {
            <p class="planning-state" role="status">
                { "Planning was stopped: the picture is incomplete, or of the scenario before." }
                <button type="button" id="plan-again" onclick={move |_| engine.resume(kind)}>{ "Plan all of it" }</button>
            </p>
        },
        None => Html::default(),
    }
}

/// Takes the focus to the first handle of the picture, past everything else.
pub fn skip_to_picture() {
    let document = web_sys::window().and_then(|window| window.document());
    let find = |css: &str| document.as_ref()?.query_selector(css).ok().flatten()?.dyn_into::<HtmlElement>().ok();
    // SVG elements take the focus as well, though they are no HTML elements.
    let handle = document.as_ref().and_then(|document| document.query_selector("main .plan svg [tabindex='0']").ok().flatten());
    // Where there is no handle, the gallery's search takes the focus, or the way back to it.
    match (handle, find("#gallery-search, #show-gallery").or_else(|| find("main .plan"))) {
        (Some(handle), _) => drop(handle.unchecked_into::<HtmlElement>().focus()),
        (None, Some(stage)) => drop(stage.focus()),
        (None, None) => {}
    }
}

/// What the middle of the page shows. On a phone the row is longer than the screen: the study that is shown is kept in sight.
#[component]
fn PanelPicker() -> Html {
    let lab = use_lab();
    let row = use_node_ref();
    let shown = lab.model().view.panel;
    let (width, _) = use_size(row.clone());
    {
        let row = row.clone();
        use_effect_with((shown, width.to_bits()), move |(shown, _)| {
            let Some(row) = row.cast::<HtmlElement>() else { return };
            let button = row.query_selector(&format!("#panel-{}", shown.key())).ok().flatten();
            if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
                // Its neighbours show that there is more on both sides.
                let middle = button.offset_left() + button.offset_width() / 2 - row.offset_left();
                row.set_scroll_left(middle - row.client_width() / 2);
            }
        });
    }
    let buttons = WORKBENCHES.iter().map(|&Workbench { panel, key, name, .. }| {
        let lab = lab.clone();
        let choose = Callback::from(move |_: MouseEvent| lab.show_panel(panel));
        html! {
            <button type="button" {key} id={format!("panel-{}", panel.key())} aria-pressed={(panel == shown).to_string()} onclick={choose} title={format!("{name} ({key})")}>{ name }</button>
        }
    });
    html! { <div class="segmented panels" ref={row} role="group" aria-label="Study">{ for buttons }</div> }
}
