//! Several requests picked together: their sums, and what can be done to all of them.

use crate::app::kit::fields::number::NumberField;
use crate::app::kit::text::format::counted;
use crate::app::shell::context::Lab;
use crate::engine::core::bounds::Bound;
use crate::engine::study::StudyKind;
use crate::state::{Action, BatchEdit, Marked, ViewAction, selected_in};
use yew::prelude::*;

/// Slots or ticks that several requests can be moved by, or made to wait at most, in one go.
const BY: Bound = Bound::new("by", 1, 100_000);

/// Properties of [`SelectedRequests`].
#[derive(Properties, PartialEq)]
pub struct SelectedRequestsProps {
    /// The page's state, as it was when something of it changed.
    pub lab: Lab,
    /// Of which system the requests are.
    pub kind: StudyKind,
    /// How many they are.
    pub count: u64,
    /// Their sums: what they are found by, the value, what it is.
    pub figures: Vec<(&'static str, String, &'static str)>,
    /// What time is counted in.
    pub unit: &'static str,
    /// What is done to all of them.
    pub on_change: Callback<BatchEdit>,
}

/// The card in the inspector.
#[component]
pub fn SelectedRequests(SelectedRequestsProps { lab, kind, count, figures, unit, on_change }: &SelectedRequestsProps) -> Html {
    let relax = use_state_eq(|| 2_u32);
    let by = use_state_eq(|| 1_u32);
    let command = |edit: BatchEdit| on_change.reform(move |_: MouseEvent| edit);
    let set = |state: &UseStateHandle<u32>| {
        let state = state.clone();
        Callback::from(move |value: u32| state.set(value))
    };
    let only_one = {
        let (lab, kind) = (lab.clone(), *kind);
        Callback::from(move |_: MouseEvent| {
            let selected = selected_in(&lab.model().view, kind);
            lab.act(Action::View(ViewAction::Mark(kind, selected, Marked::default())));
        })
    };
    html! {
        <section class="figures selected-requests" aria-label="Selected requests">
            <h2>{ counted(*count, "request selected", "requests selected") }</h2>
            <dl>
                { for figures.iter().cloned().map(|(key, value, meaning)| html! {
                    <div key={key} id={format!("marked-{key}")}><dd>{ value }</dd><dt>{ meaning }</dt></div>
                }) }
            </dl>
            <NumberField<u32> id="marked-shift" label={format!("Move all by, {unit}")} value={*by} bound={BY} onchange={set(&by)} />
            <div class="group">
                <button type="button" id="marked-earlier" onclick={command(BatchEdit::Shift(-i64::from(*by)))}>{ "Earlier" }</button>
                <button type="button" id="marked-later" onclick={command(BatchEdit::Shift(i64::from(*by)))}>{ "Later" }</button>
            </div>
            <NumberField<u32> id="marked-relax" label={format!("All may wait, {unit}")} value={*relax} bound={BY} onchange={set(&relax)} />
            <div class="group">
                <button type="button" id="marked-flexible" onclick={command(BatchEdit::Relax(*relax))}>{ "Give time to wait" }</button>
                <button type="button" id="marked-rigid" onclick={command(BatchEdit::Relax(0))}>{ "Make rigid" }</button>
            </div>
            <div class="group">
                <button type="button" id="marked-remove" onclick={command(BatchEdit::Remove)} title="Remove the selected requests (Delete)">{ "Remove all" }</button>
                <button type="button" id="marked-only" class="quiet" onclick={only_one}>{ "Select one only" }</button>
            </div>
            <p class="hint">{ "Each command is one step for undo. A window is moved as far as the arrival of its request allows." }</p>
        </section>
    }
}
