//! Revenue management: who may book the last nodes, and at what price (Umar ch. 5, 6.1, 6.6, 6.7).
//!
//! [`Market`] says what is wanted. `limits` and `optimum` find protection levels for a given demand; [`Revenue`] keeps the booking limits
//! of a run slot by slot, answers for each placed job whether its class is open, and can take answers back. [`Report`] counts the money.

mod border;
mod curves;
mod demand;
mod known;
mod ledger;
mod limits;
mod market;
pub mod experiment;
pub mod normal;
mod optimum;
mod question;
pub mod regimes;
mod report;
mod usage;

pub use border::BorderCurve;
pub use curves::{LevelPoint, RevenueCurve, demand_curve, revenue_along};
pub use demand::{Demand, LEAST, WholeDemand};
pub use known::known_demand;
pub use ledger::{Revenue, Update};
pub use limits::{
    Offer, VirtualClass, booking_limits, emsr_a_level, emsr_b_level, littlewood_level, partitioned, protection_levels,
};
pub use market::{Class, DemandSource, Market, Method, Nesting};
pub use optimum::{WholeClasses, expected_revenue, expected_revenue_partitioned, optimal_levels, worth_of_nodes};
pub use question::{LimitsAnswer, LimitsQuestion};
pub use report::{ClassFigures, Report, WindowReport, sliding_sum};
pub use usage::{ClassForecast, Lost, Usage};
