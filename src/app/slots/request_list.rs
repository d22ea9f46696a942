//! The left column: all requests in arrival order, or those that are searched for.

use super::request_rows::Rows;
use super::request_search::RequestSearch;
use crate::app::kit::words::grouped;
use crate::app::shell::context::{use_lab, use_newest};
use crate::app::slots::commands::add_request;
use crate::engine::slots::revenue::Market;
use crate::state::{Listing, ListingTab as Tab};
use std::rc::Rc;
use yew::prelude::*;

/// The list of requests.
#[component]
pub fn RequestList() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let tab = use_state_eq(Tab::default);
    let text = use_state_eq(|| AttrValue::from(""));
    let shown = lab.engine_state.plans.slots.shown.as_ref();
    let plan_key = shown.map(Rc::as_ptr);
    let counts = use_memo(plan_key, |_| {
        [Tab::All, Tab::Refused, Tab::Moved].map(|tab| {
            let plan = shown.map(|shown| shown.plan());
            plan.map_or(0, |plan| tab.count(&plan))
        })
    });
    let listing = use_memo((plan_key, *tab, (*text).clone()), |(_, tab, text)| {
        let plan = shown.map(|shown| shown.plan());
        Listing::new(plan.as_deref(), shown.and_then(|shown| shown.scenario().market.as_ref()), *tab, text)
    });
    let tabs = [(Tab::All, "All"), (Tab::Refused, "Refused"), (Tab::Moved, "Moved")].into_iter().zip(*counts).map(|((kind, name), number)| {
        let choose = {
            let tab = tab.clone();
            Callback::from(move |_: MouseEvent| tab.set(kind))
        };
        html! {
            <button type="button" key={name} id={format!("filter-{}", name.to_ascii_lowercase())} aria-pressed={(*tab == kind).to_string()} onclick={choose}>
                { name }<span class="number">{ grouped(number as u64) }</span>
            </button>
        }
    });
    let on_new = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| add_request(&lab))
    };
    let on_servers = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| lab.servers_of_plan())
    };
    let on_text = {
        let text = text.clone();
        Callback::from(move |typed: AttrValue| text.set(typed))
    };
    let classes = lab.model().market().map_or(0, Market::count);
    html! {
        <aside class="requests" aria-label="Requests">
            <h2>{ "Requests" }<span>{ " in order of arrival" }</span></h2>
            <div class="segmented" role="group" aria-label="Which requests">{ for tabs }</div>
            <RequestSearch text={(*text).clone()} {on_text} listing={Rc::clone(&listing)} {classes} lab={newest.clone()} />
            if let Some(shown) = shown {
                <Rows shown={Rc::clone(shown)} {listing} selected={lab.model().view.selected} marked={lab.model().marked.clone()} hover={lab.hover.clone()}
                    width={lab.plot_width.get() as u64} time={lab.time_names()} lab={newest} />
            }
            <div class="below">
                <button type="button" id="new-request" onclick={on_new} title="New request (N)">{ "New request" }</button>
                <button type="button" id="set-servers" class="link" onclick={on_servers}>{ "Plan the same jobs on named servers" }</button>
                <p class="hint">{ "or draw one on the plan; drop a workload log (SWF) or a scenario anywhere." }</p>
            </div>
        </aside>
    }
}
