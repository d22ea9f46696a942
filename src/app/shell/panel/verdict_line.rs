//! What became of the selected request, in one line that stays in sight on a phone while the request is dragged.

use crate::app::shell::context::{Lab, use_lab};
use crate::app::workbench::workbench;
use std::sync::Arc;
use web_sys::Element;
use yew::prelude::*;

/// What became of the selected request, in words. Nothing while another study is planned: the plan on screen is still that of the one before. A drag goes on
/// with the words on the plan that came last.
pub fn spoken(lab: &Lab) -> Option<String> {
    let model = lab.model();
    let study = model.effective().planned(model.view.panel);
    let shown = lab.engine_state.plans.of(study.kind())?;
    let is_told = model.draft.is_some() || Arc::ptr_eq(shown.study(), &study);
    if is_told { (workbench(lab).spoken)(lab) } else { None }
}

/// The line. A tap shows the whole verdict. Screen readers have been told the same by the status line.
#[component]
pub fn VerdictLine() -> Html {
    let lab = use_lab();
    let Some(words) = spoken(&lab) else { return Html::default() };
    let show = Callback::from(move |_: MouseEvent| {
        let document = web_sys::window().and_then(|window| window.document());
        let verdict: Option<Element> = document.and_then(|document| document.query_selector(".verdict").ok().flatten());
        if let Some(verdict) = verdict {
            verdict.scroll_into_view();
        }
    });
    html! { <button type="button" class="verdict-line" tabindex="-1" aria-hidden="true" onclick={show}>{ words }</button> }
}
