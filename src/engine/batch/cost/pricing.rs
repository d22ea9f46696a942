//! Plans with a reservation: each goes on from the moment at which it is announced.

use super::difference::Without;
use super::{Cost, Reservation, ReservationCost};
use crate::batch::bounds;
use crate::batch::job::{Job, Jobs, Time};
use crate::batch::outcome::Simulation;
use crate::batch::scheduler::{BatchPolicy, Scheduler};
use std::sync::Arc;

/// Prices reservations that are announced at one moment.
#[derive(Debug)]
pub struct Pricing {
    nodes: u32,
    policy: BatchPolicy,
    without: Without,
    /// The jobs with a reservation in its row.
    jobs: Jobs,
    /// Everything has happened up to the moment, and the reservation is not submitted yet.
    before: Simulation,
}

/// A plan with a reservation that is being made.
#[derive(Debug)]
pub struct Plan {
    reservation: Reservation,
    simulation: Simulation,
}

impl Pricing {
    /// Begins with a plan without a reservation, and with the machine at the moment, once everything has happened by then. `None` where the starts are those of a
    /// log.
    pub fn new(nodes: u32, policy: BatchPolicy, jobs: &Jobs, plan: &Simulation, at: &Simulation, announced: Time) -> Option<Self> {
        let row = jobs.submitted.partition_point(|&submitted| Time::from(submitted) <= announced);
        let submitted = u32::try_from(announced).ok()?;
        let reservation =
            Job { user: 0, submitted, estimate: 1, runtime: 1, nodes: 1, earliest_start: Some(submitted), ..Job::SMALLEST };
        let with = jobs.with_row(row, reservation);
        let before = at.with_jobs(policy, &Arc::new(with.clone()))?;
        let decisions = plan.decisions().clone();
        let first = (0..row).find(|&row| decisions.end[row] > announced).unwrap_or(row);
        // Both plans have what is booked.
        let booked = Jobs::clone(plan.jobs().map_or(jobs, |jobs| jobs));
        let without = Without { jobs: booked, decisions, announced, row, first };
        Some(Self { nodes, policy, without, jobs: with, before })
    }

    /// When reservations are announced.
    pub fn announced(&self) -> Time {
        self.without.announced
    }

    /// Nodes of the machine.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The reservation with everything out of range put right: no earlier than it is announced, no wider than the machine.
    pub fn in_range(&self, asked: Reservation) -> Reservation {
        let longest = if self.policy.scheduler == Scheduler::CoAllocation { self.policy.horizon } else { bounds::LENGTH.max };
        Reservation {
            start: asked.start.clamp(self.announced(), Time::from(bounds::TIME.max).max(self.announced())),
            seconds: asked.seconds.clamp(1, longest.max(1)),
            nodes: asked.nodes.clamp(1, self.nodes),
        }
    }

    /// The same reservation asked for at the start that it is granted, where that is known without a plan: both have the same plan.
    #[must_use]
    pub fn granted(&self, reservation: Reservation) -> Reservation {
        let Simulation::Queue(queue) = &self.before else { return reservation };
        let start = queue.profile().first_fit(reservation.start, reservation.seconds.into(), reservation.nodes);
        // What lies behind the last moment that a job may ask for is found by the plan.
        if start <= bounds::TIME.max.into() { Reservation { start, ..reservation } } else { reservation }
    }

    /// Begins a plan with a reservation.
    pub fn begin(&self, reservation: Reservation) -> Plan {
        let (reservation, row) = (self.in_range(reservation), self.without.row);
        let mut jobs = self.jobs.clone();
        (jobs.estimate[row], jobs.runtime[row], jobs.nodes[row]) = (reservation.seconds, reservation.seconds, reservation.nodes);
        jobs.earliest_start[row] = reservation.start as u32;
        let mut simulation = self.before.clone();
        simulation.set_run_times(&Arc::new(jobs));
        Plan { reservation, simulation }
    }

    /// The sums of what the reservation of a finished plan costs.
    pub fn cost(&self, plan: &Plan) -> Cost {
        self.without.cost(plan.simulation.decisions())
    }

    /// What it costs, job by job.
    pub fn difference(&self, plan: &Plan) -> ReservationCost {
        self.without.difference(plan.simulation.decisions(), plan.reservation)
    }

    /// What a reservation costs, in one go.
    pub fn price(&self, reservation: Reservation) -> ReservationCost {
        let mut plan = self.begin(reservation);
        plan.advance(usize::MAX);
        self.difference(&plan)
    }
}

impl Plan {
    /// Goes on by about so many decisions: how many were made.
    pub fn advance(&mut self, decisions: usize) -> usize {
        let before = self.simulation.decided();
        self.simulation.advance(decisions);
        self.simulation.decided() - before
    }

    /// The reservation.
    pub fn reservation(&self) -> Reservation {
        self.reservation
    }

    /// Whether every job has its start.
    pub fn is_done(&self) -> bool {
        self.simulation.is_done()
    }
}
