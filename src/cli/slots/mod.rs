//! Questions to a plan in slots: `bookahead cost`.

pub mod cost;
