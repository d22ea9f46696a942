//! Several requests picked together: their sums, and what can be done to all of them.

use crate::app::kit::fields::NumberField;
use crate::app::kit::words::{counted, grouped};
use crate::app::shell::context::Lab;
use crate::engine::core::bounds::Bound;
use crate::engine::slots::request::Slot;
use crate::engine::study::StudyKind;
use crate::state::{Action, BatchEdit, Marked, RequestSums, ViewAction, marked_rows};
use std::rc::Rc;
use yew::prelude::*;

/// Slots that several requests can be moved by, or made to wait at most, in one go.
const BY: Bound = Bound::new("slots", 1, 100_000);

/// Properties of [`SelectedRequests`].
#[derive(Properties, PartialEq)]
pub struct SelectedRequestsProps {
    /// The page's state, as it was when something of it changed.
    pub lab: Lab,
}

/// The card in the inspector.
#[component]
pub fn SelectedRequests(SelectedRequestsProps { lab }: &SelectedRequestsProps) -> Html {
    let relax = use_state_eq(|| 2_u32);
    let by = use_state_eq(|| 1_u32);
    let marked = lab.model().marked.clone();
    let shown = lab.engine_state.plans.slots.shown.as_ref();
    let sums = use_memo((shown.map(Rc::as_ptr), marked), |(_, marked)| {
        shown.map_or_else(RequestSums::default, |shown| {
            let plan = shown.plan();
            RequestSums::of(&plan, &marked_rows(&plan, marked))
        })
    });
    let figures = [
        ("jobs", grouped(sums.jobs), "jobs"),
        ("node-slots", grouped(sums.node_slots), "node-slots asked for"),
        ("accepted", format!("{} of {}", grouped(sums.accepted), grouped(sums.jobs)), "jobs accepted"),
        ("delay", sums.mean_delay().map_or_else(|| "–".to_string(), |delay| format!("{delay:.2}")), "mean delay, slots"),
    ];
    let command = |edit: BatchEdit| {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| lab.change_marked(edit, false))
    };
    let set = |state: &UseStateHandle<Slot>| {
        let state = state.clone();
        Callback::from(move |value: Slot| state.set(value))
    };
    let only_one = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| {
            let selected = lab.model().view.selected;
            lab.act(Action::View(ViewAction::Mark(StudyKind::Slots, selected, Marked::default())));
        })
    };
    html! {
        <section class="figures selected-requests" aria-label="Selected requests">
            <h2>{ counted(sums.requests, "request selected", "requests selected") }</h2>
            <dl>
                { for figures.into_iter().map(|(key, value, meaning)| html! {
                    <div key={key} id={format!("marked-{key}")}><dd>{ value }</dd><dt>{ meaning }</dt></div>
                }) }
            </dl>
            <NumberField<u32> id="marked-shift" label="Move all by, slots" value={*by} bound={BY} onchange={set(&by)} />
            <div class="group">
                <button type="button" id="marked-earlier" onclick={command(BatchEdit::Shift(-i64::from(*by)))}>{ "Earlier" }</button>
                <button type="button" id="marked-later" onclick={command(BatchEdit::Shift(i64::from(*by)))}>{ "Later" }</button>
            </div>
            <NumberField<u32> id="marked-relax" label="All may wait, slots" value={*relax} bound={BY} onchange={set(&relax)} />
            <div class="group">
                <button type="button" id="marked-flexible" onclick={command(BatchEdit::Relax(*relax))}>{ "Give time to wait" }</button>
                <button type="button" id="marked-rigid" onclick={command(BatchEdit::Relax(0))}>{ "Make rigid" }</button>
            </div>
            <div class="group">
                <button type="button" id="marked-remove" onclick={command(BatchEdit::Remove)} title="Remove the selected requests (Delete)">{ "Remove all" }</button>
                <button type="button" id="marked-only" class="quiet" onclick={only_one}>{ "Select one only" }</button>
            </div>
            <p class="hint">{ "Each command is one step for undo. A window is moved as far as the slot in which the request arrives allows." }</p>
        </section>
    }
}
