//! What lies ahead of a cluster: when a job starts, and what a reservation costs the others.

pub(crate) mod cost;
pub(crate) mod cost_map;
pub(crate) mod fits;
pub(crate) mod forecast;
pub(crate) mod over_plan;
