//! Reservations beside a queue as queries to strip packing (Sulistio 2.2 and 3): the place of each, or what its user takes of the offers.
//!
//! A query looks at the time from the earliest start to the latest end. It sees what a reservation sees under every rule: the jobs that run, until their
//! estimates, and the reservations that were made before; not the queue, unless that consists of reservations. A slot is a second.

use super::Queue;
use super::cluster::Cluster;
use crate::batch::job::Time;
use crate::batch::offered::Offered;
use crate::core::offers::{ElasticQuery, Fit, Offer, Run};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What the user of a reservation was told that strip packing had no place for. Seconds count from the earliest start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferList {
    /// The earliest start.
    pub from: Time,
    /// The offers in the order of the machine.
    pub offers: Vec<Offer>,
    /// Which one was taken, by its place in the list, and what is booked of it.
    pub taken: Option<(usize, Fit)>,
}

impl Cluster {
    /// Asks for the place of a reservation with a latest start: its query, with the runs of free nodes in the interval. Seconds count from the earliest start.
    fn asked(&mut self, row: usize) -> ElasticQuery {
        let (jobs, from) = (&self.jobs, self.jobs.ready(row));
        let (duration, nodes) = (jobs.reserved(row) as u32, jobs.nodes[row]);
        let to = jobs.window(row).unwrap_or(0) + duration;
        let second = |at: Time| (at - from) as u32;
        let runs = &mut self.negotiation.runs;
        runs.clear();
        for (at, free) in self.profile.steps_in(from, from + Time::from(to)) {
            match runs.last_mut() {
                Some(run) if run.free == free => run.end = to,
                last => {
                    last.into_iter().for_each(|run| run.end = second(at));
                    runs.push(Run { start: second(at), end: to, free });
                }
            }
        }
        ElasticQuery { from: 0, to, duration: Some(duration), nodes: Some(nodes) }
    }

    /// What the user of a query without a solution is told, and takes: the list is that of the negotiation.
    fn offer(&mut self, query: &ElasticQuery) -> Option<(usize, Fit)> {
        if self.offers.half_nodes {
            self.negotiation.ask_again(query);
        }
        self.negotiation.list(query, self.offers.order);
        self.negotiation.taken(query, self.offers.choice)
    }

    /// The start of a reservation in the place of strip packing, or in the offer that its user takes, which is written down. `None` if there is none.
    pub(super) fn packed(&mut self, row: usize) -> Option<Time> {
        let query = self.asked(row);
        let from = self.jobs.ready(row);
        if let Some(Fit { start, .. }) = self.negotiation.solution(&query) {
            return Some(from + Time::from(start));
        }
        let taken = self.offer(&query);
        let mut offered = Offered::of(row, &self.jobs.row(row), self.negotiation.offers().len());
        if let Some((place, Fit { slots, nodes, .. })) = taken {
            (offered.taken, offered.seconds, offered.nodes) = (place as u32 + 1, slots, nodes);
            offered.book(Arc::make_mut(&mut self.jobs));
        }
        Arc::make_mut(&mut self.decisions.offered).push(offered);
        taken.map(|(_, fit)| from + Time::from(fit.start))
    }
}

impl Queue {
    /// Goes on to the submission of a reservation with a latest start, and tells what its user is offered there. `None` if strip packing has a place for
    /// all that is asked for.
    pub(in crate::batch) fn offers_to(&mut self, row: usize) -> Option<OfferList> {
        let now = Time::from(self.cluster.jobs.submitted[row]);
        while self.next < row || self.next_moment().is_some_and(|moment| moment < now) {
            self.step_before(row);
        }
        while !self.begin(now) {}
        let cluster = &mut self.cluster;
        let query = cluster.asked(row);
        if cluster.negotiation.solution(&query).is_some() {
            return None;
        }
        let taken = cluster.offer(&query);
        Some(OfferList { from: cluster.jobs.ready(row), offers: cluster.negotiation.offers().to_vec(), taken })
    }
}
