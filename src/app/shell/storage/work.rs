//! A piece of work of this tab: how it stands, and what is said of it.

use super::browser::{BrowserShelf, SaveError};
use crate::formats::saved::SavedWork;
use crate::state::library::{Part, Shelf, Went};
use crate::state::{UndoStep, WorkId};

/// How a piece of work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A link that is looked at: nothing is stored until it is changed or kept.
    Preview,
    /// Nothing of it was changed, and it can be had again: nothing is stored.
    Untouched,
    /// It is stored.
    Kept,
}

/// Where the user can go back to.
#[derive(Clone, Debug, PartialEq)]
pub enum Back {
    /// Work in this tab's history.
    Here(WorkId),
    /// Work that is stored under this name.
    Stored(String),
}

/// A piece of work of this tab.
pub struct Work {
    /// The name it is stored under.
    pub id: String,
    /// How it stands.
    pub standing: Standing,
    /// Whether it was a preview, and the bar still says so.
    pub has_bar: bool,
    /// Where it came from, in words.
    pub from: String,
    /// What was open before.
    pub back: Option<Back>,
    /// Its link in the address bar.
    pub at: String,
    /// The model's count of changes when it began, as far as that is known.
    pub began_at: Option<u32>,
    /// What it began with, until that is stored.
    pub original: Option<UndoStep>,
    /// The text of what it began with, if it is known.
    pub origin: Option<String>,
    /// What was last written or read under its name.
    pub written: Option<String>,
    /// Whether what this tab began with is newer than that, until it is written.
    pub is_newer: bool,
    /// Whether the user asked to keep it.
    pub asked_to_keep: bool,
    /// Whether its name was in use before: it is written to once this tab has the lock.
    pub is_contested: bool,
    /// Whether saved steps are still to come: until then they are not written over.
    pub awaits_steps: bool,
}

/// A name that nothing is stored under.
pub fn new_id() -> String {
    format!("{:.0}-{:.0}", js_sys::Date::now(), js_sys::Math::random() * 1e9)
}

impl Work {
    /// Work that nothing is stored of yet.
    pub fn new(standing: Standing, from: String, back: Option<Back>) -> Self {
        Self {
            id: new_id(),
            has_bar: standing == Standing::Preview,
            standing,
            from,
            back,
            at: String::new(),
            began_at: None,
            original: None,
            origin: None,
            written: None,
            is_newer: false,
            asked_to_keep: false,
            is_contested: false,
            awaits_steps: false,
        }
    }

    /// Work that is stored under this name, with its text.
    pub fn stored(id: String, text: String, awaits_steps: bool, back: Option<Back>) -> Self {
        let asked_to_keep = SavedWork::read(&text).is_ok_and(|saved| saved.kept);
        let work = Self::new(Standing::Kept, String::new(), back);
        Self { id, written: Some(text), asked_to_keep, is_contested: true, awaits_steps, ..work }
    }

    /// Under another name: what is stored under the present one is another tab's.
    pub fn move_away(&mut self) {
        self.origin = self.origin.take().or_else(|| BrowserShelf::open()?.get(&Part::Origin.key(&self.id)));
        (self.id, self.written, self.is_contested, self.awaits_steps) = (new_id(), None, false, false);
    }
}

/// Said when another tab is at the same work.
pub const OPEN_ELSEWHERE: &str =
    "This scenario is open in another tab too. Here you work on a copy: neither tab changes what the other saves.";

/// Said when what is stored under the name of the work is not what this state of it was.
pub const STORED_IS_NEWER: &str =
    "The stored version of this scenario is newer than the one you went back to, so it is kept. Your changes are saved as a copy.";

/// A title, or what stands for none.
pub fn named(title: &str) -> &str {
    if title.is_empty() { "Untitled" } else { title }
}

/// What was removed to make room, in words; nothing if nothing was that anyone misses.
pub fn words_of_what_went(went: &[Went]) -> Option<String> {
    let title = |went: &Went| if let Went::Work(title) = went { Some(format!("“{}”", named(title))) } else { None };
    let titles: Vec<String> = went.iter().filter_map(title).collect();
    if !titles.is_empty() {
        let titles = titles.join(", ");
        return Some(format!(
            "The browser's storage is full. To save this work, the oldest work that you had not asked to keep was removed: {titles}."
        ));
    }
    let is_missed = went.iter().any(|went| matches!(went, Went::Steps | Went::Origin));
    is_missed.then(|| {
        "The browser's storage is full. To save this work, undo steps and originals of earlier work were removed. All scenarios are still there."
            .to_string()
    })
}

/// Why work is not saved, in words.
pub fn why_unsaved(error: SaveError) -> String {
    let why = match error {
        SaveError::TooLarge => "it is larger than what browsers keep. Export it to a file to keep it.",
        SaveError::Forbidden => "the browser refuses to keep anything for this page. Export it to a file to keep it.",
        SaveError::Full => {
            "the browser's storage for this page is full. Nothing else was removed. Delete scenarios under Open, Earlier work, or export this one to a file."
        }
    };
    format!("This work is not saved: {why}")
}
