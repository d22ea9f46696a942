//! The optimum of a case whose requests are all known: branch and bound, with a memory of what was found for the rest of the jobs.
//!
//! Jobs are decided by earliest start: left out, or placed at one of their starts. What is best for the jobs that are left depends only on the free nodes
//! from the earliest start of the next one on, so that many branches meet again. A branch is cut off when even all jobs that still have a start, or as many
//! of them as the free node-slots can hold, do not reach what is known already.

use super::goal::{Goal, STATES_MAX, Wanted, jobs_of};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::core::sorting::sort_shared_by_key;
use bookahead_engine::slots::decisions::REFUSED;
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::workload::Arrivals;
use std::collections::BTreeMap;

/// The best that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// Jobs accepted, or node-slots booked.
    pub value: u64,
    /// A plan that has it: the start of each job, [`REFUSED`] if it is left out.
    pub start: Vec<Slot>,
}

/// The greatest number of accepted jobs, or of booked node-slots, with all requests known from the beginning. `None` if it is not found within
/// [`STATES_MAX`] states; how many are looked at depends on the case alone.
///
/// # Errors
/// The case is too large (`workload`).
///
/// ```
/// use bookahead_engine::Request;
/// use bookahead_papers::slots::optimum::{Goal, optimum};
/// use bookahead_engine::slots::scenario::scenario_of;
///
/// // One node. The first request keeps two others out; the optimum leaves it out.
/// let of = |user, start, duration| Request { user, submitted: 0, earliest_start: start, latest_start: start, duration, nodes: 1, jobs: 1 };
/// let arrivals = scenario_of(1, vec![of(1, 0, 5), of(2, 0, 2), of(3, 2, 2)]).workload.arrivals()?;
/// assert_eq!(optimum(1, &arrivals, Goal::Accepted)?.map(|best| best.value), Some(2));
/// assert_eq!(optimum(1, &arrivals, Goal::NodeSlots)?.map(|best| best.value), Some(5));
/// # Ok::<(), bookahead_engine::ScenarioError>(())
/// ```
pub fn optimum(nodes: u32, arrivals: &Arrivals, goal: Goal) -> Result<Option<Optimum>, ScenarioError> {
    let jobs = jobs_of(arrivals)?;
    let mut search = Search::new(nodes, &jobs, goal);
    let Some(value) = search.whole() else { return Ok(None) };
    let mut start = vec![REFUSED; jobs.len()];
    for (job, at) in search.chosen() {
        start[job as usize] = at;
    }
    Ok(Some(Optimum { value, start }))
}

/// What is best for the jobs from one on.
#[derive(Clone, Copy, Debug)]
struct Rest {
    value: u64,
    /// The start of the first of them, if it is placed.
    start: Option<Slot>,
}

/// A search at work.
pub(super) struct Search {
    /// By earliest start. Slots count from that of the first.
    jobs: Vec<Wanted>,
    goal: Goal,
    base: Slot,
    /// Free nodes by slot.
    free: Vec<u32>,
    /// Best values by the next job and the free nodes from its earliest start on.
    known: BTreeMap<(usize, Vec<u32>), Rest>,
    /// Whether all jobs are to be placed: anything less is worth nothing.
    all: bool,
    left: u32,
}

impl Search {
    pub fn new(nodes: u32, jobs: &[Wanted], goal: Goal) -> Self {
        let base = jobs.iter().map(|wanted| wanted.earliest).min().unwrap_or(0);
        let mut jobs: Vec<Wanted> = jobs
            .iter()
            .map(|wanted| Wanted { earliest: wanted.earliest - base, latest: wanted.latest - base, ..*wanted })
            .collect();
        sort_shared_by_key(&mut jobs, |wanted| (wanted.earliest, wanted.end()));
        let slots = jobs.iter().map(Wanted::end).max().unwrap_or(0);
        Self { jobs, goal, base, free: vec![nodes; slots as usize], known: BTreeMap::new(), all: false, left: STATES_MAX }
    }

    /// Whether all jobs can be placed; `None` if that is not found out.
    pub fn fits(nodes: u32, jobs: &[Wanted]) -> Option<bool> {
        let mut search = Self { all: true, ..Self::new(nodes, jobs, Goal::Accepted) };
        Some(search.whole()? == jobs.len() as u64)
    }

    /// The best value of all jobs.
    pub fn whole(&mut self) -> Option<u64> {
        self.best(0)
    }

    /// The jobs that are placed in the best plan that was found, and their starts.
    fn chosen(&mut self) -> Vec<(u32, Slot)> {
        let mut chosen = Vec::new();
        for at in 0..self.jobs.len() {
            let Some(start) = self.known.get(&self.state(at)).and_then(|rest| rest.start) else { continue };
            self.book(at, start);
            chosen.push((self.jobs[at].job, start + self.base));
        }
        chosen
    }

    fn state(&self, at: usize) -> (usize, Vec<u32>) {
        (at, self.free[self.jobs[at].earliest as usize..].to_vec())
    }

    /// The best value of the jobs from `at` on.
    fn best(&mut self, at: usize) -> Option<u64> {
        if at == self.jobs.len() {
            return Some(0);
        }
        let state = self.state(at);
        if let Some(rest) = self.known.get(&state) {
            return Some(rest.value);
        }
        self.left = self.left.checked_sub(1)?;
        let most = self.bound(at);
        let mut best = Rest { value: 0, start: None };
        if !self.all || most == (self.jobs.len() - at) as u64 {
            let Wanted { earliest, latest, .. } = self.jobs[at];
            let own = self.goal.of(&self.jobs[at]);
            for start in earliest..=latest {
                if best.value == most {
                    break;
                }
                if !self.has_room(at, start) {
                    continue;
                }
                self.book(at, start);
                let found = if own + self.bound(at + 1) > best.value { self.best(at + 1).map(|rest| own + rest) } else { Some(0) };
                self.give_back(at, start);
                if let value = found?
                    && value > best.value
                {
                    best = Rest { value, start: Some(start) };
                }
            }
            if !self.all && best.value < self.bound(at + 1) {
                let value = self.best(at + 1)?;
                if value > best.value {
                    best = Rest { value, start: None };
                }
            }
        }
        self.known.insert(state, best);
        Some(best.value)
    }

    /// No plan of the jobs from `at` on has more: each of them needs a start with room by itself, and all of them no more node-slots than are free.
    fn bound(&self, at: usize) -> u64 {
        let Some(next) = self.jobs.get(at) else { return 0 };
        let hopeful = || {
            self.jobs[at..].iter().zip(at..).filter(|(own, at)| (own.earliest..=own.latest).any(|start| self.has_room(*at, start)))
        };
        let mut free: u64 = self.free[next.earliest as usize..].iter().map(|&free| u64::from(free)).sum();
        match self.goal {
            Goal::NodeSlots => hopeful().map(|(wanted, _)| wanted.area()).sum::<u64>().min(free),
            Goal::Accepted => {
                let mut areas: Vec<u64> = hopeful().map(|(wanted, _)| wanted.area()).collect();
                areas.sort_unstable();
                let fits = |area: &&u64| {
                    let left = free.checked_sub(**area);
                    free = left.unwrap_or(free);
                    left.is_some()
                };
                areas.iter().take_while(fits).count() as u64
            }
        }
    }

    fn span(&mut self, at: usize, start: Slot) -> (&mut [u32], u32) {
        let Wanted { duration, nodes, .. } = self.jobs[at];
        (&mut self.free[start as usize..(start + duration) as usize], nodes)
    }

    fn has_room(&self, at: usize, start: Slot) -> bool {
        let Wanted { duration, nodes, .. } = self.jobs[at];
        self.free[start as usize..(start + duration) as usize].iter().all(|&free| free >= nodes)
    }

    fn book(&mut self, at: usize, start: Slot) {
        let (slots, nodes) = self.span(at, start);
        slots.iter_mut().for_each(|free| *free -= nodes);
    }

    fn give_back(&mut self, at: usize, start: Slot) {
        let (slots, nodes) = self.span(at, start);
        slots.iter_mut().for_each(|free| *free += nodes);
    }
}
