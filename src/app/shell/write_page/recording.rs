//! A solution that is recorded: what is changed by hand in the picture becomes the `solution:` of the task.

use crate::engine::Scenario;
use crate::lessons::model::{Ask, Assignment, Lesson, Task};
use crate::lessons::recorded::Recorded;
use crate::lessons::resumed::brought_to;
use crate::lessons::session::{Place, Session};
use crate::lessons::write;
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// A recording.
#[derive(Clone)]
pub struct Recording {
    /// The text that it belongs to.
    pub text: AttrValue,
    /// The task.
    pub place: Place,
    /// A student who comes to the task.
    session: Rc<Session>,
    /// What was changed so far.
    found: Recorded,
}

impl Recording {
    /// Begins; `None` if the step cannot be planned.
    pub fn begin(text: &AttrValue, lesson: &Arc<Lesson>, place: Place) -> Option<Self> {
        let session = Rc::new(brought_to(lesson, place)?);
        Some(Self { text: text.clone(), place, session, found: Recorded::default() })
    }

    /// The same with the scenario as it is in the picture now.
    pub fn with(&self, now: &Scenario) -> Self {
        // What cannot be planned cannot have been made in the picture.
        Self { found: self.session.recorded(now).unwrap_or_default(), ..self.clone() }
    }
}

/// The button that begins, or what is recorded and the buttons that end it. Nothing where the task is not solved by a change. `end` takes the line of the task
/// and the changes, or nothing.
pub fn recording_bar(
    recording: Option<&Recording>,
    task: Option<&Task>,
    begin: &Callback<()>,
    end: &Callback<Option<(usize, Vec<Assignment>)>>,
) -> Html {
    let Some(task) = task.filter(|task| matches!(task.ask, Ask::Do(_) | Ask::Bet)) else { return Html::default() };
    let Some(recording) = recording else {
        let what = if task.solution.is_empty() { "Record the solution" } else { "Record another solution" };
        return html! {
            <div class="write-record">
                <button type="button" id="write-record" class="strong" onclick={begin.reform(|_: MouseEvent| ())}>{ what }</button>
            </div>
        };
    };
    let Recorded { solution, locked, unsaid } = &recording.found;
    let taken = (!solution.is_empty()).then(|| (task.line, solution.clone()));
    html! {
        <div class="write-record going">
            // The same button: the focus stays on it.
            <button type="button" id="write-record" class="strong" onclick={end.reform(move |_: MouseEvent| taken.clone())}>{ "Put it into the text" }</button>
            <button type="button" id="write-record-stop" onclick={end.reform(|_: MouseEvent| None)}>{ "Discard" }</button>
            <div role="status" id="write-recorded">
                if solution.is_empty() {
                    <p>{ "Recording: change the scenario in the picture." }</p>
                } else {
                    <p><code>{ write::solution(solution) }</code></p>
                }
                if !locked.is_empty() { <p class="hint">{ "Not recorded, because " }<code>{ "allow:" }</code>{ format!(" does not name it: {}", locked.join(", ")) }</p> }
                if !unsaid.is_empty() { <p class="hint">{ format!("Not recorded, because a solution cannot say it: {}", unsaid.join(", ")) }</p> }
            </div>
        </div>
    }
}
