//! A start that was looked at for a reservation that overlaps others.

use crate::slots::request::Slot;
use serde::{Deserialize, Serialize};

/// A look at a start where the reservation would overlap others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverlapLook {
    /// The start.
    pub start: Slot,
    /// How many of the slots from it on have enough nodes free by the estimates.
    pub free_slots: u32,
    /// The slot in which a violation is most probable of those that were looked at, the first of several; where too many nodes are booked, or too many
    /// reservations overlap, that slot.
    pub slot: Slot,
    /// Nodes booked in it, the newcomer's included.
    pub booked: u32,
    /// The probability that more nodes are in use there than the machine has, in hundredths of a per cent, rounded; 0 if it was not computed.
    pub chance: u32,
    /// Why the start is not taken; `None` if it is.
    pub why_not: Option<WhyNot>,
}

/// Why a start is not taken, in the order in which the rules are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WhyNot {
    /// A slot would be booked with more than twice the nodes of the machine.
    Twice,
    /// Too few of its slots have enough nodes free by the estimates (v*).
    FewFree,
    /// A violation is too probable (p*).
    Probable,
    /// So many reservations overlap that the probability is not computed: a decision takes a bounded time.
    TooMany,
}
