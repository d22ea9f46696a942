//! What is done with a question about the cost of a request: begin, change, end, and book the request.

use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::on_click;
use crate::app::shell::pointer::gesture::time_action;
use crate::chart::TimeScale;
use crate::engine::slots::bounds;
use crate::engine::slots::cost::map::NO_COLUMN;
use crate::engine::slots::cost::{CostTold, RequestCost, Wanted};
use crate::engine::slots::request::Slot;
use crate::engine::study::StudyKind;
use crate::formats::link::CostView;
use crate::state::{Action, ViewAction};
use std::ops::Range;
use yew::prelude::*;

/// A request that nothing is known of has such a part of the time on screen and of the machine.
const FIRST_SHARE: (Slot, u32) = (12, 8);
/// The map has at least such a part of the time on screen, when it is opened.
const MAP_SHARE: Slot = 3;
/// Slots of the map, at least, when time on screen is made to fit it.
const MAP_LEAST: Slot = 24;

/// Begins to ask, or ends it.
pub fn start_or_stop(lab: &Lab) {
    let view = lab.model().view;
    if view.cost.is_some() {
        lab.act(Action::View(ViewAction::Cost(None)));
        return;
    }
    if view.step.is_some() {
        // A request is added to the whole plan.
        lab.act(Action::View(ViewAction::Step { kind: StudyKind::Slots, step: None, selected: view.selected }));
    }
    let (_, _, submitted) = lab.newcomer();
    let scale = lab.time_scale(lab.plot_width.get().max(1.0));
    let mut seen = scale.visible_slots();
    if seen.end.saturating_sub(submitted) < (seen.end - seen.start) / MAP_SHARE {
        // Little on screen comes after the last request.
        seen = submitted..lab.horizon().max(submitted + MAP_LEAST);
        lab.act(time_action(&TimeScale::fit(seen.clone(), 1.0, scale.width())));
    }
    lab.act(Action::View(ViewAction::Cost(Some(first_question(lab, submitted, seen)))));
}

/// What is asked first: as much as the selected request asks for, where it does, or in the middle of the time on screen.
fn first_question(lab: &Lab, submitted: Slot, seen: Range<Slot>) -> CostView {
    let from = seen.start.max(submitted);
    let (wanted, relax) = match lab.selected() {
        Some((_, request)) => {
            let start = if seen.contains(&request.earliest_start) { request.earliest_start.max(from) } else { from };
            (Wanted { start, slots: request.duration, nodes: request.nodes }, request.relax())
        }
        None => {
            let (start, (share, part)) = (from + seen.end.saturating_sub(from) / 2, FIRST_SHARE);
            let slots = (seen.end.saturating_sub(from) / share).clamp(1, bounds::DURATION.max);
            (Wanted { start, slots, nodes: (lab.model().slots().machine.nodes / part).max(1) }, 0)
        }
    };
    fitted(CostView { submitted, wanted, relax, measure: Default::default(), axis: Default::default() })
}

/// The same with every slot where it may be.
fn fitted(view: CostView) -> CostView {
    let start = view.wanted.start.clamp(view.submitted, bounds::SLOT.max);
    let relax = view.relax.min(bounds::SLOT.max - start);
    CostView { wanted: Wanted { start, ..view.wanted }, relax, ..view }
}

/// Asks something else.
pub fn ask(lab: &Lab, view: CostView) {
    let view = fitted(view);
    if lab.model().view.cost.is_some_and(|before| before != view) {
        lab.act(Action::View(ViewAction::Cost(Some(view))));
    }
}

/// The button that begins to ask.
pub fn cost_button(lab: &Lab) -> Html {
    let is_on = lab.model().view.cost.is_some();
    html! {
        <button type="button" id="ask-for-cost" onclick={on_click(lab, start_or_stop)} aria-pressed={is_on.to_string()}
            title="Who moves, who is refused, which revenue is lost (C)">{ "What one request more costs" }</button>
    }
}

/// What was told last of the plan that is shown; it may be of a request that was asked about before.
pub fn told(lab: &Lab) -> Option<&CostTold> {
    let plans = &lab.engine_state.plans.slots;
    let (told, shown) = (plans.cost.as_deref()?, plans.shown.as_ref()?);
    lab.model().cost_view().filter(|_| Some(told.plan) == shown.number && shown.is_complete).map(|_| told)
}

/// What the request that is asked about now costs, once it is known.
pub fn priced(lab: &Lab) -> Option<&RequestCost> {
    let (told, view) = (told(lab)?, lab.model().cost_view()?);
    let is_newest = (told.asked.wanted, told.asked.relax, told.asked.submitted) == (view.wanted, view.relax, Some(view.submitted));
    told.answer.as_ref().filter(|_| is_newest)?.cost.as_ref()
}

/// The cheapest start of requests of the size that is asked about, if that is another one and all of them are known.
pub fn cheapest(lab: &Lab) -> Option<Slot> {
    let (told, view) = (told(lab)?, lab.model().cost_view()?);
    let map = told.answer.as_ref()?.map.as_ref().filter(|map| map.is_done())?;
    let (_, row) = map.asked.cell_like(view.wanted);
    let column = map.cheapest[row as usize];
    let start = (column != NO_COLUMN).then(|| map.asked.wanted(view.wanted, column, row).start)?;
    (start != view.wanted.start).then_some(start)
}

/// Adds the request to the plan, and selects it.
pub fn book(lab: &Lab) {
    let Some(request) = priced(lab).map(|priced| priced.request) else { return };
    let (id, ..) = lab.newcomer();
    lab.set_request(id, request, false);
    lab.act(Action::View(ViewAction::Select(StudyKind::Slots, Some(id))));
}
