//! How long a query for offers takes, without the rest of `scripts/bench`.
//!
//! `cargo bench --bench elastic`

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

#[path = "measure/offers.rs"]
mod offers;

fn main() {
    println!("{:<42}{:>8}{:>12}{:>14}{:>14}", "query over 8,640 slots", "offers", "ms", "as written ms", "all rect. ms");
    for offers::QueryCost { words, offers, search_ms, written_ms, scan_ms } in offers::query_costs() {
        println!("{words:<42}{offers:>8}{search_ms:>12.3}{written_ms:>14.3}{scan_ms:>14.3}");
    }
}
