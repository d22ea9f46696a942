//! The paper of Pujiyanta, Nugroho and Widyawan.

use super::parts::{Drawn, Told, card, drawn, experiment, told};
use crate::experiment::ExampleChart::{Logical, LogicalBefore, Physical};
use crate::experiment::See::Example;
use crate::experiment::{Card, Source};

const S: Source = Source::Pujiyanta;

const DRAWN: &[Drawn] = &[
    ("2", "Eleven requests on five nodes: virtual nodes", "holes", "the plan after eleven requests, view Logical", LogicalBefore),
    ("3", "Request 12 asks for three jobs", "holes", "request 12 in the list", LogicalBefore),
    ("4", "Request 12 planned by FCFS-LRH: virtual nodes", "holes", "the plan, view Logical", Logical),
    ("5", "A plan by FCFS-LRH before it is mapped: virtual nodes", "holes", "the plan, view Logical", Logical),
    ("6", "The same plan on the nodes of the machine", "holes", "the plan, view Physical", Physical),
];

const FIGURE_1: &[Told] = &[(
    "1",
    "The times of a flexible reservation, with its left and right hole",
    "Select a request: inside its bracket the room before the bar is the left hole, that behind it the right one.",
    Example("left-hole"),
)];

const TABLE_I: &[Told] = &[(
    "I",
    "Eleven requests of parametric jobs",
    "The first eleven requests of the list. JumCN 2 and JumJob 2 of user 2 are two jobs of one node.",
    Example("holes"),
)];

pub(super) fn cards() -> Vec<Card> {
    let of = |number, caption, key| card(S, number, caption, experiment(key));
    let measured = [
        of("7", "Utilisation over time under FCFS-LRH and without planning, rate 3, all flexible", "pujiyanta-7"),
        of("8", "Utilisation over time under FCFS-LRH and without planning, rate 4, all flexible", "pujiyanta-8"),
        of("9", "Utilisation by share of flexible requests, rate 3", "pujiyanta-9"),
        of("10", "Utilisation by share of flexible requests, rate 4", "pujiyanta-10"),
        of("11", "What FCFS-LRH gains over no planning, by share of flexible requests", "pujiyanta-11"),
    ];
    drawn(S, DRAWN).chain(measured).chain(told(S, false, FIGURE_1)).chain(told(S, true, TABLE_I)).collect()
}
