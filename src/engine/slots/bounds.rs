//! The legal ranges of machines, requests, workloads and markets in slots; [`crate::core::bounds`] has those of every system.

pub use crate::core::bounds::REQUESTS;

use crate::core::bounds::Bound;

/// Nodes of the machine (maxCN, n, N).
pub const NODES: Bound = Bound::new("nodes of the machine", 1, 65_535);
/// Seconds per slot (δ).
pub const SLOT_SECONDS: Bound = Bound::new("seconds per slot", 1, 86_400);
/// A user number.
pub const USER: Bound = Bound::new("user", 0, u32::MAX - 1);
/// A slot that a request names: submission, earliest start, latest start. 38 years of five-minute slots.
pub const SLOT: Bound = Bound::new("slot", 0, 4_000_000);
/// Slots a job occupies (t_e).
pub const DURATION: Bound = Bound::new("duration", 1, 1_000_000);
/// Nodes a job needs at once (numCN); never more than the machine has.
pub const JOB_NODES: Bound = Bound::new("nodes per job", 1, 65_535);
/// Jobs of a parametric request (numJ).
pub const JOBS: Bound = Bound::new("jobs", 1, 10_000);
/// Jobs of a workload over all requests.
pub const TOTAL_JOBS: Bound = Bound::new("jobs over all requests", 0, 4_000_000);
/// Node places over all jobs (nodes × jobs, summed): what the table of physical nodes holds.
pub const TOTAL_NODES: Bound = Bound::new("nodes over all jobs", 0, 32_000_000);
/// Moves of accepted jobs that a planner tries for one job: it refuses the job if they are not enough. So many take less than 50 ms; planners that move
/// jobs slot by slot through windows of millions of slots would try millions.
pub const MOVES_TRIED: usize = 2_000;
/// Slots that all these moves together make free: booking and freeing a job takes time for each of its slots.
pub const SLOTS_MOVED: u64 = 10_000_000;
/// Starts that a planner looks at for one job when it makes room by moving others, after all starts were looked at with nobody moved.
pub const STARTS_CLEARED: u32 = 4_000;
/// Share of flexible requests in per cent.
pub const PERCENT: Bound = Bound::new("per cent", 0, 100);
/// Slots between earliest and latest start (t_r), or between submission and earliest start (book-ahead).
pub const RANGE_SLOTS: Bound = Bound::new("slots", 0, 1_000_000);
/// Greatest mean of arrivals per slot.
pub const ARRIVALS_PER_SLOT_MAX: f64 = 1_000.0;
/// Classes of a market.
pub const CLASSES: Bound = Bound::new("classes", 2, 8);
/// Price of a node for a slot in minor units. With it the dearest legal workload comes to less than 2^63.
pub const PRICE: Bound = Bound::new("price", 1, 100_000);
/// Greatest book-ahead of a class.
pub const BOOK_AHEAD: Bound = Bound::new("book-ahead", 0, 1_000_000);
/// Slots between two updates of booking limits (T).
pub const UPDATE_EVERY: Bound = Bound::new("slots between updates", 12, 1_000_000);
/// Characters of a class's name.
pub const CLASS_NAME_CHARS: usize = 40;
/// Greatest mean and standard deviation of the demand of a class, in nodes.
pub const DEMAND_MAX: f64 = 1_000_000.0;
/// Largest machine for which the exact optimum is looked for: its cost grows with the square.
pub const OPTIMAL_NODES_MAX: u32 = 10_000;
/// Slots of the interval of a query for offers. A reservation lasts no longer.
pub const QUERY_SLOTS: Bound = Bound::new("slots of the interval", 1, DURATION.max);
/// Greatest base cost of a node for a minute (bcost).
pub const BASE_COST_MAX: f64 = 1_000_000.0;
/// Greatest factor between the price of a reservation and the base cost (τ).
pub const FACTOR_MAX: f64 = 1_000.0;
/// Reservations that are planned anew together, the newcomer included, and the slots of their windows, added up: 64 windows of all slots. A decision takes a
/// bounded time so.
pub const REPLAN: (u32, u64) = (4_096, 64 * SLOT.max as u64);
/// The same in the order of arrival, in which only the newcomer is placed: whatever windows so many reservations have.
pub const REPLAN_FIFO: (u32, u64) = (32_768, 32_768 * (SLOT.max + DURATION.max) as u64);
/// The same where each is compared with each whenever one is placed (min-min).
pub const REPLAN_MIN_MIN: (u32, u64) = (1_024, 4 * SLOT.max as u64);
/// The same where each is compared with each, beside each (sufferage).
pub const REPLAN_SUFFERAGE: (u32, u64) = (128, SLOT.max as u64);
/// The same where orders are searched (GELSAR, genetic): all are placed once for each order that is tried.
pub const REPLAN_SEARCH: (u32, u64) = (256, 8 * SLOT.max as u64);
/// Of so many reservations, or of windows of so many slots, these try no more than [`SEARCH_ORDERS`]; of fewer as many more in proportion.
pub const SEARCH_CROWD: (u32, u64) = (256, 150_000);
/// Orders of a generation of the genetic algorithm, and neighbours that GELSAR looks at before each step.
pub const SEARCH_POPULATION: Bound = Bound::new("orders of a generation", 2, 100);
/// Generations after the first one, and steps of GELSAR.
pub const SEARCH_GENERATIONS: Bound = Bound::new("generations", 0, 100);
/// p* of overlapping reservations in per cent.
pub const CONFIDENCE: Bound = Bound::new("confidence (p*), per cent", 0, 100);
/// v* of overlapping reservations in per cent.
pub const FREE_SHARE: Bound = Bound::new("free share (v*), per cent", 0, 100);
/// By how much users overestimate durations on average, in per cent of the real ones.
pub const OVERESTIMATE: Bound = Bound::new("mean overestimate, per cent", 0, 1_000);
/// Least trust factor of users whose jobs may be expected to end early, in per cent; 0 for everybody's.
pub const TRUST: Bound = Bound::new("least trust factor, per cent", 0, 100);
/// Users whose jobs take all that they booked, in per cent of all users.
pub const EXACT_USERS: Bound = Bound::new("exact users, per cent", 0, 100);
/// Looks at reservations and steps of adding up probabilities for one job that may overlap others. So many take about 20 ms.
pub const OVERLAP_WORK: u64 = 10_000_000;
/// Orders that a search tries however many reservations there are, up to [`REPLAN_SEARCH`]; where there are fewer, it may try more.
pub const SEARCH_ORDERS: u32 = 31;
