//! Offers of on-line strip packing (Sulistio 3): what is free in an interval, and what a user takes of it. Time is in whole slots, which may be seconds.

mod negotiation;
mod choice;
mod need;
mod offer;
mod order;
mod query;
mod run;
mod search;

pub use choice::{Candidate, Choice, WEIGHT_MAX, Weights, choose};
pub use need::{Fit, Need};
pub use negotiation::Negotiation;
pub use offer::{Offer, Side, Stop};
pub use order::OfferOrder;
pub use query::ElasticQuery;
pub use run::{Run, runs_of};
pub use search::OfferSearch;
