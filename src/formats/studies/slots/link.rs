//! The part of links of version 3 that holds a plan in slots: a piece for each form. Pieces are identified by their order: do not reorder, remove or change
//! any. A change is a new form, whose piece stands behind these.

use super::Slots;
use super::link_cost::WireCostView;
use super::link_market::WireMarket;
use super::link_offers::{WireMaker, WireOfferList, WireOffersView};
use super::link_overlap::{WireOverlap, WireTrust};
use super::link_recipe::{WirePlanner, WireSlots, WireView};
use super::link_replanning::{WireOrderSearch, WireReplan, WireSearch};
use crate::link_parts::{BarColours, ByNumber, CompareLayout, Packer, Unpacker, View, WireOptions, WireStart};
use crate::same_fields::Written;
use crate::studies::system::Linked;
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::order_search::OrderSearch;
use bookahead_engine::slots::scenario::{Policy, ShiftRule, SlotsScenario};
use serde::{Deserialize, Serialize};

/// What form 2 adds to what is seen.
#[derive(Default, Serialize, Deserialize)]
struct WireSeenMore {
    step: Option<u32>,
    compared: Option<(WirePlanner, ByNumber<ShiftRule>)>,
    options: Option<WireOptions>,
}

/// What form 4 adds to a recipe.
#[derive(Serialize, Deserialize)]
struct WireElastic {
    /// The planner, if it makes offers.
    maker: Option<WireMaker>,
    /// bcost and τ.
    tariff: (f64, f64),
}

/// What forms 5 to 8 say of a policy, each in a piece of its own. Of a planner that the first piece does not know, that piece has the next of kin.
fn pack_policy(policy: Option<Policy>, pieces: &mut Packer) {
    pieces.add(5, &policy.and_then(|policy| WireReplan::of(policy.planner)));
    pieces.add(6, &policy.and_then(|policy| WireSearch::of(policy.planner)));
    pieces.add(7, &policy.and_then(|policy| WireOrderSearch::unusual(policy.search)));
    pieces.add(8, &policy.and_then(WireOverlap::of));
}

/// Puts what forms 5 to 8 say into a policy; `None` if it cannot be the work of the encoder.
fn unpack_policy(pieces: &mut Unpacker<'_>, policy: &mut Policy) -> Option<()> {
    let replan: Option<WireReplan> = pieces.take_since(5)?;
    let search: Option<WireSearch> = pieces.take_since(6)?;
    let setting: Option<WireOrderSearch> = pieces.take_since(7)?;
    let overlap: Option<WireOverlap> = pieces.take_since(8)?;
    policy.planner = replan.map_or(policy.planner, Into::into);
    policy.planner = search.map_or(policy.planner, Into::into);
    policy.search = setting.value().unwrap_or(policy.search);
    overlap.into_iter().for_each(|overlap| overlap.put_into(policy));
    Some(())
}

/// Puts what form 11 says into a policy; `None` if it cannot be the work of the encoder.
fn unpack_trust(pieces: &mut Unpacker<'_>, policy: &mut Policy) -> Option<()> {
    let trust: Option<WireTrust> = pieces.take_since(11)?;
    trust.into_iter().for_each(|trust| trust.put_into(policy));
    Some(())
}

impl Linked for Slots {
    type Recipe = SlotsScenario;
    const LINK_FORM: u32 = 11;

    /// The oldest form that can hold a scenario and a view.
    fn form_of(slots: &SlotsScenario, view: &View) -> u32 {
        let is_seen_more = view.step.is_some() || view.compared.is_some() || view.options.is_some();
        let is_dated = slots.machine.start.is_some() || view.compare_layout.is_some();
        let makes_offers = |policy: Policy| policy.planner.is_elastic();
        let has_offers = makes_offers(slots.policy)
            || view.compared.is_some_and(makes_offers)
            || slots.tariff != Tariff::default()
            || view.offers.is_some();
        let has_trust = |policy: Policy| WireTrust::of(policy).is_some();
        if has_trust(slots.policy) || view.compared.is_some_and(has_trust) {
            return 11;
        }
        if WireOfferList::of(view.offers).is_some() {
            return 10;
        }
        if view.cost.is_some() {
            return 9;
        }
        let has_overlap = |policy: Policy| WireOverlap::of(policy).is_some();
        if has_overlap(slots.policy) || view.compared.is_some_and(has_overlap) {
            return 8;
        }
        let has_setting = |policy: Policy| policy.search != OrderSearch::default();
        if has_setting(slots.policy) || view.compared.is_some_and(has_setting) {
            return 7;
        }
        let searches = |policy: Policy| WireSearch::of(policy.planner).is_some();
        if searches(slots.policy) || view.compared.is_some_and(searches) {
            return 6;
        }
        let plans_anew = |policy: Policy| WireReplan::of(policy.planner).is_some();
        if plans_anew(slots.policy) || view.compared.is_some_and(plans_anew) {
            return 5;
        }
        if has_offers {
            return 4;
        }
        if is_dated { 3 } else { 1 + u32::from(is_seen_more) }
    }

    /// Packs a scenario whose edits are already folded.
    fn pack(slots: &SlotsScenario, pieces: &mut Packer) {
        let Tariff { base_cost, factor } = slots.tariff;
        pieces.add(1, &(WireSlots::new(slots), slots.market.clone().map(WireMarket::of)));
        pieces.add(3, &slots.machine.start.map(WireStart::of));
        pieces.add(4, &WireElastic { maker: WireMaker::of(slots.policy.planner), tariff: (base_cost, factor) });
        pack_policy(Some(slots.policy), pieces);
        pieces.add(11, &WireTrust::of(slots.policy));
    }

    fn unpack(pieces: &mut Unpacker<'_>) -> Option<SlotsScenario> {
        let (slots, market): (WireSlots, Option<WireMarket>) = pieces.take()?;
        let mut slots = SlotsScenario { market: market.value(), ..slots.into_scenario()? };
        let start: Option<WireStart> = pieces.take_since(3)?;
        slots.machine.start = start.value();
        if pieces.form >= 4 {
            let WireElastic { maker, tariff: (base_cost, factor) } = pieces.take()?;
            slots.policy.planner = maker.map_or(slots.policy.planner, Into::into);
            slots.tariff = Tariff { base_cost, factor };
        }
        unpack_policy(pieces, &mut slots.policy)?;
        unpack_trust(pieces, &mut slots.policy)?;
        Some(slots)
    }

    fn pack_view(view: &View, pieces: &mut Packer) {
        pieces.add(1, &(WireView::from(view), view.border, ByNumber(view.colours)));
        let compared = view.compared.map(|Policy { planner, shift, .. }| (planner.into(), ByNumber(shift)));
        pieces.add(2, &WireSeenMore { step: view.step, compared, options: view.options.map(WireOptions::of) });
        pieces.add(3, &view.compare_layout.map(ByNumber));
        let maker = view.compared.and_then(|compared| WireMaker::of(compared.planner));
        pieces.add(4, &(maker, view.offers.map(WireOffersView::from)));
        pack_policy(view.compared, pieces);
        pieces.add(9, &view.cost.map(WireCostView::from));
        pieces.add(10, &WireOfferList::of(view.offers));
        pieces.add(11, &view.compared.and_then(WireTrust::of));
    }

    fn unpack_view(pieces: &mut Unpacker<'_>, view: &mut View) -> Option<()> {
        let (seen, border, colours): (WireView, u32, ByNumber<BarColours>) = pieces.take()?;
        seen.put_into(view);
        (view.border, view.colours) = (border, colours.0);
        let WireSeenMore { step, compared, options } = pieces.take_since(2)?;
        (view.step, view.options) = (step, options.value());
        let layout: Option<ByNumber<CompareLayout>> = pieces.take_since(3)?;
        view.compare_layout = layout.value();
        let (maker, offers): (Option<WireMaker>, Option<WireOffersView>) = pieces.take_since(4)?;
        view.offers = offers.map(Into::into);
        view.compared = compared.map(|(planner, shift)| {
            let planner = maker.map_or_else(|| planner.into(), Into::into);
            Policy { planner, shift: shift.0, ..Policy::default() }
        });
        // Without a policy to compare with there is nothing in its pieces.
        unpack_policy(pieces, view.compared.as_mut().unwrap_or(&mut Policy::default()))?;
        let cost: Option<WireCostView> = pieces.take_since(9)?;
        view.cost = cost.map(Into::into);
        if let Some(list) = pieces.take_since::<Option<WireOfferList>>(10)? {
            view.offers = Some(list.give(view.offers?));
        }
        unpack_trust(pieces, view.compared.as_mut().unwrap_or(&mut Policy::default()))
    }
}
