//! What happened in a run in which reservations adapt, one sentence per event.

use crate::core::words::{capital, list};
use crate::idle::IdleArrivals;
use crate::idle::adaptive::{Change, EventOutcome, NotExtended, Piece};

/// What happened, as a sentence; `at` and jobs are numbered as in [`Adapted`](crate::idle::Adapted).
pub fn adapted_sentence(arrivals: &IdleArrivals, at: u32, outcome: &EventOutcome) -> String {
    let text = match outcome {
        EventOutcome::Reserved { piece, changes } => {
            let name = name(arrivals, piece.job);
            format!("{name} starts on {}{}", place(piece), told(arrivals, changes))
        }
        EventOutcome::Refused { job, .. } => format!("{} finds no place before ticks run out", name(arrivals, *job)),
        EventOutcome::Extended { piece, migrated: None, changes } => {
            format!("{} goes on to {} on server {}{}", name(arrivals, piece.job), piece.end, piece.server, told(arrivals, changes))
        }
        EventOutcome::Extended { piece, migrated: Some(rest), changes } => format!(
            "{} stops at {} and does what is missing on {}{}",
            name(arrivals, piece.job),
            piece.end,
            place(rest),
            told(arrivals, changes)
        ),
        EventOutcome::NotExtended { job, why } => {
            let why = match why {
                NotExtended::NotRunning => "it is not running",
                NotExtended::GoesOnElsewhere => "its rest is already planned elsewhere",
                NotExtended::TooLong => "ticks run out",
            };
            match *job {
                u32::MAX => format!("extension {} is of a request that has not come: {why}", at as usize - arrivals.jobs()),
                job => format!("{} is not extended: {why}", name(arrivals, job)),
            }
        }
    };
    capital(&format!("{text}."))
}

/// "request 7", or "opportunistic job 2" by its place among the events.
fn name(arrivals: &IdleArrivals, job: u32) -> String {
    match arrivals.id.get(job as usize) {
        Some(id) => format!("request {id}"),
        None => format!("opportunistic job {}", job as usize - arrivals.jobs()),
    }
}

fn place(piece: &Piece) -> String {
    format!("server {} from {} to {}", piece.server, piece.start, piece.end)
}

fn told(arrivals: &IdleArrivals, changes: &[Change]) -> String {
    let one = |change: &Change| match change {
        Change::Moved { from, to } => {
            format!(
                "{} moved from server {} at {} to server {} at {}",
                name(arrivals, from.job),
                from.server,
                from.start,
                to.server,
                to.start
            )
        }
        Change::Preempted { piece, at, resumed } => {
            let rest = match resumed {
                Some(rest) => format!("goes on, on {}", place(rest)),
                None => "does not go on: ticks run out".to_string(),
            };
            format!("{} gives way on server {} at {at} and {rest}", name(arrivals, piece.job), piece.server)
        }
    };
    let changes: Vec<String> = changes.iter().map(one).collect();
    if changes.is_empty() { String::new() } else { format!("; {}", list(&changes)) }
}
