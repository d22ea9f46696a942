//! The lines of the policy that a step shows, as far as the last decision on screen has come. Where one of them is asked for, it is chosen here.

use super::going::Going;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::code_lines::{Asked, code_lines, variables};
use crate::lessons::model::{Ask, Pickable};
use crate::lessons::record::{Given, Thing};
use yew::prelude::*;

/// Whether the task asks for a line.
pub fn asks_for_line(going: &Going) -> bool {
    going.session.task().is_some_and(|task| task.ask == Ask::Pick(Pickable::Line))
}

/// The lines, if the step shows any.
pub fn policy_lines(lab: &Lab, going: &Going) -> Html {
    let Some(lines) = going.session.lines_shown(&lab.lesson_scenario()).ok().flatten() else { return Html::default() };
    let is_asked = asks_for_line(going) && !going.session.is_settled();
    let asked = is_asked.then(|| {
        let lab = lab.clone();
        let chosen = if let Some(Given::Thing(Thing::Line(line))) = going.draft { Some(line) } else { None };
        Asked { chosen, choose: Callback::from(move |line: u32| lab.draft_answer(Some(Given::Thing(Thing::Line(line))))) }
    });
    let so_far = lines.so_far();
    // The lines are in the words of the documents, whatever the language of the lesson.
    html! {
        <div class="lesson-lines algorithm" lang="en">
            <h3>{ lines.listing.name }</h3>
            { code_lines("lesson", &lines.listing, so_far, asked.as_ref()) }
            { variables(&lines.listing, so_far.last()) }
        </div>
    }
}
