//! What is done with a query: begin, change, end, and book what is offered.

use crate::app::shell::context::Lab;
use crate::app::shell::notices::Notice;
use crate::engine::slots::bounds;
use crate::engine::slots::elastic::{Choice, ElasticQuery, OfferOrder, PricedOffer};
use crate::engine::slots::first_asked;
use crate::engine::slots::request::{Request, Slot};
use crate::engine::slots::update::OffersAnswer;
use crate::engine::study::StudyKind;
use crate::formats::link::OffersView;
use crate::state::{Action, ViewAction};
use std::rc::Rc;
use yew::prelude::*;

/// Begins to ask, or ends it.
pub fn start_or_stop(lab: &Lab) {
    let view = lab.model().view;
    if view.offers.is_some() {
        lab.act(Action::View(ViewAction::Offers(None)));
        return;
    }
    if view.step.is_some() {
        // Offers are those of the whole plan.
        lab.act(Action::View(ViewAction::Step { kind: StudyKind::Slots, step: None, selected: view.selected }));
    }
    lab.act(Action::View(ViewAction::Offers(Some(first_question(lab)))));
}

/// The button that begins to ask.
pub fn offers_button(lab: &Lab) -> Html {
    let is_on = lab.model().view.offers.is_some();
    let choose = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| start_or_stop(&lab))
    };
    html! {
        <button type="button" id="ask-for-offers" onclick={choose} aria-pressed={is_on.to_string()} title="Ask for offers: what is free in an interval, to book one of them (O)">{ "For offers" }</button>
    }
}

/// The first slot that a query may name.
pub fn first_slot(lab: &Lab) -> Slot {
    let slots = lab.model().slots();
    let Some(shown) = &lab.engine_state.plans.slots.shown else { return 0 };
    let last = shown.plan().arrivals().submitted.last().copied().unwrap_or(0);
    first_asked(slots.policy, slots.market.is_some(), last)
}

/// What is asked first: what the selected request asks for, else everything on screen.
fn first_question(lab: &Lab) -> OffersView {
    let first = first_slot(lab);
    let query = match lab.selected() {
        Some((_, Request { earliest_start, latest_start, duration, nodes, .. })) if earliest_start >= first => {
            let to = (latest_start + duration).min(earliest_start + bounds::QUERY_SLOTS.max);
            ElasticQuery { from: earliest_start, to, duration: Some(duration), nodes: Some(nodes) }
        }
        _ => {
            let seen = lab.visible_slots();
            let from = seen.start.max(first).min(bounds::SLOT.max);
            let to = seen.end.clamp(from + 1, from + bounds::QUERY_SLOTS.max);
            ElasticQuery { from, to, duration: None, nodes: None }
        }
    };
    OffersView { query, choice: Choice::PaperUser, order: OfferOrder::default(), step: None }
}

/// A query with every number where it may be: the interval not empty, the duration not longer than it, no more nodes than there are.
pub fn fitted(query: ElasticQuery, first: Slot, machine_nodes: u32) -> ElasticQuery {
    let from = query.from.clamp(first.min(bounds::SLOT.max), bounds::SLOT.max);
    let to = query.to.clamp(from + 1, from + bounds::QUERY_SLOTS.max);
    ElasticQuery {
        from,
        to,
        duration: query.duration.map(|duration| duration.clamp(1, to - from)),
        nodes: query.nodes.map(|nodes| nodes.clamp(1, machine_nodes)),
    }
}

/// Asks something else.
pub fn ask(lab: &Lab, query: ElasticQuery) {
    let Some(view) = lab.model().view.offers else { return };
    let query = fitted(query, first_slot(lab), lab.model().slots().machine.nodes);
    if query != view.query {
        let step = view.step.map(|_| 0);
        lab.act(Action::View(ViewAction::Offers(Some(OffersView { query, step, ..view }))));
    }
}

/// The answer to what is asked now, of the plan that is shown; `None` while it is awaited.
pub fn answered(lab: &Lab) -> Option<Rc<OffersAnswer>> {
    let plans = &lab.engine_state.plans.slots;
    let (told, shown, view) = (plans.offers.as_ref()?, plans.shown.as_ref()?, lab.model().view.offers?);
    let is_newest = Some(told.plan) == shown.number && shown.is_complete && told.asked.query == view.query;
    is_newest.then(|| Rc::clone(told))
}

/// Books an offer of an answer as a rigid reservation, unless the plan has changed since.
pub fn book(lab: &Lab, told: &OffersAnswer, offer: &PricedOffer) {
    let is_fresh = answered(lab).is_some_and(|now| now.plan == told.plan);
    if !is_fresh {
        let words = "This offer is of an earlier plan, which has changed since. Nothing was booked; the offers of the plan as it is now are listed.";
        lab.notices.add(Notice::problem(words));
        return;
    }
    let (id, user, _) = lab.newcomer();
    lab.set_request(id, offer.booking.request(user), false);
    lab.act(Action::View(ViewAction::Select(StudyKind::Slots, Some(id))));
}
