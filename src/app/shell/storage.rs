//! Autosave: one entry per tab in the browser's storage. Two tabs never overwrite each other's work.

use crate::engine::Scenario;
use crate::formats::link::{self, LinkError, Opened, Panel};
use serde::{Deserialize, Serialize};
use web_sys::Storage;

const PREFIX: &str = "bookahead.work.";
const TAB: &str = "bookahead.tab";
/// Entries kept; beyond it the oldest go.
const ENTRIES: usize = 12;
/// Greatest length of a link that is saved; browsers give a site about five million characters.
const LINK_CHARS: usize = 2_000_000;

/// A piece of work that was saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// Milliseconds since 1970.
    pub saved_at: f64,
    /// The scenario's title.
    pub title: String,
    /// Scenario and view, as in a link's fragment.
    pub link: String,
    /// The scenario beside it in entries of earlier builds, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    second: Option<String>,
    /// The scenarios beside it, each in a link to the panel it belongs to.
    #[serde(default)]
    others: Vec<String>,
}

impl Saved {
    /// What was saved.
    ///
    /// # Errors
    /// It is damaged.
    pub fn open(&self) -> Result<(Opened, Vec<(Panel, Scenario)>), LinkError> {
        let mut opened = link::decode(&self.link)?;
        if let Some(second) = &self.second {
            opened.second = Some(link::decode(second)?.scenario);
        }
        let other = |link: &String| link::decode(link).map(|other| (other.view.panel, other.scenario));
        Ok((opened, self.others.iter().map(other).collect::<Result<_, _>>()?))
    }
}

/// Work to be saved; see [`Saved`].
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// The scenario's title.
    pub title: &'a str,
    /// Scenario and view.
    pub link: &'a str,
    /// The scenarios beside it, each in a link to the panel it belongs to.
    pub others: &'a [String],
}

/// Why work could not be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveError {
    /// It is larger than what browsers keep.
    TooLarge,
    /// The browser refuses to keep anything, or is full.
    Refused,
}

/// This tab's place in the storage.
#[derive(Clone, Debug, PartialEq)]
pub struct Autosave {
    key: String,
}

fn local() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn session() -> Option<Storage> {
    web_sys::window()?.session_storage().ok()?
}

fn entries(storage: &Storage) -> Vec<(String, Saved)> {
    let keys =
        (0..storage.length().unwrap_or(0)).filter_map(|i| storage.key(i).ok().flatten()).filter(|key| key.starts_with(PREFIX));
    let mut entries: Vec<(String, Saved)> = keys
        .filter_map(|key| {
            let saved = serde_json::from_str(&storage.get_item(&key).ok()??).ok()?;
            Some((key, saved))
        })
        .collect();
    // The newest first.
    entries.sort_by(|(_, a), (_, b)| b.saved_at.total_cmp(&a.saved_at));
    entries
}

impl Autosave {
    /// Takes a fresh place for this tab and gives what the tab held before a reload. A duplicated tab starts from a copy, in a place of
    /// its own.
    pub fn open() -> (Self, Option<Saved>) {
        let before = session().and_then(|session| session.get_item(TAB).ok().flatten());
        let saved =
            before.as_ref().and_then(|key| local()?.get_item(key).ok().flatten()).and_then(|text| serde_json::from_str(&text).ok());
        let key = format!("{PREFIX}{:.0}-{:.0}", js_sys::Date::now(), js_sys::Math::random() * 1e9);
        if let Some(session) = session() {
            // Refused only where storage is switched off; then there is no autosave, which saving reports.
            let _ = session.set_item(TAB, &key);
        }
        (Self { key }, saved)
    }

    /// Saves this tab's work.
    ///
    /// # Errors
    /// It is too large, or the browser refuses.
    pub fn save(&self, work: &Work) -> Result<(), SaveError> {
        let Work { title, link, others } = *work;
        if link.len() + others.iter().map(String::len).sum::<usize>() > LINK_CHARS {
            return Err(SaveError::TooLarge);
        }
        let storage = local().ok_or(SaveError::Refused)?;
        let beside = others.to_vec();
        let saved =
            Saved { saved_at: js_sys::Date::now(), title: title.to_string(), link: link.to_string(), second: None, others: beside };
        let text = serde_json::to_string(&saved).map_err(|_| SaveError::Refused)?;
        let mut others: Vec<(String, Saved)> = entries(&storage).into_iter().filter(|(key, _)| *key != self.key).collect();
        // The same work saved by this tab before a reload, or by a copy of it, is one entry too many.
        for (key, _) in others.extract_if(.., |(_, other)| other.link == link && other.others == saved.others) {
            let _ = storage.remove_item(&key);
        }
        while others.len() >= ENTRIES {
            if let Some((key, _)) = others.pop() {
                let _ = storage.remove_item(&key);
            }
        }
        while storage.set_item(&self.key, &text).is_err() {
            let (key, _) = others.pop().ok_or(SaveError::Refused)?;
            let _ = storage.remove_item(&key);
        }
        Ok(())
    }

    /// Work saved by other tabs and earlier visits, newest first.
    pub fn others(&self) -> Vec<Saved> {
        let entries = local().map(|storage| entries(&storage)).unwrap_or_default();
        entries.into_iter().filter(|(key, _)| *key != self.key).map(|(_, saved)| saved).collect()
    }
}
