//! Planning by offers (Sulistio): a request is a query, and its user may take a smaller offer.

pub(super) mod by_offers;
pub(super) mod packing;
