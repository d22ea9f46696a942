//! The lines of the figures: who finds places for reservations, and who starts the other jobs.

use bookahead_engine::batch::scheduler::Scheduler;
use bookahead_engine::slots::scenario::PlannerKind;

/// δ: five minutes.
pub const SLOT_SECONDS: u32 = 300;

/// How a reservation is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finder {
    /// At ti_s or not at all.
    Rigid,
    /// The first start of the interval.
    FirstFit,
    /// Offers, and the paper's user.
    Packing,
    /// The first start, else others are moved to a later start (Umar's FCFS-EDS).
    Ejecting,
    /// The first start, else others are moved into their left or right hole (Pujiyanta's FCFS-LRH).
    Holes,
    /// Offers; before a smaller one is taken, others are moved as under FCFS-EDS (ours).
    PackingEjecting,
    /// Offers; without a solution the user asks again for half of the nodes (another reading of Algorithm 2).
    PackingAgain,
}

impl Finder {
    /// Whether the first choice is an offer of strip packing.
    pub(super) fn packs(self) -> bool {
        matches!(self, Self::Packing | Self::PackingEjecting | Self::PackingAgain)
    }

    /// The planner whose way of moving others is followed.
    pub(super) fn mover(self) -> Option<PlannerKind> {
        match self {
            Self::Rigid | Self::FirstFit | Self::Packing | Self::PackingAgain => None,
            Self::Ejecting | Self::PackingEjecting => Some(PlannerKind::FcfsEds),
            Self::Holes => Some(PlannerKind::FcfsLrh),
        }
    }
}

/// A line of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// How a reservation is found.
    pub finder: Finder,
    /// Who starts the other jobs.
    pub queue: Scheduler,
}

impl Line {
    /// The name in CSV and JSON.
    pub(super) fn name(self) -> String {
        let finder = match self.finder {
            Finder::Rigid => "rigid",
            Finder::FirstFit => "first-fit",
            Finder::Packing => "osp",
            Finder::Ejecting => "fcfs-eds",
            Finder::Holes => "fcfs-lrh",
            Finder::PackingEjecting => "osp-eds",
            Finder::PackingAgain => "osp-again",
        };
        format!("{finder}-{}", self.queue.name())
    }

    /// The name in words: with whose it is where the paper does not have it.
    pub(super) fn words(self) -> String {
        let finder = match self.finder {
            Finder::Rigid => "Rigid",
            Finder::FirstFit => "First fit",
            Finder::Packing => "OSP",
            Finder::Ejecting => "FCFS-EDS",
            Finder::Holes => "FCFS-LRH",
            Finder::PackingEjecting => "OSP-EDS",
            Finder::PackingAgain => "OSP, again for half the nodes",
        };
        let whose = match self.finder {
            Finder::Rigid | Finder::FirstFit | Finder::Packing | Finder::PackingAgain => "",
            Finder::Ejecting => " (Umar)",
            Finder::Holes => " (Pujiyanta)",
            Finder::PackingEjecting => " (ours)",
        };
        format!("{finder}{whose}, {}", self.queue.title())
    }
}

/// How far ahead is asked, and how much longer the interval is than the job, both in hours (b_t, sl_t).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskedInterval {
    /// b_t.
    pub ahead: u32,
    /// sl_t.
    pub search: u32,
}
