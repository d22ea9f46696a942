//! Checkpoints of a run on a cluster: after an edit it goes on from the last one before the edited job was submitted, and takes over the rest of the former
//! run as soon as its state is the same again. The plan is bit for bit that from scratch.

use crate::batch::coalloc::given::Given;
use crate::batch::coalloc::saved::SavedCoallocation;
use crate::batch::decisions::Decisions;
use crate::batch::job::{Jobs, NEVER, Time};
use crate::batch::outcome::Simulation;
use crate::batch::queue::saved::SavedQueue;
use crate::batch::scheduler::BatchPolicy;
use std::sync::Arc;

/// Checkpoints of a run.
const CHECKPOINTS: usize = 64;

/// A state that a run can go on from.
#[derive(Clone, Debug)]
pub enum Saved {
    /// Of a queue.
    Queue(Box<SavedQueue>),
    /// Of co-allocation.
    Coallocation(Box<SavedCoallocation>),
}

impl Saved {
    /// The state of a simulation; `None` of one that has none.
    fn of(simulation: &Simulation) -> Option<Self> {
        match simulation {
            Simulation::Queue(queue) => Some(Self::Queue(Box::new(SavedQueue::of(queue)))),
            Simulation::Coallocation(run) => Some(Self::Coallocation(Box::new(SavedCoallocation::of(run)))),
            Simulation::Logged(_) => None,
        }
    }

    fn now(&self) -> Time {
        match self {
            Self::Queue(saved) => saved.now,
            Self::Coallocation(saved) => saved.now,
        }
    }

    fn next(&self) -> usize {
        match self {
            Self::Queue(saved) => saved.next,
            Self::Coallocation(saved) => saved.next,
        }
    }

    fn goes_on_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Queue(one), Self::Queue(other)) => one.goes_on_as(other),
            (Self::Coallocation(one), Self::Coallocation(other)) => one.goes_on_as(other),
            _ => false,
        }
    }

    /// The run as it was, for jobs of which those submitted by then are the same. `simulation` has decided them, and given them the servers in `given`.
    fn restore(&self, policy: BatchPolicy, simulation: &Simulation, given: &Given, jobs: &Arc<Jobs>) -> Option<Simulation> {
        let (jobs, decisions) = (Arc::clone(jobs), simulation.decisions());
        match self {
            Self::Queue(saved) => saved.restore(policy, jobs, decisions).map(|queue| Simulation::Queue(Box::new(queue))),
            Self::Coallocation(saved) => Some(Simulation::Coallocation(Box::new(saved.restore(policy, jobs, decisions, given)))),
        }
    }

    /// Whether a row in a range is still of importance.
    fn is_open(&self, from: usize, to: usize) -> bool {
        let inside = |row: u32| (from..to).contains(&(row as usize));
        match self {
            Self::Queue(saved) => saved.open_rows().any(inside),
            Self::Coallocation(saved) => saved.open_rows().any(inside),
        }
    }

    fn undecided(&self) -> Vec<u32> {
        match self {
            Self::Queue(saved) => saved.undecided_rows().collect(),
            Self::Coallocation(saved) => saved.undecided_rows().collect(),
        }
    }
}

/// A run that was complete before an edit.
#[derive(Debug)]
struct Former {
    decisions: Decisions,
    given: Given,
    /// Rows from the first to the one behind the last are other jobs now; all later ones are the same.
    changed: (usize, usize),
    /// Its checkpoints behind the edit, the next one last.
    ahead: Vec<Saved>,
}

/// The checkpoints of a run, and the former run that it may come to agree with.
#[derive(Debug, Default)]
pub struct Checkpoints {
    kept: Vec<Saved>,
    former: Option<Former>,
}

impl Checkpoints {
    /// Forgets everything: what comes is another run.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Goes on with a simulation until so many more jobs are decided, or until as much other work is done.
    pub fn advance(&mut self, simulation: &mut Simulation, jobs: usize) {
        let to = simulation.decided().saturating_add(jobs);
        let every = simulation.decisions().start.len().div_ceil(CHECKPOINTS).max(1);
        while !simulation.is_done() && simulation.decided() < to {
            if let Some(former) = &mut self.former
                && let Some(ahead) = former.ahead.last()
            {
                let reached = ahead.now();
                while simulation.next_moment().is_some_and(|moment| moment <= reached) {
                    if !simulation.step() || simulation.decided() >= to || simulation.is_cut() {
                        break;
                    }
                }
                if simulation.next_moment().is_some_and(|moment| moment <= reached) {
                    return;
                }
                let Some(passed) = former.ahead.pop() else { return };
                let Some(now) = Saved::of(simulation) else { return };
                let (first, end) = former.changed;
                // What runs or waits must be the same jobs, not only the same rows.
                if passed.next() >= end && !now.is_open(first, end) && now.goes_on_as(&passed) {
                    let held = passed.held();
                    self.take_over(simulation, now, held);
                    return;
                }
                self.keep(now);
                continue;
            }
            let last = self.kept.last().map_or(0, Saved::next);
            simulation.step();
            if simulation.is_cut() {
                return;
            }
            if simulation.submitted() >= last + every && simulation.is_between_moments() {
                Saved::of(simulation).into_iter().for_each(|saved| self.keep(saved));
            }
        }
    }

    fn keep(&mut self, saved: Saved) {
        if self.kept.last().is_none_or(|last| last.next() < saved.next()) {
            self.kept.push(saved);
        }
    }

    /// The rest of the former run is that of this one.
    fn take_over(&mut self, simulation: &mut Simulation, now: Saved, former_held: usize) {
        let Some(former) = self.former.take() else { return };
        let (next, undecided) = (now.next(), now.undecided());
        let mut decisions = former.decisions;
        decisions.take_rows(simulation.decisions(), next, &undecided);
        let shift = simulation.finish(decisions, (&former.given, former_held), next, &undecided);
        self.keep(now);
        for saved in former.ahead.into_iter().rev() {
            self.keep(saved.shifted(shift));
        }
    }

    /// A complete run as it was before a moment, from the last checkpoint before it on. `None` for a log, which decides nothing.
    pub fn before(
        &self,
        moment: Time,
        policy: BatchPolicy,
        simulation: &Simulation,
        jobs: &Arc<Jobs>,
        nodes: u32,
    ) -> Option<Simulation> {
        if matches!(simulation, Simulation::Logged(_)) {
            return None;
        }
        let mut run = match self.kept.iter().rev().find(|saved| saved.now() < moment) {
            Some(saved) => saved.restore(policy, simulation, &simulation.given(), jobs)?,
            None => Simulation::new(nodes, policy, jobs),
        };
        while run.next_moment().is_some_and(|next| next < moment) {
            run.step();
        }
        Some(run)
    }

    /// The simulation for other jobs, as far as it is the same as it was. `None` if nothing can be kept.
    pub fn rewind(&mut self, policy: BatchPolicy, simulation: &Simulation, before: &Jobs, after: &Arc<Jobs>) -> Option<Simulation> {
        let first = first_change(before, after);
        let is_whole = simulation.is_done();
        // Checkpoints of a former run that this one has not reached are none of its own.
        self.former = None;
        let submitted = |jobs: &Jobs| jobs.submitted.get(first).map_or(NEVER, |&at| Time::from(at));
        let earliest = submitted(before).min(submitted(after));
        let kept = self.kept.iter().take_while(|saved| saved.next() <= first && saved.now() < earliest).count();
        let mut ahead = self.kept.split_off(kept);
        ahead.reverse();
        let given = simulation.given();
        let restored = self.kept.last().and_then(|saved| saved.restore(policy, simulation, &given, after));
        if is_whole && before.len() == after.len() && !ahead.is_empty() {
            let end = last_change(before, after);
            let decisions = simulation.decisions().clone();
            self.former = Some(Former { decisions, given, changed: (first, end), ahead });
        }
        restored
    }
}

impl Saved {
    /// The same with more or fewer servers given before it.
    fn shifted(self, by: isize) -> Self {
        match self {
            Self::Coallocation(mut saved) => {
                saved.held = saved.held.saturating_add_signed(by);
                Self::Coallocation(saved)
            }
            queue => queue,
        }
    }

    /// Stretches of servers that had been given.
    fn held(&self) -> usize {
        match self {
            Self::Coallocation(saved) => saved.held,
            Self::Queue(_) => 0,
        }
    }
}

/// The first row in which two lists of jobs differ.
fn first_change(before: &Jobs, after: &Jobs) -> usize {
    let rows = before.len().min(after.len());
    (0..rows).find(|&row| differ(before, after, row)).unwrap_or(rows)
}

/// The row behind the last one in which two lists of the same length differ.
fn last_change(before: &Jobs, after: &Jobs) -> usize {
    (0..before.len().min(after.len())).rev().find(|&row| differ(before, after, row)).map_or(0, |row| row + 1)
}

fn differ(before: &Jobs, after: &Jobs, row: usize) -> bool {
    before.id[row] != after.id[row] || before.row(row) != after.row(row)
}
