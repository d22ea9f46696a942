//! Castillo's thesis.

use super::parts::{Drawn, Told, card, drawn, experiment, table, told};
use crate::experiment::ExampleChart::{DualPlane, Jobs, Plane};
use crate::experiment::See::{Example, Experiment};
use crate::experiment::{Card, Shown, Source, Which};

const S: Source = Source::Castillo;

const PLANE: &str = "the plane; the thesis gives no numbers for its drawing";

const DRAWN: &[Drawn] = &[
    ("3.1", "Two servers, their idle periods, and a job that LACT refuses", "castillo-3.1", PLANE, Plane),
    ("3.2", "Three servers, strips, and the regions R1 and R2 of a job with a deadline", "castillo-3.2", PLANE, Plane),
    ("3.3", "Four idle periods and the tree that holds them", "figure-3-3", "the plane and the opened tree", Plane),
    ("4.1", "Two servers of different speed, four idle periods and a job", "castillo-4.1", PLANE, Plane),
    (
        "4.3",
        "The same idle periods in the primal and in the dual plane",
        "castillo-4.1",
        "both planes; the thesis gives no numbers for its drawing",
        DualPlane,
    ),
    ("5.1", "Four servers, and a request for two of them from 17 to 29", "castillo-5.1", "the jobs on the nodes", Jobs),
];

const FIGURES: &[Told] = &[(
    "5.2",
    "An idle period in its quanta, and the two-level tree of a quantum",
    "Select the last job: its search is shown try by try, in the tree of its quantum. It marks the right half, Z and Y, and takes Y and Z.",
    Example("castillo-5.1"),
)];

const TABLES: &[Told] = &[
    (
        "5.1",
        "The logs: processors, jobs, mean length",
        "Logs are not part of the page: open one of CTC, KTH or HPC2N beside this experiment. docs/papers.md tells what the archive's logs have.",
        Experiment("castillo-5.4"),
    ),
    (
        "5.2",
        "The terms of co-allocation",
        "Horizon H, quantum l_q, step Δt and maxRet are options of the scheduler; docs/papers.md has all terms.",
        Example("castillo-5.1"),
    ),
];

fn both_readings(key: &str) -> Shown {
    Shown::Experiments { keys: vec![key.to_string(), format!("{key}-mean-rate")], panel: None, claims: Which::All }
}

fn with_near_starts(key: &str) -> Shown {
    Shown::Experiments { keys: vec![key.to_string(), format!("{key}-soon")], panel: None, claims: Which::All }
}

pub(super) fn cards() -> Vec<Card> {
    let of = |number, caption, shown| card(S, number, caption, shown);
    let measured = [
        of("3.4", "Loss rate of seven strategies against load", with_near_starts("castillo-3.4")),
        of("3.5", "Fairness of seven strategies against load", experiment("castillo-3.5")),
        of("3.6", "Utilisation under seven strategies against load", experiment("castillo-3.6")),
        of("3.7", "Mean delay under seven strategies against load", experiment("castillo-3.7")),
        of("3.8", "Loss rate against mean job size", experiment("castillo-3.8")),
        of("3.9", "Loss rate against the tightness of deadlines", experiment("castillo-3.9")),
        of("3.10", "Loss rate against the number of servers", experiment("castillo-3.10")),
        of("4.2", "FF-HA and FF-HU at four levels of heterogeneity: work lost and utilisation", both_readings("castillo-4.2")),
        of("4.4", "Work lost by FF-HU, FF-HA and FF-HA+ against load", both_readings("castillo-4.4")),
        of("4.5", "Effort of FF-HA+ and FF-HU against load; running time in the thesis", experiment("castillo-4.5")),
        of("4.6", "Utilisation under FF-HU, FF-HA and FF-HA+ against load", both_readings("castillo-4.6")),
        of("4.7", "Waiting time under FF-HU, FF-HA and FF-HA+ against load", both_readings("castillo-4.7")),
        of("4.8", "FF-HA+ at four levels of heterogeneity: work lost and utilisation", both_readings("castillo-4.8")),
        of("5.3", "Temporal penalty by length: co-allocation and batch scheduling", experiment("castillo-5.3")),
        of("5.4", "Distribution of waiting times", experiment("castillo-5.4")),
        of("5.5", "Distribution of the lengths of jobs", experiment("castillo-5.5")),
        of("5.6", "Mean waiting time by number of nodes", experiment("castillo-5.6")),
        of("5.7", "Distribution of waiting times with advance reservations", experiment("castillo-5.7")),
        of("5.8", "Mean waiting time against the share of advance reservations", experiment("castillo-5.8")),
        of("5.9", "Operations per request against the share of advance reservations", experiment("castillo-5.9")),
        table(S, "5.3", "Retries by number of nodes", experiment("castillo-table-5.3")),
    ];
    drawn(S, DRAWN).chain(measured).chain(told(S, false, FIGURES)).chain(told(S, true, TABLES)).collect()
}
