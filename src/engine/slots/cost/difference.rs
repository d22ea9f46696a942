//! The difference of two plans: one in which a request is planned, and one without it.

use super::price::{Changed, Cost, RequestCost};
use super::worth::Worth;
use crate::core::time_names::TimeUnit;
use crate::slots::decisions::REFUSED;
use crate::slots::explain::refusal_reason;
use crate::slots::planner::Session;
use crate::slots::request::{Request, Slot};
use crate::slots::workload::Arrivals;

/// A plan without a request.
#[derive(Clone, Debug)]
pub(super) struct Without {
    /// The requests as they are booked.
    arrivals: Arrivals,
    /// Where each job stands.
    start: Vec<Slot>,
    /// The job that the request has in the plan with it: jobs from there on are one further on.
    pub job: u32,
    /// The first job that has not ended when the request comes: those before are the same in both plans.
    first: u32,
}

/// What a job has booked: slots and nodes.
fn booked(arrivals: &Arrivals, start: &[Slot], job: u32) -> (Slot, u32) {
    let row = arrivals.request[job as usize] as usize;
    if start[job as usize] == REFUSED { (0, 0) } else { (arrivals.duration[row], arrivals.nodes[row]) }
}

/// What a job pays, in minor units.
fn paid(session: &Session, arrivals: &Arrivals, start: &[Slot], job: u32) -> u64 {
    let Some(revenue) = session.revenue() else { return 0 };
    let (row, market) = (arrivals.request[job as usize] as usize, revenue.market());
    let class = market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row]);
    let (slots, nodes) = booked(arrivals, start, job);
    u64::from(market.classes[class].price) * u64::from(slots) * u64::from(nodes)
}

impl Without {
    /// A complete plan, and the job that the request has in the plan with it, which comes in slot `submitted`.
    pub fn new(session: &Session, job: u32, submitted: Slot) -> Self {
        let (arrivals, start) = (session.arrivals(), &session.decisions().start);
        let is_over =
            |job: u32| start[job as usize] == REFUSED || start[job as usize] + booked(arrivals, start, job).0 <= submitted;
        let first = (0..job).find(|&job| !is_over(job)).unwrap_or(job);
        Self { arrivals: arrivals.clone(), start: start.clone(), job, first }
    }

    /// Pairs of jobs: in the plan without the request, and in the one with it.
    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (self.first..self.start.len() as u32).map(|job| (job, job + u32::from(job >= self.job)))
    }

    /// The sums of the difference.
    pub fn cost(&self, with: &Session, worth: Option<&Worth>) -> Cost {
        let (arrivals, start) = (with.arrivals(), &with.decisions().start);
        let (slots, nodes) = booked(arrivals, start, self.job);
        let granted = start[self.job as usize];
        let mut cost = Cost { granted, slots, nodes, pays: paid(with, arrivals, start, self.job), ..Cost::NOTHING };
        for (job, other) in self.pairs() {
            let (from, to) = (self.start[job as usize], start[other as usize]);
            match (from, to) {
                (REFUSED, REFUSED) => continue,
                (_, REFUSED) => cost.refused += 1,
                (REFUSED, _) => cost.accepted += 1,
                _ => {
                    cost.moved += u32::from(from != to);
                    cost.moved_slots += u64::from(from.abs_diff(to));
                    cost.resized += u32::from(booked(&self.arrivals, &self.start, job) != booked(arrivals, start, other));
                }
            }
            // The dearest legal workload comes to less than 2^63.
            cost.lost += paid(with, &self.arrivals, &self.start, job) as i64 - paid(with, arrivals, start, other) as i64;
        }
        cost.displaced = worth.filter(|_| cost.is_granted()).map(|worth| {
            let used = self.used_by_others(with, granted, slots);
            used.into_iter().map(|used| worth.of_taken(used, nodes)).sum()
        });
        cost
    }

    /// Nodes that the others have booked in `slots` slots from `first` on, in the plan with the request.
    fn used_by_others(&self, with: &Session, first: Slot, slots: Slot) -> Vec<u32> {
        let (arrivals, start) = (with.arrivals(), &with.decisions().start);
        let mut change = vec![0_i64; slots as usize + 1];
        for (_, other) in self.pairs().filter(|(_, other)| start[*other as usize] != REFUSED) {
            let (begin, (duration, nodes)) = (start[other as usize], booked(arrivals, start, other));
            let (from, to) = (begin.max(first), (begin + duration).min(first + slots));
            if from < to {
                change[(from - first) as usize] += i64::from(nodes);
                change[(to - first) as usize] -= i64::from(nodes);
            }
        }
        let mut used = 0;
        let in_slot = change[..slots as usize].iter().map(|change| {
            used += change;
            u32::try_from(used).unwrap_or(0)
        });
        in_slot.collect()
    }

    /// The difference job by job; `request` is as it was asked.
    pub fn difference(&self, with: &Session, worth: Option<&Worth>, request: Request) -> RequestCost {
        let (arrivals, start) = (with.arrivals(), &with.decisions().start);
        let changed = self.pairs().map(|(job, other)| {
            let row = self.arrivals.request[job as usize] as usize;
            Changed {
                request: self.arrivals.id[row],
                user: self.arrivals.user[row],
                number: self.arrivals.number[job as usize],
                from: self.start[job as usize],
                to: start[other as usize],
                before: booked(&self.arrivals, &self.start, job),
                after: booked(arrivals, start, other),
            }
        });
        RequestCost {
            request,
            cost: self.cost(with, worth),
            refused_because: with
                .decisions()
                .refusal(self.job as usize)
                .map(|refusal| refusal_reason(arrivals, with.machine(), with.policy(), refusal, TimeUnit::Slots)),
            changed: changed.filter(|job| (job.from, job.before) != (job.to, job.after)).collect(),
        }
    }
}
