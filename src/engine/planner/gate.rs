//! Between finding a place and booking it: revenue management may refuse what the planner could place (Umar 6.1, steps 3 and 4).

use super::Session;
use crate::plan::{Obstacle, REFUSED};
use crate::request::Slot;
use crate::revenue::Revenue;

/// A place found, or the obstacle and the number of moves put back.
type Found = Result<Slot, (Obstacle, u32)>;

impl Session {
    /// The revenue management of this run, if it has a market.
    pub fn revenue(&self) -> Option<&Revenue> {
        self.revenue.as_ref()
    }

    /// Makes room for slots below `horizon`.
    pub(super) fn reserve_revenue(&mut self, horizon: Slot) {
        if let Some(revenue) = &mut self.revenue {
            revenue.reserve(horizon);
        }
    }

    /// Asks whether the job's class is open at the place found for it. If it is not, the moves made for the job (those from `kept_moves` on) are
    /// put back and so are the nodes given to it: the plan is then bit for bit what it was.
    pub(super) fn ask_revenue(&mut self, job: u32, found: Found, kept_moves: usize) -> Found {
        let Some(revenue) = &mut self.revenue else { return found };
        revenue.begin(&self.arrivals, job);
        let start = found?;
        let Err(obstacle) = revenue.ask(&self.arrivals, job, start, &self.decisions.moves[kept_moves..]) else { return Ok(start) };
        let put_back = (self.decisions.moves.len() - kept_moves) as u32;
        self.shifting.put_back_moves(&mut self.logical, &self.arrivals, &mut self.decisions, kept_moves);
        if let Some(physical) = &mut self.physical {
            physical.give_back_last(start);
        }
        Err((obstacle, put_back))
    }

    /// Takes back what revenue management answered for `job`, the last one decided, while its moves and its refusal still stand.
    pub(super) fn take_back_revenue(&mut self, job: u32, start: Slot) {
        let Some(revenue) = &mut self.revenue else { return };
        let moves = self.decisions.moves_for(job as usize);
        let closed = self.decisions.refusals.last().is_some_and(|refusal| {
            let closed = matches!(refusal.obstacle, Obstacle::ClassClosed { .. });
            start == REFUSED && refusal.job == job && closed
        });
        revenue.take_back(&self.arrivals, job, (start != REFUSED).then_some(start), moves, closed);
    }
}
