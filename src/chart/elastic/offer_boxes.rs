//! Which rectangles stand over the free nodes: the offers of an answer, or those of a step of the algorithm.

use bookahead_engine::slots::elastic::{Answer, Offer, Run, Trail};
use bookahead_engine::slots::request::Slot;

/// Most offers that are drawn; that with the emphasis may come to them.
pub const DRAWN: usize = 40;

/// What a rectangle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxKind {
    /// An offer by its place in the answer, the best first.
    Offer(usize),
    /// What is booked if the emphasised offer is taken.
    Booked,
    /// An offer that the algorithm has listed by now.
    Listed,
    /// The offer that the algorithm is making.
    Growing,
}

/// A rectangle: so many nodes in slots from one on and before another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferBox {
    /// What it is.
    pub kind: BoxKind,
    /// First slot.
    pub start: Slot,
    /// First slot after it.
    pub end: Slot,
    /// Nodes.
    pub nodes: u32,
    /// Whether it is the solution: as long and as wide as asked.
    pub is_solution: bool,
    /// Whether another offer is better in something and worse in nothing.
    pub is_dominated: bool,
    /// Whether it is emphasised.
    pub is_strong: bool,
}

impl OfferBox {
    fn of(kind: BoxKind, Offer { start, end, nodes, is_solution, .. }: Offer) -> Self {
        Self { kind, start, end, nodes, is_solution, is_dominated: false, is_strong: false }
    }
}

/// The rectangles of an answer, the first ones below: the best offers and an emphasised one, or what the algorithm has after so many steps.
pub fn offer_boxes(answer: &Answer, step: Option<u32>, strong: Option<usize>) -> Vec<OfferBox> {
    match step {
        Some(step) => answer.trail.as_ref().map_or_else(Vec::new, |trail| boxes_of_step(trail, step as usize)),
        None => boxes_of_offers(answer, strong),
    }
}

fn boxes_of_offers(answer: &Answer, strong: Option<usize>) -> Vec<OfferBox> {
    let is_drawn = |place: usize| place < DRAWN || strong == Some(place);
    let drawn = answer.offers.iter().enumerate().rev().filter(|(place, _)| is_drawn(*place)).map(|(place, told)| OfferBox {
        is_dominated: told.is_dominated,
        is_strong: strong == Some(place),
        ..OfferBox::of(BoxKind::Offer(place), told.offer)
    });
    let booked = strong.and_then(|place| answer.offers.get(place)).map(|told| OfferBox {
        start: told.booking.start,
        end: told.booking.end,
        nodes: told.booking.nodes,
        is_solution: false,
        ..OfferBox::of(BoxKind::Booked, told.offer)
    });
    drawn.chain(booked).collect()
}

fn boxes_of_step(trail: &Trail, step: usize) -> Vec<OfferBox> {
    let step = step.min(trail.steps.len());
    let growing = growing_of(trail, step).map(|(start, end, nodes)| OfferBox {
        kind: BoxKind::Growing,
        start,
        end,
        nodes,
        is_solution: false,
        is_dominated: false,
        is_strong: true,
    });
    trail.listed(step).map(|offer| OfferBox::of(BoxKind::Listed, offer)).chain(growing).collect()
}

/// First slot, first slot after it and nodes of the offer that grows after so many steps.
fn growing_of(trail: &Trail, step: usize) -> Option<(Slot, Slot, u32)> {
    let (first, last) = trail.growing(step)?;
    let runs: &[Run] = trail.runs.get(first as usize..=last as usize)?;
    Some((runs.first()?.start, runs.last()?.end, runs.iter().map(|run| run.free).min()?))
}
