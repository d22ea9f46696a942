//! What is wrong with a text, and how its steps fare: each leads to its place in the text.

use super::checked::Checked;
use crate::app::kit::text::format::counted;
use crate::lessons::check::Finding;
use crate::lessons::model::Step;
use crate::lessons::parse::At;
use yew::prelude::*;

/// The errors of the text, or the steps with what the check has to tell. `go` puts the cursor to a place.
pub fn found(checked: &Checked, go: &Callback<At>) -> Html {
    let to = |at: At, words: String| {
        html! { <button type="button" class="link" onclick={go.reform(move |_: MouseEvent| at)}>{ words }</button> }
    };
    if !checked.errors.is_empty() {
        let lines = checked.errors.iter().map(|error| html! { <li>{ to(error.at, error.to_string()) }</li> });
        return html! { <ul id="write-errors" class="plain write-found">{ for lines }</ul> };
    }
    let Some(lesson) = &checked.lesson else { return Html::default() };
    let step = |(at, step): (usize, &Step)| {
        let until = lesson.steps.get(at + 1).map_or(usize::MAX, |next| next.line);
        // What is told of the whole lesson stands at its first step.
        let from = if at == 0 { 0 } else { step.line };
        let told: Vec<&Finding> = checked.findings.iter().filter(|finding| (from..until).contains(&finding.line)).collect();
        let (class, sign, words) = match () {
            () if told.iter().any(|finding| finding.is_error) => ("fails", "✗", "does not work"),
            () if at >= checked.steps && !checked.is_over => ("waits", "…", "is being checked"),
            () if step.tasks.is_empty() => ("holds", "✓", "asks nothing"),
            () => ("holds", "✓", "works"),
        };
        let lines = told.into_iter().map(|finding| {
            html! { <li>{ to(At { line: finding.line, column: 1 }, finding.to_string()) }</li> }
        });
        html! {
            <li key={at} {class}>
                <span class="sign" aria-hidden="true">{ sign }</span>
                { " " }{ to(At { line: step.line, column: 1 }, format!("{}. {}", at + 1, step.heading)) }{ " " }{ words }
                <ul>{ for lines }</ul>
            </li>
        }
    };
    html! { <ol id="write-steps" class="plain write-found">{ for lesson.steps.iter().enumerate().map(step) }</ol> }
}

/// The same in one sentence.
pub fn summary(checked: &Checked) -> String {
    let errors = checked.errors.len();
    let wrong = checked.findings.iter().filter(|finding| finding.is_error).count();
    match &checked.lesson {
        None if errors == 0 => "Reading …".to_string(),
        None => format!("{} in the text.", counted(errors as u64, "error", "errors")),
        Some(_) if !checked.is_over => "Checking …".to_string(),
        Some(lesson) if wrong == 0 => {
            let (steps, tasks) = (lesson.steps.len() as u64, lesson.tasks() as u64);
            format!("The lesson works: {}, {}.", counted(steps, "step", "steps"), counted(tasks, "task", "tasks"))
        }
        Some(_) => format!("{} to be mended.", counted(wrong as u64, "thing", "things")),
    }
}
