//! The wire format of links, version 1: a plan in slots without a market. Fields are identified by their order: do not reorder, remove or change anything.

use crate::link_parts::{LinkError, Opened, View, whole};
use crate::studies::slots::link_recipe::{WireSlots, WireView};
use bookahead_engine::Scenario;
use bookahead_engine::slots::scenario::SlotsScenario;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct Wire {
    title: String,
    slots: WireSlots,
    view: WireView,
}

impl Wire {
    /// The wire form of a title, of a scenario whose edits are already folded, and of a view.
    pub(super) fn new(title: &str, scenario: &SlotsScenario, view: &View) -> Self {
        Self { title: title.to_string(), slots: WireSlots::new(scenario), view: view.into() }
    }

    /// What the wire form stands for, unchecked; `None` if it cannot be the work of the encoder.
    pub(super) fn into_parts(self) -> Option<(String, SlotsScenario, View)> {
        let mut view = View::default();
        self.view.put_into(&mut view);
        Some((self.title, self.slots.into_scenario()?, view))
    }
}

/// What the bytes of a link of version 1 stand for, unchecked.
///
/// # Errors
/// They cannot be the work of the encoder.
pub(super) fn read(bytes: &[u8]) -> Result<Opened, LinkError> {
    let (title, slots, view) = whole::<Wire>(bytes).and_then(Wire::into_parts).ok_or(LinkError::Damaged)?;
    Ok(Opened::one(Scenario::new(title, slots), view))
}
