//! The definition of each figure: axis, points, curves, and which runs they are made of.

use crate::experiment::Options;
use bookahead_engine::batch::scenario::BatchScenario;
use bookahead_engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead_engine::batch::workload::generator::LublinWorkload;
use bookahead_engine::batch::workload::{BatchSource, BatchWorkload};

/// A figure or table of chapter 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClusterFigure {
    /// Table 5.3: retries by nodes.
    Retries,
    /// 5.3: temporal penalty by length.
    TemporalPenalty,
    /// 5.4: distribution of waits.
    Waits,
    /// 5.5: distribution of lengths.
    Lengths,
    /// 5.6: mean wait by nodes.
    SpatialPenalty,
    /// 5.7: distribution of waits with advance reservations.
    WaitsAhead,
    /// 5.8: mean wait against the share of advance reservations.
    MeanWait,
    /// 5.9: operations against the share of advance reservations.
    Operations,
}

/// Nodes of the machine for which jobs are drawn, where no log is given: that of KTH in the paper.
pub const LOG_NODES: u32 = 128;
/// Load of the drawn jobs.
pub(in crate::batch) const LOAD: f64 = 0.7;
/// Shares of advance reservations.
pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// Hours of the axes.
const HOURS: u32 = 24;
/// Groups of jobs by nodes have so many, as in the paper; those of the mean wait on small machines an eighth of them.
const GROUP_NODES: u32 = 50;
const QUEUES: [Scheduler; 3] = [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Conservative];

/// A run of the jobs: who decides, and the share of jobs that ask for a start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Simulated {
    /// Who decides.
    pub scheduler: Scheduler,
    /// ρ.
    pub share: f64,
}

impl ClusterFigure {
    /// All of them, in the order of the paper.
    pub const ALL: [Self; 8] = [
        Self::TemporalPenalty,
        Self::Waits,
        Self::Lengths,
        Self::Retries,
        Self::SpatialPenalty,
        Self::WaitsAhead,
        Self::MeanWait,
        Self::Operations,
    ];

    /// The name on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Self::Retries => "castillo-table-5.3",
            Self::TemporalPenalty => "castillo-5.3",
            Self::Waits => "castillo-5.4",
            Self::Lengths => "castillo-5.5",
            Self::SpatialPenalty => "castillo-5.6",
            Self::WaitsAhead => "castillo-5.7",
            Self::MeanWait => "castillo-5.8",
            Self::Operations => "castillo-5.9",
        }
    }

    /// The figure with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.key() == key)
    }

    /// What it is, in one line.
    pub fn title(self) -> &'static str {
        match self {
            Self::Retries => "Co-allocation: retries by nodes (Castillo, Table 5.3)",
            Self::TemporalPenalty => "Co-allocation: temporal penalty by length (Castillo, Figure 5.3)",
            Self::Waits => "Co-allocation: distribution of waits (Castillo, Figure 5.4)",
            Self::Lengths => "Co-allocation: distribution of lengths (Castillo, Figure 5.5)",
            Self::SpatialPenalty => "Co-allocation: mean wait by nodes (Castillo, Figure 5.6)",
            Self::WaitsAhead => "Co-allocation: waits with advance reservations (Castillo, Figure 5.7)",
            Self::MeanWait => "Co-allocation: mean wait against the share of advance reservations (Castillo, Figure 5.8)",
            Self::Operations => "Co-allocation: operations against the share of advance reservations (Castillo, Figure 5.9)",
        }
    }

    /// A size for a lecture: seconds.
    pub fn lecture(self) -> Options {
        Options { runs: 3, requests: 3_000, seed: 1 }
    }

    /// The paper's size: that of the KTH log.
    pub fn full(self) -> Options {
        Options { runs: 5, requests: 28_481, seed: 1 }
    }

    /// The drawn jobs of the first run under co-allocation, to be opened; where shares of advance reservations are compared, half of the jobs ask for a start.
    pub fn scenario(self, options: Options) -> BatchScenario {
        let has_shares = self.is_by_share() || self == Self::WaitsAhead;
        let advance_percent = if has_shares { 50 } else { 0 };
        let (seed, jobs) = (options.seed, options.requests);
        let lublin = LublinWorkload { seed, jobs, load: LOAD, overestimate: 0.0, advance_percent, ..LublinWorkload::default() };
        let workload = BatchWorkload::of(BatchSource::Lublin(lublin));
        BatchScenario::new(LOG_NODES, workload, BatchPolicy::of(Scheduler::CoAllocation))
    }

    /// Its curves: names, and the runs that each is made of.
    pub(super) fn curves(self, has_log: bool) -> Vec<(String, Vec<Simulated>)> {
        let of = |scheduler: Scheduler, share: f64| Simulated { scheduler, share };
        let alone = |scheduler: Scheduler| (scheduler.name().to_string(), vec![of(scheduler, 0.0)]);
        let all = || {
            let logged = has_log.then_some(Scheduler::AsLogged);
            std::iter::once(Scheduler::CoAllocation).chain(logged).chain(QUEUES)
        };
        match self {
            Self::Retries => vec![alone(Scheduler::CoAllocation)],
            Self::Lengths => vec![("jobs".to_string(), vec![of(Scheduler::Fcfs, 0.0)])],
            Self::TemporalPenalty | Self::Waits | Self::SpatialPenalty => all().map(alone).collect(),
            Self::WaitsAhead => {
                let curve = |share: f64| (format!("ρ = {share}"), vec![of(Scheduler::CoAllocation, share)]);
                let logged = has_log.then(|| alone(Scheduler::AsLogged));
                SHARES.into_iter().map(curve).chain(logged).collect()
            }
            Self::MeanWait => {
                let curve = |scheduler: Scheduler| {
                    (scheduler.name().to_string(), SHARES.into_iter().map(|share| of(scheduler, share)).collect())
                };
                std::iter::once(Scheduler::CoAllocation).chain(QUEUES).map(curve).collect()
            }
            Self::Operations => {
                let runs = SHARES.into_iter().map(|share| of(Scheduler::CoAllocation, share)).collect();
                vec![(Scheduler::CoAllocation.name().to_string(), runs)]
            }
        }
    }

    /// What is to the right: the name in CSV, and words.
    pub fn axis(self) -> (&'static str, &'static str) {
        match self {
            Self::Retries | Self::SpatialPenalty => ("nodes", "nodes n_r, up to"),
            Self::TemporalPenalty | Self::Lengths => ("hours", "length l_r in hours, up to"),
            Self::Waits | Self::WaitsAhead => ("hours", "hours"),
            Self::MeanWait | Self::Operations => ("share", "share ρ of jobs that ask for a start"),
        }
    }

    /// What is upwards: the name in CSV, and words.
    pub fn measure(self) -> (&'static str, &'static str) {
        match self {
            Self::Retries => ("retries", "Mean number of retries"),
            Self::TemporalPenalty => ("temporal_penalty", "Mean temporal penalty W / l_r"),
            Self::Waits => ("waits", "Share of jobs that wait no longer, from the start they ask for"),
            Self::Lengths => ("lengths", "Share of jobs of this length"),
            Self::SpatialPenalty => ("mean_wait", "Mean wait in hours"),
            Self::WaitsAhead => ("waits", "Share of jobs that start no later after their submission"),
            Self::MeanWait => ("mean_wait", "Mean wait in hours, from the start they ask for"),
            Self::Operations => ("operations", "Nodes of the two-level trees visited and periods retrieved, per request"),
        }
    }

    /// The places on the axis, for a machine of so many nodes. Each holds what is above the one before it, up to itself.
    pub fn places(self, nodes: u32) -> Vec<f64> {
        match self {
            Self::Retries => (1..=nodes.div_ceil(GROUP_NODES)).map(|group| f64::from(group * GROUP_NODES)).collect(),
            Self::SpatialPenalty => {
                let width = if nodes > 2 * GROUP_NODES { GROUP_NODES } else { nodes.div_ceil(8).max(1) };
                (1..=nodes.div_ceil(width)).map(|group| f64::from(group * width)).collect()
            }
            Self::MeanWait | Self::Operations => SHARES.to_vec(),
            _ => (1..=HOURS).map(f64::from).collect(),
        }
    }

    /// Whether each run gives one point; else each gives a whole curve.
    pub(super) fn is_by_share(self) -> bool {
        matches!(self, Self::MeanWait | Self::Operations)
    }
}
