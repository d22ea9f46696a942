//! Revenue management: which class may book the last nodes, and at what price (Umar ch. 5, 6.1, 6.6, 6.7).
//!
//! [`Market`] is the configuration. `limits` and `optimum` compute protection levels for a given demand. [`Revenue`] keeps the booking limits of a
//! run slot by slot, decides for each placed job whether its class is open, and can undo decisions. [`Report`] sums the revenue.

mod border;
mod curves;
mod demand;
mod emsr_b;
mod known;
mod ledger;
mod limits;
mod losses;
mod market;
mod method;
mod methods;
mod offer;
pub mod normal;
mod optimum;
mod question;
mod parts;
pub mod regimes;
mod run_series;
mod report;
mod usage;

pub use border::BorderCurve;
pub use curves::{LevelPoint, RevenueCurve, demand_curve, revenue_along};
pub use demand::{Demand, LEAST, WholeDemand};
pub use emsr_b::{EmsrBStep, emsr_b_at_work, emsr_b_listing, emsr_b_steps};
pub use known::{known_demand, known_demand_in};
pub use ledger::{Revenue, Update};
pub use limits::{booking_limits, emsr_a_level, emsr_b_level, littlewood_level, partitioned, protection_levels};
pub use losses::{Losses, LossesPerSlot};
pub use market::{Class, DemandSource, Market, Nesting};
pub use method::Method;
pub use methods::{MarketFigures, MethodFigures, compare_methods, levels_of, limits_in_force, loss};
pub use offer::{Offer, VirtualClass};
pub use optimum::{WholeClasses, expected_revenue, expected_revenue_partitioned, optimal_levels, worth_of_nodes};
pub use parts::{RevenuePart, RevenueParts};
pub use question::{DemandShape, LimitsAnswer, LimitsQuestion, Rounding};
pub use report::{ClassFigures, Report, WindowReport, sliding_sum};
pub use run_series::RunSeries;
pub use usage::{ClassForecast, Lost, Usage};
