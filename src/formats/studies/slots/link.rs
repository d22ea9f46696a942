//! The part of links of version 3 that holds a plan in slots: form 1, form 2, which says more of what is seen, form 3, which knows the date
//! of the first slot besides, and how a comparison is laid out, form 4, which knows the planners that make offers, prices, and a query, and
//! form 5, which knows the planners that plan everything anew, form 6, which knows those that search for the order, form 7, which knows how,
//! and form 8, which knows overlapping reservations.
//! Fields are identified by their order: do not reorder, remove or change anything. A change is a new form beside these.

use super::link_forms::{
    AnewRecipe, DatedRecipe, ElasticRecipe, Recipe, SearchRecipe, Seen, SeenAnew, SeenMore, SeenMost, SeenOffers, SeenSearch,
};
use super::link_offers::{WireMaker, WireOffersView};
use super::link_overlap::WireOverlap;
use super::link_replanning::{WireOrderSearch, WireReplan, WireSearch};
use super::link_settings::{OverlapRecipe, SeenOverlap, SeenSetting, SettingRecipe};
use crate::link_parts::{View, WireCompareLayout, WireOptions, whole};
use bookahead_engine::core::calendar::ClockStart;
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::order_search::OrderSearch;
use bookahead_engine::slots::scenario::{Policy, SlotsScenario};

/// The oldest form that can hold a scenario and a view.
pub(super) fn form_of(slots: &SlotsScenario, view: &View) -> u32 {
    let is_seen_more = view.step.is_some() || view.compared.is_some() || view.options.is_some();
    let is_dated = slots.machine.start.is_some() || view.compare_layout.is_some();
    let makes_offers = |policy: Policy| policy.planner.is_elastic();
    let has_offers = makes_offers(slots.policy)
        || view.compared.is_some_and(makes_offers)
        || slots.tariff != Tariff::default()
        || view.offers.is_some();
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

/// The bytes of a scenario whose edits are already folded.
pub(super) fn pack(slots: &SlotsScenario, form: u32) -> postcard::Result<Vec<u8>> {
    let recipe = Recipe::new(slots);
    if form < 3 {
        return postcard::to_stdvec(&recipe);
    }
    let start = slots.machine.start.map(|ClockStart { unix_seconds, utc_offset }| (unix_seconds, utc_offset));
    let dated = DatedRecipe { recipe, start };
    if form < 4 {
        return postcard::to_stdvec(&dated);
    }
    let maker = WireMaker::of(slots.policy.planner);
    let elastic = ElasticRecipe { dated, maker, tariff: (slots.tariff.base_cost, slots.tariff.factor) };
    if form < 5 {
        return postcard::to_stdvec(&elastic);
    }
    let anew = AnewRecipe { elastic, replan: WireReplan::of(slots.policy.planner) };
    if form < 6 {
        return postcard::to_stdvec(&anew);
    }
    let searched = SearchRecipe { anew, search: WireSearch::of(slots.policy.planner) };
    if form < 7 {
        return postcard::to_stdvec(&searched);
    }
    let set = SettingRecipe { searched, setting: WireOrderSearch::of(slots.policy.search) };
    if form < 8 {
        return postcard::to_stdvec(&set);
    }
    postcard::to_stdvec(&OverlapRecipe { set, overlap: WireOverlap::of(slots.policy) })
}

/// What bytes stand for, unchecked; `None` if they cannot be the work of the encoder.
pub(super) fn unpack(form: u32, bytes: &[u8]) -> Option<SlotsScenario> {
    match form {
        1 | 2 => whole::<Recipe>(bytes)?.into_scenario(),
        3 => whole::<DatedRecipe>(bytes)?.into_scenario(),
        4 => whole::<ElasticRecipe>(bytes)?.into_scenario(),
        5 => whole::<AnewRecipe>(bytes)?.into_scenario(),
        6 => whole::<SearchRecipe>(bytes)?.into_scenario(),
        7 => whole::<SettingRecipe>(bytes)?.into_scenario(),
        8 => whole::<OverlapRecipe>(bytes)?.into_scenario(),
        _ => None,
    }
}

/// The bytes of what is seen of a plan in slots.
pub(super) fn pack_view(view: &View, form: u32) -> postcard::Result<Vec<u8>> {
    let seen = Seen::new(view);
    if form < 2 {
        return postcard::to_stdvec(&seen);
    }
    let compared = view.compared.map(|Policy { planner, shift, .. }| (planner.into(), shift.into()));
    let more = SeenMore { seen, step: view.step, compared, options: view.options.map(WireOptions::from) };
    if form < 3 {
        return postcard::to_stdvec(&more);
    }
    let most = SeenMost { more, compare_layout: view.compare_layout.map(WireCompareLayout::from) };
    if form < 4 {
        return postcard::to_stdvec(&most);
    }
    let compared_maker = view.compared.and_then(|compared| WireMaker::of(compared.planner));
    let offers = SeenOffers { most, compared_maker, offers: view.offers.map(WireOffersView::from) };
    if form < 5 {
        return postcard::to_stdvec(&offers);
    }
    let compared_replan = view.compared.and_then(|compared| WireReplan::of(compared.planner));
    let anew = SeenAnew { offers, compared_replan };
    if form < 6 {
        return postcard::to_stdvec(&anew);
    }
    let compared_search = view.compared.and_then(|compared| WireSearch::of(compared.planner));
    let searched = SeenSearch { anew, compared_search };
    if form < 7 {
        return postcard::to_stdvec(&searched);
    }
    let compared_setting = view.compared.and_then(|compared| WireOrderSearch::of(compared.search));
    let set = SeenSetting { searched, compared_setting };
    if form < 8 {
        return postcard::to_stdvec(&set);
    }
    let compared_overlap = view.compared.and_then(WireOverlap::of);
    postcard::to_stdvec(&SeenOverlap { set, compared_overlap })
}

/// Puts what bytes stand for into a view; `None` if they cannot be the work of the encoder.
pub(super) fn unpack_view(form: u32, bytes: &[u8], view: &mut View) -> Option<()> {
    match form {
        1 => whole::<Seen>(bytes)?.put_into(view),
        2 => whole::<SeenMore>(bytes)?.put_into(view),
        3 => whole::<SeenMost>(bytes)?.put_into(view),
        4 => whole::<SeenOffers>(bytes)?.put_into(view),
        5 => whole::<SeenAnew>(bytes)?.put_into(view),
        6 => whole::<SeenSearch>(bytes)?.put_into(view),
        7 => whole::<SeenSetting>(bytes)?.put_into(view),
        8 => whole::<SeenOverlap>(bytes)?.put_into(view),
        _ => return None,
    }
    Some(())
}
