//! The numbers of a planner that has some, in the right column: how the order is searched for.

use crate::app::kit::fields::NumberField;
use crate::app::shell::context::Lab;
use crate::engine::core::bounds::SEED;
use crate::engine::slots::bounds;
use crate::engine::slots::order_search::OrderSearch;
use crate::engine::slots::scenario::Policy;
use yew::prelude::*;

/// The form, if the planner has numbers.
pub fn planner_form(lab: &Lab) -> Html {
    let policy = lab.model().slots().policy;
    if policy.planner.searches() { search_form(lab, policy) } else { Html::default() }
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
