//! The numbers of a planner that has some, in the right column: how the order is searched for, or how much reservations may overlap.

use crate::app::kit::fields::number::NumberField;
use crate::app::shell::context::Lab;
use crate::engine::core::bounds::SEED;
use crate::engine::slots::bounds;
use crate::engine::slots::order_search::OrderSearch;
use crate::engine::slots::overlap_rule::OverlapRule;
use crate::engine::slots::scenario::Policy;
use yew::prelude::*;

/// Why a market with limits never sells more nodes than there are.
const OVERBOOKING: &str = "Booking limits count what is booked, so that under them nothing is overbooked. To sell more than there is, a market would need the probability that who \
     booked does not come, and a price for who finds no nodes. Umar (5.3) calls it impossible to implement. Without limits (none) reservations overlap.";

/// The form, if the planner has numbers.
pub fn planner_form(lab: &Lab) -> Html {
    let policy = lab.model().slots().policy;
    if policy.planner.searches() {
        search_form(lab, policy)
    } else if policy.planner.overlaps() {
        overlap_form(lab, policy, lab.model().slots().market.is_some())
    } else {
        Html::default()
    }
}

fn search_form(lab: &Lab, policy: Policy) -> Html {
    let search = policy.search;
    let set = |change: fn(OrderSearch, u32) -> OrderSearch| {
        let lab = lab.clone();
        Callback::from(move |value: u32| lab.set_policy(Policy { search: change(search, value), ..policy }))
    };
    let on_seed = {
        let lab = lab.clone();
        Callback::from(move |seed: u64| lab.set_policy(Policy { search: OrderSearch { seed, ..search }, ..policy }))
    };
    html! {
        <section class="machine-form" id="search-form">
            <h2>{ "Search for the order" }</h2>
            <NumberField<u32> id="field-population" label="Orders of a generation" value={search.population} bound={bounds::SEARCH_POPULATION} onchange={set(|s, population| OrderSearch { population, ..s })} />
            <NumberField<u32> id="field-generations" label="Further generations" value={search.generations} bound={bounds::SEARCH_GENERATIONS} onchange={set(|s, generations| OrderSearch { generations, ..s })} />
            <NumberField<u64> id="field-search-seed" label="Seed" value={search.seed} bound={SEED} onchange={on_seed} />
        </section>
    }
}

fn overlap_form(lab: &Lab, policy: Policy, has_market: bool) -> Html {
    let rule = policy.overlap;
    let set = |change: fn(OverlapRule, u32) -> OverlapRule| {
        let lab = lab.clone();
        Callback::from(move |value: u32| lab.set_policy(Policy { overlap: change(rule, value), ..policy }))
    };
    let on_seed = {
        let lab = lab.clone();
        Callback::from(move |seed: u64| lab.set_policy(Policy { overlap: OverlapRule { seed, ..rule }, ..policy }))
    };
    html! {
        <section class="machine-form" id="overlap-form">
            <h2>{ "Overlapping reservations" }</h2>
            if has_market {
                <p class="hint" id="overbooking">{ OVERBOOKING }</p>
            }
            <NumberField<u32> id="field-confidence" label="p*: certain of no violation, per cent" value={rule.confidence} bound={bounds::CONFIDENCE} onchange={set(|r, confidence| OverlapRule { confidence, ..r })} />
            <NumberField<u32> id="field-free-share" label="v*: slots free by the estimates, per cent" value={rule.free_share} bound={bounds::FREE_SHARE} onchange={set(|r, free_share| OverlapRule { free_share, ..r })} />
            <NumberField<u32> id="field-overestimate" label="Durations overestimated by, per cent" value={rule.overestimate} bound={bounds::OVERESTIMATE} onchange={set(|r, overestimate| OverlapRule { overestimate, ..r })} />
            <NumberField<u32> id="field-trust" label="Trust asked of users (RARP), per cent; 0: none" value={rule.trust} bound={bounds::TRUST} onchange={set(|r, trust| OverlapRule { trust, ..r })} />
            <NumberField<u32> id="field-exact-users" label="Users who estimate exactly, per cent" value={rule.exact_users} bound={bounds::EXACT_USERS} onchange={set(|r, exact_users| OverlapRule { exact_users, ..r })} />
            <NumberField<u64> id="field-overlap-seed" label="Seed of the real durations" value={rule.seed} bound={SEED} onchange={on_seed} />
        </section>
    }
}
