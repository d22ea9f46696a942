//! Co-allocation at work: requests one by one in the order of their submission.

use super::given::Given;
use super::groups::Groups;
use super::period::{Period, Window};
use super::quanta::Quanta;
use super::tree::TreeSearch;
use super::tree_counts::TreeCounts;
use crate::batch::decisions::{Decisions, How};
use crate::batch::job::{Jobs, NEVER, Time};
use crate::batch::nodes::Stretch;
use crate::batch::queue::profile::Profile;
use crate::batch::scheduler::BatchPolicy;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Rows by a moment, the first one on top.
pub(super) type Events = BinaryHeap<Reverse<(Time, u32)>>;

/// How idle periods are kept.
#[derive(Clone, Debug)]
pub(super) enum Structure {
    /// In groups; starts at which the machine as a whole has too few idle servers are passed over.
    Groups(Box<(Groups, Profile)>),
    /// As the paper draws it.
    Quanta(Box<Quanta>),
}

impl Structure {
    /// Whether searches from a moment on have the same answers and look at as much.
    pub(super) fn goes_on_as(&self, other: &Self, now: Time) -> bool {
        match (self, other) {
            (Self::Groups(one), Self::Groups(other)) => {
                one.0.periods().filter(|(_, end, _)| *end > now).eq(other.0.periods().filter(|(_, end, _)| *end > now))
                    && one.1.all_from(now) == other.1.all_from(now)
            }
            _ => false,
        }
    }
}

/// What happens at a moment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// A job ends before its estimate.
    End,
    /// A row's request that is on hold is submitted again.
    Again(u32),
    /// A row's request is submitted.
    New(u32),
}

/// One attempt of a request, for a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// What was asked for.
    pub window: Window,
    /// The quantum that was searched.
    pub quantum: u64,
    /// What the search did.
    pub search: TreeSearch,
}

/// Co-allocation of jobs.
#[derive(Clone, Debug)]
pub struct Coallocation {
    pub(super) jobs: Arc<Jobs>,
    pub(super) policy: BatchPolicy,
    pub(super) structure: Structure,
    pub(super) decisions: Decisions,
    pub(super) held: Vec<(u32, Stretch)>,
    /// Where the servers of a row stand in `held`.
    pub(super) of_row: Vec<(u32, u32)>,
    /// Requests on hold, by when they are submitted again.
    pub(super) on_hold: Events,
    /// Jobs that end before their estimates, by when they do.
    pub(super) ending: Events,
    /// The moment of what happened last.
    pub(super) now: Time,
    pub(super) next: usize,
    pub(super) decided: usize,
    /// The row whose attempts are kept, and what they were.
    pub(super) watched: Option<u32>,
    pub(super) attempts: Vec<Attempt>,
    /// Up to which of them the tree is kept, and the tree of the last one up to there.
    pub(super) watched_attempt: u32,
    pub(super) tree: Option<(u32, Vec<Period>)>,
    /// Nodes of the paper's trees that were visited so far.
    pub(super) visited: u64,
    /// Whether the operations in the paper's trees are counted beside the fast structure, and what they come to.
    pub(super) counted: Option<TreeCounts>,
}

impl Coallocation {
    /// An empty machine, with a fast structure.
    pub fn new(nodes: u32, policy: BatchPolicy, jobs: Arc<Jobs>) -> Self {
        Self::with(Structure::Groups(Box::new((Groups::new(nodes), Profile::new(nodes)))), policy, jobs)
    }

    /// An empty machine, with the paper's structure; the attempts of one row are kept.
    pub fn reference(nodes: u32, policy: BatchPolicy, jobs: Arc<Jobs>, watched: Option<u32>) -> Self {
        let quanta = Quanta::new(nodes, policy.quantum, policy.quanta());
        Self { watched, ..Self::with(Structure::Quanta(Box::new(quanta)), policy, jobs) }
    }

    pub(super) fn with(structure: Structure, policy: BatchPolicy, jobs: Arc<Jobs>) -> Self {
        let count = jobs.len();
        Self {
            structure,
            policy,
            decisions: Decisions::of(count),
            held: Vec::new(),
            of_row: vec![(0, 0); count],
            on_hold: Events::new(),
            ending: Events::new(),
            now: 0,
            next: 0,
            decided: 0,
            watched: None,
            attempts: Vec::new(),
            watched_attempt: u32::MAX,
            tree: None,
            visited: 0,
            counted: None,
            jobs,
        }
    }

    /// The decisions so far.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// The servers that jobs were given, in the order of decision.
    pub fn held(&self) -> &[(u32, Stretch)] {
        &self.held
    }

    /// How many requests have their servers or were refused.
    pub fn decided(&self) -> usize {
        self.decided
    }

    /// Whether every request has its servers or was refused.
    pub fn is_done(&self) -> bool {
        self.decided == self.jobs.len()
    }

    /// The attempts of the row that is watched.
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }

    /// The paper's structure as it stands, if that is used.
    pub fn quanta(&mut self) -> Option<&mut Quanta> {
        if let Structure::Quanta(quanta) = &mut self.structure { Some(quanta) } else { None }
    }

    /// The row that is decided next, if none comes before it that is on hold or ends.
    pub fn next_row(&self) -> usize {
        self.next
    }

    /// The moment of what happened last.
    pub fn now(&self) -> Time {
        self.now
    }

    /// What happens next, and when: ends before submissions, requests on hold before new ones; `None` at the end.
    pub(super) fn next_event(&self) -> Option<(Time, Event)> {
        let first = |events: &Events| events.peek().map_or((NEVER, 0), |Reverse(entry)| *entry);
        let submitted = self.jobs.submitted.get(self.next).map_or(NEVER, |&submitted| submitted.into());
        let ((held, row), (ending, _)) = (first(&self.on_hold), first(&self.ending));
        let now = submitted.min(held).min(ending);
        let event = match now {
            NEVER => return None,
            _ if ending == now => Event::End,
            _ if held == now => Event::Again(row),
            _ => Event::New(self.next as u32),
        };
        Some((now, event))
    }

    /// When something happens next; `None` at the end.
    pub fn next_moment(&self) -> Option<Time> {
        self.next_event().map(|(now, _)| now)
    }

    /// The servers that were given.
    pub(crate) fn given(&self) -> Given {
        Given { held: self.held.clone(), of_row: self.of_row.clone() }
    }

    /// All requests are decided as told. Up to the present they are this run's, but for those on hold; the rest is that of a run that had given
    /// `former_held` stretches when both agreed. By how much the places of later ones are shifted.
    pub(crate) fn finish(
        &mut self,
        decisions: Decisions,
        (former, former_held): (&Given, usize),
        next: usize,
        undecided: &[u32],
    ) -> isize {
        let shift = self.held.len() as isize - former_held as isize;
        self.held.extend_from_slice(&former.held[former_held..]);
        let moved = |place: u32| (place as usize).saturating_add_signed(shift) as u32;
        for row in (next..former.of_row.len()).chain(undecided.iter().map(|row| *row as usize)) {
            let (from, to) = former.of_row[row];
            self.of_row[row] = (moved(from), moved(to));
        }
        self.decisions = decisions;
        (self.next, self.decided) = (self.of_row.len(), self.of_row.len());
        self.on_hold.clear();
        self.ending.clear();
        shift
    }

    /// Has the next thing happen; false at the end.
    pub fn step(&mut self) -> bool {
        let Some((now, event)) = self.next_event() else { return false };
        self.now = now;
        match event {
            Event::End => self.end(now),
            Event::Again(row) => {
                self.on_hold.pop();
                self.request(row as usize, now);
            }
            Event::New(row) => {
                self.next += 1;
                self.request(row as usize, now);
            }
        }
        true
    }

    /// Goes on until at least so many more requests have their servers.
    pub fn advance(&mut self, jobs: usize) {
        let to = self.decided.saturating_add(jobs);
        while !self.is_done() && self.decided < to && self.step() {}
    }

    /// A job ends before its estimate.
    fn end(&mut self, now: Time) {
        let Some(Reverse((_, row))) = self.ending.pop() else { return };
        let row = row as usize;
        let to = self.decisions.start[row] + self.jobs.reserved(row);
        let (from, until) = self.of_row[row];
        let stretches = self.held[from as usize..until as usize].iter().map(|(_, stretch)| *stretch);
        match &mut self.structure {
            Structure::Groups(groups) => {
                groups.0.give(now, to, stretches);
                groups.1.give(now, to, self.jobs.nodes[row]);
            }
            Structure::Quanta(quanta) => quanta.give(now, to, stretches),
        }
    }

    /// A request is submitted, or submitted again.
    pub(super) fn request(&mut self, row: usize, now: Time) {
        let first = self.jobs.ready(row).max(now);
        let (duration, servers) = (self.jobs.reserved(row), self.jobs.nodes[row]);
        let first_server = self.jobs.named(row).map(|(first, _)| first);
        let step = Time::from(self.policy.step);
        let quantum = Time::from(self.policy.quantum);
        // The first moment behind the last quantum.
        let horizon = (now / quantum + Time::from(self.policy.quanta())) * quantum;
        // A reservation may have a last start; it is decided at once.
        let last = self.policy.reservations.last_start(&self.jobs, row);
        let behind = horizon.min(last.saturating_add(1));
        let most = Time::from(self.policy.most_retries());
        let from = self.held.len() as u32;
        let looked = self.looked_at();
        let mut retries = 0;
        let mut is_booked = false;
        self.expire(now);
        while retries <= most {
            let start = first + retries * step;
            if start >= behind {
                break;
            }
            let window = Window { from: start, to: start + duration, servers, first_server };
            self.count_search(window);
            match self.attempt(row, window, now) {
                None => {
                    is_booked = true;
                    break;
                }
                // Starts before that moment cannot do.
                Some(not_before) => {
                    let next = (retries + 1).max(not_before.saturating_sub(first).div_ceil(step));
                    if self.counted.is_some() {
                        // The paper tries them all the same.
                        let starts = (retries + 1..next.min(most + 1)).map(|skipped| first + skipped * step);
                        starts.take_while(|start| *start < behind).for_each(|from| {
                            self.count_search(Window { from, to: from + duration, servers, first_server });
                        });
                    }
                    retries = next;
                }
            }
        }
        let operations = self.looked_at() - looked;
        self.decisions.operations[row] = self.decisions.operations[row].saturating_add(operations.min(u64::from(u32::MAX)) as u32);
        let put_off = retries.min(most).min(behind.saturating_sub(first).div_ceil(step).saturating_sub(1));
        self.decisions.retries[row] = self.decisions.retries[row].saturating_add(put_off as u32);
        if !is_booked && last != NEVER {
            self.decisions.how[row] = How::Refused as u32;
            self.decided += 1;
            return;
        }
        if !is_booked {
            self.on_hold.push(Reverse((now + Time::from(self.policy.horizon), row as u32)));
            return;
        }
        let start = first + retries * step;
        let end = start + Time::from(self.jobs.runtime[row]);
        (self.decisions.start[row], self.decisions.end[row], self.decisions.promised[row]) = (start, end, start);
        self.decisions.how[row] = How::CoAllocated as u32;
        self.of_row[row] = (from, self.held.len() as u32);
        self.decided += 1;
        if end < start + duration {
            self.ending.push(Reverse((end, row as u32)));
        }
    }

    /// Counts what a search for a window costs in the paper's trees, if that is counted.
    fn count_search(&mut self, window: Window) {
        if let (Some(counted), Structure::Groups(groups)) = (&mut self.counted, &self.structure) {
            counted.count(&groups.0, &self.policy, self.now, window);
        }
    }

    fn looked_at(&self) -> u64 {
        match &self.structure {
            Structure::Groups(groups) => groups.0.looked_at(),
            Structure::Quanta(_) => self.visited,
        }
    }

    fn expire(&mut self, now: Time) {
        match &mut self.structure {
            Structure::Groups(groups) => {
                groups.0.expire(now);
                groups.1.forget(now);
            }
            Structure::Quanta(quanta) => quanta.expire(now),
        }
    }

    /// Tries one start: books it, or tells before which moment no start can do.
    fn attempt(&mut self, row: usize, window: Window, now: Time) -> Option<Time> {
        let held = &mut self.held;
        match &mut self.structure {
            Structure::Groups(groups) => {
                let (groups, profile) = &mut **groups;
                // Starts at which the machine as a whole has too few idle servers are passed over.
                let start = profile.first_fit(window.from, window.to - window.from, window.servers);
                if start > window.from {
                    return Some(start);
                }
                if !groups.take(window, now, |stretch| held.push((row as u32, stretch))) {
                    return Some(groups.not_before(window));
                }
                profile.take(window.from, window.to, window.servers);
                None
            }
            Structure::Quanta(quanta) => {
                let Some(search) = quanta.search(window) else { return Some(NEVER) };
                if self.watched == Some(row as u32) && self.attempts.len() as u64 <= u64::from(self.watched_attempt) {
                    let quantum = window.from / Time::from(self.policy.quantum);
                    let periods = quanta.tree(quantum).map(|tree| tree.periods().to_vec()).unwrap_or_default();
                    self.tree = Some((self.attempts.len() as u32, periods));
                }
                self.visited += u64::from(search.operations);
                let is_found = !search.taken.is_empty();
                if is_found {
                    quanta.take(window, &search.taken, now);
                    let mut servers: Vec<u32> = search.taken.iter().map(|period| period.server).collect();
                    servers.sort_unstable();
                    let runs = servers.chunk_by(|one, next| one + 1 == *next);
                    held.extend(runs.map(|run| (row as u32, (run[0], run[run.len() - 1]))));
                }
                if self.watched == Some(row as u32) {
                    self.attempts.push(Attempt { window, quantum: window.from / Time::from(self.policy.quantum), search });
                }
                if is_found { None } else { Some(0) }
            }
        }
    }
}
