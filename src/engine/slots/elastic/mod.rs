//! Elastic reservation (Sulistio): a request is a query, the answer is a list of offers with prices, and a user or a rule chooses one.
//!
//! The offers come from on-line strip packing (OSP, Algorithm 1): [`as_written`] is the algorithm as the paper has it and can be watched;
//! [`OfferSearch`] gives the same offers in O(runs). [`Choice`] chooses (Algorithm 2), [`ask`] puts everything together.

mod answer;
mod explain;
mod front;
mod listing;
mod packing;
mod price;
mod profile;
mod query;
mod trail;

pub use crate::core::offers::{
    Candidate, Choice, ElasticQuery, Fit, Need, Negotiation, Offer, OfferOrder, OfferSearch, Run, Side, Stop, WEIGHT_MAX, Weights,
    choose, runs_of,
};
pub use answer::{Answer, Asked, Booking, OFFERS_LISTED, PricedOffer, Stale, ask};
pub use explain::{left_in_words, offer_in_words, right_in_words, step_in_words};
pub use front::{Merit, dominated};
pub use listing::{packing_at_work, packing_listing};
pub use packing::{Recorder, as_written};
pub use price::{Prices, Tariff};
pub use profile::FreeProfile;
pub use query::check_query;
pub use trail::{MOST_STEPS, PackingStep, Trail};
