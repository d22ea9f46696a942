//! The part of links of version 3 that holds a plan in slots, form 1. Fields are identified by their order: do not reorder, remove or change
//! anything. A change is a new form beside this one.

use super::link_v1::{WireSlots, WireView};
use super::link_v2::{WireColours, WireMarket};
use crate::link::{View, whole};
use bookahead_engine::slots::revenue::Market;
use bookahead_engine::slots::scenario::SlotsScenario;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Recipe {
    slots: WireSlots,
    market: Option<WireMarket>,
}

#[derive(Serialize, Deserialize)]
struct Seen {
    view: WireView,
    border: u32,
    colours: WireColours,
}

/// The bytes of a scenario whose edits are already folded.
pub(super) fn pack(slots: &SlotsScenario) -> postcard::Result<Vec<u8>> {
    postcard::to_stdvec(&Recipe { slots: WireSlots::new(slots), market: slots.market.as_ref().map(WireMarket::from) })
}

/// What bytes stand for, unchecked; `None` if they cannot be the work of the encoder.
pub(super) fn unpack(bytes: &[u8]) -> Option<SlotsScenario> {
    let Recipe { slots, market } = whole(bytes)?;
    Some(SlotsScenario { market: market.map(Market::from), ..slots.into_scenario()? })
}

/// The bytes of what is seen of a plan in slots.
pub(super) fn pack_view(view: &View) -> postcard::Result<Vec<u8>> {
    postcard::to_stdvec(&Seen { view: view.into(), border: view.border, colours: view.colours.into() })
}

/// Puts what bytes stand for into a view; `None` if they cannot be the work of the encoder.
pub(super) fn unpack_view(bytes: &[u8], view: &mut View) -> Option<()> {
    let Seen { view: seen, border, colours } = whole(bytes)?;
    seen.put_into(view);
    (view.border, view.colours) = (border, colours.into());
    Some(())
}
