//! The independent checker: reads a finished run and reports everything that is wrong with it.
//!
//! It shares no code with the planners. Of the policy it knows only whether reservations may overlap, and by which rule. It knows the requests, the machine and
//! what every planner guarantees:
//! no slot exceeds the capacity, every job is inside its window and keeps its nodes for the whole duration, a job that has begun does not move, a
//! refused job leaves nothing behind, and the plan is valid after every single decision (so each P_old was a valid plan, too).
//!
//! O((jobs + moves) · log(jobs + moves) + nodes over all jobs), independent of durations and book-ahead.

mod in_words;
mod job_label;
mod load;
mod looked;
mod on_nodes;
mod overlap;
mod real_ends;
mod reason;
mod revenue;
mod revenue_fault;
mod taken;
mod taken_fault;
mod violation;

pub use in_words::verify;
pub use job_label::JobLabel;
pub use revenue::check_with_market;
pub use revenue_fault::RevenueFault;
pub use taken_fault::TakenFault;
pub use violation::{MoveFault, Placement, Violation};

use super::bounds;
use super::nodes::NodeTable;
use super::overlap_rule::OverlapRule;
use super::request::{Request, Slot};
use super::scenario::{Machine, Policy};
use super::workload::Arrivals;
use crate::core::sorting::sort_shared_by_key;
use crate::core::verification::Verification;
use crate::slots::decisions::{Decisions, Move, NO_SHORT_SLOT, Obstacle, REFUSED};
use load::Load;
use real_ends::RealEnds;
use reason::reason_is_possible;

/// Everything that is wrong with a finished run; empty if it is sound.
///
/// Broken columns (wrong length, bounds that do not rise) are reported and what depends on them is left unchecked; nothing in
/// `decisions` or `nodes` makes this panic.
///
/// ```
/// use bookahead_engine::slots::check::check;
/// use bookahead_engine::slots::scenario::scenario_of;
/// use bookahead_engine::{Request, run};
///
/// let request = |user, latest_start| Request { user, submitted: 0, earliest_start: 2, latest_start, duration: 2, nodes: 1, jobs: 1 };
/// let scenario = scenario_of(1, vec![request(1, 4), request(2, 2)]);
/// let mut outcome = run(&scenario)?;
/// assert_eq!(check(&outcome.arrivals, &outcome.decisions, &outcome.nodes, scenario.machine), []);
///
/// // Both jobs on the only node at once.
/// outcome.decisions.start[0] = 2;
/// let found = check(&outcome.arrivals, &outcome.decisions, &outcome.nodes, scenario.machine);
/// assert_eq!(found[0].to_string(), "slots 2 to 3 use 2 of 1 nodes");
/// # Ok::<(), bookahead_engine::ScenarioError>(())
/// ```
pub fn check(arrivals: &Arrivals, decisions: &Decisions, nodes: &NodeTable, machine: Machine) -> Vec<Violation> {
    check_planned(arrivals, decisions, nodes, machine, Policy::default())
}

/// The same for a plan of this policy: where reservations may overlap, more may be booked than the machine has, as far as the rule allows.
pub fn check_planned(
    arrivals: &Arrivals,
    decisions: &Decisions,
    nodes: &NodeTable,
    machine: Machine,
    policy: Policy,
) -> Vec<Violation> {
    check_counting(arrivals, decisions, nodes, (machine, policy), &mut Verification::default())
}

/// The same; what was looked at is counted.
fn check_counting(
    arrivals: &Arrivals,
    decisions: &Decisions,
    nodes: &NodeTable,
    (machine, policy): (Machine, Policy),
    looked: &mut Verification,
) -> Vec<Violation> {
    let mut checker = Checker::new(arrivals, decisions, machine, policy);
    if checker.columns() {
        checker.windows();
        checker.refusals();
        checker.taken();
        checker.final_capacity();
        checker.replay();
        checker.nodes(nodes);
        checker.count(nodes, looked);
    }
    checker.found
}

struct Checker<'a> {
    arrivals: &'a Arrivals,
    decisions: &'a Decisions,
    machine: Machine,
    /// The rule by which reservations may overlap, if they may.
    overlap: Option<OverlapRule>,
    /// When the jobs of each user end really, if users need a trust factor for that rule.
    ends: RealEnds,
    /// Nodes that may be booked in a slot.
    bookable: i64,
    /// Slots in which the load changes.
    changes: usize,
    found: Vec<Violation>,
}

impl<'a> Checker<'a> {
    fn new(arrivals: &'a Arrivals, decisions: &'a Decisions, machine: Machine, policy: Policy) -> Self {
        let overlap = policy.planner.overlaps().then_some(policy.overlap);
        // A plan counts no more nodes than the largest machine has.
        let most = if overlap.is_some() { (2 * machine.nodes).min(bounds::NODES.max) } else { machine.nodes };
        Self {
            arrivals,
            decisions,
            machine,
            overlap,
            ends: RealEnds::default(),
            bookable: most.into(),
            changes: 0,
            found: Vec::new(),
        }
    }
}

impl Checker<'_> {
    fn label(&self, job: usize) -> JobLabel {
        JobLabel {
            row: job as u32,
            user: self.arrivals.user[self.arrivals.request[job] as usize],
            number: self.arrivals.number[job],
        }
    }

    fn request_of(&self, job: usize) -> Request {
        self.arrivals.row(self.arrivals.request[job] as usize)
    }

    /// Start and end of a job started at `start`; 64 bits because a broken start may be anything.
    fn span(&self, job: usize, start: Slot) -> (u64, u64) {
        (u64::from(start), u64::from(start) + u64::from(self.request_of(job).duration))
    }

    fn capacity(&self) -> i64 {
        i64::from(self.machine.nodes)
    }

    /// One decision for each job; without that nothing else can be looked at.
    fn columns(&mut self) -> bool {
        let expected = self.arrivals.jobs();
        for (column, found) in [("start", self.decisions.start.len()), ("first_start", self.decisions.first_start.len())] {
            if found != expected {
                self.found.push(Violation::ColumnLength { column, found, expected });
            }
        }
        self.found.is_empty()
    }

    /// Where each job stands and where it was first placed lies inside its window; refused means refused in both columns.
    fn windows(&mut self) {
        for job in 0..self.decisions.start.len() {
            let (first, last) = (self.decisions.first_start[job], self.decisions.start[job]);
            if (first == REFUSED) != (last == REFUSED) {
                self.found.push(Violation::HalfRefused { job: self.label(job) });
            }
            let Request { earliest_start, latest_start, .. } = self.request_of(job);
            for (placement, start) in [(Placement::First, first), (Placement::Final, last)] {
                if start != REFUSED && !(earliest_start..=latest_start).contains(&start) {
                    let job = self.label(job);
                    self.found.push(Violation::OutsideWindow { job, placement, start, earliest_start, latest_start });
                }
            }
        }
    }

    /// One row for each refused job and none for the others, ordered by job, each with a reason that can be true.
    fn refusals(&mut self) {
        let jobs = self.decisions.start.len();
        let mut rows = vec![0_u32; jobs];
        let mut before = None;
        for (index, refusal) in self.decisions.refusals.iter().enumerate() {
            if before >= Some(refusal.job) {
                self.found.push(Violation::RefusalOrder { index });
            }
            before = Some(refusal.job);
            match rows.get_mut(refusal.job as usize) {
                None => self.found.push(Violation::RefusalOfUnknownJob { index, job: refusal.job }),
                Some(rows) => {
                    *rows += 1;
                    if !reason_is_possible(self.request_of(refusal.job as usize), refusal) {
                        let job = self.label(refusal.job as usize);
                        self.found.push(Violation::ImpossibleReason { job });
                    }
                }
            }
        }
        for (job, found) in rows.into_iter().enumerate() {
            let expected = u32::from(!self.decisions.accepted(job));
            if found != expected {
                self.found.push(Violation::RefusalRows { job: self.label(job), found, expected });
            }
        }
    }

    /// Sweeps over the starts and ends of the final plan.
    fn final_capacity(&mut self) {
        let mut events: Vec<(u64, i64)> = Vec::with_capacity(2 * self.decisions.start.len());
        for job in (0..self.decisions.start.len()).filter(|&job| self.decisions.accepted(job)) {
            let (start, end) = self.span(job, self.decisions.start[job]);
            let nodes = i64::from(self.request_of(job).nodes);
            events.extend([(start, nodes), (end, -nodes)]);
        }
        events.sort_unstable();
        let capacity = self.bookable;
        let (mut used, mut i) = (0, 0);
        while i < events.len() {
            let slot = events[i].0;
            self.changes += 1;
            while i < events.len() && events[i].0 == slot {
                used += events[i].1;
                i += 1;
            }
            if used > capacity {
                let end = events.get(i).map_or(slot + 1, |event| event.0);
                self.found.push(Violation::Capacity { slot, end, used, capacity });
            }
        }
    }

    /// Plays the decisions again one by one, from where each job was first placed.
    fn replay(&mut self) {
        let decisions = self.decisions;
        let mut load = Load::new(self.points());
        let mut stands = vec![REFUSED; decisions.start.len()];
        let mut order: Vec<usize> = (0..decisions.moves.len()).collect();
        if let Some(index) = (1..order.len()).find(|&i| decisions.moves[i].beneficiary < decisions.moves[i - 1].beneficiary) {
            self.found.push(Violation::MoveOrder { index });
            sort_shared_by_key(&mut order, |&i| decisions.moves[i].beneficiary);
        }
        let mut next = 0;
        if let Some(rule) = self.overlap.filter(|rule| rule.trust > 0) {
            self.ends = RealEnds::of(self.arrivals, decisions, rule);
        }
        // Where reservations may overlap: those that stand, and how many were not over when that was looked at last.
        let (mut before, mut still) = (Vec::new(), 0_usize);
        for job in 0..decisions.start.len() {
            let of_this_decision = next;
            while let Some(&index) = order.get(next).filter(|&&index| decisions.moves[index].beneficiary as usize <= job) {
                next += 1;
                self.replay_move(index, &mut stands, &mut load);
            }
            let first_start = decisions.first_start[job];
            if first_start == REFUSED {
                self.reason_fits_plan(job, &load);
                if let Some(rule) = self.overlap {
                    self.overlap_is_forbidden(rule, job, (&before, &load));
                }
            } else {
                if let Some(rule) = self.overlap {
                    let now = u64::from(self.request_of(job).submitted);
                    if before.len() >= 2 * still.max(8) {
                        before.retain(|&other| self.span(other, decisions.first_start[other]).1 > now);
                        still = before.len();
                    }
                    self.overlap_is_allowed(rule, job, (&before, &load));
                    before.push(job);
                }
                self.nothing_larger_fits(job, &load);
                self.place(job, first_start, 1, &mut load);
                stands[job] = first_start;
            }
            let moved = order[of_this_decision..next].iter().map(|&index| decisions.moves[index].job as usize);
            let changed = moved.chain([job]).filter(|&job| job < stands.len() && stands[job] != REFUSED);
            self.capacity_after(job, changed.map(|changed| (changed, stands[changed])), &load);
        }
        for &index in &order[next..] {
            let job = decisions.moves[index].job;
            self.found.push(Violation::MoveOfUnknownJob { index, job, beneficiary: decisions.moves[index].beneficiary });
        }
        for (job, &replayed) in stands.iter().enumerate() {
            let start = decisions.start[job];
            if start != replayed && start != REFUSED && decisions.first_start[job] != REFUSED {
                self.found.push(Violation::FinalStart { job: self.label(job), start, replayed });
            }
        }
    }

    /// Every slot at which the load can change during the replay.
    fn points(&self) -> Vec<u64> {
        let decisions = self.decisions;
        let mut points = Vec::new();
        let placed = decisions.first_start.iter().copied().enumerate();
        let moved = decisions.moves.iter().flat_map(|m| [(m.job as usize, m.from), (m.job as usize, m.to)]);
        for (job, start) in placed.chain(moved) {
            if start != REFUSED && job < decisions.start.len() {
                let (start, end) = self.span(job, start);
                points.extend([start, end]);
            }
        }
        points
    }

    fn place(&self, job: usize, start: Slot, sign: i64, load: &mut Load) {
        let (start, end) = self.span(job, start);
        load.add(start, end, sign * i64::from(self.request_of(job).nodes));
    }

    fn replay_move(&mut self, index: usize, stands: &mut [Slot], load: &mut Load) {
        let Move { job, from, to, beneficiary, short_slot } = self.decisions.moves[index];
        let jobs = stands.len();
        let (moved, newcomer) = (job as usize, beneficiary as usize);
        if moved >= jobs || newcomer >= jobs {
            self.found.push(Violation::MoveOfUnknownJob { index, job, beneficiary });
            return;
        }
        let (request, asker) = (self.request_of(moved), self.request_of(newcomer));
        let now = asker.submitted;
        let (job, beneficiary) = (self.label(moved), self.label(newcomer));
        let mut faults = Vec::new();
        if self.decisions.first_start[newcomer] == REFUSED {
            faults.push(MoveFault::ForRefused);
        }
        if stands[moved] != from {
            faults.push(MoveFault::StoodElsewhere { from, stood: (stands[moved] != REFUSED).then_some(stands[moved]) });
        }
        if from <= now {
            faults.push(MoveFault::HadBegun { from, now });
        }
        if to < now {
            faults.push(MoveFault::IntoThePast { to, now });
        }
        let Request { earliest_start, latest_start, .. } = request;
        if !(earliest_start..=latest_start).contains(&to) {
            faults.push(MoveFault::OutsideWindow { to, earliest_start, latest_start });
        }
        // What was planned anew need not have been short of nodes anywhere.
        if short_slot != NO_SHORT_SLOT {
            let holds = |start: Slot| start <= short_slot && u64::from(short_slot) < self.span(moved, start).1;
            let asked = (asker.earliest_start..asker.deadline()).contains(&short_slot);
            if !asked || !holds(from) || holds(to) {
                faults.push(MoveFault::ShortSlotNotFreed { from, to, short_slot });
            }
            let free = self.capacity() - load.at(u64::from(short_slot));
            if free >= i64::from(asker.nodes) {
                faults.push(MoveFault::NotShort { short_slot, free });
            }
        }
        self.found.extend(faults.into_iter().map(|fault| Violation::Move { index, job, beneficiary, fault }));
        // What did not stand in the plan cannot be moved; going on with it would only report the same fault again and again.
        if stands[moved] == from && from != REFUSED && to != REFUSED {
            self.place(moved, from, -1, load);
            self.place(moved, to, 1, load);
            stands[moved] = to;
        }
    }

    /// After the decision on `job` no slot of what it placed or moved is beyond capacity.
    fn capacity_after(&mut self, job: usize, changed: impl Iterator<Item = (usize, Slot)>, load: &Load) {
        let capacity = self.bookable;
        let spans: Vec<(u64, u64)> = changed.map(|(job, start)| self.span(job, start)).collect();
        let worst = spans.into_iter().filter_map(|(start, end)| load.peak(start, end)).filter(|peak| peak.used > capacity);
        if let Some(peak) = worst.min_by_key(|peak| peak.slot) {
            let after = self.label(job);
            self.found.push(Violation::CapacityAfter { after, slot: peak.slot, used: peak.used, capacity });
        }
    }

    /// Where nothing was moved in vain, the free nodes that a refusal tells are those of the plan the job was refused from.
    fn reason_fits_plan(&mut self, job: usize, load: &Load) {
        let Some(refusal) = self.decisions.refusal(job) else { return };
        if let Obstacle::ShortSlot { slot, free, .. } = refusal.obstacle
            && refusal.put_back == 0
            && self.capacity() - load.at(u64::from(slot)) != i64::from(free)
        {
            let really = self.capacity() - load.at(u64::from(slot));
            self.found.push(Violation::FreeNodes { job: self.label(job), slot, told: free, really });
        }
    }
}
