//! What links say of the numbers of planners (forms 7 and 8 of version 3). Fields are identified by their order: do not reorder, remove or change anything.

use super::link_forms::{SearchRecipe, SeenSearch};
use super::link_overlap::WireOverlap;
use super::link_replanning::WireOrderSearch;
use crate::link_parts::View;
use bookahead_engine::slots::order_search::OrderSearch;
use bookahead_engine::slots::scenario::SlotsScenario;
use serde::{Deserialize, Serialize};

/// A recipe with how the order is searched for, if not as usual: form 7.
#[derive(Serialize, Deserialize)]
pub(super) struct SettingRecipe {
    pub searched: SearchRecipe,
    pub setting: Option<WireOrderSearch>,
}

/// What form 7 says of the view.
#[derive(Serialize, Deserialize)]
pub(super) struct SeenSetting {
    pub searched: SeenSearch,
    pub compared_setting: Option<WireOrderSearch>,
}

/// A recipe with what it says of overlapping reservations; the recipe then has the planner's next of kin: form 8.
#[derive(Serialize, Deserialize)]
pub(super) struct OverlapRecipe {
    pub set: SettingRecipe,
    pub overlap: Option<WireOverlap>,
}

/// What form 8 says of the view.
#[derive(Serialize, Deserialize)]
pub(super) struct SeenOverlap {
    pub set: SeenSetting,
    pub compared_overlap: Option<WireOverlap>,
}

impl OverlapRecipe {
    pub fn into_scenario(self) -> Option<SlotsScenario> {
        let mut slots = self.set.into_scenario()?;
        self.overlap.into_iter().for_each(|overlap| overlap.put_into(&mut slots.policy));
        Some(slots)
    }
}

impl SeenOverlap {
    pub fn put_into(self, view: &mut View) {
        self.set.put_into(view);
        if let (Some(compared), Some(overlap)) = (&mut view.compared, self.compared_overlap) {
            overlap.put_into(compared);
        }
    }
}

impl SettingRecipe {
    pub fn into_scenario(self) -> Option<SlotsScenario> {
        let mut slots = self.searched.into_scenario()?;
        slots.policy.search = self.setting.map_or_else(OrderSearch::default, Into::into);
        Some(slots)
    }
}

impl SeenSetting {
    pub fn put_into(self, view: &mut View) {
        self.searched.put_into(view);
        if let (Some(compared), Some(setting)) = (&mut view.compared, self.compared_setting) {
            compared.search = setting.into();
        }
    }
}
