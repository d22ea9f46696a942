//! The legal ranges of clusters, their jobs and the options of co-allocation; [`crate::core::bounds`] has those of every system.

pub use crate::core::bounds::REQUESTS;

use crate::core::bounds::Bound;

/// Nodes of a machine (N), and of a job (n_r). The largest machine of the Parallel Workloads Archive has 163,840.
pub const NODES: Bound = Bound::new("nodes of the machine", 1, 1_048_576);
/// The number of the first node that a job names.
pub const FIRST_NODE: Bound = Bound::new("number of a node", 0, NODES.max - 1);
/// What a job is called: its number in a log.
pub const USER: Bound = Bound::new("user", 0, u32::MAX - 1);
/// The number of the user whose a job is.
pub const OWNER: Bound = Bound::new("owner", 0, u32::MAX - 1);
/// Running jobs of one user.
pub const USER_JOBS: Bound = Bound::new("running jobs of a user", 1, 10_000_000);
/// Nodes of the running jobs of one user.
pub const USER_NODES: Bound = Bound::new("nodes of a user", 1, NODES.max);
/// The weight of a part of a priority.
pub const WEIGHT: Bound = Bound::new("weight", 0, 1_000_000_000);
/// How long a job had waited when it was submitted, in seconds.
pub const AGE: Bound = Bound::new("age in seconds", 0, 4_000_000_000);
/// A moment that a job names, in seconds: submission, earliest start. 126 years.
pub const TIME: Bound = Bound::new("time in seconds", 0, 4_000_000_000);
/// How far ahead of its submission a job asks for a start, in seconds.
pub const AHEAD: Bound = Bound::new("seconds ahead", 0, 1_000_000_000);
/// How long after the earliest start that a job asks for the latest one lies, in seconds.
pub const START_WINDOW: Bound = Bound::new("window of starts in seconds", 0, 1_000_000_000);
/// How long a job runs, or is expected to run, in seconds. 31 years.
pub const LENGTH: Bound = Bound::new("length in seconds", 1, 1_000_000_000);
/// The horizon H of co-allocation in seconds.
pub const HORIZON: Bound = Bound::new("horizon in seconds", 1, 1_000_000_000);
/// The length l_q of a quantum in seconds.
pub const QUANTUM: Bound = Bound::new("quantum in seconds", 1, 1_000_000_000);
/// The number of quanta, Q = ⌈H / l_q⌉.
pub const QUANTA: Bound = Bound::new("quanta", 1, 1_000_000);
/// What a retry adds to the start, Δt, in seconds.
pub const STEP: Bound = Bound::new("step in seconds", 1, 1_000_000_000);
/// Promised starts of `backfill`: the first jobs of the queue that have one.
pub const DEPTH: Bound = Bound::new("promised starts", 0, 10_000);
/// How far ahead a promised start of `backfill` may lie, in seconds; the greatest value is no limit.
pub const WINDOW: Bound = Bound::new("window in seconds", 1, 1_000_000_000);
/// What promised starts of `backfill` are rounded up to, in seconds.
pub const RESOLUTION: Bound = Bound::new("resolution in seconds", 1, 86_400);
/// Jobs of the queue that `backfill` looks at in one moment; the greatest value is no limit.
pub const PER_MOMENT: Bound = Bound::new("jobs per moment", 1, 10_000_000);
/// Jobs of one user that `backfill` looks at in one moment; the greatest value is no limit.
pub const PER_USER: Bound = Bound::new("jobs of a user per moment", 1, 10_000_000);
/// How often a request is tried again before it is put on hold (maxRet).
pub const RETRIES: Bound = Bound::new("retries", 0, 500_000);
