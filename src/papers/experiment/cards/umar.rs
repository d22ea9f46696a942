//! Umar's thesis.

use super::parts::{Drawn, Told, card, drawn, experiment, part, table, told};
use crate::experiment::ExampleChart::{Logical, LogicalBefore, Physical};
use crate::experiment::See::{Example, Experiment};
use crate::experiment::filled_store::FilledStore;
use crate::experiment::{Card, Shown, Source, find};
use crate::slots::revenue::RevenueExperiment;
use crate::slots::store::{Operation, StoreKind};
use bookahead_engine::slots::worked::{BANDWIDTH, FIVE_RESERVATIONS, NEW_BANDWIDTH, UMAR_MPI, UMAR_PARAMETRIC, USER_6};

const S: Source = Source::Umar;

const PLAN: &str = "the plan, view Logical";
const LIST: &str = "the last request in the list";
const OURS: &str = "the plan, view Logical; the text names 80, 60 and 40 of 100, the rest is ours";

const DRAWN: &[Drawn] = &[
    ("2.1", "Reserved bandwidth over time", "umar-2.1", OURS, Logical),
    ("2.5", "Reserved bandwidth from 0 to 8, for the linked list", "umar-2.1", OURS, Logical),
    ("2.7", "Five reservations on five nodes", "umar-2.7", "the plan, view Physical", Physical),
    ("2.8", "User 6 asks for two nodes from 6 to 8 and is refused", "umar-2.8", LIST, Physical),
    ("3.4", "A plan of eleven users: virtual nodes", "eleven-requests", PLAN, Logical),
    ("3.5", "The same plan on the nodes of the machine", "eleven-requests", "the plan, view Physical", Physical),
    ("3.6", "Ten requests, planned by FCFS-EDS: virtual nodes", "eleven-requests", PLAN, LogicalBefore),
    ("3.7", "User 11 asks for three jobs", "eleven-requests", LIST, LogicalBefore),
    ("3.8", "User 11 is planned: user 4 waits a slot", "eleven-requests", PLAN, Logical),
    ("3.9", "Ten requests of MPI jobs: virtual nodes", "eleven-requests-mpi", PLAN, LogicalBefore),
    ("3.10", "User 11 asks for a job of two nodes", "eleven-requests-mpi", LIST, LogicalBefore),
    ("3.11", "User 11's MPI job is planned", "eleven-requests-mpi", PLAN, Logical),
    ("3.12", "Eleven requests on five nodes, planned by FCFS-EDS: virtual nodes", "eleven-requests", PLAN, Logical),
    ("3.13", "The same plan on the nodes of the machine", "eleven-requests", "the plan, view Physical", Physical),
    ("3.14", "The same requests with jobs of two nodes: virtual nodes", "eleven-requests-mpi", PLAN, Logical),
    ("3.15", "The MPI plan on the nodes of the machine", "eleven-requests-mpi", "the plan, view Physical", Physical),
];

const FIGURES: &[Told] = &[
    (
        "3.1",
        "The times of a flexible reservation",
        "Select a request: the bracket above the axis runs from its earliest start to its deadline, the bar in it is the job, the rest of the bracket its relax time. The inspector has t_ed, t_f, f and both holes.",
        Example("one-waits"),
    ),
    (
        "3.2",
        "The planning module",
        "First fit on the free nodes of each slot, then moves of accepted jobs. The inspector tells which of them placed a job, and who moved.",
        Example("eleven-requests"),
    ),
    (
        "3.3",
        "From the logical plan to the nodes of the machine",
        "“The lemma” below the plan maps it slot by slot: left of the line jobs are on nodes of the machine, right of it on virtual nodes.",
        Example("changing-nodes"),
    ),
    (
        "4.1",
        "The data structure for parametric jobs",
        "Each slot has its free nodes and a list of the jobs that start there. The store “array of slots” is this structure, node by node.",
        FilledStore::SEE,
    ),
    ("4.3", "The data structure for MPI jobs", "The same array; entries know how many nodes a job needs.", FilledStore::SEE),
    (
        "5.1",
        "Twenty nodes, of which nine are sold at the low price",
        "Whether a tenth is sold is a question of expected revenue at a limit of 9 and of 10: drag a limit and read both.",
        Example("three-classes"),
    ),
    (
        "5.2",
        "The decision tree of two classes",
        "Its branches are the two probabilities in what one more node brings. The curve of expected revenue against the level has this gain as its slope.",
        Example("three-classes"),
    ),
    (
        "5.3",
        "Booking limits and protection levels",
        "b_{k+1} = C − y_k: the plot of the booking limits shows both as one level.",
        Example("three-classes"),
    ),
    (
        "5.4",
        "When each class books",
        "The class follows from the book-ahead. The form of the market has the borders; “class:1” in the search of the list finds who is in the first.",
        Example("three-classes"),
    ),
    (
        "5.5",
        "Nested limits of three classes",
        "The plot of the booking limits: what class 3 may use, class 2 may use too, and class 1 may use everything.",
        Example("three-classes"),
    ),
    (
        "5.6",
        "Booking, forecasting and optimization modules",
        "Each is at work when limits follow the demand: what is sold, what is forecast, and the new limits, over time.",
        Example("limits-that-learn"),
    ),
    (
        "6.1",
        "The architecture of the whole system",
        "Planning, revenue management, mapping and reports are one run here: a scenario with a market. The inspector tells what each said to a request.",
        Example("limits-that-learn"),
    ),
];

const TABLES: &[Told] = &[
    (
        "3.1",
        "Names of parameters in nine works, and their strategies",
        "docs/papers.md has the synonyms, and for each work what stands for it here. The strategies run against one another: elastic, first fit, FIRST, Netto's orders, GELSAR, overlapping.",
        Experiment("who-wins"),
    ),
    (
        "3.2",
        "Jobs on five nodes in two slots",
        "“The lemma” below the plan has the slots as J(t) and J(t + 1). The order on virtual nodes is the plan's, not the table's.",
        Example("umar-table-3.2"),
    ),
    (
        "3.3",
        "The same after the multiplication by C",
        "NJ(t + 1) of “The lemma” below the plan: users 2, 9 and 6 are where they were.",
        Example("umar-table-3.2"),
    ),
    (
        "3.4",
        "Requests of parametric jobs",
        "The first ten requests of the list. numCN is the sum of a user's jobs here: two jobs of one node.",
        Example("eleven-requests"),
    ),
    (
        "3.5",
        "Requests of MPI jobs",
        "The first ten requests of the list, with one job for each user.",
        Example("eleven-requests-mpi"),
    ),
    (
        "4.1",
        "The twelve parametric jobs that are stored",
        "The jobs of Table 3.4 one by one; Figure 4.2 has them in the array.",
        Example("eleven-requests"),
    ),
    (
        "4.2",
        "The ten MPI jobs that are stored",
        "The jobs of Table 3.5; Figure 4.4 has them in the array.",
        Example("eleven-requests-mpi"),
    ),
    (
        "4.3",
        "Complexity of search, addition and deletion",
        "Nodes visited, and the nodes held, are counted against the duration, the slots, the reservations and the load, for this array and for others; the table's bounds are claims.",
        Experiment("stores-length"),
    ),
    (
        "5.1",
        "Initial limits and prices of three classes",
        "The prices of this market; the command bookahead limits answers for others.",
        Example("three-classes"),
    ),
    ("5.2", "Means and standard deviations of the demand", "The demand that this market is given.", Example("three-classes")),
    ("5.3", "Limits before and after the update", "40, 31 and 18 nodes, as in the thesis.", Example("three-classes")),
    (
        "6.1",
        "Rates and shares of the eight parametric workloads",
        "An input: “Generate requests” offers all of them. This example has rate 2, all flexible.",
        Example("half-a-day"),
    ),
    (
        "6.2",
        "Rates and shares of the eight MPI workloads",
        "An input: “Generate requests” offers all of them. This example has rate 3, all flexible.",
        Example("parallel-jobs"),
    ),
    (
        "6.3",
        "Classes, book-ahead and prices, parametric jobs",
        "An input: the market of revenue-parametric-1 to -4.",
        Experiment("revenue-parametric-1"),
    ),
    (
        "6.9",
        "Classes, book-ahead and prices, MPI jobs",
        "An input: the market of revenue-mpi-1 to -4.",
        Experiment("revenue-mpi-1"),
    ),
];

/// Figures of stores: the two of bandwidth, the five reservations and the tables of chapter 4.
fn stores() -> [Card; 7] {
    let bandwidth = FilledStore {
        kind: StoreKind::SegmentTree,
        nodes: 100,
        booked: BANDWIDTH,
        wanted: NEW_BANDWIDTH,
        operation: Operation::Search,
    };
    let five = FilledStore {
        kind: StoreKind::GarqSorted,
        nodes: 5,
        booked: FIVE_RESERVATIONS,
        wanted: USER_6,
        operation: Operation::Search,
    };
    let last = |nodes| (11, 12, 14, 3, nodes, 1);
    let table = FilledStore { kind: StoreKind::Array, booked: UMAR_PARAMETRIC, wanted: last(1), ..five };
    let of = |number, caption, store| card(S, number, caption, Shown::Store(store));
    [
        of("2.2", "The bandwidth in a segment tree", bandwidth),
        of("2.3", "A new reservation of 20 in the segment tree", FilledStore { operation: Operation::Add, ..bandwidth }),
        of("2.4", "A calendar queue; here with days of eight slots", FilledStore { kind: StoreKind::CalendarQueue, ..five }),
        of("2.6", "The bandwidth in a sorted linked list", FilledStore { kind: StoreKind::StepList, ..bandwidth }),
        of("2.9", "The five reservations in GarQ with sorted lists", five),
        of("4.2", "The jobs of Table 4.1 in the array", table),
        of("4.4", "The jobs of Table 4.2 in the array", FilledStore { booked: UMAR_MPI, wanted: last(2), ..table }),
    ]
}

pub(super) fn cards() -> Vec<Card> {
    let mut cards: Vec<Card> =
        drawn(S, DRAWN).chain(told(S, false, FIGURES)).chain(told(S, true, TABLES)).chain(stores()).collect();
    let title = |key: &str| find(key).map_or_else(|_| String::new(), |listed| listed.title);
    for number in 2..=17 {
        let key = format!("umar-6.{number}");
        let caption = title(&key);
        let caption = caption.split(" (Umar").next().unwrap_or(&caption).to_string();
        cards.push(card(S, format!("6.{number}"), caption, experiment(key)));
    }
    let revenue = |place: u32| format!("revenue-{}-{}", if place < 4 { "parametric" } else { "mpi" }, place % 4 + 1);
    for place in 0..8 {
        let kind = if place < 4 { "parametric" } else { "MPI" };
        let caption =
            format!("Revenue without limits, with fixed and with updated limits: {kind} jobs, experiment #{}", place % 4 + 1);
        let claims: Vec<usize> = RevenueExperiment::FIGURE_CLAIMS.collect();
        cards.push(card(S, format!("6.{}", 18 + place), caption, part(revenue(place), "window", &claims)));
    }
    for place in 0..8 {
        let kind = if place < 4 { "parametric" } else { "MPI" };
        let caption = format!("Booking limits before and after the update: {kind} jobs, experiment #{}", place % 4 + 1);
        let number = if place < 4 { 5 + place } else { 7 + place };
        let claims: Vec<usize> = RevenueExperiment::TABLE_CLAIMS.collect();
        cards.push(table(S, format!("6.{number}"), caption, part(revenue(place), "limits", &claims)));
    }
    for (number, kind) in [("6.4", "parametric"), ("6.10", "mpi")] {
        let jobs = if kind == "mpi" { "MPI" } else { kind };
        let caption = format!("Rates and initial booking limits, {jobs} jobs; and revenue at other rates");
        cards.push(table(S, number, caption, experiment(format!("revenue-{kind}-rate"))));
    }
    cards
}
