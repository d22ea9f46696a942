//! A second set of planners, slow and plain, written from the papers and from our readings of them, sharing nothing with the engine.
//!
//! The plan is a list of job numbers for each slot. Free nodes are counted anew at every question; P_old is a copy of everything.

pub mod anew;
pub mod batch;
pub mod workflow;
pub mod coalloc;
pub mod idle;
pub mod counting;
pub mod elastic;
pub mod moving;
mod overlapping;
pub mod physical;
pub mod revenue;

use bookahead_engine::slots::decisions::{Move, Obstacle};
use bookahead_engine::slots::request::{Request, Slot};
use bookahead_engine::slots::scenario::{PlannerKind, Policy};

/// A job as the papers see it.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    pub user: u32,
    /// Counts the user's jobs in order of arrival.
    pub number: u32,
    pub now: Slot,
    pub earliest_start: Slot,
    pub latest_start: Slot,
    pub duration: Slot,
    pub nodes: u32,
    /// Whether it is the only job of its request.
    pub is_alone: bool,
}

/// What became of one job when it was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Placed { start: Slot },
    Refused { obstacle: Obstacle, put_back: u32 },
}

/// Everything an oracle says.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub jobs: Vec<Job>,
    pub verdicts: Vec<Verdict>,
    pub moves: Vec<Move>,
    /// Where each job stands in the end.
    pub start: Vec<Option<Slot>>,
    /// Nodes of each job; only the planner on physical nodes tells them.
    pub nodes: Option<Vec<Vec<u32>>>,
}

/// Lists the jobs in order of arrival: by submission, then as listed.
pub fn jobs_of(requests: &[Request]) -> Vec<Job> {
    let mut arrived: Vec<&Request> = requests.iter().collect();
    arrived.sort_by_key(|request| request.submitted);
    let mut jobs: Vec<Job> = Vec::new();
    for request in arrived {
        for _ in 0..request.jobs {
            let number = 1 + jobs.iter().filter(|job| job.user == request.user).count() as u32;
            jobs.push(Job {
                user: request.user,
                number,
                now: request.submitted,
                earliest_start: request.earliest_start,
                latest_start: request.latest_start,
                duration: request.duration,
                nodes: request.nodes,
                is_alone: request.jobs == 1,
            });
        }
    }
    jobs
}

/// Plans with the oracle of this policy.
pub fn plan(machine_nodes: u32, requests: &[Request], policy: Policy) -> Told {
    plan_with(machine_nodes, requests, policy, &mut None)
}

/// Plans with the oracle of this policy; a clerk of revenue management may refuse what could be placed.
pub fn plan_with(machine_nodes: u32, requests: &[Request], policy: Policy, clerk: &mut Option<revenue::Clerk>) -> Told {
    let jobs = jobs_of(requests);
    match policy.planner {
        PlannerKind::Rigid => counting::plan(machine_nodes, jobs, true, clerk),
        PlannerKind::FirstFit => counting::plan(machine_nodes, jobs, false, clerk),
        PlannerKind::FirstFitPhysical => physical::plan(machine_nodes, jobs, clerk),
        PlannerKind::FcfsEds => moving::plan(machine_nodes, jobs, moving::Where::StartsThere, policy.shift, clerk),
        PlannerKind::FcfsLrh => moving::plan(machine_nodes, jobs, moving::Where::StandsThere, policy.shift, clerk),
        PlannerKind::Osp => elastic::plan(machine_nodes, jobs, false, policy.shift, clerk),
        PlannerKind::OspEds => elastic::plan(machine_nodes, jobs, true, policy.shift, clerk),
        PlannerKind::Overlapping => overlapping::plan(machine_nodes, jobs, policy.overlap, clerk),
        PlannerKind::Replan(replan) => anew::plan(machine_nodes, jobs, (replan, policy.search), clerk),
    }
}

/// The logical plan: who is in which slot.
#[derive(Clone, Debug)]
pub struct Plan {
    pub capacity: u32,
    pub jobs: Vec<Job>,
    pub slots: Vec<Vec<usize>>,
    pub start: Vec<Option<Slot>>,
}

impl Plan {
    pub fn new(capacity: u32, jobs: Vec<Job>) -> Self {
        let end = jobs.iter().map(|job| job.latest_start + job.duration).max().unwrap_or(0);
        let start = vec![None; jobs.len()];
        Self { capacity, jobs, slots: vec![Vec::new(); end as usize], start }
    }

    pub fn free(&self, slot: Slot) -> u32 {
        self.capacity - self.slots[slot as usize].iter().map(|&job| self.jobs[job].nodes).sum::<u32>()
    }

    /// Whether every slot of the interval has `nodes` free.
    pub fn has_room(&self, start: Slot, duration: Slot, nodes: u32) -> bool {
        (start..start + duration).all(|slot| self.free(slot) >= nodes)
    }

    /// minFreeNode: the least number of free nodes and the first slot that has it.
    pub fn min_free_node(&self, start: Slot, duration: Slot) -> (u32, Slot) {
        (start..start + duration).map(|slot| (self.free(slot), slot)).min().expect("jobs take at least one slot")
    }

    pub fn add(&mut self, job: usize, start: Slot) {
        for slot in start..start + self.jobs[job].duration {
            self.slots[slot as usize].push(job);
        }
        self.start[job] = Some(start);
    }

    pub fn delete(&mut self, job: usize) {
        let Some(start) = self.start[job].take() else { return };
        for slot in start..start + self.jobs[job].duration {
            self.slots[slot as usize].retain(|&other| other != job);
        }
    }

    /// First fit: the first start of the window with room.
    pub fn first_fit(&self, job: usize) -> Option<Slot> {
        let Job { earliest_start, latest_start, duration, nodes, .. } = self.jobs[job];
        (earliest_start..=latest_start).find(|&start| self.has_room(start, duration, nodes))
    }
}

/// The obstacle that rules out most starts, the first of them if several do.
pub fn worst(obstacles: &[Obstacle]) -> Obstacle {
    let starts = |obstacle: &Obstacle| match obstacle {
        Obstacle::ShortSlot { starts, .. } => *starts,
        _ => 0,
    };
    let most = obstacles.iter().map(starts).max().expect("a refused job met an obstacle");
    *obstacles.iter().find(|obstacle| starts(obstacle) == most).expect("one of them has the most")
}
