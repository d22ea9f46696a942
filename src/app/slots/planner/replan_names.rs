//! What the planners are called that plan everything anew for each newcomer.

use crate::engine::slots::replanning::{FirstOrder, NettoOrder, Replan, WaitShare};

/// What it does, in a sentence.
pub fn replan_idea(replan: Replan) -> &'static str {
    match replan {
        Replan::First(FirstOrder::Fifo) | Replan::Netto(NettoOrder::Fifo, _) => {
            "For each newcomer all reservations that have not begun are planned anew, in the order of their arrival."
        }
        Replan::First(FirstOrder::MinSlack) => {
            "For each newcomer all reservations that have not begun are planned anew, those with the fewest possible starts first."
        }
        Replan::First(FirstOrder::MinMin) => {
            "For each newcomer all reservations that have not begun are planned anew, next the one that can end first."
        }
        Replan::First(FirstOrder::MinMax) => {
            "For each newcomer all reservations that have not begun are planned anew, those with the least latest finish first."
        }
        Replan::First(FirstOrder::Sufferage) => {
            "For each newcomer all reservations that have not begun are planned anew; the one that another would delay most is placed next."
        }
        Replan::Netto(NettoOrder::Shuffle, _) => {
            "For each newcomer all reservations whose start is not fixed are planned anew, in a shuffled order."
        }
        Replan::Netto(NettoOrder::BiggestFirst, _) => {
            "For each newcomer all reservations whose start is not fixed are planned anew, the biggest job (nodes × slots) first."
        }
        Replan::Netto(NettoOrder::LeastFlexible, _) => {
            "For each newcomer all reservations whose start is not fixed are planned anew, those with the fewest starts left first."
        }
        Replan::Netto(NettoOrder::EarliestDeadline, _) => {
            "For each newcomer all reservations whose start is not fixed are planned anew, those with the earliest deadline first."
        }
        Replan::Gelsar => {
            "For each newcomer all reservations that have not begun are planned anew, in the best of the orders that gravitational search tries."
        }
        Replan::Genetic => {
            "For each newcomer all reservations that have not begun are planned anew, in the best of the orders that a genetic search tries."
        }
    }
}

/// The name of its order in a list that says whose it is.
pub fn order_name(replan: Replan) -> &'static str {
    match replan {
        Replan::First(FirstOrder::Fifo) | Replan::Netto(NettoOrder::Fifo, _) => "first come, first placed",
        Replan::First(FirstOrder::MinSlack) => "least slack",
        Replan::First(FirstOrder::MinMin) => "earliest finish (min-min)",
        Replan::First(FirstOrder::MinMax) => "least latest finish (min-max)",
        Replan::First(FirstOrder::Sufferage) => "greatest sufferage",
        Replan::Netto(NettoOrder::Shuffle, _) => "shuffle",
        Replan::Netto(NettoOrder::BiggestFirst, _) => "biggest job first",
        Replan::Netto(NettoOrder::LeastFlexible, _) => "least flexible first",
        Replan::Netto(NettoOrder::EarliestDeadline, _) => "earliest deadline first",
        Replan::Gelsar => "gravitational search (GELSAR)",
        Replan::Genetic => "genetic search",
    }
}

/// When a start is fixed, in the list of choices.
pub fn share_name(share: WaitShare) -> &'static str {
    match share {
        WaitShare::Quarter => "fixed after 25 % of the wait",
        WaitShare::Half => "fixed after 50 % of the wait",
        WaitShare::ThreeQuarters => "fixed after 75 % of the wait",
        WaitShare::Whole => "fixed when it begins",
    }
}
