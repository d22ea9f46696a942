//! A row of two lines in the list of requests: what it is called, what became of it, and what was asked for.

use super::listed::{RowActions, RowLook};
use crate::engine::core::edits::RequestId;
use yew::prelude::*;

/// What stands in a row.
pub struct RowText {
    /// The request.
    pub id: RequestId,
    /// Whether the row alone stands for the request, so that its element is called after it.
    pub is_only_row: bool,
    /// What the request is called.
    pub name: String,
    /// What became of it.
    pub fate: Html,
    /// What was asked for.
    pub asked: Html,
    /// What tells it from other rows.
    pub class: Classes,
}

/// The row.
pub fn two_lines(look: RowLook, actions: &RowActions, text: RowText) -> Html {
    let RowLook { row, place, len, is_selected, is_main, is_pointed_at, .. } = look;
    let RowText { id, is_only_row, name, fate, asked, class } = text;
    let choose = actions.choose.reform(move |event: MouseEvent| (event, place));
    let enter = actions.point.reform(move |_: PointerEvent| Some(row as u32));
    let leave = actions.point.reform(|_: PointerEvent| None);
    let class = classes!("row", "two-lines", class, is_main.then_some("main"), is_pointed_at.then_some("pointed"));
    html! {
        <div key={row} id={is_only_row.then(|| format!("request-{id}"))} {class} data-request={id.to_string()} role="option" aria-selected={is_selected.to_string()}
            aria-posinset={(place + 1).to_string()} aria-setsize={len.to_string()} onclick={choose} onpointerenter={enter} onpointerleave={leave}>
            <span class="name" title={name.clone()}>{ name }</span>
            <span class="fate">{ fate }</span>
            <span class="asked">{ asked }</span>
        </div>
    }
}
