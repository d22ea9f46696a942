//! The revenue workbench: the market, its booking limits, and the revenue over time.

pub(crate) mod booking_limits;
pub(crate) mod figures;
pub(crate) mod market;
pub(crate) mod names;
pub(crate) mod over_time;
pub(crate) mod view;
