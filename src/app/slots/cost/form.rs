//! The request whose cost is asked for in numbers, what it costs in words, and the buttons that move and book it.

use super::asking::{ask, book, cheapest, priced, start_or_stop, told};
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::text::format::counted;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::on_click;
use crate::app::shell::panel::verdict_card::verdict_card;
use crate::engine::core::bounds::Bound;
use crate::engine::slots::bounds;
use crate::engine::slots::cost::Wanted;
use crate::engine::slots::cost::words::cost_verdict;
use crate::formats::link::CostView;
use yew::prelude::*;

/// The part of the right column, while somebody asks.
pub fn cost_part(lab: &Lab) -> Html {
    let Some(view) = lab.model().cost_view() else { return Html::default() };
    let CostView { submitted, wanted, relax, .. } = view;
    let field = |key: &'static str, label: &'static str, value: u32, bound: Bound, set: fn(CostView, u32) -> CostView| {
        let lab = lab.clone();
        let onchange = Callback::from(move |value: u32| ask(&lab, set(view, value)));
        html! { <NumberField<u32> id={format!("cost-{key}")} {label} {value} {bound} {onchange} /> }
    };
    let machine = lab.model().slots().machine.nodes;
    let (slot, last) = (bounds::SLOT, bounds::SLOT.max);
    let target = cheapest(lab);
    let take = on_click(lab, move |lab| {
        if let Some(start) = target {
            ask(lab, CostView { wanted: Wanted { start, ..wanted }, ..view });
        }
    });
    let is_full = told(lab).is_some_and(|told| told.answer.is_none());
    let time = lab.time_names();
    let has_market = lab.model().slots().market.is_some();
    let words = match priced(lab) {
        Some(priced) => verdict_card("cost-verdict", "What it costs the others", cost_verdict(priced, has_market, time)),
        None if is_full => html! { <p class="hint">{ "The plan has as many requests as it may have; none can be added." }</p> },
        None => html! { <p class="hint">{ "Computing what it costs the others …" }</p> },
    };
    // The buttons stay while something is computed: the focus of the keyboard may be on them.
    html! {
        <section class="request-form" aria-label="One request more">
            <h2>{ "One request more" }</h2>
            { field("submitted", "Submitted in slot", submitted, slot.up_to(wanted.start), |v, n| CostView { submitted: n, ..v }) }
            { field("start", "Earliest start", wanted.start, slot.from(submitted).up_to(last - relax), |v, n| CostView { wanted: Wanted { start: n, ..v.wanted }, ..v }) }
            { field("relax", "May start later by, slots", relax, Bound::new("slots", 0, last - wanted.start), |v, n| CostView { relax: n, ..v }) }
            { field("slots", "Duration, slots", wanted.slots, bounds::DURATION, |v, n| CostView { wanted: Wanted { slots: n, ..v.wanted }, ..v }) }
            { field("nodes", "Nodes", wanted.nodes, bounds::JOB_NODES.up_to(machine), |v, n| CostView { wanted: Wanted { nodes: n, ..v.wanted }, ..v }) }
            <div class="buttons">
                <button type="button" id="cost-take-cheapest" aria-disabled={target.is_none().to_string()} onclick={take}>{ "Take the cheapest" }</button>
                <button type="button" id="cost-book" aria-disabled={priced(lab).is_none().to_string()} onclick={on_click(lab, book)}>{ format!("Book {}", counted(wanted.nodes.into(), "node", "nodes")) }</button>
                <button type="button" id="cost-close" class="quiet" onclick={on_click(lab, start_or_stop)} title="C">{ "Close" }</button>
            </div>
            <div role="status">{ words }</div>
        </section>
    }
}
