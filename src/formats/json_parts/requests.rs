//! The requests of a workload: given one by one, and edited. What a request looks like in a file is up to each system.

use super::value::{Object, Whole, given, given_object, items, ranges};
use bookahead_engine::core::bounds::{Bound, REQUEST_ID_MAX, REQUESTS};
use bookahead_engine::core::edits::{Edits, RequestId};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of a request.
const ID: Bound = Bound::new("request number", 0, REQUEST_ID_MAX);

ranges! {
    Id = ID;
}

/// A request as it stands in a file.
pub(crate) trait RequestForm: DeserializeOwned + Serialize {
    /// What it stands for.
    type Request;

    /// The request, not checked; `position` is its place in the list, or its number where it stands in an edit.
    fn into_request(self, position: u32) -> Self::Request;

    /// The request as it is written.
    fn of(request: &Self::Request) -> Self;
}

/// A list of requests. A long list never takes the room of its raw form, neither when it is read nor when it is written.
pub(crate) struct Requests<W: RequestForm>(pub Arc<Vec<W::Request>>);

impl<'de, W: RequestForm> Deserialize<'de> for Requests<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let take = |position, Object(wire): Object<W>| wire.into_request(position as u32);
        items(deserializer, "a list of requests", take).map(|requests| Self(Arc::new(requests)))
    }
}

impl<W: RequestForm> Serialize for Requests<W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(W::of))
    }
}

/// A change of one request: it is replaced, added or removed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "W: RequestForm")]
pub(crate) struct WireEdit<W> {
    id: Id,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    remove: Option<bool>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    request: Option<W>,
}

impl<W: RequestForm> WireEdit<W> {
    /// Edits as they are written.
    pub(crate) fn all(edits: &Edits<W::Request>) -> Vec<Self> {
        let edit = |(&id, change): (&RequestId, &Option<W::Request>)| Self {
            id: Whole(id),
            remove: change.is_none().then_some(true),
            request: change.as_ref().map(W::of),
        };
        edits.0.iter().map(edit).collect()
    }

    /// What the edit does to its request: replaces or adds it, or removes it (`None`).
    ///
    /// # Errors
    /// Both or neither, or `"remove": false`.
    fn change(self, place: &FieldPath) -> Result<Option<W::Request>, ScenarioError> {
        match (self.request, self.remove) {
            (Some(request), None) => Ok(Some(request.into_request(self.id.0))),
            (None, Some(true)) => Ok(None),
            (None, Some(false)) => Err(ScenarioError::new(place.field("remove"), false, true)),
            (Some(_), Some(_)) => Err(ScenarioError::new(place.clone(), "both request and remove", "one of the two")),
            (None, None) => Err(ScenarioError::new(place.clone(), "an edit without request or remove", "one of the two")),
        }
    }
}

/// Collects edits, one to a request. `check` checks the change of a request, where its place in the file would get lost otherwise.
///
/// # Errors
/// More edits than a workload may have requests, a number out of range, a second edit of a request; what `check` finds.
pub(crate) fn edits_of<W: RequestForm>(
    edits: Vec<WireEdit<W>>,
    place: &FieldPath,
    check: impl Fn(RequestId, Option<&W::Request>, &FieldPath) -> Result<(), ScenarioError>,
) -> Result<Edits<W::Request>, ScenarioError> {
    if edits.len() > REQUESTS.max as usize {
        return Err(ScenarioError::out_of_range(place.clone(), format!("a list of {}", edits.len()), REQUESTS));
    }
    let mut all = BTreeMap::new();
    for (i, edit) in edits.into_iter().enumerate() {
        let place = place.index(i);
        let Whole(id) = edit.id;
        let change = edit.change(&place)?;
        check(id, change.as_ref(), &place)?;
        if !ID.holds(id) {
            return Err(ScenarioError::out_of_range(place.field("id"), id, ID));
        }
        if all.insert(id, change).is_some() {
            return Err(ScenarioError::new(place.field("id"), format!("a second edit of request {id}"), "one edit per request"));
        }
    }
    Ok(Edits(Arc::new(all)))
}
