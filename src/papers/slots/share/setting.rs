//! What is compared: policies, places on the axis, workloads, and the three figures of each study.

use crate::experiment::{Measure, Options};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::metrics::Metrics;
use bookahead_engine::slots::nodes::node_changes;
use bookahead_engine::slots::overlap::Reality;
use bookahead_engine::slots::overlap_rule::OverlapRule;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::request::Request;
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule};
use bookahead_engine::slots::workload::{Arrivals, Preset, Workload};

/// Figures of a study.
pub(super) const FIGURES: usize = 3;
/// Users of the study on trust: about fifty requests of each of them at the usual size, so that their ends become known.
const USERS: u32 = 20;
/// Trust that RARP asks for, in per cent: that of a user whose first job ended early.
const TRUST: u32 = 60;
/// Most requests of a run: after every decision all that waits is mapped to nodes.
const REQUESTS_MAX: u32 = 20_000;

/// A study of planners against a share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareStudy {
    /// Overlapping reservations with and without trust, against the share of users who estimate exactly.
    Trust,
    /// Messages for each accepted job, against the share of requests that can wait.
    Messages,
}

impl ShareStudy {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Trust, Self::Messages];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Trust => "trust",
            Self::Messages => "messages",
        }
    }

    /// The study with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|study| study.name() == key)
    }

    /// Checks how many requests a run has.
    ///
    /// # Errors
    /// Too many (`jobs`).
    pub fn check(self, options: Options) -> Result<(), ScenarioError> {
        if options.requests > REQUESTS_MAX {
            let allowed = format!("1 to {REQUESTS_MAX} for {}, in which much is looked at after every decision", self.name());
            return Err(ScenarioError::new(FieldPath::new("jobs"), options.requests, allowed));
        }
        Ok(())
    }

    /// Times the requests of a run are planned.
    pub fn plans(self) -> u32 {
        (self.lines().len() * self.places().len()) as u32
    }

    /// Shares in per cent.
    pub(super) fn places(self) -> &'static [u32] {
        match self {
            Self::Trust => &[0, 20, 40, 60, 80, 100],
            Self::Messages => &[25, 50, 75, 100],
        }
    }

    /// The policies, with their names.
    pub(super) fn lines(self) -> Vec<(Measure, Policy)> {
        let line = |key: &str, words: &str, policy: Policy| (Measure { key: key.to_string(), words: words.to_string() }, policy);
        let of = |planner: PlannerKind| Policy { planner, ..Policy::default() };
        let overlapping = |overlap: OverlapRule| Policy { overlap, ..of(PlannerKind::Overlapping) };
        match self {
            Self::Trust => vec![
                line("first-fit", "first fit", of(PlannerKind::FirstFit)),
                line("overlapping", "overlapping, p* = 80 %", overlapping(OverlapRule::default())),
                line("rarp", "RARP, everybody trusted", overlapping(OverlapRule::rarp(0))),
                line("rarp-trust", &format!("RARP, trusted from {TRUST} % on"), overlapping(OverlapRule::rarp(TRUST))),
            ],
            Self::Messages => {
                let names = ["first-fit", "first-fit-physical", "fcfs-eds", "fcfs-lrh", "first-min-slack", "netto-edf"];
                let policies = names.into_iter().filter_map(|name| PlannerKind::from_name(name).map(of));
                policies.map(|policy| line(&policy.name(), &policy.title(), Policy { shift: ShiftRule::Hold, ..policy })).collect()
            }
        }
    }

    /// The figures, in the order of [`ShareStudy::figures_of`].
    pub(super) fn figures(self) -> [(&'static str, &'static str); FIGURES] {
        match self {
            Self::Trust => [
                ("utilisation", "utilisation: node-slots really used, in per cent of the machine"),
                ("violations", "violations: accepted jobs whose nodes are in use when they are to start, in per cent"),
                ("served", "served: jobs that were accepted and found their nodes, in per cent of all"),
            ],
            Self::Messages => [
                ("starts", "starts: messages for each accepted job, if each new start is told"),
                ("nodes", "nodes: messages for each accepted job, if other nodes at the same start are told"),
                ("both", "both: messages for each accepted job, if both are told"),
            ],
        }
    }

    /// Umar's jobs: parametric ones (Table 6.1) for trust, MPI jobs (Table 6.2) for messages.
    pub(super) fn preset(self, place: u32) -> Preset {
        match self {
            Self::Trust => Preset { mpi: false, rate: 2, flexible_percent: 50 },
            Self::Messages => Preset { mpi: true, rate: 2, flexible_percent: place },
        }
    }

    /// The requests of a run at a place.
    pub(super) fn workload(self, options: Options, run: u32, place: u32) -> Result<Workload, ScenarioError> {
        let drawn = Workload::of_generator(self.preset(place).generator(options.seed_of(run), options.requests));
        if self == Self::Messages {
            return Ok(drawn);
        }
        let arrivals = drawn.arrivals()?;
        let request = |row: usize| Request { user: 1 + row as u32 % USERS, ..arrivals.row(row) };
        Ok(Workload::of_requests((0..arrivals.requests()).map(request).collect()))
    }

    /// A policy at a place.
    pub(super) fn policy_at(self, policy: Policy, options: Options, run: u32, place: u32) -> Policy {
        match self {
            Self::Trust => {
                Policy { overlap: OverlapRule { exact_users: place, seed: options.seed_of(run), ..policy.overlap }, ..policy }
            }
            Self::Messages => policy,
        }
    }

    /// A plan is begun.
    pub(super) fn session(policy: Policy, arrivals: &Arrivals) -> Session {
        Session::new(Machine { nodes: Preset::NODES, ..Machine::default() }, policy, arrivals.clone())
    }

    /// The figures of a finished plan.
    pub(super) fn figures_of(self, session: &Session) -> [f64; FIGURES] {
        let (arrivals, decisions, machine) = (session.arrivals(), session.decisions(), session.machine());
        let metrics = Metrics::of(arrivals, decisions, machine);
        let policy = session.policy();
        match self {
            Self::Trust => {
                // Under first fit, too, jobs end early.
                let reality = Reality::told(arrivals, decisions, machine, policy.overlap, &mut |_| {});
                let served = f64::from(metrics.accepted - reality.violations) / f64::from(metrics.jobs.max(1));
                [reality.utilisation, reality.violation_rate, served].map(|share| 100.0 * share)
            }
            Self::Messages => {
                // The planner on physical nodes never changes any.
                let is_physical = policy.planner == PlannerKind::FirstFitPhysical;
                let nodes = if is_physical { Some(0) } else { node_changes(arrivals, decisions, machine.nodes, u64::MAX) };
                let nodes = nodes.unwrap_or_default() as f64 / f64::from(metrics.accepted.max(1));
                [metrics.messages, 1.0 + nodes, metrics.messages + nodes]
            }
        }
    }
}
