//! What links of version 3 hold of a plan in slots, form by form (`link.rs`; the newest forms are in `link_settings.rs`). Fields are identified by their order:
//! do not reorder, remove or change anything.

use super::link_market::WireMarket;
use super::link_offers::{WireMaker, WireOffersView};
use super::link_recipe::{WireColours, WirePlanner, WireShift, WireSlots, WireView};
use super::link_replanning::{WireReplan, WireSearch};
use crate::link_parts::{View, WireCompareLayout, WireOptions};
use bookahead_engine::core::calendar::ClockStart;
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::revenue::Market;
use bookahead_engine::slots::scenario::{Policy, SlotsScenario};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct Recipe {
    pub slots: WireSlots,
    pub market: Option<WireMarket>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Seen {
    pub view: WireView,
    pub border: u32,
    pub colours: WireColours,
}

/// What form 2 says of the view.
#[derive(Serialize, Deserialize)]
pub(super) struct SeenMore {
    pub seen: Seen,
    pub step: Option<u32>,
    pub compared: Option<(WirePlanner, WireShift)>,
    pub options: Option<WireOptions>,
}

/// What form 3 says of the view.
#[derive(Serialize, Deserialize)]
pub(super) struct SeenMost {
    pub more: SeenMore,
    pub compare_layout: Option<WireCompareLayout>,
}

impl Seen {
    pub fn new(view: &View) -> Self {
        Self { view: view.into(), border: view.border, colours: view.colours.into() }
    }

    pub fn put_into(self, view: &mut View) {
        self.view.put_into(view);
        (view.border, view.colours) = (self.border, self.colours.into());
    }
}

/// A recipe with the date of its first slot: form 3.
#[derive(Serialize, Deserialize)]
pub(super) struct DatedRecipe {
    pub recipe: Recipe,
    /// Seconds since 1970 in UTC, and how many seconds local time is ahead of it.
    pub start: Option<(i64, i32)>,
}

impl Recipe {
    pub fn new(slots: &SlotsScenario) -> Self {
        Self { slots: WireSlots::new(slots), market: slots.market.as_ref().map(WireMarket::from) }
    }

    pub fn into_scenario(self) -> Option<SlotsScenario> {
        Some(SlotsScenario { market: self.market.map(Market::from), ..self.slots.into_scenario()? })
    }
}

impl SeenMore {
    pub fn put_into(self, view: &mut View) {
        self.seen.put_into(view);
        view.step = self.step;
        view.compared =
            self.compared.map(|(planner, shift)| Policy { planner: planner.into(), shift: shift.into(), ..Policy::default() });
        view.options = self.options.map(Into::into);
    }
}

/// A recipe with what belongs to offers: form 4.
#[derive(Serialize, Deserialize)]
pub(super) struct ElasticRecipe {
    pub dated: DatedRecipe,
    /// The planner, if it makes offers; the recipe then has its next of kin.
    pub maker: Option<WireMaker>,
    /// bcost and τ.
    pub tariff: (f64, f64),
}

/// What form 4 says of the view.
#[derive(Serialize, Deserialize)]
pub(super) struct SeenOffers {
    pub most: SeenMost,
    pub compared_maker: Option<WireMaker>,
    pub offers: Option<WireOffersView>,
}

/// A recipe with the planner, if it plans everything anew; the recipe then has its next of kin: form 5.
#[derive(Serialize, Deserialize)]
pub(super) struct AnewRecipe {
    pub elastic: ElasticRecipe,
    pub replan: Option<WireReplan>,
}

/// What form 5 says of the view.
#[derive(Serialize, Deserialize)]
pub(super) struct SeenAnew {
    pub offers: SeenOffers,
    pub compared_replan: Option<WireReplan>,
}

/// A recipe with the planner, if it searches for the order in which everything is planned anew; the recipe then has its next of kin: form 6.
#[derive(Serialize, Deserialize)]
pub(super) struct SearchRecipe {
    pub anew: AnewRecipe,
    pub search: Option<WireSearch>,
}

/// What form 6 says of the view.
#[derive(Serialize, Deserialize)]
pub(super) struct SeenSearch {
    pub anew: SeenAnew,
    pub compared_search: Option<WireSearch>,
}

impl SearchRecipe {
    pub fn into_scenario(self) -> Option<SlotsScenario> {
        let mut slots = self.anew.into_scenario()?;
        slots.policy.planner = self.search.map_or(slots.policy.planner, Into::into);
        Some(slots)
    }
}

impl SeenSearch {
    pub fn put_into(self, view: &mut View) {
        self.anew.put_into(view);
        if let (Some(compared), Some(search)) = (&mut view.compared, self.compared_search) {
            compared.planner = search.into();
        }
    }
}

impl AnewRecipe {
    pub fn into_scenario(self) -> Option<SlotsScenario> {
        let mut slots = self.elastic.into_scenario()?;
        slots.policy.planner = self.replan.map_or(slots.policy.planner, Into::into);
        Some(slots)
    }
}

impl SeenAnew {
    pub fn put_into(self, view: &mut View) {
        self.offers.put_into(view);
        if let (Some(compared), Some(replan)) = (&mut view.compared, self.compared_replan) {
            compared.planner = replan.into();
        }
    }
}

impl ElasticRecipe {
    pub fn into_scenario(self) -> Option<SlotsScenario> {
        let Self { dated, maker, tariff: (base_cost, factor) } = self;
        let mut slots = dated.into_scenario()?;
        slots.policy.planner = maker.map_or(slots.policy.planner, Into::into);
        slots.tariff = Tariff { base_cost, factor };
        Some(slots)
    }
}

impl SeenOffers {
    pub fn put_into(self, view: &mut View) {
        let Self { most, compared_maker, offers } = self;
        most.put_into(view);
        if let (Some(compared), Some(maker)) = (&mut view.compared, compared_maker) {
            compared.planner = maker.into();
        }
        view.offers = offers.map(Into::into);
    }
}

impl DatedRecipe {
    pub fn into_scenario(self) -> Option<SlotsScenario> {
        let mut slots = self.recipe.into_scenario()?;
        slots.machine.start = self.start.map(|(unix_seconds, utc_offset)| ClockStart { unix_seconds, utc_offset });
        Some(slots)
    }
}

impl SeenMost {
    pub fn put_into(self, view: &mut View) {
        self.more.put_into(view);
        view.compare_layout = self.compare_layout.map(Into::into);
    }
}
