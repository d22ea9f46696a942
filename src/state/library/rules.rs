//! What may be removed to make room: never work that a tab is at, never what the user asked to keep, never what cannot be read. What is lost least goes first.

use super::shelf::{Full, Part, Shelf, ids, put_making_room};
use crate::engine::core::sorting::{map_of, set_of, sort_shared};
use crate::formats::saved::SavedWork;
use std::collections::BTreeSet;

/// Without the browser telling which tabs are alive, work counts as alive for so long after it was saved: a day, in milliseconds.
const ALIVE_MS: f64 = 24.0 * 3_600_000.0;

/// The pieces of work that tabs are at.
#[derive(Clone, Debug, PartialEq)]
pub enum Live {
    /// Their names.
    Known(BTreeSet<String>),
    /// Not known; the time now, in milliseconds since 1970.
    Unknown(f64),
}

impl Live {
    /// Whether a tab may be at work saved under this name at this time.
    pub fn is_live(&self, id: &str, saved_at: f64) -> bool {
        match self {
            Self::Known(ids) => ids.contains(id),
            Self::Unknown(now) => now - saved_at < ALIVE_MS,
        }
    }
}

/// What was removed to make room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Went {
    /// What can be undone in closed work.
    Steps,
    /// What closed work began with.
    Origin,
    /// Work there is a newer copy of.
    Duplicate,
    /// Closed work, by its title.
    Work(String),
}

/// Closed work that nobody asked to keep, oldest first.
fn closed(shelf: &impl Shelf, live: &Live, but: &str) -> Vec<(String, SavedWork)> {
    let read = |id: String| Some((id.clone(), SavedWork::read(&shelf.get(&Part::Work.key(&id))?).ok()?));
    let may_go = |(id, saved): &(String, SavedWork)| id != but && !live.is_live(id, saved.saved_at);
    let mut closed: Vec<_> = ids(shelf, Part::Work).into_iter().filter_map(read).filter(may_go).collect();
    sort_shared(&mut closed, |(_, a), (_, b)| a.saved_at.total_cmp(&b.saved_at));
    closed
}

/// Names of closed work of which there is a newer closed copy, scenario and view alike.
pub fn duplicates(shelf: &impl Shelf, live: &Live) -> Vec<String> {
    older_copies(&closed(shelf, live, ""))
}

fn older_copies(closed: &[(String, SavedWork)]) -> Vec<String> {
    let newest = map_of(closed.iter().map(|(id, saved)| (saved.content(), id)));
    let is_older = |(id, saved): &&(String, SavedWork)| !saved.kept && newest.get(&saved.content()) != Some(&id);
    closed.iter().filter(is_older).map(|(id, _)| id.clone()).collect()
}

/// What may go to make room for the work of this name, what is lost least first, with its keys.
pub fn may_go(shelf: &impl Shelf, live: &Live, own: &str) -> Vec<(Went, Vec<String>)> {
    let closed = closed(shelf, live, own);
    let copies = older_copies(&closed);
    let mut may_go = Vec::new();
    let all_parts = |id: &str| Part::ALL.map(|part| part.key(id)).to_vec();
    for part in [Part::Steps, Part::Origin] {
        // What is left of work that is not there any more.
        let works = set_of(ids(shelf, Part::Work));
        let orphans = ids(shelf, part).into_iter().filter(|id| id != own && !works.contains(id) && !live.is_live(id, 0.0));
        // A tab writes its work first: a part without work belongs to none.
        may_go.extend(orphans.map(|id| (if part == Part::Steps { Went::Steps } else { Went::Origin }, vec![part.key(&id)])));
    }
    may_go.extend(closed.iter().map(|(id, _)| (Went::Steps, vec![Part::Steps.key(id)])));
    may_go.extend(copies.iter().map(|id| (Went::Duplicate, all_parts(id))));
    may_go.extend(closed.iter().filter(|(_, saved)| !saved.kept).map(|(id, _)| (Went::Origin, vec![Part::Origin.key(id)])));
    let works = closed.iter().filter(|(id, saved)| !saved.kept && !copies.contains(id));
    may_go.extend(works.map(|(id, saved)| (Went::Work(saved.title.clone()), all_parts(id))));
    may_go.retain(|(_, keys)| keys.iter().any(|key| shelf.get(key).is_some()));
    may_go
}

/// Saves a part of a piece of work. With `live`, what may go makes room if it must; tells what went.
///
/// # Errors
/// There is no room; nothing has changed.
pub fn save_part(shelf: &impl Shelf, (id, part): (&str, Part), text: &str, live: Option<&Live>) -> Result<Vec<Went>, Full> {
    if shelf.put(&part.key(id), text) {
        return Ok(Vec::new());
    }
    let Some(live) = live else { return Err(Full) };
    let (mut went, mut keys): (Vec<Went>, Vec<Vec<String>>) = may_go(shelf, live, id).into_iter().unzip();
    if part != Part::Work {
        // No work goes for the sake of a history.
        let count = went.iter().take_while(|went| **went == Went::Steps).count();
        went.truncate(count);
        keys.truncate(count);
    }
    let count = put_making_room(shelf, &part.key(id), text, &keys)?;
    went.truncate(count);
    Ok(went)
}
