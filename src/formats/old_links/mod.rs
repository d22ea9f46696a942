//! Links of versions 1 and 2, which hold a plan in slots, named servers, or both. They stay readable for ever, and what they can hold is still written as
//! they are, so that older builds can open it. Version 3 holds everything that came later: nothing is added here.
//!
//! Nothing but `link/codec.rs`, where the version of a link is read, knows this folder (`tests/it/tidy.rs`). It uses the wire forms of the two systems,
//! which version 3 has in common with it.

mod experiment_numbers;
mod v1;
mod v2;

use crate::link_parts::{LinkError, Opened, View};
use bookahead_engine::{Scenario, Study};
use v2::OldLink;

/// Reads the bytes of a link, unchecked.
pub(crate) type LinkReader = fn(&[u8]) -> Result<Opened, LinkError>;

/// The reader of links of version 1 or 2.
pub(crate) fn reader(version: &str) -> Option<LinkReader> {
    match version {
        "v1" => Some(v1::read),
        "v2" => Some(v2::read),
        _ => None,
    }
}

/// A link of version 1 or 2 of a study and a view that form 1 of version 3 can hold; `None` if it takes version 3. The edits are already folded.
pub(crate) fn pack(Scenario { title, study }: &Scenario, view: &View) -> Option<OldLink> {
    match study {
        Study::Slots(slots) => v2::pack(title, slots, view),
        Study::Idle(idle) => v2::pack_idle(title, idle, view),
        // All others are newer.
        _ => None,
    }
}
