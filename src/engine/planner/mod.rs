//! The planners behind one small interface: jobs are decided in arrival order and can be taken back in reverse.
//!
//! Taking back is exact (the plan is bit for bit what it was), so re-planning after an edit of request k rewinds to k and goes on
//! from there instead of starting again.

mod gate;
mod occupants;
mod physical;
mod shifting;
mod slots;

use super::plan::{Decisions, Obstacle, REFUSED, Refusal};
use super::request::Slot;
use super::revenue::{Market, Revenue};
use super::scenario::{Machine, PlannerKind, Policy};
use super::workload::Arrivals;
use physical::NodePlan;
use shifting::{Manner, Newcomer, Shifting, shape_of};
use slots::SlotPlan;
use std::sync::Arc;

/// A run in progress: the requests, what was decided so far, and the plan's state after it.
#[derive(Clone, Debug)]
pub struct Session {
    machine: Machine,
    policy: Policy,
    arrivals: Arrivals,
    decisions: Decisions,
    logical: SlotPlan,
    physical: Option<Physical>,
    shifting: Shifting,
    revenue: Option<Revenue>,
}

/// State that only the planner on physical nodes has.
#[derive(Clone, Debug)]
struct Physical {
    plan: NodePlan,
    /// Nodes of all accepted jobs, one after another; those of job j end at `ends[j]`.
    nodes: Vec<u32>,
    ends: Vec<u32>,
    chosen: Vec<u32>,
}

impl Physical {
    /// Takes back the nodes that the job decided last was given at `start`; its row stays, empty.
    fn give_back_last(&mut self, start: Slot) {
        let Some(jobs_before) = self.ends.len().checked_sub(1) else { return };
        let from = jobs_before.checked_sub(1).map_or(0, |last| self.ends[last] as usize);
        self.plan.remove(start, &self.nodes[from..]);
        self.nodes.truncate(from);
        self.ends[jobs_before] = from as u32;
    }
}

impl Session {
    /// Nothing is decided yet; whatever can be placed is accepted.
    pub fn new(machine: Machine, policy: Policy, arrivals: Arrivals) -> Self {
        Self::for_market(machine, policy, None, arrivals)
    }

    /// Nothing is decided yet; with a market, revenue management may refuse what can be placed.
    pub fn for_market(machine: Machine, policy: Policy, market: Option<Arc<Market>>, arrivals: Arrivals) -> Self {
        let manner = if policy.planner == PlannerKind::FcfsLrh { Manner::Holes } else { Manner::Eject };
        let physical = (policy.planner == PlannerKind::FirstFitPhysical).then(|| Physical {
            plan: NodePlan::new(machine.nodes),
            nodes: Vec::new(),
            ends: Vec::new(),
            chosen: Vec::new(),
        });
        let mut session = Self {
            machine,
            policy,
            arrivals,
            decisions: Decisions::default(),
            logical: SlotPlan::new(machine.nodes),
            physical,
            shifting: Shifting::new(manner, policy.shift),
            revenue: market.map(|market| Revenue::new(market, machine.nodes)),
        };
        session.logical.reserve(session.arrivals.horizon(), session.arrivals.jobs());
        session.reserve_revenue(session.arrivals.horizon());
        session
    }

    /// The machine this run is for.
    pub fn machine(&self) -> Machine {
        self.machine
    }

    /// The policy this run follows.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// The requests of this run.
    pub fn arrivals(&self) -> &Arrivals {
        &self.arrivals
    }

    /// What was decided so far: one row for each of the first [`Session::decided`] jobs.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// Number of jobs decided so far.
    pub fn decided(&self) -> usize {
        self.decisions.start.len()
    }

    /// Whether every job is decided.
    pub fn is_done(&self) -> bool {
        self.decided() == self.arrivals.jobs()
    }

    /// Decides up to `jobs` further jobs.
    pub fn advance(&mut self, jobs: usize) {
        let to = self.arrivals.jobs().min(self.decided().saturating_add(jobs));
        for job in self.decided()..to {
            self.decide(job as u32);
        }
    }

    /// Decides every job that is left.
    pub fn finish(&mut self) {
        self.advance(usize::MAX);
    }

    /// Takes back decisions, last first, until the first `jobs` are left; the plan is then bit for bit what it was after them.
    pub fn rewind(&mut self, jobs: usize) {
        while self.decided() > jobs {
            self.take_back();
        }
    }

    /// Goes on with other requests: decisions on those before the first difference are kept, the rest is taken back. Tells whether
    /// there was a difference.
    pub fn replace_arrivals(&mut self, arrivals: Arrivals) -> bool {
        let Some(row) = self.arrivals.first_difference(&arrivals) else { return false };
        self.rewind(self.arrivals.first_job[row] as usize);
        self.logical.reserve(arrivals.horizon(), arrivals.jobs());
        self.reserve_revenue(arrivals.horizon());
        self.arrivals = arrivals;
        true
    }

    /// The nodes given to each job by the planner on physical nodes; `None` for planners that leave that to the mapping.
    pub fn given_nodes(&self) -> Option<(&[u32], &[u32])> {
        self.physical.as_ref().map(|physical| (physical.ends.as_slice(), physical.nodes.as_slice()))
    }

    /// Whether two runs stand at the same point with the same plan: decisions, free nodes, jobs per slot, nodes given, booking
    /// limits.
    pub fn same_state(&self, other: &Self) -> bool {
        let same_nodes = match (&self.physical, &other.physical) {
            (Some(ours), Some(theirs)) => ours.plan == theirs.plan && ours.nodes == theirs.nodes && ours.ends == theirs.ends,
            (ours, theirs) => ours.is_none() && theirs.is_none(),
        };
        let same_revenue = match (&self.revenue, &other.revenue) {
            (Some(ours), Some(theirs)) => ours.same_state(theirs),
            (ours, theirs) => ours.is_none() && theirs.is_none(),
        };
        same_nodes && same_revenue && self.decisions == other.decisions && self.logical == other.logical
    }

    fn newcomer(&self, job: u32) -> Newcomer {
        let request = self.arrivals.request[job as usize] as usize;
        let earliest_start = self.arrivals.earliest_start[request];
        let rigid = self.policy.planner == PlannerKind::Rigid;
        Newcomer {
            job,
            now: self.arrivals.submitted[request],
            earliest_start,
            latest_start: if rigid { earliest_start } else { self.arrivals.latest_start[request] },
            shape: shape_of(&self.arrivals, job),
        }
    }

    fn decide(&mut self, job: u32) {
        let newcomer = self.newcomer(job);
        let kept_moves = self.decisions.moves.len();
        let found = match self.policy.planner {
            PlannerKind::FirstFitPhysical => self.find_on_nodes(newcomer).map_err(|obstacle| (obstacle, 0)),
            _ => self.find_in_slots(newcomer),
        };
        let found = self.ask_revenue(job, found, kept_moves);
        let start = *found.as_ref().unwrap_or(&REFUSED);
        self.decisions.start.push(start);
        self.decisions.first_start.push(start);
        match found {
            Ok(start) => {
                self.shifting.add(&mut self.logical, &self.arrivals, job, start);
            }
            Err((obstacle, put_back)) => self.decisions.refusals.push(Refusal { job, obstacle, put_back }),
        }
    }

    fn find_in_slots(&mut self, newcomer: Newcomer) -> Result<Slot, (Obstacle, u32)> {
        let Newcomer { earliest_start, latest_start, shape, .. } = newcomer;
        if let Some(start) = self.logical.first_fit(earliest_start, latest_start, shape) {
            return Ok(start);
        }
        if self.policy.planner.moves_jobs() {
            return self.shifting.make_room(&mut self.logical, &self.arrivals, &mut self.decisions, newcomer);
        }
        Err((self.worst_slot(newcomer), 0))
    }

    /// The short slot that rules out most starts, for planners that move nothing.
    fn worst_slot(&self, newcomer: Newcomer) -> Obstacle {
        let (mut slot, free) = self.logical.leftmost_min(newcomer.earliest_start, newcomer.shape.duration);
        let mut start = slot + 1;
        let starts_ruled_out = |slot: Slot, start: Slot| slot.min(newcomer.latest_start) - start + 1;
        let (mut starts, mut least) = (starts_ruled_out(slot, newcomer.earliest_start), free);
        while start <= newcomer.latest_start {
            let (next, free) = self.logical.leftmost_min(start, newcomer.shape.duration);
            if starts_ruled_out(next, start) > starts {
                (slot, starts, least) = (next, starts_ruled_out(next, start), free);
            }
            start = next + 1;
        }
        Obstacle::ShortSlot { slot, free: least, starts, candidates: 0, begun: 0 }
    }

    fn find_on_nodes(&mut self, newcomer: Newcomer) -> Result<Slot, Obstacle> {
        let Some(Physical { plan, nodes, ends, chosen }) = &mut self.physical else {
            unreachable!("only the planner on physical nodes asks for nodes")
        };
        let mut found = plan.find(newcomer, chosen);
        match &mut found {
            Ok(start) => {
                plan.add(*start, newcomer.shape.duration, chosen);
                nodes.extend_from_slice(chosen);
            }
            Err(Obstacle::NoNodeThroughout { scattered, .. }) => {
                let Newcomer { earliest_start, latest_start, shape, .. } = newcomer;
                *scattered = self.logical.first_fit(earliest_start, latest_start, shape).is_some();
            }
            Err(Obstacle::ShortSlot { .. } | Obstacle::ClassClosed { .. }) => {}
        }
        ends.push(nodes.len() as u32);
        found
    }

    /// Takes back the last decision, and the moves made for it.
    fn take_back(&mut self) {
        let Some(start) = self.decisions.start.pop() else { return };
        self.decisions.first_start.pop();
        let job = self.decided() as u32;
        self.take_back_revenue(job, start);
        if let Some(physical) = &mut self.physical {
            physical.ends.pop();
            let from = physical.ends.last().map_or(0, |&end| end as usize);
            if start != REFUSED {
                physical.plan.remove(start, &physical.nodes[from..]);
            }
            physical.nodes.truncate(from);
        }
        if start == REFUSED {
            self.decisions.refusals.pop();
            return;
        }
        self.shifting.remove(&mut self.logical, &self.arrivals, job, start);
        let kept = self.decisions.moves.partition_point(|m| m.beneficiary < job);
        self.shifting.put_back_moves(&mut self.logical, &self.arrivals, &mut self.decisions, kept);
    }
}
