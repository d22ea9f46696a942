//! What the forms of a log that is brought in have in common.

use crate::app::kit::text::format::{counted, grouped};
use crate::worker::messages::{LineList, LogMessage, ShapedMessage};
use std::rc::Rc;
use yew::prelude::*;

/// A log, and what it becomes.
#[derive(Clone, Properties, PartialEq)]
pub struct LogProps {
    /// What is in it.
    pub log: Rc<LogMessage>,
    /// The study it becomes, or why it cannot.
    pub shaped: Option<Result<Rc<ShapedMessage>, String>>,
}

/// Lines of a log with what is wrong in them.
pub fn log_lines(list: &LineList, what: &str) -> Html {
    if list.total == 0 {
        return Html::default();
    }
    html! {
        <details class="lines">
            <summary>{ format!("{} {what}", counted(list.total.into(), "line", "lines")) }</summary>
            <ol class="plain">{ for list.first.iter().map(|(line, problem)| html! { <li key={*line} value={line.to_string()}>{ format!("line {line}: {problem}") }</li> }) }</ol>
            if list.total as usize > list.first.len() {
                <p>{ format!("and {} more", grouped(u64::from(list.total) - list.first.len() as u64)) }</p>
            }
        </details>
    }
}
