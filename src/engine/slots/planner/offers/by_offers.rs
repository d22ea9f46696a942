//! Planning by offers: each request is a query, and a smaller offer may be taken than what was asked for (Sulistio).

use crate::core::error::ScenarioError;
use crate::slots::decisions::{Obstacle, Taken};
use crate::slots::elastic::Fit;
use crate::slots::planner::newcomer::Newcomer;
use crate::slots::planner::session::Session;
use crate::slots::planner::state::State;
use crate::slots::request::{Request, Slot};
use crate::slots::workload::{Arrivals, RequestId};

impl Session {
    /// The solution, else room made by moving others, else what the user takes. Jobs of a parametric request are one request to their user, so each of
    /// them is taken whole or not at all.
    pub(in crate::slots::planner) fn find_by_offers(&mut self, newcomer: Newcomer) -> Result<Slot, (Obstacle, u32)> {
        let State { logical, shifting, packing, .. } = &mut self.state;
        if let Some(Fit { start, .. }) = packing.solution(logical, newcomer) {
            return Ok(start);
        }
        let found = shifting.make_room(logical, &self.arrivals, &mut self.decisions, newcomer, &mut ());
        let row = self.arrivals.request[newcomer.job as usize] as usize;
        let has_one_job = self.arrivals.first_job[row + 1] - self.arrivals.first_job[row] == 1;
        if found.is_ok() || !has_one_job {
            return found;
        }
        let Some(Fit { start, slots, nodes }) = packing.smaller(newcomer) else { return found };
        self.decisions.taken.push(Taken { job: newcomer.job, asked: self.arrivals.row(row) });
        self.arrivals.book_less(newcomer.job, slots, nodes);
        Ok(start)
    }

    /// Takes back the offers taken for the jobs from `job` on: their requests are again what was asked for.
    pub(in crate::slots::planner) fn put_back_offers(&mut self, job: u32) {
        while let Some(taken) = self.decisions.taken.pop_if(|taken| taken.job >= job) {
            self.arrivals.put_back(taken.job, &taken.asked);
        }
    }

    /// Gives a request another content, adds it or removes it. What was taken depends on everything before, and the requests after it stand as they were
    /// booked: the run goes on from the edited request, without what comes after it.
    pub(in crate::slots::planner) fn edit_before_offers(
        &mut self,
        id: RequestId,
        change: Option<Request>,
    ) -> Result<(), ScenarioError> {
        let arrivals = &self.arrivals;
        let stood = arrivals.row_of(id);
        let comes = change.map(|request| arrivals.submitted.partition_point(|&submitted| submitted < request.submitted));
        let first = stood.into_iter().chain(comes).min().map_or(0, |row| arrivals.first_job[row]);
        let reach = change.map_or(0, |request| request.deadline());
        self.cut(first.min(self.decided() as u32));
        self.state.logical.reserve(reach);
        self.reserve_revenue(reach);
        self.planned = 0;
        self.arrivals.edit(id, change).map(|_| ())
    }

    /// The requests as they were asked.
    pub fn asked_arrivals(&self) -> Arrivals {
        self.decisions.all_asked(&self.arrivals)
    }
}
