//! What is asked, and what is offered.

use super::asking::answered;
use super::choice_form::{choice_form, number, price_form, query_form};
use super::figures::free_figure;
use super::free_picture::FreePicture;
use super::front_picture::front_picture;
use super::list::offer_list;
use super::steps::PackingSteps;
use crate::app::kit::text::format::{counted, grouped};
use crate::app::shell::context::{use_lab, use_newest};
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::TimeScale;
use crate::engine::slots::elastic::Answer;
use crate::state::SlotsShown;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`OffersPanel`].
#[derive(Properties, PartialEq)]
pub struct OffersPanelProps {
    /// The plan.
    pub shown: Rc<SlotsShown>,
    /// The time axis.
    pub scale: TimeScale,
}

/// The query and its offers, if somebody asks.
#[component]
pub fn OffersPanel(OffersPanelProps { shown, scale }: &OffersPanelProps) -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let hovered = use_state_eq(|| None::<usize>);
    let is_dragged = use_state_eq(|| false);
    let Some(view) = lab.model().view.offers else { return Html::default() };
    let told = answered(&lab);
    let answer: Option<Rc<Answer>> = told.as_ref().and_then(|told| told.answer.as_ref().ok().map(|answer| Rc::new(answer.clone())));
    let problem = told.as_ref().and_then(|told| told.answer.as_ref().err().cloned());
    let machine = shown.plan().machine();
    let trail = answer.as_ref().and_then(|answer| answer.trail.clone()).map(Rc::new);
    let is_too_long =
        view.step.is_some() && answer.as_ref().is_some_and(|answer| answer.asked.with_steps && answer.trail.is_none());
    let summary = answer.as_ref().map(|answer| match (answer.count, answer.offers.first()) {
        (0, _) => format!("No offer: at most {} nodes are free in a slot of the interval.", answer.most_free),
        (count, Some(first)) if first.offer.is_solution => {
            format!("{}; the first is a solution, as long and as wide as asked.", counted(count.into(), "offer", "offers"))
        }
        (count, _) if view.query.duration.is_some() && view.query.nodes.is_some() => {
            format!("{}, none of them as long and as wide as asked.", counted(count.into(), "offer", "offers"))
        }
        (1, _) => "One offer.".to_string(),
        (count, _) => format!("{}, {}.", counted(count.into(), "offer", "offers"), answer.asked.order.title()),
    });
    let metrics = shown.figures.metrics;
    let earned = shown.scenario().market.is_none().then(|| {
        let price = shown.scenario().tariff.per_node_slot(machine.slot_seconds);
        format!(
            " {} of {} jobs accepted, worth {} at these prices.",
            grouped(metrics.accepted.into()),
            grouped(metrics.jobs.into()),
            number(metrics.busy_node_slots as f64 * price)
        )
    });
    html! {
        <section class="chart stack offers" id="offers" aria-label="Offers">
            <SaveFigure name="Free nodes and offers" id="save-free-nodes" lab={newest.clone()} draw={Draw::Shown(free_figure)} />
            <h2 class="between">{ "Free nodes" }<span>{ ": drag a box, or move its handles, to ask for offers" }</span></h2>
            { query_form(&lab, view) }
            <FreePicture lab={lab.clone()} shown={Rc::clone(shown)} scale={*scale} {view} answer={answer.clone()} hovered={*hovered} is_dragged={is_dragged.clone()} />
            if let Some(problem) = problem {
                <p class="problem" id="offers-problem" role="alert">{ problem }</p>
            }
            <p id="offers-summary" role="status">{ summary }{ earned }</p>
            <div class="line offers-tools">
                { choice_form(&lab, view) }
                { price_form(&lab) }
                <PackingSteps lab={lab.clone()} {view} {trail} {is_too_long} />
            </div>
            if let (Some(told), Some(answer)) = (&told, &answer) {
                if !answer.offers.is_empty() {
                    <div class="offers-answer">
                        { offer_list(&lab, told, answer, &hovered, *is_dragged) }
                        { front_picture(answer, machine.nodes, *is_dragged, &newest) }
                    </div>
                }
            }
        </section>
    }
}
