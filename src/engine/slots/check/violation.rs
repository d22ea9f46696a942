//! The violations the checker can find, as data and in words.

use super::job_label::JobLabel;
use super::revenue_fault::RevenueFault;
use super::taken_fault::TakenFault;
use crate::slots::request::Slot;
use std::fmt;

/// Which of the two starts of a job is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Where it was first placed.
    First,
    /// Where it stands in the final plan.
    Final,
}

/// Something that is wrong with a run. `Display` gives one sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Violation {
    /// Revenue management: limits, forecasts or money.
    Revenue(RevenueFault),
    /// An offer that was taken although it is smaller than what was asked for.
    Taken {
        /// Row of the offer.
        index: usize,
        /// What is wrong.
        fault: TakenFault,
    },
    /// A column does not have one row for each job.
    ColumnLength {
        /// The column's name.
        column: &'static str,
        /// Rows it has.
        found: usize,
        /// Rows it should have.
        expected: usize,
    },
    /// A job has a start in the final plan but was never placed, or the other way round.
    HalfRefused {
        /// The job.
        job: JobLabel,
    },
    /// A job stands, or was first placed, outside its window.
    OutsideWindow {
        /// The job.
        job: JobLabel,
        /// First or final start.
        placement: Placement,
        /// That start.
        start: Slot,
        /// First slot allowed.
        earliest_start: Slot,
        /// Last slot allowed.
        latest_start: Slot,
    },
    /// The final plan uses more nodes than there are.
    Capacity {
        /// First slot of the stretch.
        slot: u64,
        /// First slot after it.
        end: u64,
        /// Nodes in use there.
        used: i64,
        /// Nodes of the machine.
        capacity: i64,
    },
    /// The plan as it stood after one decision uses more nodes than there are.
    CapacityAfter {
        /// The job decided last.
        after: JobLabel,
        /// The slot.
        slot: u64,
        /// Nodes in use there.
        used: i64,
        /// Nodes of the machine.
        capacity: i64,
    },
    /// A job overlaps others although the rule forbids it.
    Overlap {
        /// The job.
        job: JobLabel,
        /// Its slots with enough nodes free by the estimates.
        free_slots: u64,
        /// How many must be.
        needed: u64,
        /// The greatest probability that more nodes are in use in one of its slots than there are.
        chance: f64,
        /// What it must be below.
        below: f64,
    },
    /// Moves are not ordered by the job they were made for.
    MoveOrder {
        /// Row of the first move out of order.
        index: usize,
    },
    /// A move names a job that does not exist.
    MoveOfUnknownJob {
        /// Row of the move.
        index: usize,
        /// Row of the job that moved.
        job: u32,
        /// Row of the job it moved for.
        beneficiary: u32,
    },
    /// A move that no planner may make.
    Move {
        /// Row of the move.
        index: usize,
        /// The job that moved.
        job: JobLabel,
        /// The job it moved for.
        beneficiary: JobLabel,
        /// What is wrong.
        fault: MoveFault,
    },
    /// The moves do not lead from where a job was first placed to where it stands.
    FinalStart {
        /// The job.
        job: JobLabel,
        /// Where it stands.
        start: Slot,
        /// Where the moves lead.
        replayed: Slot,
    },
    /// Refusals are not ordered by job.
    RefusalOrder {
        /// Row of the first refusal out of order.
        index: usize,
    },
    /// A refusal names a job that does not exist.
    RefusalOfUnknownJob {
        /// Row of the refusal.
        index: usize,
        /// The row it names.
        job: u32,
    },
    /// A refused job must have one refusal, an accepted job none.
    RefusalRows {
        /// The job.
        job: JobLabel,
        /// Refusals it has.
        found: u32,
        /// Refusals it should have.
        expected: u32,
    },
    /// The reason of a refusal cannot be true for this job.
    ImpossibleReason {
        /// The job.
        job: JobLabel,
    },
    /// A refusal tells another number of free nodes than the plan had.
    FreeNodes {
        /// The job.
        job: JobLabel,
        /// The slot.
        slot: Slot,
        /// Free nodes as told.
        told: u32,
        /// Free nodes in the plan.
        really: i64,
    },
    /// The bounds of the node table do not rise from 0 to the number of its entries.
    NodeBounds {
        /// Entries of the table.
        ids: usize,
    },
    /// A job does not have as many nodes as it asked for (a refused one: any at all).
    NodeCount {
        /// The job.
        job: JobLabel,
        /// Nodes it has.
        found: usize,
        /// Nodes it should have.
        expected: u32,
    },
    /// The nodes of a job do not ascend; a node named twice is this, too.
    NodesNotAscending {
        /// The job.
        job: JobLabel,
        /// The node out of order.
        node: u32,
        /// The node before it.
        after: u32,
    },
    /// A job is on a node that the machine does not have.
    NodeOutOfRange {
        /// The job.
        job: JobLabel,
        /// The node.
        node: u32,
        /// Nodes of the machine.
        nodes: u32,
    },
    /// Two jobs are on one node at once.
    NodeTwice {
        /// The node.
        node: u32,
        /// The slot in which the second begins.
        slot: u64,
        /// The job that begins.
        job: JobLabel,
        /// The job that is there.
        other: JobLabel,
    },
}

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// The job it was made for was refused; such moves are put back.
    ForRefused,
    /// The job did not stand there: it stood elsewhere, or nowhere (`None`).
    StoodElsewhere {
        /// Where the move says it stood.
        from: Slot,
        /// Where it stood.
        stood: Option<Slot>,
    },
    /// The job had begun.
    HadBegun {
        /// Its start.
        from: Slot,
        /// The slot in which the other job was decided.
        now: Slot,
    },
    /// The new start has passed.
    IntoThePast {
        /// The new start.
        to: Slot,
        /// The slot in which the other job was decided.
        now: Slot,
    },
    /// The new start is outside the job's window.
    OutsideWindow {
        /// The new start.
        to: Slot,
        /// First slot allowed.
        earliest_start: Slot,
        /// Last slot allowed.
        latest_start: Slot,
    },
    /// The other job had enough free nodes in the slot already.
    NotShort {
        /// The slot said to be short.
        short_slot: Slot,
        /// Nodes free there before the move.
        free: i64,
    },
    /// The move did not take the job out of the slot that was short of nodes, or that slot is none the other job could use.
    ShortSlotNotFreed {
        /// Start before.
        from: Slot,
        /// Start after.
        to: Slot,
        /// The slot said to be short.
        short_slot: Slot,
    },
}

impl fmt::Display for MoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ForRefused => write!(f, "which was refused"),
            Self::StoodElsewhere { from, stood: Some(stood) } => write!(f, "from slot {from}, but it stood at {stood}"),
            Self::StoodElsewhere { from, stood: None } => write!(f, "from slot {from}, but it was not in the plan"),
            Self::HadBegun { from, now } => write!(f, "in slot {now}, but it had begun in slot {from}"),
            Self::IntoThePast { to, now } => write!(f, "to slot {to}, which had passed in slot {now}"),
            Self::OutsideWindow { to, earliest_start, latest_start } => {
                write!(f, "to slot {to}, outside its window {earliest_start} to {latest_start}")
            }
            Self::NotShort { short_slot, free } => write!(f, "though slot {short_slot} had {free} nodes free, as many as it needs"),
            Self::ShortSlotNotFreed { from, to, short_slot } => {
                write!(f, "from slot {from} to {to}, which frees nothing it could use in slot {short_slot}")
            }
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Revenue(fault) => fault.fmt(f),
            Self::Taken { index, fault } => write!(f, "smaller offer {index} {fault}"),
            Self::ColumnLength { column, found, expected } => write!(f, "column {column} has {found} rows instead of {expected}"),
            Self::HalfRefused { job } => write!(f, "job {job} has only one of first start and start"),
            Self::OutsideWindow { job, placement, start, earliest_start, latest_start } => {
                let placed = match placement {
                    Placement::First => "was first placed",
                    Placement::Final => "stands",
                };
                write!(f, "job {job} {placed} at slot {start}, outside its window {earliest_start} to {latest_start}")
            }
            Self::Capacity { slot, end, used, capacity } => {
                write!(f, "slots {slot} to {} use {used} of {capacity} nodes", end - 1)
            }
            Self::CapacityAfter { after, slot, used, capacity } => {
                write!(f, "after the decision on job {after} slot {slot} uses {used} of {capacity} nodes")
            }
            Self::Overlap { job, free_slots, needed, chance, below } => write!(
                f,
                "job {job} overlaps others with {free_slots} of {needed} slots free that must be, and a violation as probable as {chance:.4}, which must be below {below:.2}"
            ),
            Self::MoveOrder { index } => write!(f, "move {index} is listed after moves for later jobs"),
            Self::MoveOfUnknownJob { index, job, beneficiary } => {
                write!(f, "move {index} names rows {job} and {beneficiary}, of which one is no job")
            }
            Self::Move { job, beneficiary, fault, .. } => write!(f, "job {job} was moved for job {beneficiary}, {fault}"),
            Self::FinalStart { job, start, replayed } => {
                write!(f, "job {job} stands at slot {start}, but its moves lead to {replayed}")
            }
            Self::RefusalOrder { index } => write!(f, "refusal {index} is not listed by job"),
            Self::RefusalOfUnknownJob { index, job } => write!(f, "refusal {index} names row {job}, which is no job"),
            Self::RefusalRows { job, found, expected } => write!(f, "job {job} has {found} refusals instead of {expected}"),
            Self::ImpossibleReason { job } => write!(f, "job {job} was refused for a reason that cannot be true for it"),
            Self::FreeNodes { job, slot, told, really } => {
                write!(f, "job {job} was refused with {told} free nodes in slot {slot}, where {really} were free")
            }
            Self::NodeBounds { ids } => write!(f, "the bounds of the node table do not rise from 0 to {ids}"),
            Self::NodeCount { job, found, expected } => write!(f, "job {job} has {found} nodes instead of {expected}"),
            Self::NodesNotAscending { job, node, after } => write!(f, "job {job} lists node {node} after node {after}"),
            Self::NodeOutOfRange { job, node, nodes } => {
                write!(f, "job {job} is on node {node}, but nodes are numbered 0 to {}", nodes.saturating_sub(1))
            }
            Self::NodeTwice { node, slot, job, other } => {
                write!(f, "jobs {other} and {job} are both on node {node} in slot {slot}")
            }
        }
    }
}
