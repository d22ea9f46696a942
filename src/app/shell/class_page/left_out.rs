//! What was pasted and does not count, each with the reason.

use super::lesson::title_of;
use crate::lessons::class::{Class, Codes, LeftOut, Why};
use yew::prelude::*;

/// Most codes that are listed one by one.
const LISTED: usize = 100;

/// The list; nothing where every code counts.
pub fn left_out(class: &Class, codes: &Codes, are_hidden: bool) -> Html {
    let Class { left_out, replaced, .. } = class;
    if left_out.is_empty() && replaced.is_empty() && codes.too_many == 0 {
        return Html::default();
    }
    let line = |left: &LeftOut| {
        let who = if left.name.is_empty() || are_hidden {
            html! { <code>{ &left.code }</code> }
        } else {
            html! { { &left.name } }
        };
        let why = match left.why {
            Why::OtherLesson(hash) => {
                title_of(hash).map_or_else(|| left.why.to_string(), |title| format!("answers to the lesson “{title}”"))
            }
            why => why.to_string(),
        };
        html! { <li>{ who }{ ": " }{ why }{ "." }</li> }
    };
    let more = left_out.len().saturating_sub(LISTED);
    let again = match (replaced.len(), are_hidden) {
        (0, _) => None,
        (count, true) => Some(format!("Of {count} students with several codes the last one counts.")),
        (_, false) => Some(format!("Several codes, of which the last one counts: {}.", replaced.join(", "))),
    };
    html! {
        <section class="stack class-left-out" aria-labelledby="class-left-out">
            <h2 id="class-left-out">{ format!("Codes that do not count: {}", left_out.len() + codes.too_many) }</h2>
            <ul>
                { for left_out.iter().take(LISTED).map(line) }
                if more > 0 { <li>{ format!("and {more} more.") }</li> }
                if codes.too_many > 0 { <li>{ format!("{} codes after the first {}: more are not read.", codes.too_many, codes.all.len()) }</li> }
            </ul>
            { for again.map(|again| html! { <p>{ again }</p> }) }
        </section>
    }
}
