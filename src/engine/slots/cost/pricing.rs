//! Plans with a request: each goes on from the moment before it is decided.

use super::difference::Without;
use super::price::{Cost, RequestCost, Wanted};
use super::worth::Worth;
use crate::core::error::ScenarioError;
use crate::slots::bounds;
use crate::slots::planner::Session;
use crate::slots::request::{Request, Slot};
use crate::slots::workload::RequestId;
use std::sync::Arc;

/// Prices requests that come in one slot, after everything else of that slot.
#[derive(Debug)]
pub struct Pricing {
    without: Without,
    /// The requests with one more in it, decided up to that one.
    before: Session,
    id: RequestId,
    /// The request, but for its place and size.
    request: Request,
    worth: Option<Worth>,
}

/// A plan with a request that is being made.
#[derive(Debug)]
pub struct Plan {
    request: Request,
    session: Session,
}

impl Pricing {
    /// Begins with a complete plan and the number of a new request. It comes in slot `submitted`, by default with the last of the others, and its start may be
    /// later than what it asks for by `relax` slots.
    ///
    /// # Errors
    /// One more request is more than [`bounds`] allow.
    pub fn new(plan: &Session, id: RequestId, submitted: Option<Slot>, relax: Slot) -> Result<Self, ScenarioError> {
        let mut arrivals = plan.asked_arrivals();
        let last = arrivals.submitted.last().copied().unwrap_or(0);
        let submitted = submitted.unwrap_or(last).min(bounds::SLOT.max);
        let user = arrivals.user.iter().max().map_or(bounds::USER.min, |&user| user.saturating_add(1)).min(bounds::USER.max);
        let relax = relax.min(bounds::SLOT.max - submitted);
        // As wide as the machine, so that no other one is more than the bounds allow.
        let request = Request {
            user,
            submitted,
            earliest_start: submitted,
            latest_start: submitted + relax,
            duration: 1,
            nodes: plan.machine().nodes,
            jobs: 1,
        };
        let job = arrivals.edit(id, Some(request))?.jobs.inserted.start;
        let market = plan.revenue().map(|revenue| Arc::clone(revenue.market()));
        let before = Session::for_market(plan.machine(), plan.policy(), market, arrivals);
        let worth = if job == 0 { Worth::of(&before) } else { None };
        Ok(Self { without: Without::new(plan, job, submitted), before, id, request, worth })
    }

    /// Decides up to so many of the requests that come before; how many were decided.
    pub(super) fn prepare(&mut self, decisions: usize) -> usize {
        let left = self.without.job as usize - self.before.decided();
        let made = left.min(decisions);
        self.before.advance(made);
        if made > 0 && self.is_ready() {
            self.worth = Worth::of(&self.before);
        }
        made
    }

    /// Whether everything that comes before the request is decided.
    pub(super) fn is_ready(&self) -> bool {
        self.before.decided() == self.without.job as usize
    }

    /// When the request comes.
    pub fn submitted(&self) -> Slot {
        self.request.submitted
    }

    /// The same with everything out of range put right: no earlier than the request comes, no wider than the machine.
    pub fn in_range(&self, wanted: Wanted) -> Wanted {
        let latest = bounds::SLOT.max - self.request.relax();
        Wanted {
            start: wanted.start.clamp(self.request.submitted, latest),
            slots: wanted.slots.clamp(bounds::DURATION.min, bounds::DURATION.max),
            nodes: wanted.nodes.clamp(bounds::JOB_NODES.min, self.before.machine().nodes),
        }
    }

    /// The request of this place and size.
    pub fn request(&self, wanted: Wanted) -> Request {
        let Wanted { start, slots, nodes } = self.in_range(wanted);
        Request { earliest_start: start, latest_start: start + self.request.relax(), duration: slots, nodes, ..self.request }
    }

    /// Begins a plan with a request. Everything before it is decided by now.
    pub(super) fn begin(&self, wanted: Wanted) -> Plan {
        let (request, mut session) = (self.request(wanted), self.before.clone());
        session.change_undecided(self.id, request);
        Plan { request, session }
    }

    /// The sums of what the request of a finished plan costs.
    pub(super) fn cost(&self, plan: &Plan) -> Cost {
        self.without.cost(&plan.session, self.worth.as_ref())
    }

    /// What it costs, job by job.
    pub(super) fn difference(&self, plan: &Plan) -> RequestCost {
        self.without.difference(&plan.session, self.worth.as_ref(), plan.request)
    }

    /// What a request costs, in one go.
    pub fn price(&mut self, wanted: Wanted) -> RequestCost {
        self.prepare(usize::MAX);
        let mut plan = self.begin(wanted);
        plan.advance(usize::MAX);
        self.difference(&plan)
    }
}

impl Plan {
    /// Goes on by about so many decisions: how many were made.
    pub(super) fn advance(&mut self, decisions: usize) -> usize {
        let before = self.session.decided();
        self.session.advance(decisions);
        self.session.decided() - before
    }

    /// Whether every job is decided.
    pub(super) fn is_done(&self) -> bool {
        self.session.is_done()
    }
}
