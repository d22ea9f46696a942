//! Which requests of a plan in slots a list shows.

use crate::chart::PlanView;
use crate::engine::slots::revenue::Market;
use crate::state::{Listing, ListingTab, RequestFacts, Search};

/// Request rows of a tab, ascending; `None` for all.
fn rows_of(plan: &PlanView, tab: ListingTab) -> Option<Vec<u32>> {
    match tab {
        ListingTab::All => None,
        ListingTab::Refused => Some(plan.refused_rows()),
        ListingTab::Moved => Some(plan.moved_rows()),
        // There is no queue.
        ListingTab::Waited | ListingTab::Backfilled => Some(Vec::new()),
    }
}

/// How many requests a tab has.
pub fn slots_count(plan: &PlanView, tab: ListingTab) -> usize {
    rows_of(plan, tab).map_or(plan.arrivals().requests(), |rows| rows.len())
}

/// What a search lets through.
pub fn slots_listing(plan: &PlanView, market: Option<&Market>, search: &Search) -> Listing {
    let facts = |row: usize| RequestFacts::of(plan, market, row);
    Listing::new(plan.arrivals().requests(), search, rows_of(plan, search.tab), facts)
}
