//! The part of links of version 3 that holds a plan in slots: form 1, and forms 2 and 4, which say more of what is seen. Fields are identified by their
//! order: do not reorder, remove or change anything. A change is a new form beside these.

use super::link_v1::{WirePlanner, WireShift, WireSlots, WireView};
use super::link_v2::{WireColours, WireMarket};
use crate::link::{CompareLayout, View, WireOptions, whole};
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

/// What form 4 says of the view.
#[derive(Serialize, Deserialize)]
struct SeenMost {
    more: SeenMore,
    compare_layout: Option<WireCompareLayout>,
}

#[derive(Serialize, Deserialize)]
enum WireCompareLayout {
    Stacked,
    Overlaid,
    OnlyA,
    OnlyB,
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

impl SeenMore {
    fn put_into(self, view: &mut View) {
        self.seen.put_into(view);
        view.step = self.step;
        view.compared = self.compared.map(|(planner, shift)| Policy { planner: planner.into(), shift: shift.into() });
        view.options = self.options.map(Into::into);
    }
}

impl From<CompareLayout> for WireCompareLayout {
    fn from(layout: CompareLayout) -> Self {
        match layout {
            CompareLayout::Stacked => Self::Stacked,
            CompareLayout::Overlaid => Self::Overlaid,
            CompareLayout::OnlyA => Self::OnlyA,
            CompareLayout::OnlyB => Self::OnlyB,
        }
    }
}

impl From<WireCompareLayout> for CompareLayout {
    fn from(layout: WireCompareLayout) -> Self {
        match layout {
            WireCompareLayout::Stacked => Self::Stacked,
            WireCompareLayout::Overlaid => Self::Overlaid,
            WireCompareLayout::OnlyA => Self::OnlyA,
            WireCompareLayout::OnlyB => Self::OnlyB,
        }
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
    view.step.is_some() || view.compared.is_some() || view.options.is_some() || needs_form_4(view)
}

/// Whether a view says something that older forms cannot hold.
fn needs_form_4(view: &View) -> bool {
    view.compare_layout.is_some()
}

/// The oldest form that holds a view.
pub(super) fn form_of(view: &View) -> u32 {
    match () {
        () if needs_form_4(view) => 4,
        () if is_newer(view) => 2,
        () => 1,
    }
}

/// The bytes of what is seen of a plan in slots.
pub(super) fn pack_view(view: &View) -> postcard::Result<Vec<u8>> {
    let seen = Seen::new(view);
    if !is_newer(view) {
        return postcard::to_stdvec(&seen);
    }
    let compared = view.compared.map(|Policy { planner, shift }| (planner.into(), shift.into()));
    let more = SeenMore { seen, step: view.step, compared, options: view.options.map(WireOptions::from) };
    if !needs_form_4(view) {
        return postcard::to_stdvec(&more);
    }
    postcard::to_stdvec(&SeenMost { more, compare_layout: view.compare_layout.map(WireCompareLayout::from) })
}

/// Puts what bytes stand for into a view; `None` if they cannot be the work of the encoder.
pub(super) fn unpack_view(form: u32, bytes: &[u8], view: &mut View) -> Option<()> {
    match form {
        1 => whole::<Seen>(bytes)?.put_into(view),
        2 => whole::<SeenMore>(bytes)?.put_into(view),
        4 => {
            let SeenMost { more, compare_layout } = whole(bytes)?;
            more.put_into(view);
            view.compare_layout = compare_layout.map(Into::into);
        }
        _ => return None,
    }
    Some(())
}
