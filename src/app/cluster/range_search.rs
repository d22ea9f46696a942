//! Range search: which nodes are free throughout a stretch of time, and the cheapest start of a reservation there.

use super::ahead::cost::{cost_card, cost_words, shown_cost};
use super::booking::Booking;
use super::reserve::{move_reservation, reserve, set_range, set_reservation};
use crate::app::kit::fields::number::NumberField;
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::on_click;
use crate::chart::cluster::gantt::NodeGantt;
use crate::chart::cluster::seconds::moment;
use crate::chart::kit::svg::px;
use crate::engine::batch::bounds;
use crate::engine::batch::explain::ahead::cheapest_words;
use crate::engine::batch::explain::lasting;
use crate::engine::batch::nodes::Stretch;
use crate::formats::link::ReserveView;
use std::fmt::Write;
use yew::prelude::*;

/// Stretches that are lit in the chart.
const LIT_MAX: usize = 2_000;

/// A range is spanned from one moment to another.
pub fn dragged_range(lab: &Lab, one: f64, other: f64) {
    let whole = |at: f64| at.clamp(0.0, f64::from(bounds::TIME.max)).round() as u64;
    let (from, to) = (whole(one.min(other)), whole(one.max(other)));
    set_range(lab, Some((from, to.max(from + 1))));
}

/// What is lit of a range in the chart.
pub fn range_over(lab: &Lab, gantt: &NodeGantt<'_>) -> Html {
    let Some((from, to)) = lab.model().view.cluster.range else { return Html::default() };
    let scale = gantt.scale;
    let x = |at: u64| scale.x_of(at as f64).clamp(0.0, scale.width());
    let (left, right) = (x(from), x(to));
    let mut path = String::new();
    for (first, last) in found(lab).iter().take(LIT_MAX) {
        let (top, bottom) = (scale.y_of(f64::from(*last) + 1.0), scale.y_of(f64::from(*first)));
        // Writing to memory cannot fail.
        let _ = write!(path, "M{left:.1} {top:.1}H{right:.1}V{bottom:.1}H{left:.1}z");
    }
    html! {
        <g class="range">
            <rect class="range-span" x={px(left)} width={px((right - left).max(1.0))} height={px(scale.height())} />
            <path class="range-free" d={path} />
        </g>
    }
}

/// What the engine found for the range on screen.
fn found(lab: &Lab) -> Vec<Stretch> {
    let range = lab.model().view.cluster.range;
    let shown = lab.engine_state.plans.cluster.as_ref().filter(|shown| shown.snapshot.query.range == range);
    shown.map(|shown| shown.snapshot.free.clone()).unwrap_or_default()
}

/// The button that begins and ends a range search.
pub fn range_button(lab: &Lab) -> Html {
    let is_on = lab.model().view.cluster.range.is_some();
    let switch = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| match super::gantt::visible_window::cluster_window(&lab) {
            // The middle third of what is on screen: a first range to be changed by hand.
            Some((from, end)) if !is_on => {
                let third = (end - from) / 3.0;
                dragged_range(&lab, from + third, from + 2.0 * third);
            }
            _ => set_range(&lab, None),
        })
    };
    html! {
        <button type="button" id="range-switch" aria-pressed={is_on.to_string()} onclick={switch}
            title="Which nodes are free throughout a stretch of time, and what a reservation there costs the others. Book some of them.">{ "Reserve" }</button>
    }
}

/// The range in numbers, the nodes that are free throughout, what a reservation there costs, and the button that books it.
pub fn range_part(lab: &Lab) -> Html {
    let Some(range) = lab.model().view.cluster.range else { return Html::default() };
    html! {
        <section class="range-search" aria-label="Reservation">
            <h2>{ "A reservation" }<span>{ ": in seconds" }</span></h2>
            { fields(lab, range) }
        </section>
    }
}

fn fields(lab: &Lab, (from, to): (u64, u64)) -> Html {
    let free = found(lab);
    let count: u64 = free.iter().map(|(first, last)| u64::from(last - first) + 1).sum();
    let on_from = {
        let lab = lab.clone();
        Callback::from(move |from: u32| set_range(&lab, Some((from.into(), to.max(u64::from(from) + 1)))))
    };
    let on_to = {
        let lab = lab.clone();
        Callback::from(move |to: u32| set_range(&lab, Some((from.min(u64::from(to) - 1), to.into()))))
    };
    let ReserveView { latest, .. } = reserve(lab);
    let first = from.min(bounds::TIME.max.into()) as u32;
    let on_latest = {
        let lab = lab.clone();
        Callback::from(move |latest: u32| {
            let latest = Some(latest).filter(|latest| u64::from(*latest) > from);
            set_reservation(&lab, ReserveView { latest, ..reserve(&lab) });
        })
    };
    let start = super::gantt::axes::shown_start(lab);
    let words = format!(
        "{} free throughout {} to {} ({}){}",
        match count {
            0 => "No node is".to_string(),
            1 => "1 node is".to_string(),
            _ => format!("{} nodes are", grouped(count)),
        },
        moment(from, start),
        moment(to, start),
        lasting(to - from),
        if free.is_empty() { "." } else { ":" },
    );
    let last = bounds::TIME.max;
    html! {
        <>
            <NumberField<u32> id="range-from" label="From, s" value={from as u32} bound={bounds::TIME.up_to(last - 1)} onchange={on_from} coarse={60} />
            <NumberField<u32> id="range-to" label="To, s" value={to as u32} bound={bounds::TIME.from(1)} onchange={on_to} coarse={60} />
            <NumberField<u32> id="range-latest" label="Latest start, s" value={latest.unwrap_or(first)} bound={bounds::TIME.from(first)} onchange={on_latest} coarse={60} />
            <p id="range-found" role="status">{ words }</p>
            <Booking {free} range={(from, to)} />
            { cheapest_part(lab) }
            { cost_card(lab) }
        </>
    }
}

/// The cheapest of the starts that the reservation on screen may have, by the measure of the map, and a button that moves it there.
fn cheapest_part(lab: &Lab) -> Html {
    let Some(answer) = shown_cost(lab).filter(|_| reserve(lab).latest.is_some()) else { return Html::default() };
    let is_known = answer.asked.latest.is_some() && answer.cost.is_some() && answer.untried == 0;
    let cheapest = answer.cheapest.map(|(_, cost)| cost).filter(|_| is_known);
    let words = cheapest.zip(cheapest_words(super::gantt::axes::shown_start(lab), answer)).map_or_else(
        || "Computing the cheapest of its starts …".to_string(),
        |(cost, words)| format!("{words} There it {}.", cost_words(&cost)),
    );
    let target = cheapest.map(|cost| cost.granted).filter(|granted| *granted != u64::from(answer.asked.start));
    let take = on_click(lab, move |lab| {
        if let (Some(start), Some((from, to))) = (target, lab.model().view.cluster.range) {
            move_reservation(lab, (start, start.saturating_add(to - from)), reserve(lab));
        }
    });
    // It stays while a start is computed or taken: the focus of the keyboard is on it.
    html! {
        <>
            <p id="cheapest-start" role="status">{ words }</p>
            <button type="button" id="take-cheapest" aria-disabled={target.is_none().to_string()} onclick={take}>{ "Take the cheapest" }</button>
        </>
    }
}
