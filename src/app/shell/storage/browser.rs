//! The browser's storage: a shelf that all tabs share, and a slip of paper of each tab's own.

use crate::app::shell::embed::is_embedded;
use crate::formats::saved::SavedStep;
use crate::state::library::Shelf;
use serde::{Deserialize, Serialize};
use web_sys::Storage;

/// Where a tab remembers what it is at.
const TAB: &str = "bookahead.tab";
/// How keys of work began when a tab remembered nothing else.
const OLD_PREFIX: &str = "bookahead.work.";

/// The storage that all tabs share.
#[derive(Clone)]
pub struct BrowserShelf(Storage);

impl BrowserShelf {
    /// The storage, unless the browser forbids it or the page is embedded.
    pub fn open() -> Option<Self> {
        web_sys::window().filter(|_| !is_embedded())?.local_storage().ok()?.map(Self)
    }
}

impl Shelf for BrowserShelf {
    fn keys(&self) -> Vec<String> {
        (0..self.0.length().unwrap_or(0)).filter_map(|i| self.0.key(i).ok().flatten()).collect()
    }

    fn get(&self, key: &str) -> Option<String> {
        self.0.get_item(key).ok().flatten()
    }

    fn put(&self, key: &str, text: &str) -> bool {
        self.0.set_item(key, text).is_ok()
    }

    fn remove(&self, key: &str) {
        // Fails only where nothing can be stored.
        let _ = self.0.remove_item(key);
    }
}

/// Why work could not be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SaveError {
    /// It is larger than what browsers keep.
    TooLarge,
    /// The browser keeps nothing.
    Forbidden,
    /// There is no room left.
    Full,
}

/// What a tab remembers over a reload. It goes when the tab does, and a duplicated tab starts with a copy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tab {
    /// The name its work is stored under.
    pub work: String,
    /// The link it put into the address bar.
    #[serde(default)]
    pub at: String,
    /// What it shows, if that is not stored: a preview, what has not been changed, or what could not be stored.
    #[serde(default)]
    pub shows: Option<Unsaved>,
    /// Whether what it shows is work that is newer than what is stored under its name.
    #[serde(default)]
    pub is_newer: bool,
    /// Whether the address bar holds that too.
    #[serde(default)]
    pub is_in_bar: bool,
    /// Why that could not be stored, if it was tried.
    #[serde(default)]
    pub refused: Option<SaveError>,
    /// The name of the work to go back to.
    #[serde(default)]
    pub back: Option<String>,
}

/// What a tab shows without storing it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unsaved {
    /// Whether it is a preview of a link.
    pub is_preview: bool,
    /// Where it came from, in words.
    pub from: String,
    /// Scenarios and view.
    pub step: SavedStep,
}

fn session() -> Option<Storage> {
    web_sys::window().filter(|_| !is_embedded())?.session_storage().ok()?
}

impl Tab {
    /// What this tab remembers.
    pub fn recall() -> Option<Self> {
        let text = session()?.get_item(TAB).ok()??;
        // Earlier builds remembered the key alone.
        let old = text.strip_prefix(OLD_PREFIX).map(|id| Self { work: id.to_string(), ..Self::default() });
        old.or_else(|| serde_json::from_str(&text).ok())
    }

    /// Remembers it; without what it shows if that is too large.
    pub fn remember(&self) {
        let put = |tab: &Self| {
            let (Some(session), Ok(text)) = (session(), serde_json::to_string(tab)) else { return false };
            session.set_item(TAB, &text).is_ok()
        };
        if !put(self) {
            // Refused only where storage is switched off, of which saving tells.
            put(&Self { shows: None, ..self.clone() });
        }
    }
}
