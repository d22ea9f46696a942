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

    /// Whether nothing was changed so far.
    pub fn is_untouched(&self) -> bool {
        self.found == Recorded::default()
    }

    /// The same with the scenario as it is in the picture now.
    pub fn with(&self, now: &Scenario) -> Self {
        // What cannot be planned cannot have been made in the picture.
        Self { found: self.session.recorded(now).unwrap_or_default(), ..self.clone() }
    }
}

/// The button that begins, or what is recorded and the buttons that end it. Nothing where the task is not solved by a change. `is_current` says whether the
/// picture has begun anew for it. `end` takes the line of the task and the changes, or nothing.
pub fn recording_bar(
    recording: Option<&Recording>,
    is_current: bool,
    task: Option<&Task>,
    begin: &Callback<()>,
    end: &Callback<Option<(usize, Vec<Assignment>)>>,
) -> Html {
    let Some(task) = task.filter(|task| matches!(task.ask, Ask::Do(_) | Ask::Bet)) else { return Html::default() };
    let found = recording.map(|recording| &recording.found);
    let (words, press) = match found {
        None if task.solution.is_empty() => ("Record the solution", begin.reform(|_: MouseEvent| ())),
        None => ("Record another solution", begin.reform(|_: MouseEvent| ())),
        Some(found) => {
            let taken = (!found.solution.is_empty()).then(|| (task.line, found.solution.clone()));
            ("Put it into the text", end.reform(move |_: MouseEvent| taken.clone()))
        }
    };
    // One button for both, so that the focus stays on it.
    html! {
        <div class={classes!("write-record", found.map(|_| "going"))}>
            <button type="button" id="write-record" class="strong" onclick={press}>{ words }</button>
            if let Some(found) = found {
                <button type="button" id="write-record-stop" onclick={end.reform(|_: MouseEvent| None)}>{ "Discard" }</button>
                { recorded(found, is_current) }
            }
        </div>
    }
}

/// What was recorded so far, and what was not.
fn recorded(Recorded { solution, locked, unsaid }: &Recorded, is_current: bool) -> Html {
    html! {
        <div role="status" id="write-recorded">
            if !is_current {
                <p>{ "The picture begins anew …" }</p>
            } else if solution.is_empty() {
                <p>{ "Recording: change the scenario in the picture." }</p>
            } else {
                <p><code>{ write::solution(solution) }</code></p>
            }
            if !locked.is_empty() { <p class="hint">{ "Not recorded, because " }<code>{ "allow:" }</code>{ format!(" does not name it: {}", locked.join(", ")) }</p> }
            if !unsaid.is_empty() { <p class="hint">{ format!("Not recorded, because a solution cannot say it: {}", unsaid.join(", ")) }</p> }
        </div>
    }
}
