//! The page's state of plans in slots: changes by hand, drags, and what is derived from a plan.

mod batch;
mod by_type;
mod drag;
mod edit;
pub(super) mod examples;
mod filter;
mod listing;
mod market_drag;
mod market_edit;
mod market_fit;
mod overview;
mod money;
mod other_nodes;
mod pipeline;
mod plan;
mod sums;

pub use batch::{BatchEdit, batch_change};
pub use by_type::{no_slots, slots_charts};
pub use drag::{DrawDrag, Handle, RequestDrag, drawn_request, moved};
pub use edit::{market_change, request_change, tariff_change, with_machine, with_policy, with_workload};
pub use filter::{FILTER_WORDS, FilterError, RequestFacts, RequestFilter, with_filter_word};
pub use listing::{slots_count, slots_listing};
pub use market_drag::{MarketDrag, MarketHandle, higher_side, moved_market};
pub use market_edit::{ClassField, MarketField, class_name, with_class, without_class};
pub use money::{Money, RegimeMoney, gain};
pub use other_nodes::OtherNodes;
pub use overview::{WindowHandle, moved_window};
pub use pipeline::{Stage, pipeline};
pub use plan::{SlotsCopy, SlotsPlan, SlotsShown};
pub use sums::{RequestSums, jobs_of_rows, marked_rows};
