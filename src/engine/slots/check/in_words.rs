//! What the checkers find, in words, for a plan with a market or without.

use super::{check_counting, check_with_market};
use crate::core::verification::Verification;
use crate::slots::decisions::Decisions;
use crate::slots::nodes::NodeTable;
use crate::slots::outcome::RevenueOutcome;
use crate::slots::revenue::Market;
use crate::slots::scenario::{Machine, Policy};
use crate::slots::workload::Arrivals;

/// Checks a finished run: as [`check`](super::check), and with a market as [`check_with_market`].
pub fn verify(
    arrivals: &Arrivals,
    decisions: &Decisions,
    nodes: &NodeTable,
    (machine, policy): (Machine, Policy),
    market: Option<(&Market, &RevenueOutcome)>,
) -> Verification {
    let mut verification = Verification::default();
    let mut found = check_counting(arrivals, decisions, nodes, (machine, policy), &mut verification);
    if policy.planner.overlaps() {
        verification.looked(
            decisions.start.len(),
            ["job against the rule by which reservations may overlap", "jobs against the rule by which reservations may overlap"],
        );
    }
    if let Some((market, revenue)) = market {
        verification.looked(
            decisions.start.len(),
            ["job against the booking limit and price of its class", "jobs against the booking limits and prices of their classes"],
        );
        verification.looked(revenue.updates.len(), ["forecast and change of limits", "forecasts and changes of limits"]);
        found = check_with_market(arrivals, decisions, nodes, (machine, policy), (market, revenue));
    }
    verification.violations = found.iter().map(ToString::to_string).collect();
    verification
}
