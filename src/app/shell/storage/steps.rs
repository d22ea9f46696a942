//! The texts of steps that can be undone and redone. Those made before are remembered: each is made once.

use super::browser::BrowserShelf;
use crate::formats::link::{self, Shared, View};
use crate::formats::saved::{SavedStep, SavedSteps};
use crate::state::library::{Live, Part, Shelf, Went, save_part};
use crate::state::{Model, UndoStep};
use std::rc::Rc;

/// Most characters of the history that is saved with work.
pub const STEPS_CHARS: usize = 200_000;
/// Longest list of requests whose link is made while one waits.
const LONG: usize = 5_000;

/// What the model shows, as a step.
pub fn present(model: &Model) -> UndoStep {
    UndoStep { workspace: Rc::clone(&model.workspace), work: model.work, view: model.view, saved: None }
}

/// What is put into links of a step: the scenario that is looked at, then those beside it, each with the panel it belongs to.
pub fn shared(step: &UndoStep) -> Vec<Shared> {
    let UndoStep { workspace, view, .. } = step;
    let others = workspace.others(view.panel).into_iter();
    let others = others.map(|(panel, scenario)| Shared { scenario, view: View { panel, ..*view } });
    std::iter::once(Shared { scenario: workspace.scenario(view.panel), view: *view }).chain(others).collect()
}

/// Texts that were made.
#[derive(Default)]
pub struct Made(Vec<(UndoStep, SavedStep)>);

impl Made {
    /// One that was made elsewhere; it takes the place of what was made of the same state with another view.
    pub fn add(&mut self, step: UndoStep, text: SavedStep) {
        // What nobody can go back to any more goes too.
        self.0.retain(|(made, _)| Rc::strong_count(&made.workspace) > 1 && !Rc::ptr_eq(&made.workspace, &step.workspace));
        self.0.push((step, text));
    }

    /// The text of a step; `None` if it would take too long to make. Of a long list one with another view has to do.
    pub fn text_of(&mut self, step: &UndoStep) -> Option<SavedStep> {
        if let Some(saved) = &step.saved {
            return Some((**saved).clone());
        }
        let UndoStep { workspace, view, .. } = step;
        let is_long = shared(step).iter().any(|of| of.scenario.study.given_requests() > LONG);
        let fits = |made: &UndoStep| Rc::ptr_eq(&made.workspace, workspace) && (is_long || made.view == *view);
        if let Some((_, text)) = self.0.iter().rev().find(|(made, _)| fits(made)) {
            return Some(text.clone());
        }
        if is_long {
            return None;
        }
        let mut links = shared(step).iter().map(link::encode).collect::<Vec<_>>().into_iter();
        let text = SavedStep::new(links.next().unwrap_or_default(), links.collect());
        self.add(step.clone(), text.clone());
        Some(text)
    }
}

/// Writes what can be undone and redone, as much as there is room for.
pub fn write_steps(shelf: &BrowserShelf, id: &str, model: &Model, made: &mut Made, live: Option<&Live>) -> Vec<Went> {
    let [past, future] = model.own_steps().map(|steps| steps.into_iter().map_while(|step| made.text_of(step)).collect::<Vec<_>>());
    for chars in [STEPS_CHARS, STEPS_CHARS / 10] {
        let steps = SavedSteps::within(chars, past.clone(), future.clone());
        if steps.is_empty() {
            break;
        }
        if let Ok(went) = save_part(shelf, (id, Part::Steps), &steps.write(), live) {
            return went;
        }
    }
    // Steps of an older state would lead astray.
    shelf.remove(&Part::Steps.key(id));
    Vec::new()
}
