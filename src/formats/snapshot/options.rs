//! What is said about a snapshot beside what it says itself.

use bookahead_engine::batch::limits::UserLimits;
use bookahead_engine::batch::scheduler::Scheduler;

/// What is said about a snapshot beside what it says itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SnapshotOptions {
    /// Only the jobs, nodes and reservations of this partition; `None` makes all partitions one pool.
    pub partition: Option<String>,
    /// Nodes of the machine, if not those that the snapshot tells.
    pub nodes: Option<u32>,
    /// The moment of the snapshot, if not the one that it tells: a date and a time such as `2026-11-28T09:00:00+01:00`, or seconds since 1970.
    pub now: Option<String>,
    /// Count processors, so many to a node, instead of nodes. `None` counts nodes where running jobs share none, else processors.
    pub processors_per_node: Option<u32>,
    /// Who decides.
    pub scheduler: Scheduler,
    /// Limits per user. Without any, the limit of running jobs that explains why jobs wait for one, if one number does.
    pub limits: UserLimits,
    /// Whether names of users, jobs and reservations are kept in the scenario; links and files then tell them to everyone.
    pub keeps_names: bool,
}

impl Default for SnapshotOptions {
    /// Conservative backfilling plans a start for every job, as Slurm's `sched/backfill` does.
    fn default() -> Self {
        Self {
            partition: None,
            nodes: None,
            now: None,
            processors_per_node: None,
            scheduler: Scheduler::Conservative,
            limits: UserLimits::default(),
            keeps_names: false,
        }
    }
}
