//! Lines that are put in order, with a button up and one down each.

use super::prose::in_line;
use super::words::Words;
use crate::app::shell::context::Lab;
use crate::lessons::model::Task;
use crate::lessons::record::Given;
use yew::prelude::*;

/// The lines in the student's order.
pub fn order_form(lab: &Lab, task: &Task, draft: Option<&Given>, words: &'static Words) -> Html {
    let order = match draft {
        Some(Given::Order(order)) => order.clone(),
        _ => (0..task.choices.len()).collect(),
    };
    let last = order.len().saturating_sub(1);
    let swap = |one: usize, other: usize| {
        let (lab, mut order) = (lab.clone(), order.clone());
        order.swap(one, other);
        Callback::from(move |_: MouseEvent| {
            lab.draft_answer(Some(Given::Order(order.clone())));
        })
    };
    let rows = order.iter().enumerate().map(|(place, &line)| {
        let text = &task.choices[line].text;
        let label = |way: &str| format!("{way}: {}", text.plain());
        html! {
            <li key={line}>
                { in_line(text) }
                <button type="button" disabled={place == 0} aria-label={label(words.up)} onclick={swap(place, place.saturating_sub(1))}>{ "↑" }</button>
                <button type="button" disabled={place == last} aria-label={label(words.down)} onclick={swap(place, (place + 1).min(last))}>{ "↓" }</button>
            </li>
        }
    });
    html! { <ol class="plain lesson-order">{ for rows }</ol> }
}

/// The lines in an order that is not changed any more.
pub fn order_shown(task: &Task, order: &[usize]) -> Html {
    let rows = order.iter().filter_map(|&line| task.choices.get(line)).map(|choice| html! { <li>{ in_line(&choice.text) }</li> });
    html! { <ol class="lesson-order">{ for rows }</ol> }
}
