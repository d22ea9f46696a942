//! A run at work: every planner plans the requests of every place.

use crate::experiment::{Sample, Trial};
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::scenario::{Machine, Policy};
use bookahead_engine::slots::workload::{Arrivals, Preset};

/// A run at work: every planner plans the requests of every place.
#[derive(Clone, Debug)]
pub struct PriceTrial {
    places: Vec<Arrivals>,
    policies: Vec<Policy>,
    present: Option<Watched>,
    /// Plan by plan, place after place.
    found: Vec<Price>,
    /// Jobs of the plans that are done.
    done: usize,
}

/// What was found of a plan.
#[derive(Clone, Copy, Debug, Default)]
struct Price {
    /// Searches for a start for each job that asked.
    work: f64,
    /// Accepted reservations that have not begun when a job arrives, on average.
    waiting: f64,
    /// Accepted jobs, in per cent.
    accepted: f64,
}

/// A plan in the making, and who waits in it.
#[derive(Clone, Debug)]
struct Watched {
    session: Session,
    /// Accepted jobs that have not begun.
    waiting: Vec<u32>,
    /// Their numbers, added up over the arrivals.
    sum: u64,
}

impl Watched {
    fn new(arrivals: &Arrivals, policy: Policy) -> Self {
        let machine = Machine { nodes: Preset::NODES, ..Machine::default() };
        Self { session: Session::new(machine, policy, arrivals.clone()), waiting: Vec::new(), sum: 0 }
    }

    /// Decides the next job, and counts who waits then.
    fn decide(&mut self) {
        let job = self.session.decided();
        let arrivals = self.session.arrivals();
        let now = arrivals.submitted[arrivals.request[job] as usize];
        let start = &self.session.decisions().start;
        // Who has begun stays so.
        self.waiting.retain(|&job| start[job as usize] > now);
        self.sum += self.waiting.len() as u64;
        self.session.advance(1);
        if self.session.decisions().accepted(job) {
            self.waiting.push(job as u32);
        }
    }

    fn price(&self) -> Price {
        let decisions = self.session.decisions();
        let jobs = decisions.start.len();
        let accepted = (0..jobs).filter(|&job| decisions.accepted(job)).count();
        let each = |sum: f64| if jobs == 0 { 0.0 } else { sum / jobs as f64 };
        Price {
            work: each(self.session.searches() as f64),
            waiting: each(self.sum as f64),
            accepted: each(100.0 * accepted as f64),
        }
    }
}

impl PriceTrial {
    /// Nothing is planned yet.
    pub(super) fn new(places: Vec<Arrivals>, policies: Vec<Policy>) -> Self {
        let mut trial = Self { places, policies, present: None, found: Vec::new(), done: 0 };
        trial.present = trial.begin();
        trial
    }

    fn begin(&self) -> Option<Watched> {
        let arrivals = self.places.get(self.found.len() / self.policies.len())?;
        Some(Watched::new(arrivals, self.policies[self.found.len() % self.policies.len()]))
    }
}

impl Trial for PriceTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs.max(1);
        while let Some(watched) = &mut self.present {
            if watched.session.is_done() {
                self.found.push(watched.price());
                self.done += watched.session.decided();
                self.present = self.begin();
            } else if left == 0 {
                break;
            } else {
                watched.decide();
                left -= 1;
            }
        }
        self.present.is_none()
    }

    fn progress(&self) -> (usize, usize) {
        let present = self.present.as_ref().map_or(0, |watched| watched.session.decided());
        let each: usize = self.places.iter().map(Arrivals::jobs).sum();
        (self.done + present, each * self.policies.len())
    }

    /// A curve for each planner: work, then who waits, then what is accepted. The numbers are the points of the curves.
    fn sample(&self) -> Sample {
        let curve = |of: fn(&Price) -> f64| {
            (0..self.policies.len())
                .map(move |policy| self.found.iter().skip(policy).step_by(self.policies.len()).map(of).collect::<Vec<f64>>())
        };
        let series: Vec<Vec<f64>> =
            curve(|price| price.work).chain(curve(|price| price.waiting)).chain(curve(|price| price.accepted)).collect();
        Sample { measures: series.iter().flatten().copied().collect(), series }
    }
}
