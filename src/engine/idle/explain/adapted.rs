//! What happened in a run in which reservations adapt, one sentence per event.

use crate::core::time_names::TimeNames;
use crate::core::words::{capital, list};
use crate::idle::adaptive::{Change, EventOutcome, NotExtended, Piece};
use crate::idle::{IdleArrivals, RequestNames};

/// What happened, as a sentence, with requests by their names; `at` and jobs are numbered as in [`Adapted`](crate::idle::Adapted).
pub fn adapted_sentence(
    (arrivals, names): (&IdleArrivals, &RequestNames),
    at: u32,
    outcome: &EventOutcome,
    time: TimeNames,
) -> String {
    let known = Known { arrivals, names, time };
    let text = match outcome {
        EventOutcome::Reserved { piece, changes } => {
            let name = known.name(piece.job);
            format!("{name} starts on {}{}", known.place(piece), known.told(changes))
        }
        EventOutcome::Refused { job, .. } => format!("{} finds no place before ticks run out", known.name(*job)),
        EventOutcome::Extended { piece, migrated: None, changes } => {
            format!("{} goes on to {} on server {}{}", known.name(piece.job), time.at(piece.end), piece.server, known.told(changes))
        }
        EventOutcome::Extended { piece, migrated: Some(rest), changes } => format!(
            "{} stops at {} and does the rest on {}{}",
            known.name(piece.job),
            time.at(piece.end),
            known.place(rest),
            known.told(changes)
        ),
        EventOutcome::NotExtended { job, why } => {
            let why = match why {
                NotExtended::NotRunning => "it is not running",
                NotExtended::GoesOnElsewhere => "its rest is already planned elsewhere",
                NotExtended::TooLong => "ticks run out",
            };
            match *job {
                u32::MAX => format!("extension {} is of a request that has not come: {why}", at as usize - arrivals.jobs() + 1),
                job => format!("{} is not extended: {why}", known.name(job)),
            }
        }
    };
    capital(&format!("{text}."))
}

/// The requests and what people call them.
struct Known<'a> {
    arrivals: &'a IdleArrivals,
    names: &'a RequestNames,
    time: TimeNames,
}

impl Known<'_> {
    /// "request 7", or "opportunistic job 2" by its place among the events, from 1.
    fn name(&self, job: u32) -> String {
        match self.arrivals.id.get(job as usize) {
            Some(&id) => format!("request {}", self.names.of(id)),
            None => format!("opportunistic job {}", job as usize - self.arrivals.jobs() + 1),
        }
    }

    fn told(&self, changes: &[Change]) -> String {
        let one = |change: &Change| match change {
            Change::Moved { from, to } => {
                format!(
                    "{} moved from server {} at {} to server {} at {}",
                    self.name(from.job),
                    from.server,
                    self.time.at(from.start),
                    to.server,
                    self.time.at_after(from.start, to.start)
                )
            }
            Change::Preempted { piece, at, resumed } => {
                let rest = match resumed {
                    Some(rest) => format!("goes on, on {}", self.place(rest)),
                    None => "does not go on: ticks run out".to_string(),
                };
                format!("{} gives way on server {} at {} and {rest}", self.name(piece.job), piece.server, self.time.at(*at))
            }
        };
        let changes: Vec<String> = changes.iter().map(one).collect();
        if changes.is_empty() { String::new() } else { format!("; {}", list(&changes)) }
    }

    fn place(&self, piece: &Piece) -> String {
        let (from, to) = (self.time.at(piece.start), self.time.at_after(piece.start, piece.end));
        format!("server {} from {from} to {to}", piece.server)
    }
}
