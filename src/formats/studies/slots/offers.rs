//! The JSON of the offers of a query, as `bookahead query --json` prints it.

use crate::json_parts::write_lines;
use bookahead_engine::core::time_names::TimeNames;
use bookahead_engine::slots::elastic::{Answer, Booking, Choice, ElasticQuery, PricedOffer, left_in_words, right_in_words};
use serde::Serialize;
use std::io::{self, Write};

/// An offer.
#[derive(Serialize)]
struct OfferRow {
    start: u32,
    end: u32,
    nodes: u32,
    price: f64,
    solution: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<u8>,
    dominated: bool,
    booked: BookedRow,
    left: String,
    right: String,
}

/// What is booked of an offer.
#[derive(Serialize)]
struct BookedRow {
    start: u32,
    end: u32,
    nodes: u32,
    price: f64,
}

#[derive(Serialize)]
struct QueryRow {
    from: u32,
    to: u32,
    duration: Option<u32>,
    nodes: Option<u32>,
}

#[derive(Serialize)]
struct OffersReport {
    offers: Vec<OfferRow>,
    query: QueryRow,
    choice: &'static str,
    order: &'static str,
    chosen: Option<u32>,
}

impl OfferRow {
    fn of(told: &PricedOffer, time: TimeNames) -> Self {
        let PricedOffer { offer, price, class, booking: Booking { start, end, nodes, price: booked_price, .. }, is_dominated } =
            *told;
        Self {
            start: offer.start,
            end: offer.end,
            nodes: offer.nodes,
            price,
            solution: offer.is_solution,
            class,
            dominated: is_dominated,
            booked: BookedRow { start, end, nodes, price: booked_price },
            left: left_in_words(&offer, time),
            right: right_in_words(&offer, time),
        }
    }
}

/// Writes the offers as JSON, a line for each.
///
/// # Errors
/// Those of `out`.
pub fn write_offers(out: &mut impl Write, answer: &Answer, time: TimeNames) -> io::Result<()> {
    let ElasticQuery { from, to, duration, nodes } = answer.asked.query;
    let report = OffersReport {
        offers: answer.offers.iter().map(|told| OfferRow::of(told, time)).collect(),
        query: QueryRow { from, to, duration, nodes },
        choice: Choice::name(answer.asked.choice),
        order: answer.asked.order.name(),
        chosen: answer.chosen,
    };
    write_lines(out, &report)
}
