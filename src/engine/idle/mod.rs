//! Advance reservation of named servers over continuous time: idle periods as geometry (Castillo chapters 3 and 4).
//!
//! A *request* asks for one server: size l, earliest start r, deadline d. An *idle period* [s, e) of a server is the point (s, e) above
//! the diagonal; the job is the segment from P = (r, r + l) to P′ = (d − l, d). On a server of rate μ the job lasts ⌈l/μ⌉. Time is counted
//! in whole ticks.

pub mod bounds;
pub mod strategy;
pub mod servers;
pub mod request;
pub mod names;
pub mod period;
pub mod decisions;
mod index;
mod first_marked;
pub mod session;
pub mod reference;
pub mod geometry;
pub mod generator;
pub mod metrics;
pub mod adaptive;
pub mod workload;
pub mod clock;
pub mod scenario;
pub mod outcome;
mod full_run;
pub mod update;
pub mod run;
pub mod compare_runs;
pub mod moment;
pub mod compare;
pub mod check;
pub mod explain;
pub mod worked;

pub use adaptive::{Adapted, Adapting};
pub use clock::TickClock;
pub use decisions::{IdleDecisions, IdleObstacle, IdleRefusal, NO_SERVER, NO_START};
pub use moment::{Moment, MomentQuery};
pub use names::{RequestName, RequestNames};
pub use outcome::{IdleFigures, IdleOutcome};
pub use period::{Period, Want};
pub use reference::TreeName;
pub use request::{IdleArrivals, IdleRequest};
pub use scenario::{IdleEvent, IdleScenario, strip_factors};
pub use servers::{Rate, ServerGroup, Servers};
pub use session::IdleSession;
pub use strategy::Strategy;
pub use update::{IdlePlan, IdleQuery, IdleSnapshot, IdleUpdate};
pub use workload::{IdleSource, IdleWorkload};

/// A moment or a length of time.
pub type Tick = u32;

/// The end of a period after which nothing is reserved.
pub const OPEN: Tick = Tick::MAX;
