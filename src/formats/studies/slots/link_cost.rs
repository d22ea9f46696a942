//! What links say of the request whose cost is looked at (form 9 of version 3). Fields are identified by their order: do not reorder, remove or change any.

use crate::link_parts::{ByNumber, CostView, numbered};
use bookahead_engine::core::cost_map::MapAxis;
use bookahead_engine::slots::cost::{Measure, Wanted};
use serde::{Deserialize, Serialize};

numbered! {
    Measure { Slots = 0, Moved = 1, Refused = 2, Lost = 3, Displaced = 4 }
}

/// The request, what the cheapest starts are measured by, and the rows of the map.
#[derive(Serialize, Deserialize)]
pub(super) struct WireCostView {
    submitted: u32,
    /// Earliest start − submission.
    book_ahead: u32,
    slots: u32,
    nodes: u32,
    relax: u32,
    measure: ByNumber<Measure>,
    axis: ByNumber<MapAxis>,
}

impl From<CostView> for WireCostView {
    fn from(CostView { submitted, wanted: Wanted { start, slots, nodes }, relax, measure, axis }: CostView) -> Self {
        let book_ahead = start.wrapping_sub(submitted);
        Self { submitted, book_ahead, slots, nodes, relax, measure: ByNumber(measure), axis: ByNumber(axis) }
    }
}

impl From<WireCostView> for CostView {
    fn from(WireCostView { submitted, book_ahead, slots, nodes, relax, measure, axis }: WireCostView) -> Self {
        let wanted = Wanted { start: submitted.wrapping_add(book_ahead), slots, nodes };
        Self { submitted, wanted, relax, measure: measure.0, axis: axis.0 }
    }
}
