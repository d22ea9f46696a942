//! The texts of a lesson as elements.

use crate::lessons::prose::{Block, Inline, Prose};
use yew::prelude::*;

/// Paragraphs and lists.
pub fn prose(text: &Prose) -> Html {
    text.0
        .iter()
        .map(|block| match block {
            Block::Paragraph(line) => html! { <p>{ inline(line) }</p> },
            Block::List(items) => html! { <ul>{ for items.iter().map(|item| html! { <li>{ inline(item) }</li> }) }</ul> },
        })
        .collect()
}

/// The same without paragraphs, to stand in a line.
pub fn in_line(text: &Prose) -> Html {
    let lines = text.0.iter().flat_map(|block| match block {
        Block::Paragraph(line) => std::slice::from_ref(line),
        Block::List(items) => items,
    });
    lines.map(|line| html! { <span>{ inline(line) }</span> }).collect()
}

fn inline(line: &[Inline]) -> Html {
    line.iter()
        .map(|piece| match piece {
            Inline::Text(text) => html! { { text } },
            Inline::Emphasis(inner) => html! { <em>{ inline(inner) }</em> },
            Inline::Code(text) => html! { <code>{ text }</code> },
            Inline::Link { to, text } => {
                html! { <a href={to.clone()} target="_blank" rel="noopener noreferrer">{ inline(text) }</a> }
            }
        })
        .collect()
}
