//! Writes parts of a lesson's text: a beginning, and a step with what is on screen.

use crate::model::Assignment;
use crate::parse::solution_lines;
use crate::situation::Situation;
use crate::view::shown_of;
use bookahead_formats::link::{Opened, Panel, Shared, View, encode};

/// What a new lesson begins with.
pub const BEGINNING: &str =
    "# A new lesson\nlanguage: en\nabout: One sentence for the list of lessons.\nminutes: 5\n\nSay what the lesson is about.\n";

/// A step with a scenario and what is seen of it, to be put behind the text of a lesson.
pub fn step(opened: &Opened) -> String {
    let mut opened = opened.clone();
    let panel = View::first(&opened.scenario).panel;
    if opened.view.panel != Panel::Revenue {
        // Of experiments a lesson shows nothing.
        opened.view.panel = panel;
    }
    let requests = || Situation::planned(&opened).map(|plan| plan.requests()).unwrap_or_default();
    let shown: Vec<String> = shown_of(&opened, requests).iter().map(ToString::to_string).collect();
    let show = if shown.is_empty() { String::new() } else { format!("show: {}\n", shown.join(", ")) };
    let link = encode(&Shared { scenario: opened.scenario, view: opened.view });
    format!("## A heading for this step\nscenario: {link}\n{show}\nSay what is to be seen, and ask something.\n")
}

/// A text with one more step.
pub fn with_step(text: &str, opened: &Opened) -> String {
    let before = if text.trim().is_empty() { BEGINNING } else { text };
    format!("{}\n\n{}", before.trim_end(), step(opened))
}

/// Changes as the line of a `solution:`, without a line feed.
pub fn solution(changes: &[Assignment]) -> String {
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    format!("solution: {}", changes.join(", "))
}

/// A text with these changes as the solution of the task that asks in a line, in the place of the one before. `None` if no task asks there.
pub fn with_solution(text: &str, task_line: usize, changes: &[Assignment]) -> Option<String> {
    let place = solution_lines(text, task_line)?;
    let mut lines: Vec<&str> = text.split('\n').collect();
    let solution = solution(changes);
    let from = (place.start - 1).min(lines.len());
    let until = (place.end - 1).clamp(from, lines.len());
    lines.splice(from..until, [solution.as_str()]);
    Some(lines.join("\n"))
}
