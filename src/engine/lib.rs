//! The scheduling engine: pure functions from a scenario to a plan. It knows nothing of browsers, files, clocks or the screen.
//!
//! A scenario is a plain value: a machine, requests and a policy. A run decides the requests one by one, in the order in which they arrive, and
//! returns the decisions and the figures of the plan. The same scenario gives the same bytes on every platform.
//!
//! | module | contents |
//! |---|---|
//! | [`slots`] | identical nodes, reserved in slots: planners, revenue management, explanations, a checker |
//! | [`idle`] | named servers in continuous time: strategies on idle periods, explanations, a checker |
//! | [`batch`] | parallel jobs on a cluster: queues, explanations, a checker |
//! | [`workflow`] | task graphs: a broker maps their tasks to the nodes of providers, explanations, a checker |
//! | [`study`] | [`Scenario`]: one of these, with a title |
//! | [`core`] | what the systems share: legal ranges, errors, edits, statistics |
//!
//! # Example
//!
//! Three users ask for the only node of a machine. User 1 can wait; users 2 and 3 insist on slot 2. FCFS-EDS moves user 1 out of the way of user 2, and
//! refuses user 3.
//!
//! ```
//! use bookahead_engine::core::time_names::TimeUnit;
//! use bookahead_engine::slots::decisions::{Move, REFUSED};
//! use bookahead_engine::slots::elastic::Tariff;
//! use bookahead_engine::slots::explain::verdict;
//! use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule};
//! use bookahead_engine::slots::workload::Workload;
//! use bookahead_engine::{Request, SlotsScenario, run};
//!
//! let request = |user, earliest_start, latest_start| Request {
//!     user,
//!     submitted: 0,
//!     earliest_start,
//!     latest_start,
//!     duration: 1,
//!     nodes: 1,
//!     jobs: 1,
//! };
//! let scenario = SlotsScenario {
//!     machine: Machine { nodes: 1, ..Machine::default() },
//!     workload: Workload::of_requests(vec![request(1, 2, 4), request(2, 2, 2), request(3, 2, 2)]),
//!     policy: Policy { planner: PlannerKind::FcfsEds, shift: ShiftRule::Hold, ..Policy::default() },
//!     market: None,
//!     tariff: Tariff::default(),
//! };
//! let outcome = run(&scenario)?;
//!
//! // The decisions: one row for each job.
//! assert_eq!(outcome.decisions.first_start, [2, 2, REFUSED]);
//! assert_eq!(outcome.decisions.start, [3, 2, REFUSED]);
//! assert_eq!(outcome.decisions.moves, [Move { job: 0, from: 2, to: 3, beneficiary: 1, short_slot: 2 }]);
//!
//! // The figures: two of three jobs keep the node busy in slots 2 and 3.
//! assert_eq!((outcome.metrics.accepted, outcome.metrics.jobs), (2, 3));
//! assert_eq!(outcome.metrics.utilisation, 1.0);
//!
//! // Why user 3 was refused.
//! let refusal = verdict(&outcome.arrivals, &outcome.decisions, scenario.machine, scenario.policy, 2, TimeUnit::Slots);
//! assert_eq!(refusal.headline, "Refused");
//! assert_eq!(refusal.sentences, ["It must start at 2; slot 2 is full: 2.1 starts there and may not wait, being at its latest start."]);
//! # Ok::<(), bookahead_engine::ScenarioError>(())
//! ```
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod core;
pub mod slots;
pub mod idle;
pub mod batch;
pub mod workflow;
mod study_kind;
mod study_messages;
pub mod study;
mod study_compared;
pub mod convert;

pub use core::error::ScenarioError;
pub use slots::outcome::{Outcome, run};
pub use slots::request::{Request, Slot};
pub use slots::scenario::SlotsScenario;
pub use study::{Scenario, Study};
