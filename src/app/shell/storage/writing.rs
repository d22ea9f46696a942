//! Writing a piece of work: the work itself, what it began with, what can be undone.

use super::browser::{BrowserShelf, SaveError};
use super::steps::{Made, present, write_steps};
use super::work::Work;
use crate::formats::saved::{SavedOrigin, SavedStep, SavedWork};
use crate::state::Model;
use crate::state::library::{Live, Part, Shelf, Went, save_part};

/// Greatest length of the links of work that is saved; browsers give a site about five million characters.
const LINK_CHARS: usize = 2_000_000;
/// Greatest length of the link that is saved to go back to what work began with.
const ORIGIN_CHARS: usize = 500_000;

/// What came of writing.
pub struct Written {
    /// What was removed to make room.
    pub went: Vec<Went>,
    /// Whether it was written under another name, as another tab had written under the former one.
    pub is_elsewhere: bool,
}

/// Writes a piece of work. Without `live` nothing is removed to make room.
///
/// # Errors
/// It is too large, or the browser does not take it; then nothing has changed.
pub fn write(work: &mut Work, model: &Model, step: &SavedStep, made: &mut Made, live: Option<&Live>) -> Result<Written, SaveError> {
    let is_too_large = step.link.is_empty() || step.others.iter().any(String::is_empty);
    if is_too_large || step.chars() > LINK_CHARS {
        return Err(SaveError::TooLarge);
    }
    let shelf = BrowserShelf::open().ok_or(SaveError::Forbidden)?;
    let stored = shelf.get(&Part::Work.key(&work.id));
    let is_elsewhere = stored.is_some() && stored != work.written;
    if is_elsewhere {
        // Another tab has written there, where tabs cannot lock each other out.
        work.move_away();
    }
    let study = model.workspace.scenario(model.view.panel).study;
    let mut saved = SavedWork::new(js_sys::Date::now(), model.title().to_string(), step.clone());
    saved.kept = work.asked_to_keep;
    (saved.study, saved.requests) = (Some(study.kind().key().to_string()), Some(study.next_request()));
    if let Some(Ok(before)) = stored.as_deref().map(SavedWork::read) {
        // Nothing new is no reason to write, nor to count as newer.
        if saved.is_same_but_for_time(&before) {
            saved.saved_at = before.saved_at;
        }
    }
    let text = saved.write();
    let mut went = save_part(&shelf, (&work.id, Part::Work), &text, live).map_err(|_| SaveError::Full)?;
    (work.written, work.is_newer) = (Some(text), false);
    made.add(present(model), step.clone());
    if let Some(original) = work.original.take().filter(|_| work.origin.is_none() && !work.from.is_empty()) {
        let text = made.text_of(&original).filter(|step| step.chars() <= ORIGIN_CHARS);
        work.origin = text.map(|step| SavedOrigin::new(work.from.clone(), step).write());
    }
    if let Some(origin) = work.origin.take() {
        // Without it there is no way back to the original, which the list shows.
        went.extend(save_part(&shelf, (&work.id, Part::Origin), &origin, live).unwrap_or_default());
    }
    if !work.awaits_steps {
        went.extend(write_steps(&shelf, &work.id, model, made, live));
    }
    Ok(Written { went, is_elsewhere })
}
