//! What is more to tell of a run in which reservations adapt.

use super::change::EventOutcome;
use super::timetable::Piece;

/// What is more to tell of a run in which reservations adapt. Jobs are numbered by the rows of the requests; the job of opportunity `i` of the events is
/// number rows + `i`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Adapted {
    /// Who has which server when, by server, then time.
    pub pieces: Vec<Piece>,
    /// What happened at which request or event (rows + its place), in order of time; only what is more than a decision on a request: moves,
    /// preemptions, extensions, opportunistic jobs.
    pub happened: Vec<(u32, EventOutcome)>,
}
