//! Offers and steps in words.

use super::answer::PricedOffer;
use super::trail::{PackingStep, Trail};
use crate::core::offers::{Offer, Run, Side, Stop};
use crate::core::time_names::TimeNames;
use crate::core::words::{capital, counted};

fn free_nodes(free: u32) -> String {
    if free == 0 { "no free node".to_string() } else { format!("{} free", counted(free as usize, "node")) }
}

/// Why an offer begins where it begins.
pub fn left_in_words(offer: &Offer, time: TimeNames) -> String {
    match offer.left {
        Stop::Edge => format!("begins with the interval, {}", time.in_slot(offer.start)),
        Stop::Short { slot, free } => format!("begins after {}, which has {}", time.slot(slot), free_nodes(free)),
        Stop::Enough => format!("begins {}: no earlier slots are needed", time.in_slot(offer.start)),
    }
}

/// Why an offer ends where it ends.
pub fn right_in_words(offer: &Offer, time: TimeNames) -> String {
    match offer.right {
        Stop::Edge => "ends with the interval".to_string(),
        Stop::Short { slot, free } => format!("ends before {}, which has {}", time.slot(slot), free_nodes(free)),
        Stop::Enough => format!("ends before {}: no later slots are needed", time.slot(offer.end)),
    }
}

/// An offer in one sentence.
pub fn offer_in_words(told: &PricedOffer, time: TimeNames) -> String {
    let Offer { start, end, nodes, .. } = told.offer;
    let what = format!("{} in {}", counted(nodes as usize, "node"), time.slots(start, end - 1));
    let (left, right) = (left_in_words(&told.offer, time), right_in_words(&told.offer, time));
    format!("{}: it {left}, and {right}.", capital(&what))
}

/// What a step of the algorithm does, in one sentence.
pub fn step_in_words(trail: &Trail, step: &PackingStep, time: TimeNames) -> String {
    let run = |run: u32| {
        let Run { start, end, free } = trail.runs.get(run as usize).copied().unwrap_or(Run { start: 0, end: 1, free: 0 });
        format!("{} ({})", time.slots(start, end - 1), free_nodes(free))
    };
    match *step {
        PackingStep::Skipped { run: at } => format!("Visits {}: too few nodes, so it is left out.", run(at)),
        PackingStep::Begun { run: at } => format!("Visits {}: an offer begins here.", run(at)),
        PackingStep::Grown { side, run: at, slots, nodes } => {
            let size = format!("now {} and {}", time.length(slots), counted(nodes as usize, "node"));
            format!("Grows to the {} over {}: {size}.", side_in_words(side), run(at))
        }
        PackingStep::Stopped { side, why } => {
            let why = match why {
                Stop::Edge => "the interval ends".to_string(),
                Stop::Short { slot, free } => format!("{} has {}", time.slot(slot), free_nodes(free)),
                Stop::Enough => "it is long enough".to_string(),
            };
            format!("No growth to the {}: {why}.", side_in_words(side))
        }
        PackingStep::Offered { offer, is_new } => {
            let place = format!("{} for {}", counted(offer.nodes as usize, "node"), time.slots(offer.start, offer.end - 1));
            match (offer.is_solution, is_new) {
                (true, _) => format!("{}: the solution. It goes to the top of the list.", capital(&place)),
                (false, true) => format!("{} is put on the list.", capital(&place)),
                (false, false) => format!("{} is on the list already.", capital(&place)),
            }
        }
        PackingStep::Ended { found: true } => "A solution is found, so the search ends.".to_string(),
        PackingStep::Ended { found: false } => "Every run has been visited, so the search ends.".to_string(),
    }
}

fn side_in_words(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
    }
}
