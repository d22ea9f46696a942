//! The legal ranges of workflows; [`crate::core::bounds`] has those of every system.

use crate::core::bounds::Bound;

/// Compute nodes of all providers together.
pub const NODES: Bound = Bound::new("nodes of all providers", 1, 1_000);
/// Providers.
pub const PROVIDERS: Bound = Bound::new("providers", 1, 100);
/// Applications of a scenario.
pub const APPLICATIONS: Bound = Bound::new("applications", 1, 100);
/// Tasks of all applications together.
pub const TASKS: Bound = Bound::new("tasks", 1, 20_000);
/// Edges of all applications together.
pub const EDGES: Bound = Bound::new("edges", 0, 400_000);
/// Duration of a task, and what an edge costs, in ticks.
pub const DURATION: Bound = Bound::new("duration in ticks", 0, 1_000_000_000);
/// Durations of all tasks of an application on all nodes, where nodes differ.
pub const ON_NODES: Bound = Bound::new("durations on nodes", 0, 1_000_000);
/// A moment that is given, in ticks.
pub const TIME: Bound = Bound::new("time in ticks", 0, 4_000_000_000);
/// Ticks of a unit of time.
pub const TICKS: Bound = Bound::new("ticks of a unit of time", 1, 1_000_000);
/// A user number.
pub const USER: Bound = Bound::new("user", 0, u32::MAX - 1);
/// Busy periods that are given.
pub const BUSY: Bound = Bound::new("busy periods", 0, 20_000);
/// What fails.
pub const FAILURES: Bound = Bound::new("failures", 0, 100);
/// Tasks of all given orders together.
pub const ORDERED: Bound = Bound::new("tasks in orders", 0, 100_000);
/// The length of a day, and of the hours in it, in ticks.
pub const PERIOD: Bound = Bound::new("period in ticks", 1, 1_000_000_000);
/// Pre-load in per cent of the node-time.
pub const PRELOAD: Bound = Bound::new("per cent of the node-time", 0, 90);
/// Mappings that are searched (M).
pub const ITERATIONS: Bound = Bound::new("iterations", 1, 10_000);
/// Ticks that a mapping takes the broker: with all applications, refusals and mappings far below the end of time.
pub const MAPPING_TICKS: Bound = Bound::new("ticks of a mapping", 0, 1_000_000);
/// Characters of a task's name.
pub const NAME_CHARS: usize = 120;
