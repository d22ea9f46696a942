//! The list of saved work.

use super::rules::Live;
use super::shelf::{Part, Shelf, ids};
use crate::engine::core::sorting::sort_shared;
use crate::engine::study::StudyKind;
use crate::formats::saved::{Reopened, SavedError, SavedOrigin, SavedWork, title_of_newer};

/// Longest link that is opened to see whether it can be: a longer one takes too long, and says so when it is opened.
const CHECKED_CHARS: usize = 20_000;

/// What can be done with saved work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// It can be opened.
    Closed,
    /// This tab is at it.
    Open,
    /// Another tab is at it.
    OpenElsewhere,
    /// A newer version of the program saved it; why it cannot be opened.
    Newer(String),
    /// It is damaged; how.
    Damaged(String),
}

/// Saved work as the list shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// The name it is stored under.
    pub id: String,
    /// Its title; empty if it has none or cannot be read.
    pub title: String,
    /// The titles of the scenarios of other workbenches that are saved with it, without those that say the same; empty if that takes too long to find.
    pub beside: Vec<String>,
    /// When it was saved, in milliseconds since 1970; 0 if that cannot be read.
    pub saved_at: f64,
    /// Its study.
    pub study: Option<StudyKind>,
    /// Number of requests, given or to be generated.
    pub requests: Option<u32>,
    /// Characters it takes, histories included.
    pub chars: usize,
    /// Whether the user asked to keep it.
    pub kept: bool,
    /// Where it came from, if that can be gone back to.
    pub from: Option<String>,
    /// What can be done with it.
    pub condition: Condition,
}

/// All saved work, the newest first; `own` is what this tab is at.
pub fn listed(shelf: &impl Shelf, own: &str, live: &Live) -> Vec<Listed> {
    let mut list: Vec<Listed> = ids(shelf, Part::Work).into_iter().filter_map(|id| one(shelf, id, own, live)).collect();
    sort_shared(&mut list, |a, b| b.saved_at.total_cmp(&a.saved_at).then_with(|| a.id.cmp(&b.id)));
    list
}

fn one(shelf: &impl Shelf, id: String, own: &str, live: &Live) -> Option<Listed> {
    let text = shelf.get(&Part::Work.key(&id))?;
    let [steps, origin] = [Part::Steps, Part::Origin].map(|part| shelf.get(&part.key(&id)));
    let chars = [Some(&text), steps.as_ref(), origin.as_ref()].into_iter().flatten().map(String::len).sum();
    let from = origin.and_then(|origin| SavedOrigin::read(&origin).ok()).map(|origin| origin.from);
    let unread = Listed {
        id,
        title: String::new(),
        beside: Vec::new(),
        saved_at: 0.0,
        study: None,
        requests: None,
        chars,
        kept: false,
        from,
        condition: Condition::Closed,
    };
    let refused = |error: SavedError| {
        if error.is_newer() { Condition::Newer(error.to_string()) } else { Condition::Damaged(error.to_string()) }
    };
    let saved = match SavedWork::read(&text) {
        Ok(saved) => saved,
        Err(error) => {
            let title = if error.is_newer() { title_of_newer(&text).unwrap_or_default() } else { String::new() };
            return Some(Listed { title, condition: refused(error), ..unread });
        }
    };
    let mut entry = Listed {
        study: saved.study.as_deref().and_then(StudyKind::from_key),
        requests: saved.requests,
        title: saved.title.clone(),
        saved_at: saved.saved_at,
        kept: saved.kept,
        ..unread
    };
    let opened = (saved.chars() <= CHECKED_CHARS).then(|| saved.open());
    if let Some(Ok(reopened)) = &opened {
        entry.beside = titles_beside(reopened, &entry.title);
    }
    if entry.id == own {
        return Some(Listed { condition: Condition::Open, ..entry });
    }
    if matches!(live, Live::Known(_)) && live.is_live(&entry.id, saved.saved_at) {
        entry.condition = Condition::OpenElsewhere;
    }
    match opened {
        Some(Ok(Reopened { opened, .. })) => {
            entry.study = Some(opened.scenario.study.kind());
            entry.requests = Some(opened.scenario.study.next_request());
        }
        Some(Err(error)) => entry.condition = refused(error),
        None => {}
    }
    Some(entry)
}

/// The titles beside a title, each once.
fn titles_beside(Reopened { opened, others }: &Reopened, title: &str) -> Vec<String> {
    let second = opened.second.iter().map(|second| &second.title);
    let mut titles: Vec<String> = Vec::new();
    for other in second.chain(others.iter().map(|(_, scenario)| &scenario.title)) {
        if !other.is_empty() && other != title && !titles.contains(other) {
            titles.push(other.clone());
        }
    }
    titles
}
