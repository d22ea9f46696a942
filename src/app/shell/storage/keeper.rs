//! The keeper of this tab's work: which pieces there are, under which names they are stored, and what is written when.

use super::browser::{SaveError, Tab, Unsaved};
use super::locks::{self, Asked, Held};
use super::status::{self, Status};
use super::steps::{Made, present, shared};
use super::work::{Back, OPEN_ELSEWHERE, STORED_IS_NEWER, Standing, Work, why_unsaved, words_of_what_went};
use super::writing::write;
use crate::app::kit::by_address::ByAddress;
use crate::app::shell::notices::{Cause, Notice, Notices};
use crate::formats::link::{self, Shared};
use crate::formats::saved::SavedStep;
use crate::state::library::{Live, Went};
use crate::state::{Model, WorkId};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

/// Whether the model is as it was seen last.
fn is_of(seen: &Seen, model: &Model) -> bool {
    (seen.model.work, seen.model.changes) == (model.work, model.changes)
}

/// What was last seen of the model, and whether it is saved.
struct Seen {
    model: Model,
    /// Whether each change is saved.
    is_saved: bool,
    /// Whether a reload would show the same, also of what is only looked at.
    is_remembered: bool,
}

/// The keeper of a tab's work.
#[derive(Clone, PartialEq)]
pub struct Keeper(ByAddress<Inner>);

#[derive(Default)]
struct Inner {
    works: RefCell<BTreeMap<WorkId, Work>>,
    seen: RefCell<Option<Seen>>,
    lock: RefCell<Option<(String, Option<Held>)>>,
    made: RefCell<Made>,
    told: Cell<Option<SaveError>>,
    around: RefCell<Option<(Notices, Callback<()>)>>,
    /// What is written into the address bar.
    at: RefCell<String>,
}

impl Keeper {
    /// A keeper of what the page starts with.
    pub fn new(first: Work) -> Self {
        let inner = Inner::default();
        inner.works.borrow_mut().insert(0, first);
        Self(ByAddress::new(inner))
    }

    /// Where to tell the user, and whom to tell that the list of work has changed.
    pub fn attach(&self, notices: Notices, on_change: Callback<()>) {
        self.0.around.replace(Some((notices, on_change)));
    }

    fn tell(&self, notice: Notice) {
        self.say(move |notices| notices.add(notice));
    }

    /// Changes the messages on screen, after what is being written.
    fn say(&self, say: impl FnOnce(Notices) + 'static) {
        let Some((notices, _)) = self.0.around.borrow().clone() else { return };
        spawn_local(async move { say(notices) });
    }

    /// Draws the page anew: the work stands differently.
    pub fn changed(&self) {
        let on_change = self.0.around.borrow().as_ref().map(|(_, on_change)| on_change.clone());
        on_change.into_iter().for_each(|on_change| on_change.emit(()));
    }

    /// Another piece of work is about to begin; gives its number.
    pub fn begin(&self, work: Work) -> WorkId {
        let works = &mut *self.0.works.borrow_mut();
        let number = works.last_key_value().map_or(0, |(number, _)| number + 1);
        works.insert(number, work);
        number
    }

    /// Reads or changes what is known of a piece of work.
    pub fn of<T>(&self, work: WorkId, look: impl FnOnce(&mut Work) -> T) -> Option<T> {
        self.0.works.borrow_mut().get_mut(&work).map(look)
    }

    /// The user asks to keep the work as it is.
    pub fn keep(&self, work: WorkId) {
        self.of(work, |work| {
            (work.standing, work.has_bar, work.asked_to_keep) = (Standing::Kept, false, true);
        });
        self.ask_for_lock();
        if let Some(seen) = &mut *self.0.seen.borrow_mut() {
            seen.is_saved = false;
        }
        self.flush();
        self.changed();
    }

    /// The work is deleted: nothing of it is written any more unless it comes back.
    pub fn forget(&self, work: WorkId) {
        self.of(work, |work| work.written = None);
        if let Some(seen) = self.0.seen.borrow_mut().as_mut().filter(|seen| seen.model.work == work) {
            seen.is_saved = true;
        }
    }

    /// What was stored is gone without this tab's doing: it is stored again.
    pub fn save_again(&self) {
        if let Some(seen) = &mut *self.0.seen.borrow_mut() {
            seen.is_saved &= self.of(seen.model.work, |work| work.written.take().is_some()) != Some(true);
        }
        self.flush();
    }

    /// What was deleted is there again, with this text.
    pub fn brought_back(&self, id: &str, text: &str) {
        for work in self.0.works.borrow_mut().values_mut().filter(|work| work.id == id) {
            work.written.get_or_insert_with(|| text.to_string());
        }
    }

    /// Its text was changed by this tab.
    pub fn rewritten(&self, id: &str, text: &str) {
        for work in self.0.works.borrow_mut().values_mut().filter(|work| work.id == id) {
            work.written = Some(text.to_string());
            work.asked_to_keep = true;
        }
    }

    /// Something was done: remembers the model; what was open before is saved at the latest now.
    pub fn observe(&self, model: &Model) {
        let before = self.0.seen.borrow().as_ref().map(|seen| (seen.model.work, seen.model.changes));
        let is_same_work = before.is_some_and(|(work, _)| work == model.work);
        if before.is_some() && !is_same_work {
            self.flush();
        }
        let was_touched = self.of(model.work, |work| {
            let present = present(model);
            if work.written.is_none() && work.origin.is_none() && !work.from.is_empty() {
                work.original.get_or_insert(present);
            }
            // Meanwhile another tab may be at it.
            work.is_contested |= !is_same_work && work.written.is_some();
            // Undo and redo count as changes, but come back to work as it was left.
            if !is_same_work {
                work.began_at = Some(model.changes);
            }
            let is_original = *work.began_at.get_or_insert(model.changes) == model.changes;
            let was_touched = work.standing != Standing::Kept && !is_original;
            if was_touched {
                work.standing = Standing::Kept;
            }
            was_touched
        });
        let is_same = before == Some((model.work, model.changes));
        let is_kept = self.of(model.work, |work| work.standing == Standing::Kept) == Some(true);
        let seen = &mut *self.0.seen.borrow_mut();
        let is_saved = match seen {
            Some(seen) if is_same => seen.is_saved,
            Some(_) if is_same_work => !is_kept,
            // What was read is stored already.
            _ => !is_kept || self.of(model.work, |work| work.written.is_some() && !work.is_newer) == Some(true),
        };
        status::set(match (is_saved, self.0.told.get()) {
            (true, _) => Status::Saved,
            (false, None) => Status::Waiting,
            (false, Some(_)) => Status::Refused,
        });
        *seen = Some(Seen { model: model.clone(), is_saved, is_remembered: false });
        if was_touched == Some(true) || !is_same_work {
            let keeper = self.clone();
            // The page is being drawn.
            spawn_local(async move {
                keeper.ask_for_lock();
                keeper.changed();
            });
        }
    }

    /// Whether a change is not saved.
    pub fn has_unsaved(&self) -> bool {
        self.0.seen.borrow().as_ref().is_some_and(|seen| !seen.is_saved)
    }

    /// The name of the work on screen.
    pub fn present_id(&self) -> String {
        let work = self.0.seen.borrow().as_ref().map_or(0, |seen| seen.model.work);
        self.of(work, |work| work.id.clone()).unwrap_or_default()
    }

    /// The link in the address bar.
    pub fn at(&self) -> String {
        self.0.at.borrow().clone()
    }

    /// Asks for the lock on the present work if it is stored, and lets go of that on former work.
    fn ask_for_lock(&self) {
        let Some(work) = self.0.seen.borrow().as_ref().map(|seen| seen.model.work) else { return };
        let Some((id, is_kept)) = self.of(work, |work| (work.id.clone(), work.standing == Standing::Kept)) else { return };
        let is_held = self.0.lock.borrow().as_ref().filter(|(of, _)| *of == id).map(|(_, held)| held.is_some());
        if let Some(is_held) = is_held {
            if is_held {
                self.has_lock(&id);
            }
            return;
        }
        self.0.lock.replace(None);
        if !is_kept {
            return;
        }
        self.0.lock.replace(Some((id.clone(), None)));
        let keeper = self.clone();
        spawn_local(async move {
            let asked = locks::hold(&id).await;
            if keeper.0.lock.borrow().as_ref().is_none_or(|(of, _)| *of != id) {
                return;
            }
            match asked {
                Asked::Held(held) => {
                    keeper.0.lock.replace(Some((id.clone(), Some(held))));
                    keeper.has_lock(&id);
                }
                Asked::Unknown => keeper.has_lock(&id),
                Asked::Taken => {
                    let is_untouched = !keeper.has_unsaved();
                    keeper.of(work, |work| {
                        work.move_away();
                        if is_untouched {
                            work.standing = Standing::Untouched;
                        }
                    });
                    keeper.0.lock.replace(None);
                    keeper.tell(Notice::word(OPEN_ELSEWHERE));
                    if is_untouched {
                        keeper.forget_original(work);
                    }
                    keeper.ask_for_lock();
                }
            }
            if keeper.has_unsaved() {
                keeper.flush();
            }
            keeper.remember();
            keeper.changed();
        });
    }

    /// What is stored under this name may be written to.
    fn has_lock(&self, id: &str) {
        self.0.works.borrow_mut().values_mut().filter(|work| work.id == id).for_each(|work| work.is_contested = false);
    }

    /// From now on only what is changed makes it work of its own.
    fn forget_original(&self, work: WorkId) {
        let seen = self.0.seen.borrow();
        let Some(model) = seen.as_ref().map(|seen| &seen.model).filter(|model| model.work == work) else { return };
        self.of(work, |work| work.began_at = Some(model.changes));
    }

    /// Remembers over a reload what this tab is at.
    fn remember(&self) {
        if let Some(seen) = &*self.0.seen.borrow()
            && let Some(text) = self.0.made.borrow_mut().text_of(&present(&seen.model))
        {
            self.remember_as(seen.model.work, text);
        }
    }

    fn remember_as(&self, work: WorkId, step: SavedStep) {
        let back = match self.of(work, |work| work.back.clone()).flatten() {
            Some(Back::Here(work)) => self.of(work, |work| (work.standing == Standing::Kept).then(|| work.id.clone())).flatten(),
            Some(Back::Stored(id)) => Some(id),
            None => None,
        };
        let (at, has_unsaved) = (self.at(), self.has_unsaved());
        self.of(work, |work| {
            let is_newer = work.standing == Standing::Kept && has_unsaved;
            let (is_in_bar, refused) = (is_newer && step.link == at, self.0.told.get().filter(|_| is_newer));
            let unsaved = Unsaved { is_preview: work.standing == Standing::Preview, from: work.from.clone(), step };
            let shows = Some(unsaved).filter(|of| (is_newer || work.standing != Standing::Kept) && !of.step.link.is_empty());
            Tab { work: work.id.clone(), at, shows, is_newer, is_in_bar, refused, back }.remember();
        });
    }

    /// Saves what was seen last, at once. Tells whether all is saved now.
    pub fn flush(&self) -> bool {
        if !self.has_unsaved() {
            self.remember_view();
            return true;
        }
        let Some(model) = self.0.seen.borrow().as_ref().map(|seen| seen.model.clone()) else { return true };
        let encode = |of: &Shared| if link::fits(&of.scenario) { link::encode(of) } else { String::new() };
        let mut links = shared(&present(&model)).iter().map(encode).collect::<Vec<_>>().into_iter();
        let step = SavedStep::new(links.next().unwrap_or_default(), links.collect());
        // It may be the last moment there is: no waiting for a lock.
        let is_contested = self.of(model.work, |work| {
            let is_contested = work.is_contested;
            if is_contested {
                work.move_away();
            }
            is_contested
        });
        if is_contested == Some(true) {
            self.0.lock.replace(None);
            self.ask_for_lock();
        }
        self.save(&model, step);
        !self.has_unsaved()
    }

    /// Nothing was changed, but it may be seen in another way, or be another scenario that is only looked at.
    fn remember_view(&self) {
        let step = {
            let seen = &mut *self.0.seen.borrow_mut();
            let Some(seen) = seen.as_mut().filter(|seen| !seen.is_remembered) else { return };
            seen.is_remembered = true;
            present(&seen.model)
        };
        // What would take long is left as it was.
        let Some(text) = self.0.made.borrow_mut().text_of(&step) else { return };
        let model = self.0.seen.borrow().as_ref().map(|seen| seen.model.clone());
        if let Some(model) = model {
            self.save(&model, text);
        }
    }

    /// This link now stands in the address bar.
    pub fn stands_in_address_bar(&self, link: &str) {
        self.0.at.replace(link.to_string());
        let work = self.0.seen.borrow().as_ref().map_or(0, |seen| seen.model.work);
        self.of(work, |work| work.at = link.to_string());
    }

    /// Saves the work with this link: stored if it is to be, else remembered by this tab alone.
    pub fn save(&self, model: &Model, step: SavedStep) {
        let is_kept = self.of(model.work, |work| work.standing == Standing::Kept) == Some(true);
        // Work in a name of another tab's waits for the lock.
        let waits = self.of(model.work, |work| work.is_contested) == Some(true);
        if is_kept && !waits {
            self.settle(model, &step, None);
        }
        if let Some(seen) = &mut *self.0.seen.borrow_mut() {
            seen.is_remembered |= seen.model.work == model.work && seen.model.view == model.view;
        }
        self.remember_as(model.work, step);
    }

    /// Writes, and draws the consequences.
    fn settle(&self, model: &Model, step: &SavedStep, live: Option<&Live>) {
        let written = self.write(model, step, live);
        if written == Err(SaveError::Full) && live.is_none() {
            // Once more when it is known which work no tab is at.
            let (keeper, model, step) = (self.clone(), model.clone(), step.clone());
            status::set(Status::Refused);
            spawn_local(async move {
                let live = locks::live().await;
                let is_newest = keeper.0.seen.borrow().as_ref().is_some_and(|seen| is_of(seen, &model));
                if is_newest {
                    keeper.settle(&model, &step, Some(&live));
                    keeper.remember_as(model.work, step);
                }
            });
            return;
        }
        if let Some(seen) = &mut *self.0.seen.borrow_mut()
            && is_of(seen, model)
        {
            seen.is_saved = written.is_ok();
            status::set(if written.is_ok() { Status::Saved } else { Status::Refused });
        }
        match written {
            Ok(went) => {
                if self.0.told.take().is_some() {
                    self.say(|notices| notices.settle(Cause::Saving));
                }
                words_of_what_went(&went).into_iter().for_each(|words| self.tell(Notice::word(words)));
            }
            Err(error) if self.0.told.replace(Some(error)) != Some(error) => {
                self.tell(Notice::problem(why_unsaved(error)).about(Cause::Saving));
            }
            Err(_) => {}
        }
    }

    fn write(&self, model: &Model, step: &SavedStep, live: Option<&Live>) -> Result<Vec<Went>, SaveError> {
        let made = &mut *self.0.made.borrow_mut();
        let written = self.of(model.work, |work| write(work, model, step, made, live)).ok_or(SaveError::Forbidden)??;
        if written.is_elsewhere {
            self.tell(Notice::word(STORED_IS_NEWER));
            self.ask_for_lock();
        }
        Ok(written.went)
    }
}
