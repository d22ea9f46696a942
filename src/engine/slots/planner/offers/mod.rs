//! Planning by offers (Sulistio): a request is a query, and its user may take a smaller offer.

pub(in crate::slots::planner) mod by_offers;
pub(in crate::slots::planner) mod packing;
