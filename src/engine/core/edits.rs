//! Changes made by hand to the requests of a source, by request number.

use super::bounds;
use super::error::{FieldPath, ScenarioError};
use super::sorting::map_of;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of a request for as long as the scenario lives: its position in the source, or a later number for an added one.
pub type RequestId = u32;

/// Changes by request number: `Some` replaces (or, beyond the source, adds) a request, `None` removes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edits<R>(pub Arc<BTreeMap<RequestId, Option<R>>>);

impl<R> Default for Edits<R> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<R> FromIterator<(RequestId, Option<R>)> for Edits<R> {
    /// Of two changes of one request the later counts.
    fn from_iter<I: IntoIterator<Item = (RequestId, Option<R>)>>(edits: I) -> Self {
        Self(Arc::new(map_of(edits)))
    }
}

impl<R: Copy> Edits<R> {
    /// Whether nothing was changed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number the next added request gets.
    pub fn next_id(&self, source_len: u32) -> RequestId {
        self.0.last_key_value().map_or(0, |(id, _)| id + 1).max(source_len)
    }

    /// The same edits with one more; a removed request that is not in the source is forgotten altogether.
    #[must_use]
    pub fn with(&self, source_len: u32, id: RequestId, change: Option<R>) -> Self {
        self.with_all(source_len, [(id, change)])
    }

    /// The same edits with many more, as [`Edits::with`] one by one; they are copied once.
    #[must_use]
    pub fn with_all(&self, source_len: u32, changes: impl IntoIterator<Item = (RequestId, Option<R>)>) -> Self {
        let mut map = (*self.0).clone();
        for (id, change) in changes {
            match change {
                None if id >= source_len => map.remove(&id),
                change => map.insert(id, change),
            };
        }
        Self(Arc::new(map))
    }

    /// The requests of a given list with the edits applied: each with its number, in ascending order.
    pub fn applied<'a>(&'a self, source: &'a [R]) -> impl Iterator<Item = (RequestId, R)> + 'a {
        let kept = source.iter().zip(0..).filter_map(|(request, id)| match self.0.get(&id) {
            None => Some((id, *request)),
            Some(change) => change.map(|request| (id, request)),
        });
        let added = self.0.range(source.len() as u32..).filter_map(|(id, change)| change.map(|request| (*id, request)));
        kept.chain(added)
    }

    /// The number a request has once the edits are written into a list of `source_len` requests; `None` if it was removed.
    pub fn folded_id(&self, source_len: u32, id: RequestId) -> Option<RequestId> {
        let removed_below = |end: u32| self.0.range(..end.min(source_len)).filter(|(_, change)| change.is_none()).count() as u32;
        if id < source_len {
            return (!matches!(self.0.get(&id), Some(None))).then(|| id - removed_below(id));
        }
        let added_below = self.0.range(source_len..id).filter(|(_, change)| change.is_some()).count() as u32;
        matches!(self.0.get(&id), Some(Some(_))).then(|| source_len - removed_below(source_len) + added_below)
    }

    /// Checks numbers and requests against a source of `source_len` requests; `check` checks one request.
    ///
    /// # Errors
    /// The first thing out of range.
    pub fn check(
        &self,
        source_len: u32,
        place: &FieldPath,
        check: impl Fn(&R, &FieldPath) -> Result<(), ScenarioError>,
    ) -> Result<(), ScenarioError> {
        for (i, (id, change)) in self.0.iter().enumerate() {
            let place = place.index(i);
            if *id > bounds::REQUEST_ID_MAX {
                return Err(ScenarioError::new(place.field("id"), id, format!("at most {}", bounds::REQUEST_ID_MAX)));
            }
            match change {
                Some(request) => check(request, &place.field("request"))?,
                None if *id >= source_len => {
                    let allowed = format!("the number of a request of the source, below {source_len}");
                    return Err(ScenarioError::new(place.field("id"), id, allowed));
                }
                None => {}
            }
        }
        Ok(())
    }
}
