//! What the checkers find, in words, for a plan with a market or without.

use super::{check, check_with_market};
use crate::slots::decisions::Decisions;
use crate::slots::nodes::NodeTable;
use crate::slots::outcome::RevenueOutcome;
use crate::slots::revenue::Market;
use crate::slots::scenario::Machine;
use crate::slots::workload::Arrivals;

/// Everything that is wrong with a finished run, in words: as [`check`], and with a market as [`check_with_market`].
pub fn violations_in_words(
    arrivals: &Arrivals,
    decisions: &Decisions,
    nodes: &NodeTable,
    machine: Machine,
    market: Option<(&Market, &RevenueOutcome)>,
) -> Vec<String> {
    let found = match market {
        Some((market, revenue)) => check_with_market(arrivals, decisions, nodes, machine, market, revenue),
        None => check(arrivals, decisions, nodes, machine),
    };
    found.iter().map(ToString::to_string).collect()
}
