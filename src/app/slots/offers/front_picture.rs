//! The Pareto front of the offers, small: start to the right, nodes upwards, length as size; what is dominated is hollow.

use super::figures::pareto_figure;
use crate::app::shell::context::Newest;
use crate::app::shell::panel::save_figure::{Draw, SaveFigure};
use crate::chart::kit::svg::px;
use crate::engine::slots::elastic::{Answer, PricedOffer};
use yew::prelude::*;

const SIZE_PX: (f64, f64) = (220.0, 120.0);
const ROOM_PX: f64 = 16.0;

/// Most points while the box is dragged.
const POINTS_DRAGGED: usize = 40;

/// The picture; while the box is dragged of the best offers.
pub fn front_picture(answer: &Answer, machine_nodes: u32, is_dragged: bool, lab: &Newest) -> Html {
    let query = answer.asked.query;
    let slots = f64::from(query.slots().max(1));
    let (width, height) = (SIZE_PX.0 - 2.0 * ROOM_PX, SIZE_PX.1 - 2.0 * ROOM_PX);
    let point = |told: &PricedOffer| {
        let offer = told.offer;
        let x = ROOM_PX + f64::from(offer.start - query.from) / slots * width;
        let y = SIZE_PX.1 - ROOM_PX - f64::from(offer.nodes) / f64::from(machine_nodes.max(1)) * height;
        let radius = 3.0 + 8.0 * (f64::from(offer.slots()) / slots).sqrt();
        html! { <circle class={if told.is_dominated { "dominated" } else { "front" }} cx={px(x)} cy={px(y)} r={px(radius)} /> }
    };
    // What is dominated lies below.
    let (dominated, front): (Vec<&PricedOffer>, Vec<&PricedOffer>) =
        answer.offers.iter().take(if is_dragged { POINTS_DRAGGED } else { usize::MAX }).partition(|told| told.is_dominated);
    let verb = |count: u32| if count == 1 { "is" } else { "are" };
    let (count, dominated_count) = (answer.count, answer.dominated);
    let on_front = count - dominated_count;
    let words = format!(
        "{on_front} of {count} offers {} on the Pareto front of start, nodes and length; {dominated_count} {} dominated.",
        verb(on_front),
        verb(dominated_count)
    );
    html! {
        <figure class="offers-front">
            <strong class="front-title">{ "Pareto front" }</strong>
            <SaveFigure name="Pareto front of the offers" id="save-offers-front" lab={lab.clone()} draw={Draw::Shown(pareto_figure)} />
            <svg width={px(SIZE_PX.0)} height={px(SIZE_PX.1)} role="img" aria-label={words.clone()}>
                <path class="axes" d={format!("M{ROOM_PX} {ROOM_PX}V{}H{}", SIZE_PX.1 - ROOM_PX, SIZE_PX.0 - ROOM_PX)} />
                <text x={px(ROOM_PX)} y="11">{ "nodes" }</text>
                <text x={px(SIZE_PX.0 - 2.0)} y={px(SIZE_PX.1 - 3.0)} text-anchor="end">{ "start" }</text>
                { for dominated.into_iter().map(point) }
                { for front.into_iter().map(point) }
            </svg>
            <figcaption>{ words }{ " Larger is longer; hollow is dominated." }</figcaption>
        </figure>
    }
}
