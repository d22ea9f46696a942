//! The step between finding a place and booking it: revenue management may refuse a job the planner could place (Umar 6.1, steps 3 and 4).

use super::session::Session;
use super::shape::shape_of;
use super::state::fresh_revenue;
use crate::slots::decisions::Obstacle;
use crate::slots::request::Slot;
use crate::slots::revenue::Revenue;
use crate::slots::scenario::PlannerKind;
use std::sync::Arc;

/// A place found, or the obstacle and the number of moves put back.
type StartOrObstacle = Result<Slot, (Obstacle, u32)>;

impl Session {
    /// The revenue management of this run, if it has a market.
    pub fn revenue(&self) -> Option<&Revenue> {
        self.state.revenue.as_ref()
    }

    /// Makes room for slots below `horizon`.
    pub(super) fn reserve_revenue(&mut self, horizon: Slot) {
        if let Some(revenue) = &mut self.state.revenue {
            revenue.reserve(horizon);
        }
    }

    /// Revenue management begins anew, as before the first job.
    pub(super) fn forget_revenue(&mut self) {
        if let Some(revenue) = &mut self.state.revenue {
            *revenue = fresh_revenue(Arc::clone(revenue.market()), self.machine, self.policy, &self.arrivals);
        }
    }

    /// Asks whether the job's class is open at the place found for it. If it is not, the moves made for the job (those from `kept_moves` on) are
    /// put back: the plan is then bit for bit what it was.
    // A function of its own: only runs with a market need it, and the loop over the requests stays small.
    #[inline(never)]
    pub(super) fn ask_revenue(&mut self, job: u32, found: StartOrObstacle, kept_moves: usize) -> StartOrObstacle {
        let Some(revenue) = &mut self.state.revenue else { return found };
        revenue.begin(&self.arrivals, job);
        let start = found?;
        let moves = &self.decisions.moves[kept_moves..];
        let asked = self.decisions.taken.last().filter(|taken| taken.job == job).map(|taken| &taken.asked);
        let Err(obstacle) = revenue.ask(&self.arrivals, job, start, moves, asked) else { return Ok(start) };
        let put_back = (self.decisions.moves.len() - kept_moves) as u32;
        if matches!(self.policy.planner, PlannerKind::Replan(_)) {
            self.undo_together(kept_moves);
        } else {
            self.state.shifting.undo_moves(&mut self.state.logical, &self.arrivals, &mut self.decisions, kept_moves);
        }
        Err((obstacle, put_back))
    }

    /// Undoes moves that only together fit the plan, until `keep` of them are left.
    fn undo_together(&mut self, keep: usize) {
        let plan = &mut self.state.logical;
        for m in &self.decisions.moves[keep..] {
            plan.give_back(m.to, shape_of(&self.arrivals, m.job));
        }
        for m in self.decisions.moves.drain(keep..) {
            plan.take(m.from, shape_of(&self.arrivals, m.job));
            self.decisions.start[m.job as usize] = m.from;
        }
    }
}
