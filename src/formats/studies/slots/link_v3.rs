//! The part of links of version 3 that holds a plan in slots: form 1, and form 2, which says more of what is seen. Fields are identified by their
//! order: do not reorder, remove or change anything. A change is a new form beside these.

use super::link_v1::{WirePlanner, WireShift, WireSlots, WireView};
use super::link_v2::{WireColours, WireMarket};
use crate::link::{View, WireOptions, whole};
use bookahead_engine::slots::revenue::Market;
use bookahead_engine::slots::scenario::{Policy, SlotsScenario};
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

/// What form 2 says of the view.
#[derive(Serialize, Deserialize)]
struct SeenMore {
    seen: Seen,
    step: Option<u32>,
    compared: Option<(WirePlanner, WireShift)>,
    options: Option<WireOptions>,
}

impl Seen {
    fn new(view: &View) -> Self {
        Self { view: view.into(), border: view.border, colours: view.colours.into() }
    }

    fn put_into(self, view: &mut View) {
        self.view.put_into(view);
        (view.border, view.colours) = (self.border, self.colours.into());
    }
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

/// Whether a view says something that form 1 cannot hold.
pub(super) fn is_newer(view: &View) -> bool {
    view.step.is_some() || view.compared.is_some() || view.options.is_some()
}

/// The bytes of what is seen of a plan in slots.
pub(super) fn pack_view(view: &View) -> postcard::Result<Vec<u8>> {
    let seen = Seen::new(view);
    if !is_newer(view) {
        return postcard::to_stdvec(&seen);
    }
    let compared = view.compared.map(|Policy { planner, shift }| (planner.into(), shift.into()));
    postcard::to_stdvec(&SeenMore { seen, step: view.step, compared, options: view.options.map(WireOptions::from) })
}

/// Puts what bytes stand for into a view; `None` if they cannot be the work of the encoder.
pub(super) fn unpack_view(form: u32, bytes: &[u8], view: &mut View) -> Option<()> {
    match form {
        1 => whole::<Seen>(bytes)?.put_into(view),
        2 => {
            let SeenMore { seen, step, compared, options } = whole(bytes)?;
            seen.put_into(view);
            view.step = step;
            view.compared = compared.map(|(planner, shift)| Policy { planner: planner.into(), shift: shift.into() });
            view.options = options.map(Into::into);
        }
        _ => return None,
    }
    Some(())
}
