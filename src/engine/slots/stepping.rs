//! What a study in slots tells while its decisions are stepped through: the plan of each step as a patch, and how the last request of it was decided.

use super::metrics::Metrics;
use super::overlap::Reality;
use super::planner::Session;
use super::step::{OTHER_NODES_LISTED, StepPlan, StepReport, events_around};
use super::trace::{Planned, RequestTrace};
use super::update::{PlanChange, PlanFigures, SlotsUpdate};

/// Which step whoever takes the updates holds.
#[derive(Debug, Default)]
pub(super) struct Stepping {
    /// The step whose plan was sent last; `None` if that was the whole plan.
    sent: Option<(u32, StepPlan)>,
    /// The step before that: going on by one, it is what the new plan is compared with.
    before: Option<(u32, StepPlan)>,
    /// Whether it is still to be told how the last request of the step was decided.
    is_due: bool,
}

impl Stepping {
    /// Whether the plan sent last is the whole plan.
    pub fn is_at_end(&self) -> bool {
        self.sent.is_none()
    }

    /// The whole plan was sent.
    pub fn begin(&mut self) {
        (self.sent, self.before) = (None, None);
    }

    /// The plan or the step is another one: how the last request was decided has to be told.
    pub fn tell_again(&mut self) {
        self.is_due = true;
    }

    /// From the plan that was sent last to that of a step, or to the whole plan (`None`); nothing if that was sent. `number` counts the plans.
    pub fn update(&mut self, session: &Session, step: Option<u32>, number: &mut u32) -> Option<SlotsUpdate> {
        let (arrivals, machine) = (session.arrivals(), session.machine());
        // The last step is the whole plan.
        let step = step.filter(|&step| (step as usize) < arrivals.requests());
        if step == self.sent.as_ref().map(|(sent, _)| *sent) {
            return None;
        }
        let decided = step.map_or(arrivals.jobs() as u32, |step| arrivals.first_job[step as usize]);
        let to = plan_of(session, decided);
        let (came_from, from) = match self.sent.take() {
            Some((step, plan)) => (Some(step), plan),
            None => (None, plan_of(session, arrivals.jobs() as u32)),
        };
        let base = *number;
        *number += 1;
        let change = PlanChange { base, number: *number, patch: from.patch_to(&to) };
        let shown = session.decisions().of_first(decided);
        let metrics = Metrics::of(arrivals, &shown, machine);
        let reality = Reality::of(arrivals, &shown, machine, session.policy());
        let figures = PlanFigures { metrics, jobs_planned: session.planned() as u32, machine, reality, step };
        self.before = came_from.map(|step| (step, from));
        self.sent = step.map(|step| (step, to));
        Some(SlotsUpdate::Planned { number: *number, change: Some(Box::new(change)), figures })
    }

    /// How the last request of a step was decided, once for each step and plan.
    pub fn told(&mut self, session: &Session, step: Option<u32>) -> Option<StepReport> {
        let (arrivals, decisions) = (session.arrivals(), session.decisions());
        let step = step?.min(arrivals.requests() as u32);
        // The plan of the step comes first: whoever asked for it takes the words as the end of the answer.
        if Some(step).filter(|&step| (step as usize) < arrivals.requests()) != self.sent.as_ref().map(|(sent, _)| *sent) {
            return None;
        }
        if !std::mem::replace(&mut self.is_due, false) {
            return None;
        }
        let planned =
            Planned { arrivals, decisions, machine: session.machine(), policy: session.policy(), revenue: session.revenue() };
        let last = step.checked_sub(1).map(|row| row as usize);
        let mut other_node = last.map_or_else(Vec::new, |row| {
            let made;
            let before = match &self.before {
                Some((step, plan)) if *step as usize == row => plan,
                _ => {
                    made = plan_of(session, arrivals.first_job[row]);
                    &made
                }
            };
            match &self.sent {
                Some((_, now)) => now.on_other_nodes(before),
                None => plan_of(session, arrivals.jobs() as u32).on_other_nodes(before),
            }
        });
        let other_node_more = other_node.len().saturating_sub(OTHER_NODES_LISTED) as u32;
        other_node.truncate(OTHER_NODES_LISTED);
        let events = events_around(arrivals, decisions, step);
        let trace = last.map(|row| RequestTrace::of(planned, row));
        Some(StepReport { step, trace, events, other_node, other_node_more })
    }
}

/// The plan after the first `decided` jobs of a complete run.
fn plan_of(session: &Session, decided: u32) -> StepPlan {
    let whole = (session.decisions(), session.nodes());
    StepPlan::of(session.arrivals(), whole, session.machine(), session.policy(), decided)
}
