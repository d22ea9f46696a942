//! FCFS-EDS (Umar, Algorithms 3.1 and 3.2) and FCFS-LRH (Pujiyanta II.C), line by line.

use super::revenue::Clerk;
use super::{Job, Plan, Told, Verdict, worst};
use bookahead_engine::slots::decisions::{Move, Obstacle};
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::scenario::ShiftRule;

/// Which jobs of a short slot may be moved, and where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// FCFS-EDS: jobs that start in the slot, to a later start.
    StartsThere,
    /// FCFS-LRH: jobs that occupy the slot, to the left hole or else to the right hole, once for each newcomer.
    StandsThere,
}

pub fn plan(capacity: u32, jobs: Vec<Job>, candidates: Where, shift: ShiftRule, clerk: &mut Option<Clerk>) -> Told {
    let mut plan = Plan::new(capacity, jobs);
    let mut moves = Vec::new();
    let mut verdicts = Vec::new();
    for newcomer in 0..plan.jobs.len() {
        let p_old = plan.clone();
        let mut search =
            Search { plan: &mut plan, candidates, shift, newcomer, made: Vec::new(), obstacles: Vec::new(), dead_ends: Vec::new() };
        let found = search.search_and_alloc();
        let Search { made, obstacles, .. } = search;
        let closed = clerk.as_mut().and_then(|clerk| clerk.ask(&plan, newcomer, found));
        match found {
            Some(_) if let Some(obstacle) = closed => {
                plan = p_old;
                verdicts.push(Verdict::Refused { obstacle, put_back: made.len() as u32 });
            }
            Some(start) => {
                plan.add(newcomer, start);
                moves.extend(made);
                verdicts.push(Verdict::Placed { start });
            }
            None => {
                plan = p_old;
                verdicts.push(Verdict::Refused { obstacle: worst(&obstacles), put_back: made.len() as u32 });
            }
        }
    }
    Told { jobs: plan.jobs, verdicts, moves, start: plan.start, nodes: None }
}

/// A look of a search at which nobody could leave the short slot: the start, the slot, its free nodes, and how many moves were tried before.
pub type DeadEnd = (Slot, Slot, u32, usize);

/// Searches for a start for the last job of a plan in which it does not stand: what was found, the moves tried, and where nobody could leave.
pub fn search(plan: &mut Plan, candidates: Where, shift: ShiftRule) -> (Option<Slot>, Vec<Move>, Vec<DeadEnd>) {
    let newcomer = plan.jobs.len() - 1;
    let mut search = Search { plan, candidates, shift, newcomer, made: Vec::new(), obstacles: Vec::new(), dead_ends: Vec::new() };
    let found = search.search_and_alloc();
    (found, search.made, search.dead_ends)
}

/// Searches for a start for any job that stands nowhere: what was found, the moves tried, the obstacles met.
pub fn search_for(
    plan: &mut Plan,
    newcomer: usize,
    candidates: Where,
    shift: ShiftRule,
) -> (Option<Slot>, Vec<Move>, Vec<Obstacle>) {
    let mut search = Search { plan, candidates, shift, newcomer, made: Vec::new(), obstacles: Vec::new(), dead_ends: Vec::new() };
    let found = search.search_and_alloc();
    (found, search.made, search.obstacles)
}

/// Moves jobs out of a slot for the last job of a plan, for as long as it is short of nodes and somebody can leave: the moves.
pub fn clear(plan: &mut Plan, slot: Slot, candidates: Where, shift: ShiftRule) -> Vec<Move> {
    let newcomer = plan.jobs.len() - 1;
    let mut search = Search { plan, candidates, shift, newcomer, made: Vec::new(), obstacles: Vec::new(), dead_ends: Vec::new() };
    loop {
        let (free, nodes) = (search.plan.free(slot), search.plan.jobs[newcomer].nodes);
        if free >= nodes || !search.shift_node(slot, nodes - free) {
            return search.made;
        }
    }
}

struct Search<'a> {
    plan: &'a mut Plan,
    candidates: Where,
    shift: ShiftRule,
    newcomer: usize,
    made: Vec<Move>,
    obstacles: Vec<Obstacle>,
    dead_ends: Vec<DeadEnd>,
}

impl Search<'_> {
    /// searchAndAlloc: first fit over the window, then once more from the earliest start, making room.
    fn search_and_alloc(&mut self) -> Option<Slot> {
        if let Some(start) = self.plan.first_fit(self.newcomer) {
            return Some(start);
        }
        let Job { earliest_start, latest_start, duration, nodes, .. } = self.plan.jobs[self.newcomer];
        let mut ts = earliest_start;
        while ts <= latest_start {
            let (min, t) = self.plan.min_free_node(ts, duration);
            if min >= nodes {
                return Some(ts);
            }
            if !self.shift_node(t, nodes - min) {
                self.note_obstacle(ts, t, min);
                ts = t + 1;
            }
        }
        None
    }

    /// Whom the planner may look at in slot t, by (userId, jobId), those that have begun included.
    fn looked_at(&self, t: Slot) -> Vec<usize> {
        let here = |&job: &usize| self.candidates == Where::StandsThere || self.plan.start[job] == Some(t);
        let mut jobs: Vec<usize> = self.plan.slots[t as usize].iter().copied().filter(here).collect();
        jobs.sort_by_key(|&job| (self.plan.jobs[job].user, self.plan.jobs[job].number));
        jobs
    }

    fn has_begun(&self, job: usize) -> bool {
        self.plan.start[job].expect("it is in the plan") <= self.plan.jobs[self.newcomer].now
    }

    /// shiftNode: moves one job out of slot t, which is short of `short` nodes. Those that free enough come first.
    fn shift_node(&mut self, t: Slot, short: u32) -> bool {
        let looked_at = self.looked_at(t);
        let (enough, others): (Vec<usize>, Vec<usize>) = looked_at.into_iter().partition(|&job| self.plan.jobs[job].nodes >= short);
        for job in enough.into_iter().chain(others) {
            let moved_before = self.candidates == Where::StandsThere && self.made.iter().any(|m| m.job as usize == job);
            if self.has_begun(job) || moved_before {
                continue;
            }
            let from = self.plan.start[job].expect("it is in the plan");
            if self.shift == ShiftRule::Release {
                self.plan.delete(job);
            }
            let to = self.new_place(job, t);
            if self.shift == ShiftRule::Release {
                self.plan.add(job, from);
            }
            if let Some(to) = to {
                self.plan.delete(job);
                self.plan.add(job, to);
                self.made.push(Move { job: job as u32, from, to, beneficiary: self.newcomer as u32, short_slot: t });
                return true;
            }
        }
        false
    }

    /// The nearest place beside slot t.
    fn new_place(&self, job: usize, t: Slot) -> Option<Slot> {
        let Job { earliest_start, latest_start, duration, nodes, .. } = self.plan.jobs[job];
        let now = self.plan.jobs[self.newcomer].now;
        let mut left = (earliest_start.max(now)..=latest_start).filter(|start| start + duration <= t);
        let mut right = (t + 1)..=latest_start;
        let room = |start: &Slot| self.plan.has_room(*start, duration, nodes);
        match self.candidates {
            Where::StartsThere => right.find(room),
            Where::StandsThere => left.rfind(room).or_else(|| right.find(room)),
        }
    }

    fn note_obstacle(&mut self, ts: Slot, t: Slot, free: u32) {
        let looked_at = self.looked_at(t);
        let begun = looked_at.iter().filter(|&&job| self.has_begun(job)).count() as u32;
        let starts = t.min(self.plan.jobs[self.newcomer].latest_start) - ts + 1;
        self.dead_ends.push((ts, t, free, self.made.len()));
        self.obstacles.push(Obstacle::ShortSlot { slot: t, free, starts, candidates: looked_at.len() as u32, begun });
    }
}
