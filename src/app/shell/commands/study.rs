//! What the commands common to all studies do in one of them: select, change and find requests, look nearer, step through the decisions.

use crate::app::kit::controls::keys::next_place;
use crate::app::kit::controls::scrubber::Scrubber;
use crate::app::shell::context::Lab;
use crate::engine::core::edits::RequestId;
use crate::engine::core::steps::StepEvents;
use crate::engine::study::StudyKind;
use crate::formats::link::Panel;
use crate::state::{Action, ViewAction, selected_in, step_in};
use yew::prelude::*;

/// What a system does for the common commands.
pub trait StudyCommands: Sync {
    /// Which system.
    fn kind(&self) -> StudyKind;

    /// Requests in the plan that is shown.
    fn requests(&self, lab: &Lab) -> usize;

    /// The request in a row of the plan.
    fn id_at(&self, lab: &Lab, row: usize) -> Option<RequestId>;

    /// The row of a request.
    fn row_of(&self, lab: &Lab, id: RequestId) -> Option<usize>;

    /// What people call a request, by its row.
    fn name_at(&self, lab: &Lab, row: usize) -> Option<String>;

    /// The row of the request that people call so, the first of several.
    fn row_named(&self, lab: &Lab, name: &str) -> Option<usize>;

    /// Whether the plan can be seen as it was after each decision.
    fn has_steps(&self) -> bool {
        true
    }

    /// Where something happened around the step that is looked at.
    fn step_events(&self, _: &Lab) -> StepEvents {
        StepEvents::default()
    }

    /// What [`StudyCommands::step_events`] are, for the buttons that go there.
    fn event_words(&self) -> &'static str {
        "event"
    }

    /// Selects the request in a row, and brings it into view.
    fn go_to_row(&self, lab: &Lab, row: usize) {
        if let Some(id) = self.id_at(lab, row) {
            lab.act(Action::View(ViewAction::Select(self.kind(), Some(id))));
        }
    }

    /// Adds a request.
    fn add(&self, lab: &Lab);

    /// Removes the selected requests.
    fn remove(&self, lab: &Lab);

    /// Moves the selected requests; a key held down is one undo step.
    fn nudge(&self, lab: &Lab, by: i64, is_repeat: bool);

    /// Zooms about the middle of the view. A study without an axis of time has nothing to do here and below.
    fn zoom(&self, _: &Lab, _: f64) {}

    /// Looks at later times, by a share of what is in view.
    fn pan(&self, _: &Lab, _: f64) {}

    /// Shows all of the time.
    fn show_all(&self, _: &Lab) {}

    /// Shows the selected request with a little around it.
    fn focus(&self, _: &Lab) {}
}

/// A system's part of the common commands.
pub type Study = &'static dyn StudyCommands;

/// Whether a request is selected, or several are.
pub fn has_selected(lab: &Lab, study: Study) -> bool {
    selected_in(&lab.model().view, study.kind()).is_some() || !lab.model().marked.is_empty()
}

/// Selects nothing.
pub fn select_nothing(lab: &Lab, study: Study) {
    lab.act(Action::View(ViewAction::Select(study.kind(), None)));
}

/// The row of the selected request.
fn selected_row(lab: &Lab, study: Study) -> Option<usize> {
    study.row_of(lab, selected_in(&lab.model().view, study.kind())?)
}

/// Selects the request that arrived so many before or after the selected one.
pub fn select_next(lab: &Lab, study: Study, by: i64) {
    let row = next_place(study.requests(lab), selected_row(lab, study), by);
    if let Some(id) = row.and_then(|row| study.id_at(lab, row)) {
        lab.act(Action::View(ViewAction::Select(study.kind(), Some(id))));
    }
}

/// Removes the selected request and selects the one after it, else the one before: whoever works through the list goes on there.
pub fn remove_and_go_on(lab: &Lab, study: Study) {
    let row = selected_row(lab, study);
    let after = row.and_then(|row| study.id_at(lab, row + 1));
    let next = after.or_else(|| study.id_at(lab, row?.checked_sub(1)?));
    study.remove(lab);
    if next.is_some() {
        lab.act(Action::View(ViewAction::Select(study.kind(), next)));
    }
}

/// Goes to the request that people call so; tells whether there is one.
pub fn go_to_named(lab: &Lab, study: Study, name: &str) -> bool {
    study.row_named(lab, name).map(|row| study.go_to_row(lab, row)).is_some()
}

/// Whether the panel that is open shows the decisions one by one.
pub fn can_step(lab: &Lab, study: Study) -> bool {
    study.has_steps() && lab.model().view.panel == Panel::Study(study.kind()) && study.requests(lab) > 0
}

/// The step that is looked at.
pub fn step_of(lab: &Lab, study: Study) -> Option<u32> {
    Some(step_in(&lab.model().view, study.kind())?.min(study.requests(lab) as u32))
}

/// Shows the plan after so many requests, with the last of them selected; the whole plan for `None`.
pub fn step_to(lab: &Lab, study: Study, step: Option<u32>) {
    let selected = match step {
        Some(step) => step.checked_sub(1).and_then(|row| study.id_at(lab, row as usize)),
        None => selected_in(&lab.model().view, study.kind()),
    };
    lab.act(Action::View(ViewAction::Step { kind: study.kind(), step, selected }));
}

/// Begins to step through the decisions: with that on the selected request, else before the first.
pub fn begin_steps(lab: &Lab, study: Study) {
    step_to(lab, study, Some(selected_row(lab, study).map_or(0, |row| row as u32 + 1)));
}

/// Steps by so many decisions, as far as there are any; the first time it begins with them.
pub fn step_by(lab: &Lab, study: Study, by: i32) {
    match step_of(lab, study) {
        None => begin_steps(lab, study),
        Some(step) => {
            let to = step.saturating_add_signed(by).min(study.requests(lab) as u32);
            if to != step {
                step_to(lab, study, Some(to));
            }
        }
    }
}

/// Begins to step through the decisions, or ends it.
pub fn step_button(lab: &Lab, study: Study, id: &'static str) -> Html {
    let is_on = step_of(lab, study).is_some();
    let choose = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| if is_on { step_to(&lab, study, None) } else { begin_steps(&lab, study) })
    };
    html! {
        <div class="segmented">
            <button type="button" {id} onclick={choose} aria-pressed={is_on.to_string()} disabled={study.requests(lab) == 0} title="See the plan after each decision (, and .)">{ "Step through" }</button>
        </div>
    }
}

/// The scrubber of a step, with what happened in it.
pub fn scrubber(lab: &Lab, study: Study, step: u32, words: Html) -> Html {
    let name = step.checked_sub(1).and_then(|row| study.name_at(lab, row as usize)).map(AttrValue::from);
    let events = study.step_events(lab).any();
    let on_step = {
        let lab = lab.clone();
        Callback::from(move |step: u32| step_to(&lab, study, Some(step)))
    };
    let on_close = {
        let lab = lab.clone();
        Callback::from(move |()| step_to(&lab, study, None))
    };
    html! {
        <Scrubber count={study.requests(lab) as u32} {step} {name}
            previous={events.before} next={events.after} event={study.event_words()} {on_step} {on_close}>{ words }</Scrubber>
    }
}
