//! The offers as a table: the twin of the picture, and where one is booked.

use super::asking::book;
use super::choice_form::number;
use crate::app::shell::context::Lab;
use crate::engine::slots::elastic::{Answer, Offer, PricedOffer, left_in_words, right_in_words};
use crate::engine::slots::update::OffersAnswer;
use std::rc::Rc;
use yew::prelude::*;

/// Rows while the box is dragged: those in sight, as every row costs the browser a twentieth of a millisecond for layout and paint.
const ROWS_DRAGGED: usize = 12;

/// The table; while the box is dragged its first rows.
pub fn offer_list(
    lab: &Lab,
    told: &Rc<OffersAnswer>,
    answer: &Answer,
    hovered: &UseStateHandle<Option<usize>>,
    is_dragged: bool,
) -> Html {
    let time = lab.time_names();
    let most = if is_dragged { ROWS_DRAGGED } else { answer.offers.len() };
    let rows = answer.offers.iter().enumerate().take(most).map(|(place, offer)| {
        let PricedOffer { offer: Offer { start, end, nodes, is_solution, .. }, price, class, booking, is_dominated } = *offer;
        let on_book = {
            let (lab, told, offer) = (lab.clone(), Rc::clone(told), *offer);
            Callback::from(move |_: MouseEvent| book(&lab, &told, &offer))
        };
        let point = |to: Option<usize>| {
            let hovered = hovered.clone();
            Callback::from(move |_: MouseEvent| hovered.set(to))
        };
        let focus = |to: Option<usize>| {
            let hovered = hovered.clone();
            Callback::from(move |_: FocusEvent| hovered.set(to))
        };
        let is_chosen = answer.chosen == Some(place as u32);
        let marks = [
            is_solution.then_some("solution"),
            is_chosen.then_some("chosen by the rule"),
            is_dominated.then_some("dominated"),
        ];
        let marks: Vec<&str> = marks.into_iter().flatten().collect();
        let part = (booking.end - booking.start, booking.nodes) != (end - start, nodes);
        let booked = format!("{} on {}", time.held(booking.start, booking.end), booking.nodes);
        let why = format!("It {}; it {}.", left_in_words(&offer.offer, time), right_in_words(&offer.offer, time));
        html! {
            <tr key={place} class={classes!(is_solution.then_some("solution"), is_chosen.then_some("chosen"), is_dominated.then_some("dominated"))}
                data-offer={place.to_string()} onmouseenter={point(Some(place))} onmouseleave={point(None)}>
                <td>{ place + 1 }</td>
                <td>{ time.at(start) }</td>
                <td>{ time.at_after(start, end) }</td>
                <td>{ nodes }</td>
                <td>{ number(price) }</td>
                if let Some(class) = class {
                    <td>{ class }</td>
                }
                <td>
                    <button type="button" class="book" onclick={on_book} onfocus={focus(Some(place))} onblur={focus(None)}
                        title={format!("Book {booked} for {}", number(booking.price))}
                        aria-label={format!("Book offer {}: {booked} for {}", place + 1, number(booking.price))}>
                        { if part { format!("Book {booked}: {}", number(booking.price)) } else { "Book".to_string() } }
                    </button>
                </td>
                <td class="offer-words">{ marks.join(", ") }<span>{ why }</span></td>
            </tr>
        }
    });
    let has_class = answer.offers.first().is_some_and(|told| told.class.is_some());
    let more = (answer.count as usize).saturating_sub(answer.offers.len().min(most));
    html! {
        <div class="offers-table" tabindex="0" role="region" aria-label="List of offers">
            <table>
                <thead><tr>
                    <th scope="col">{ "Offer" }</th><th scope="col">{ "Start" }</th><th scope="col">{ "End" }</th><th scope="col">{ "Nodes" }</th><th scope="col">{ "Price" }</th>
                    if has_class {
                        <th scope="col">{ "Class" }</th>
                    }
                    <th scope="col">{ "Book" }</th><th scope="col">{ "Why it begins and ends there" }</th>
                </tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
            if more > 0 {
                <p class="hint">{ format!("and {more} more") }</p>
            }
        </div>
    }
}
