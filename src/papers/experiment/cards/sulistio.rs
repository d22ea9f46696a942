//! The paper of Sulistio, Kim and Buyya.

use super::parts::{Drawn, Told, card, drawn, experiment, part, told};
use crate::experiment::ExampleChart::Logical;
use crate::experiment::See::Experiment;
use crate::experiment::filled_store::FilledStore;
use crate::experiment::{Card, Shown, Source};
use crate::slots::store::{Operation, StoreKind};
use bookahead_engine::slots::worked::BEFORE_THE_QUERY;

const S: Source = Source::Sulistio;

const FIGURE_1: &[Drawn] = &[(
    "1",
    "User 5 asks for two slots on two nodes between 11 and 16",
    "offers",
    "the offers of the query; the solution is 13 to 15. Of the reservations before only the free nodes of the interval are known",
    Logical,
)];

const FIGURE_2: &[Told] = &[(
    "2",
    "A resource with a queue of reservations and a queue of jobs",
    "The experiment plays it: reservations are answered at once, the other jobs wait under FCFS or EASY and run around them.",
    Experiment("sulistio-4-9"),
)];

pub(super) fn cards() -> Vec<Card> {
    let of = |panel: &str, claims: &[usize]| part("sulistio-4-9", panel, claims);
    let figure_3 = FilledStore {
        kind: StoreKind::Garq,
        nodes: 3,
        booked: BEFORE_THE_QUERY,
        wanted: (5, 13, 13, 2, 2, 1),
        operation: Operation::Add,
    };
    let measured = [
        card(S, "3", "The reservations in an array of slots; here with unsorted lists", Shown::Store(figure_3)),
        card(S, "4", "Utilisation by search limit", of("utilisation", &[2, 3, 8, 9, 10])),
        card(S, "5", "Busy nodes over two weeks", experiment("sulistio-5")),
        card(S, "6", "Reservations rejected by search limit", of("rejections", &[0, 6])),
        card(S, "7", "Rejections that users avoid by taking a smaller offer", of("self_selected", &[5, 7])),
        card(S, "8", "Revenue of reservations by search limit", of("revenue", &[1])),
        card(S, "9", "Mean wait of the jobs that do not reserve", of("waiting", &[4])),
    ];
    drawn(S, FIGURE_1).chain(told(S, false, FIGURE_2)).chain(measured).collect()
}
