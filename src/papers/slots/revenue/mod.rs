//! Umar's experiments on revenue (6.6, 6.7): no, fixed and updated booking limits on the same requests, and the optimum.

mod figure;
mod limits_after;
mod compared;
mod rate;
mod sessions;
mod setting;
mod trial;

pub use rate::{RATE_LECTURE, RATE_RUNS, RateStudy, RateTrial};
pub use setting::{PAPER_RUNS, RevenueExperiment};
pub use trial::RevenueTrial;
