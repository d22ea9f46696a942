//! Castillo 4.5: reservations that adapt. A running job may be extended, unstarted reservations may be replanned for a new job, and opportunistic
//! jobs without a deadline use idle time until a job with a deadline needs it.
//!
//! The paper only sketches these three; the rules are ours. Jobs with deadlines are decided as if opportunistic jobs did not exist, so opportunistic
//! jobs never harm them. An accepted job with a deadline keeps it: it moves only inside its own window, and only before it has begun. Intended for
//! small plans: a decision visits every idle period.

mod adapted;
mod change;
mod run;
mod timetable;

pub use adapted::Adapted;
pub use change::{Change, Event, EventOutcome, NotExtended};
pub use run::Adapting;
pub use timetable::{Piece, Timetable};

use super::geometry::{self, Taken, Tests};
use super::request::IdleRequest;
use super::servers::Servers;
use super::strategy::Strategy;
use super::{OPEN, Tick, bounds};
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};

/// The switches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adaptability {
    /// An unstarted reservation may be planned anew so that a newcomer, or an extension, finds room.
    pub replanning: bool,
    /// Opportunistic jobs are let in.
    pub opportunistic: bool,
}

/// A job as it was asked for, and extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Job {
    request: IdleRequest,
    opportunistic: bool,
}

/// A run with reservations that adapt. Job numbers count events that ask for a job, refused ones included, from 0.
#[derive(Clone, Debug)]
pub struct AdaptiveSession {
    servers: Servers,
    strategy: Strategy,
    options: Adaptability,
    now: Tick,
    jobs: Vec<Job>,
    table: Timetable,
}

impl AdaptiveSession {
    /// Nothing is reserved yet; `servers` must have passed its check.
    pub fn new(servers: Servers, strategy: Strategy, options: Adaptability) -> Self {
        let table = Timetable::new(&servers);
        Self { servers, strategy, options, now: 0, jobs: Vec::new(), table }
    }

    /// What is reserved where.
    pub fn table(&self) -> &Timetable {
        &self.table
    }

    /// Whether a job is opportunistic.
    pub fn is_opportunistic(&self, job: u32) -> bool {
        self.jobs[job as usize].opportunistic
    }

    /// Deals with an event; events come in order of time.
    ///
    /// # Errors
    /// The event lies before the last one, its job is out of range or of a kind the switches exclude. Nothing is changed.
    pub fn handle(&mut self, event: Event) -> Result<EventOutcome, ScenarioError> {
        let place = FieldPath::new("event");
        let bound = bounds::TICK.from(self.now);
        if !bound.holds(event.submitted()) {
            return Err(ScenarioError::out_of_range(place.field("submitted"), event.submitted(), bound));
        }
        match event {
            Event::Request(request) => {
                request.check(&self.servers, &place)?;
                self.now = request.submitted;
                Ok(self.reserve(request))
            }
            Event::Opportunity { submitted, earliest_start, size } => {
                if !self.options.opportunistic {
                    return Err(ScenarioError::new(
                        place,
                        "an opportunistic job",
                        "a job with a deadline: opportunistic jobs are off",
                    ));
                }
                super::servers::check(&place, "earliest_start", earliest_start, bounds::TICK.from(submitted))?;
                let sizes = bounds::SIZE.from(self.servers.least_size).up_to(self.servers.look_ahead);
                super::servers::check(&place, "size", size, sizes)?;
                self.now = submitted;
                let request = IdleRequest { submitted, earliest_start, size, deadline: OPEN };
                self.jobs.push(Job { request, opportunistic: true });
                let job = self.jobs.len() as u32 - 1;
                Ok(match self.resume(job, earliest_start) {
                    Some(piece) => EventOutcome::Reserved { piece, changes: Vec::new() },
                    None => EventOutcome::Refused { job, tests: Tests::default() },
                })
            }
            Event::Extend { submitted, job, by } => {
                if job as usize >= self.jobs.len() {
                    let allowed = format!("the number of one of the {} jobs so far", self.jobs.len());
                    return Err(ScenarioError::new(place.field("job"), job, allowed));
                }
                super::servers::check(&place, "by", by, bounds::SIZE.up_to(self.servers.look_ahead))?;
                self.now = submitted;
                Ok(self.extend(job, by))
            }
        }
    }

    /// A job with a deadline.
    fn reserve(&mut self, request: IdleRequest) -> EventOutcome {
        self.jobs.push(Job { request, opportunistic: false });
        let job = self.jobs.len() as u32 - 1;
        let (found, tests) = self.find(&request);
        if let Some(taken) = found {
            let mut changes = Vec::new();
            let piece = self.put(job, &taken, &mut changes);
            return EventOutcome::Reserved { piece, changes };
        }
        match self.make_room(job, &request) {
            Some((piece, changes)) => EventOutcome::Reserved { piece, changes },
            None => EventOutcome::Refused { job, tests },
        }
    }

    /// What the strategy takes of what jobs with deadlines leave idle.
    fn find(&self, request: &IdleRequest) -> (Option<Taken>, Tests) {
        let periods = self.table.idle(|job| self.jobs[job as usize].opportunistic);
        let tested = geometry::tests(&periods, &self.servers, request);
        (geometry::choice(&tested, &self.servers, request, self.strategy), Tests::of(&tested))
    }

    /// Books a job with a deadline; opportunistic jobs in its way give way.
    fn put(&mut self, job: u32, taken: &Taken, changes: &mut Vec<Change>) -> Piece {
        let piece = Piece { job, server: taken.period.server, start: taken.start, end: taken.end };
        self.give_way(piece.server, piece.start, piece.end, changes);
        self.table.add(piece);
        piece
    }

    /// Opportunistic jobs that stand in [start, end) stop there; all they have left goes on elsewhere, or later.
    fn give_way(&mut self, server: u32, start: Tick, end: Tick, changes: &mut Vec<Change>) {
        let mut met = Vec::new();
        let next = |table: &Timetable| table.overlapping(server, start, end).next();
        while let Some(piece) = next(&self.table) {
            // Later pieces of the job were planned for work that now comes before them.
            self.table.remove_from(piece.job, piece.start);
            if piece.start < start {
                self.table.add(Piece { end: start, ..piece });
            }
            met.push((piece, start.max(piece.start)));
        }
        // Held while the others look for a place, so that nobody is put here.
        let hold = Piece { job: u32::MAX, server, start, end };
        self.table.add(hold);
        for (piece, at) in met {
            let resumed = self.resume(piece.job, at);
            changes.push(Change::Preempted { piece, at, resumed });
        }
        self.table.remove(hold);
    }

    /// Puts what is left of an opportunistic job where it can begin soonest from `from` on; then the lowest server.
    fn resume(&mut self, job: u32, from: Tick) -> Option<Piece> {
        let size = self.jobs[job as usize].request.size;
        let left = size.saturating_sub(self.table.work_of(job));
        let piece = self.table.soonest(job, left, from, |_| false)?;
        self.table.add(piece);
        Some(piece)
    }

    /// Tries to move one unstarted job with a deadline that stands in the newcomer's window: lowest job number first. The first one after
    /// whose removal both find a place, the newcomer first, is moved.
    fn make_room(&mut self, job: u32, request: &IdleRequest) -> Option<(Piece, Vec<Change>)> {
        if !self.options.replanning {
            return None;
        }
        for piece in self.movable(|piece| piece.start < request.deadline && piece.end > request.earliest_start) {
            let before = self.table.clone();
            self.table.remove(piece);
            if let (Some(taken), _) = self.find(request) {
                let mut changes = Vec::new();
                let new = self.put(job, &taken, &mut changes);
                if let Some(to) = self.move_again(piece, &mut changes) {
                    changes.push(Change::Moved { from: piece, to });
                    return Some((new, changes));
                }
            }
            self.table = before;
        }
        None
    }

    /// Unstarted jobs with deadlines, each in one piece, by number.
    fn movable(&self, is_met: impl Fn(&Piece) -> bool) -> Vec<Piece> {
        let unstarted = |piece: &Piece| piece.start > self.now && !self.jobs[piece.job as usize].opportunistic;
        let is_whole = |piece: &Piece| self.table.pieces_of(piece.job) == 1;
        let pieces = self.table.pieces().filter(|p| unstarted(p) && is_met(p) && is_whole(p));
        let mut pieces: Vec<Piece> = pieces.collect();
        pieces.sort_unstable_by_key(|piece| (piece.job, piece.server, piece.start, piece.end));
        pieces
    }

    /// Finds another place for a job inside its own window.
    fn move_again(&mut self, piece: Piece, changes: &mut Vec<Change>) -> Option<Piece> {
        let request = self.jobs[piece.job as usize].request;
        let earliest_start = request.earliest_start.max(self.now);
        if u64::from(earliest_start) + u64::from(request.size) > u64::from(request.deadline) {
            return None;
        }
        let (taken, _) = self.find(&IdleRequest { earliest_start, ..request });
        taken.map(|taken| self.put(piece.job, &taken, changes))
    }

    /// A running job needs more time: where it is, if what follows gives way or moves; else what is missing goes on elsewhere.
    fn extend(&mut self, job: u32, by: Tick) -> EventOutcome {
        let running = self.table.pieces().find(|piece| piece.job == job && piece.start <= self.now && self.now < piece.end);
        let Some(piece) = running else { return EventOutcome::NotExtended { job, why: NotExtended::NotRunning } };
        if self.table.last_end_of(job) != Some(piece.end) {
            return EventOutcome::NotExtended { job, why: NotExtended::GoesOnElsewhere };
        }
        let longer = u64::from(piece.end) + self.table.rate(piece.server).duration(by);
        if longer > u64::from(bounds::TICK.max) {
            return EventOutcome::NotExtended { job, why: NotExtended::TooLong };
        }
        let longer = longer as Tick;
        let before = self.table.clone();
        let mut changes = Vec::new();
        let whole = Piece { end: longer, ..piece };
        let blocking: Vec<Piece> = self.table.overlapping(piece.server, piece.end, longer).collect();
        let (chance, due): (Vec<Piece>, Vec<Piece>) =
            blocking.into_iter().partition(|piece| self.jobs[piece.job as usize].opportunistic);
        let gives_way = self.jobs[job as usize].opportunistic;
        // No job with a deadline moves for an opportunistic one.
        let is_movable = |due: &Piece| !gives_way && self.options.replanning && self.table.pieces_of(due.job) == 1;
        if due.iter().all(is_movable) {
            due.iter().for_each(|due| self.table.remove(*due));
            if !chance.is_empty() {
                self.give_way(piece.server, piece.end, longer, &mut changes);
            }
            self.table.remove(piece);
            self.table.add(whole);
            let moved = due.iter().all(|&from| match self.move_again(from, &mut changes) {
                Some(to) => {
                    changes.push(Change::Moved { from, to });
                    true
                }
                None => false,
            });
            if moved {
                self.jobs[job as usize].request.size += by;
                return EventOutcome::Extended { piece: whole, migrated: None, changes };
            }
            self.table = before;
        }
        // Checkpoint here, go on there: the soonest place for what is missing.
        let is_ignored = |other: u32| !gives_way && self.jobs[other as usize].opportunistic;
        let Some(rest) = self.table.soonest(job, by, piece.end, is_ignored) else {
            return EventOutcome::NotExtended { job, why: NotExtended::TooLong };
        };
        let mut changes = Vec::new();
        self.give_way(rest.server, rest.start, rest.end, &mut changes);
        self.table.add(rest);
        self.jobs[job as usize].request.size += by;
        EventOutcome::Extended { piece, migrated: Some(rest), changes }
    }
}
