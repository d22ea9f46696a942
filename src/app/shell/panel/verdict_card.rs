//! A verdict as a card of the right column.

use crate::engine::core::verdict::{Tone, Verdict};
use yew::prelude::*;

/// The card: its element id, and what it is called.
pub fn verdict_card(id: &'static str, label: &'static str, verdict: Verdict) -> Html {
    let class = match verdict.tone {
        Tone::Good => "verdict good",
        Tone::Partly => "verdict partly",
        Tone::Refused => "verdict refused",
    };
    html! {
        <section {class} {id} aria-label={label}>
            <h3>{ verdict.headline }</h3>
            { for verdict.sentences.into_iter().map(|sentence| html! { <p>{ sentence }</p> }) }
        </section>
    }
}
