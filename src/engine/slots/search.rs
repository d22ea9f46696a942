//! How the search for a job's start went, look by look, and why jobs in the way stay where they are.

use super::decisions::Move;
use super::request::Slot;
use serde::{Deserialize, Serialize};

/// The search for one job's start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchLog {
    /// The looks at the plan, in order; starts never go back.
    pub looks: Vec<Look>,
    /// The moves that were tried, in order. All were put back if nothing was found.
    pub moves: Vec<Move>,
    /// The start that was found.
    pub found: Option<Slot>,
}

/// A look at the slots of one start: the one that is shortest of nodes, the first of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// The start.
    pub start: Slot,
    /// The slot with the fewest free nodes, fewer than are needed.
    pub slot: Slot,
    /// How many those are.
    pub free: u32,
    /// Moves tried before.
    pub moves: u32,
    /// What the planner did about it.
    pub then: Then,
}

/// What the planner does about a short slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    /// It moves a job, the one in [`SearchLog::moves`] at [`Look::moves`], and looks at the same start again.
    Moved,
    /// No job can leave: every start up to the slot is ruled out, and the next one is looked at.
    Blocked,
}

/// An accepted job in a short slot that does not make way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staying {
    /// The job (row).
    pub job: u32,
    /// Where it stands at that moment.
    pub start: Slot,
    /// Why it stays there.
    pub why: WhyStaying,
}

/// Why an accepted job in a short slot does not make way: the rules of FCFS-EDS (Umar 3.3.2) and FCFS-LRH (Pujiyanta II.C), in the order in which they
/// are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WhyStaying {
    /// Its start is not after the present.
    Begun,
    /// FCFS-EDS asks only jobs that start in the short slot, and it starts before.
    StartsBefore,
    /// FCFS-LRH moves a job once for each newcomer, and it has been moved for this one.
    Moved,
    /// Its window has no start that would leave the slot free of it. With FCFS-EDS, where only later starts count: it stands at its latest start.
    NoOtherStart,
    /// Its window has such starts, but at none of them enough nodes are free.
    NoRoom,
}

impl Staying {
    /// Whether it is one of those that the planner asks to leave the slot, begun ones included.
    pub fn was_asked(&self) -> bool {
        self.why != WhyStaying::StartsBefore
    }
}

/// A reservation that was planned anew for a newcomer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedAgain {
    /// The job (row).
    pub job: u32,
    /// Where it stood; `None` for the newcomer.
    pub from: Option<Slot>,
    /// Where it goes; `None` if it found no place.
    pub to: Option<Slot>,
}
