//! A run in progress: jobs are decided one by one, in arrival order.

use super::incremental::checkpoint::{Checkpoint, SPACING};
use super::incremental::old_run::OldRun;
use super::incremental::pending_patch::PendingPatch;
use super::logical::slot_plan::SlotPlan;
use super::moving::shifting::Shifting;
use super::newcomer::Newcomer;
use super::offers::packing::Packing;
use super::overlapping::{Booked, Overlapping};
use super::physical::NodePlan;
use super::replan_all::{AcceptedJobs, ReplanAll};
use super::shape::shape_of;
use super::state::{State, fresh_revenue};
use crate::slots::decisions::{Decisions, Move, NO_SHORT_SLOT, Obstacle, REFUSED, Refusal};
use crate::slots::nodes::NodeTable;
use crate::slots::overlap::bookable;
use crate::slots::replanning::Replan;
use crate::slots::request::Slot;
use crate::slots::revenue::Market;
use crate::slots::scenario::{Machine, PlannerKind, Policy};
use crate::slots::workload::Arrivals;
use std::sync::Arc;

/// A run in progress: the requests, what was decided so far, and the plan's state after it.
///
/// ```
/// use bookahead_engine::slots::decisions::REFUSED;
/// use bookahead_engine::slots::planner::Session;
/// use bookahead_engine::slots::scenario::scenario_of;
/// use bookahead_engine::Request;
///
/// let rigid = |user, start| Request { user, submitted: 0, earliest_start: start, latest_start: start, duration: 2, nodes: 1, jobs: 1 };
/// let scenario = scenario_of(1, vec![rigid(1, 4), rigid(2, 5), rigid(3, 8)]);
/// let mut session = Session::new(scenario.machine, scenario.policy, scenario.workload.arrivals()?);
/// session.advance(2);
/// assert_eq!(session.decisions().start, [4, REFUSED]);
/// session.finish();
/// assert_eq!(session.decisions().start, [4, REFUSED, 8]);
///
/// // User 1 comes a slot earlier and leaves slot 5 to user 2. The decision on user 3 is kept.
/// session.edit(0, Some(rigid(1, 3)))?;
/// session.finish();
/// assert_eq!(session.decisions().start, [3, 5, 8]);
/// # Ok::<(), bookahead_engine::ScenarioError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) machine: Machine,
    pub(super) policy: Policy,
    pub(super) arrivals: Arrivals,
    /// Rows of decided jobs, and after them those of the old run. Moves and refusals are those of jobs from `OldRun::base` on.
    pub(super) decisions: Decisions,
    pub(super) state: State,
    pub(super) checkpoints: Vec<Checkpoint>,
    pub(super) spacing: u32,
    /// The run before an edit, until this one has caught up with it.
    pub(super) old: Option<OldRun>,
    /// Nodes of the accepted jobs: given by the planner on physical nodes (then like `decisions`), else mapped as far as `pending_patch` says.
    pub(super) nodes: NodeTable,
    pub(super) pending_patch: PendingPatch,
    /// Jobs decided since the last edit.
    pub(super) planned: usize,
    /// See [`Session::searches`].
    searches: u64,
}

impl Session {
    /// Nothing is decided yet; whatever can be placed is accepted.
    pub fn new(machine: Machine, policy: Policy, arrivals: Arrivals) -> Self {
        Self::for_market(machine, policy, None, arrivals)
    }

    /// Nothing is decided yet; with a market, revenue management may refuse what can be placed.
    pub fn for_market(machine: Machine, policy: Policy, market: Option<Arc<Market>>, arrivals: Arrivals) -> Self {
        let mut logical = SlotPlan::new(bookable(machine, policy));
        logical.reserve(arrivals.horizon());
        Self {
            machine,
            policy,
            decisions: Decisions {
                start: Vec::with_capacity(arrivals.jobs()),
                first_start: Vec::with_capacity(arrivals.jobs()),
                ..Decisions::default()
            },
            state: State {
                at: 0,
                logical,
                shifting: Shifting::new(policy),
                physical: (policy.planner == PlannerKind::FirstFitPhysical).then(|| NodePlan::new(machine.nodes)),
                chosen: Vec::new(),
                packing: Packing::default(),
                replan_all: ReplanAll::default(),
                overlapping: Overlapping::default(),
                live: Vec::new(),
                frontier: 0,
                revenue: market.map(|market| fresh_revenue(market, machine, policy, &arrivals)),
            },
            checkpoints: vec![Checkpoint::first()],
            spacing: SPACING,
            old: None,
            nodes: NodeTable { first: vec![0], ids: Vec::new() },
            pending_patch: PendingPatch::default(),
            planned: 0,
            searches: 0,
            arrivals,
        }
    }

    /// The same session with a checkpoint every so many jobs at least: fewer make going back slower and the session smaller.
    #[must_use]
    pub fn with_checkpoint_spacing(self, jobs: u32) -> Self {
        Self { spacing: jobs.max(1), ..self }
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

    /// What was decided so far: one row for each of the first [`Session::decided`] jobs. While an edit is being planned, rows of the
    /// plan before follow them, and moves and refusals are not complete.
    pub fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// Number of jobs decided so far.
    pub fn decided(&self) -> usize {
        if self.old.is_some() { self.state.at as usize } else { self.decisions.start.len() }
    }

    /// Whether every job is decided.
    pub fn is_done(&self) -> bool {
        self.old.is_none() && self.decided() == self.arrivals.jobs()
    }

    /// Number of jobs decided since the last edit, or since the beginning: the others were kept.
    pub fn planned(&self) -> usize {
        self.planned
    }

    /// The planner's work so far, in searches for a start: one for each newcomer, one for each move of an accepted job that was tried, one for each look
    /// at where a reservation that is planned anew could start. Counted of what was done, jobs that were decided again after an edit included.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// Decides up to `jobs` further jobs.
    pub fn advance(&mut self, jobs: usize) {
        if self.is_done() {
            return;
        }
        let to = self.arrivals.jobs().min(self.decided().saturating_add(jobs)) as u32;
        while !self.rejoins() && self.state.at < to {
            let stop = self.next_stop().min(to);
            while self.state.at < stop {
                self.decide();
            }
        }
        if self.old.is_some() && self.state.at as usize == self.arrivals.jobs() {
            self.complete(self.state.at);
        }
        if self.is_done() && self.planned == self.arrivals.jobs() {
            // Long lists stay as they are from now on, but for an edit here and there.
            self.decisions.moves.shrink_to_fit();
            self.decisions.refusals.shrink_to_fit();
        }
    }

    /// Decides every job that is left.
    pub fn finish(&mut self) {
        self.advance(usize::MAX);
    }

    /// Takes back decisions until the first `jobs` are left; the plan is then bit for bit what it was after them.
    pub fn rewind(&mut self, jobs: usize) {
        let jobs = jobs.min(self.decided());
        if self.state.at as usize != jobs || self.decisions.start.len() != jobs {
            self.cut(jobs as u32);
            self.advance(jobs - self.decided());
        }
    }

    /// Goes on with other requests: decisions on those before the first difference are kept. Tells whether there was a difference.
    /// Where the difference is known, [`Session::edit`] is faster.
    pub fn replace_arrivals(&mut self, arrivals: Arrivals) -> bool {
        if self.policy.planner.is_elastic() {
            self.cut(0);
        }
        let Some(row) = self.arrivals.first_difference(&arrivals) else { return false };
        let jobs = self.arrivals.first_job[row] as usize;
        self.cut(jobs.min(self.decided()) as u32);
        self.state.logical.reserve(arrivals.horizon());
        self.reserve_revenue(arrivals.horizon());
        self.arrivals = arrivals;
        self.planned = 0;
        true
    }

    /// Whether two runs stand at the same point with the same plan: decisions, nodes given, and in every slot that a later job may ask
    /// for the free nodes and the jobs that start there.
    pub fn same_state(&self, other: &Self) -> bool {
        let now = self.state.now(&self.arrivals);
        let same_nodes = match (&self.state.physical, &other.state.physical) {
            (Some(ours), Some(theirs)) => ours.same_from(theirs, now) && self.nodes == other.nodes,
            (ours, theirs) => ours.is_none() && theirs.is_none(),
        };
        let same_point = self.state.at == other.state.at && self.old.is_none() && other.old.is_none();
        let same_slots = self.state.logical.same_from(&other.state.logical, now);
        let same_jobs = self.state.shifting.same_from(&other.state.shifting, now);
        let same_revenue = match (&self.state.revenue, &other.state.revenue) {
            (Some(ours), Some(theirs)) => ours.same_state(theirs),
            (ours, theirs) => ours.is_none() && theirs.is_none(),
        };
        same_point && same_revenue && same_nodes && same_slots && same_jobs && self.decisions == other.decisions
    }

    pub(super) fn newcomer(&self, job: u32) -> Newcomer {
        Newcomer::of(&self.arrivals, self.policy, job)
    }

    /// Decides the next job.
    fn decide(&mut self) {
        let job = self.state.at;
        let newcomer = self.newcomer(job);
        let moves_before = self.decisions.moves.len();
        let found = match self.policy.planner {
            PlannerKind::Rigid | PlannerKind::FirstFit | PlannerKind::FcfsEds | PlannerKind::FcfsLrh => {
                self.find_in_slots(newcomer)
            }
            _ => self.find_with_more(newcomer),
        };
        self.searches += match (&found, self.policy.planner) {
            (_, PlannerKind::Replan(_)) => self.state.replan_all.searches(),
            (Ok(_), _) => 1 + (self.decisions.moves.len() - moves_before) as u64,
            (Err((_, put_back)), _) => 1 + u64::from(*put_back),
        };
        let found = if self.state.revenue.is_some() { self.ask_revenue(job, found, moves_before) } else { found };
        if found.is_err() {
            self.put_back_offers(job);
        }
        let shape = shape_of(&self.arrivals, job);
        if self.state.physical.is_some() {
            self.book_nodes(found.ok(), shape.duration);
        }
        let start = *found.as_ref().unwrap_or(&REFUSED);
        self.set_row(job, start);
        match found {
            Ok(start) => {
                self.state.shifting.add(&mut self.state.logical, &self.arrivals, job, start);
                self.state.live.push(job);
                self.state.frontier = self.state.frontier.max(start + shape.duration);
            }
            Err((obstacle, put_back)) => self.decisions.refusals.push(Refusal { job, obstacle, put_back }),
        }
        for made in &self.decisions.moves[moves_before..] {
            self.state.frontier = self.state.frontier.max(made.to + shape_of(&self.arrivals, made.job).duration);
            self.pending_patch.stood(made.job, made.from);
        }
        self.state.at += 1;
        self.planned += 1;
    }

    /// Looks for a start as the planners do that need more than the free nodes of each slot.
    // A function of its own, so that the loop over the requests of the other planners stays small.
    #[inline(never)]
    fn find_with_more(&mut self, newcomer: Newcomer) -> Result<Slot, (Obstacle, u32)> {
        match self.policy.planner {
            PlannerKind::FirstFitPhysical => self.find_on_nodes(newcomer).map_err(|obstacle| (obstacle, 0)),
            PlannerKind::Osp | PlannerKind::OspEds => self.find_by_offers(newcomer),
            PlannerKind::Overlapping => self.find_overlapping(newcomer).map_err(|obstacle| (obstacle, 0)),
            PlannerKind::Replan(replan) => self.find_replanning(replan, newcomer).map_err(|obstacle| (obstacle, 0)),
            PlannerKind::Rigid | PlannerKind::FirstFit | PlannerKind::FcfsEds | PlannerKind::FcfsLrh => {
                self.find_in_slots(newcomer)
            }
        }
    }

    #[inline]
    pub(super) fn find_in_slots(&mut self, newcomer: Newcomer) -> Result<Slot, (Obstacle, u32)> {
        let Newcomer { earliest_start, latest_start, shape, .. } = newcomer;
        let State { logical, shifting, .. } = &mut self.state;
        if let Some(start) = logical.first_fit(earliest_start, latest_start, shape) {
            return Ok(start);
        }
        shifting.make_room(logical, &self.arrivals, &mut self.decisions, newcomer, &mut ())
    }

    fn find_overlapping(&mut self, newcomer: Newcomer) -> Result<Slot, Obstacle> {
        let State { logical, live, overlapping, .. } = &mut self.state;
        let surplus = logical.capacity() - self.machine.nodes;
        let booked = Booked { plan: logical, surplus, arrivals: &self.arrivals, start: &self.decisions.start, live };
        overlapping.find(self.policy.overlap, booked, newcomer, &mut |_| {})
    }

    /// Plans everything that may change its start anew; the changes are moves for the newcomer.
    fn find_replanning(&mut self, replan: Replan, newcomer: Newcomer) -> Result<Slot, Obstacle> {
        let State { logical, replan_all, live, .. } = &mut self.state;
        let Decisions { start, moves, .. } = &mut self.decisions;
        let found = replan_all.find(
            replan,
            logical,
            AcceptedJobs { arrivals: &self.arrivals, start, live, search: self.policy.search },
            newcomer,
        )?;
        for placed in replan_all.placed() {
            if let (Some(from), Some(to)) = (placed.from, placed.to)
                && from != to
            {
                start[placed.job as usize] = to;
                moves.push(Move { job: placed.job, from, to, beneficiary: newcomer.job, short_slot: NO_SHORT_SLOT });
            }
        }
        Ok(found)
    }

    fn find_on_nodes(&mut self, newcomer: Newcomer) -> Result<Slot, Obstacle> {
        let State { logical, physical: Some(plan), chosen, .. } = &mut self.state else {
            unreachable!("only the planner on physical nodes asks for nodes")
        };
        let mut found = plan.find(newcomer, chosen);
        if let Err(Obstacle::NoNodeThroughout { scattered, .. }) = &mut found {
            let Newcomer { earliest_start, latest_start, shape, .. } = newcomer;
            *scattered = logical.first_fit(earliest_start, latest_start, shape).is_some();
        }
        found
    }

    /// Gives the nodes found to the job that is being decided, or none.
    fn book_nodes(&mut self, start: Option<Slot>, duration: Slot) {
        let State { physical: Some(plan), chosen, .. } = &mut self.state else { return };
        if let Some(start) = start {
            plan.add(start, duration, chosen);
            self.nodes.ids.extend_from_slice(chosen);
        }
        self.nodes.first.push(self.nodes.ids.len() as u32);
    }
}
