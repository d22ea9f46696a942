//! The list of stores.

use super::array::SlotArray;
use super::calendar::CalendarQueue;
use super::garq::Garq;
use super::planner_column::PlannerColumn;
use super::r_tree::IntervalTree;
use super::segment_tree::SegmentTree;
use super::slot_store::SlotStore;
use super::step_list::StepList;

/// Which store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// [`SlotArray`].
    Array,
    /// [`Garq`] with unsorted lists.
    Garq,
    /// [`Garq`] with sorted lists.
    GarqSorted,
    /// [`SegmentTree`].
    SegmentTree,
    /// [`StepList`].
    StepList,
    /// [`CalendarQueue`].
    CalendarQueue,
    /// [`PlannerColumn`].
    PlannerColumn,
    /// [`IntervalTree`].
    RTree,
}

/// Work on a store, whichever it is.
pub trait UseStore {
    /// What comes of it.
    type Out;

    /// Does the work on stores of this kind.
    fn with<S: SlotStore>(self) -> Self::Out;
}

impl StoreKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Array,
        Self::Garq,
        Self::SegmentTree,
        Self::StepList,
        Self::CalendarQueue,
        Self::PlannerColumn,
        Self::RTree,
        Self::GarqSorted,
    ];

    /// The name in files and curves.
    pub fn key(self) -> &'static str {
        match self {
            Self::Array => "array",
            Self::Garq => "garq",
            Self::GarqSorted => "garq-sorted",
            Self::SegmentTree => "segment-tree",
            Self::StepList => "linked-list",
            Self::CalendarQueue => "calendar-queue",
            Self::PlannerColumn => "planner-column",
            Self::RTree => "r-tree",
        }
    }

    /// The name in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Array => "array of slots (FCFS-EDS)",
            Self::Garq => "GarQ",
            Self::GarqSorted => "GarQ, sorted lists",
            Self::SegmentTree => "segment tree",
            Self::StepList => "sorted linked list",
            Self::CalendarQueue => "calendar queue",
            Self::PlannerColumn => "column of our planners",
            Self::RTree => "R-tree",
        }
    }

    /// How it works, in a sentence or two.
    pub fn idea(self) -> &'static str {
        match self {
            Self::Array => {
                "Each slot has its free nodes and a list of the reservations that start there, in the order of their numbers. A search reads all slots of a start and goes on behind the slot with the fewest free nodes (Umar 4.2)."
            }
            Self::Garq => {
                "A ring of buckets, one for each slot, with the nodes reserved in it and an unsorted list of the reservations that start there. A search reads each bucket once; buckets that are past are used again (Sulistio)."
            }
            Self::GarqSorted => {
                "GarQ with the list of each bucket in the order of its reservations’ numbers: adding looks for the place (Sulistio, as Umar 2.2.4 tells it)."
            }
            Self::SegmentTree => {
                "A node holds the amount that is reserved throughout its interval, and the largest further amount that is reserved in any part of it. A search enters only nodes where too few machine nodes may be free (Brodnik and Nilsson)."
            }
            Self::StepList => {
                "A list of the slots at which the reserved amount changes. Every operation looks for its place from the head (Xiong)."
            }
            Self::CalendarQueue => {
                "Pages of eight slots, each with a sorted list. A reservation is written on every page it touches; a search adds up the entries of the pages it needs (Brown)."
            }
            Self::PlannerColumn => {
                "The free nodes of all slots in one column, sixteen slots read at once, from the last slot of a start to the first. The planners of this laboratory use it."
            }
            Self::RTree => {
                "An R*-tree of the points (start, end). A search gathers the reservations that meet its window and sums them up."
            }
        }
    }

    /// Does some work on stores of this kind.
    pub fn with<U: UseStore>(self, work: U) -> U::Out {
        match self {
            Self::Array => work.with::<SlotArray>(),
            Self::Garq => work.with::<Garq<false>>(),
            Self::GarqSorted => work.with::<Garq<true>>(),
            Self::SegmentTree => work.with::<SegmentTree>(),
            Self::StepList => work.with::<StepList>(),
            Self::CalendarQueue => work.with::<CalendarQueue>(),
            Self::PlannerColumn => work.with::<PlannerColumn>(),
            Self::RTree => work.with::<IntervalTree>(),
        }
    }
}
