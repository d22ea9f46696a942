//! The head of a printed page, in place of the bar with its buttons: what is printed, from which version, and the link that brings it back.

use crate::app::kit::browser::paper::use_is_on_paper;
use crate::app::shell::address_bar;
use crate::app::shell::context::use_lab;
use crate::app::workbench::workbench;
use yew::prelude::*;

/// Longest link that is printed letter by letter; a longer one is there for whoever opens the page as a PDF.
const PRINTED_CHARS: usize = 110;

/// The head; nothing on screen.
#[component]
pub fn PaperHead() -> Html {
    let lab = use_lab();
    if !use_is_on_paper() {
        return Html::default();
    }
    let (model, workbench) = (lab.model(), workbench(&lab));
    let title = if workbench.shows_scenario() { model.title() } else { workbench.name };
    let link = Some(&lab.link.text).filter(|text| !text.is_empty()).map(|text| {
        let link = address_bar::link(text);
        let words = if link.len() <= PRINTED_CHARS { link.clone() } else { "Link to this view".to_string() };
        html! { <a href={link}>{ words }</a> }
    });
    let made_by = format!("{}, Bookahead {}. ", workbench.name, env!("CARGO_PKG_VERSION"));
    html! { <div class="paper-head"><p class="paper-title">{ title.to_string() }</p><p>{ made_by }{ link }</p></div> }
}
