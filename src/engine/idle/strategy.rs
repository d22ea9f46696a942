//! The ten strategies: which feasible idle period a job takes, and its start within the period. All ties are resolved here.

use serde::{Deserialize, Serialize};

/// Which feasible idle period [s, e) a job (r, l, d) takes; on a server of rate μ it lasts ⌈l/μ⌉ ticks.
///
/// Where two periods are equal by everything named here, the lowest server wins. Open-ended periods count as infinitely long; among them
/// strategies that look at the end or the length take the latest start. All strategies work on machines of equal and of different rates;
/// the paper tries the first seven on equal ones and the last three on different ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Strategy {
    /// Smallest leading period max(0, r − s), then earliest start s; the job starts at max(s, r). (Castillo 3.3.2. In region R2 the paper
    /// takes the largest period of the first strip that has one; ours is the earliest start.)
    #[default]
    MinLip,
    /// Smallest trailing period max(0, e − d), then earliest end e; the job ends at min(e, d). (3.2.2.)
    MinTip,
    /// Least time left over, leading and trailing together, then earliest start; the job starts at max(s, r). (3.3.3.)
    BestFit,
    /// Earliest start of the period; the job starts at max(s, r). (3.3.4.)
    FirstFitIdle,
    /// Largest leading period, then earliest start; the job starts at max(s, r). The largest leading period is the one of the earliest
    /// start, so this takes what [`Strategy::FirstFitIdle`] takes. (3.2.2, mentioned only.)
    MaxLip,
    /// Largest trailing period max(0, e − d), then earliest end; the job ends at min(e, d). (3.2.2, mentioned only.)
    MaxTip,
    /// Looks at the last, open-ended period of every server only: latest completion time s ≤ r; else the earliest one that meets the
    /// deadline. The job starts at max(s, r). (3.1, latest available completion time.)
    Lact,
    /// First fit over all servers, whatever their rate: earliest start of the period; the job starts at max(s, r). (4.2.)
    FfHu,
    /// First fit at the slowest rate that has a feasible period: earliest start; the job starts at max(s, r). (4.2.)
    FfHa,
    /// At the slowest rate that has a feasible period: largest nominal capacity, then earliest start; the job starts at max(s, r). (4.4.
    /// The paper stops at the first marked subtree that holds a feasible period and takes its largest, which depends on how the tree
    /// happens to be balanced; ours looks through all marked subtrees.)
    FfHaPlus,
}

impl Strategy {
    /// Every strategy, in the order of the paper.
    pub const ALL: [Self; 10] = [
        Self::MinLip,
        Self::MinTip,
        Self::BestFit,
        Self::FirstFitIdle,
        Self::MaxLip,
        Self::MaxTip,
        Self::Lact,
        Self::FfHu,
        Self::FfHa,
        Self::FfHaPlus,
    ];

    /// The name as the paper spells it.
    pub fn title(self) -> &'static str {
        match self {
            Self::MinLip => "Min-LIP",
            Self::MinTip => "Min-TIP",
            Self::BestFit => "Best-Fit",
            Self::FirstFitIdle => "First-Fit",
            Self::MaxLip => "Max-LIP",
            Self::MaxTip => "Max-TIP",
            Self::Lact => "LACT",
            Self::FfHu => "FF-HU",
            Self::FfHa => "FF-HA",
            Self::FfHaPlus => "FF-HA+",
        }
    }

    /// What it does, in a sentence.
    pub fn idea(self) -> &'static str {
        match self {
            Self::MinLip => "Takes the period that leaves the least idle time before the job.",
            Self::MinTip => "Takes the period that leaves the least idle time after the job; the job ends as late as it may.",
            Self::BestFit => "Takes the period that leaves the least idle time, before and after the job together.",
            Self::FirstFitIdle => "Takes the period that starts first.",
            Self::MaxLip => "Takes the period that leaves the most idle time before the job.",
            Self::MaxTip => "Takes the period that leaves the most idle time after the job.",
            Self::Lact => "Looks only behind the last job of each server: latest available completion time.",
            Self::FfHu => "First fit over all servers, whatever their speed.",
            Self::FfHa => "First fit on the slowest servers that can take the job.",
            Self::FfHaPlus => "On the slowest servers that can take the job: the period with the largest capacity.",
        }
    }

    /// The name used in files, links and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::MinLip => "min-lip",
            Self::MinTip => "min-tip",
            Self::BestFit => "best-fit",
            Self::FirstFitIdle => "first-fit-idle",
            Self::MaxLip => "max-lip",
            Self::MaxTip => "max-tip",
            Self::Lact => "lact",
            Self::FfHu => "ff-hu",
            Self::FfHa => "ff-ha",
            Self::FfHaPlus => "ff-ha+",
        }
    }

    /// The strategy with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|strategy| strategy.name() == name)
    }

    /// Whether the job is put at the end of what it takes (as late as period and deadline allow) instead of at its start.
    pub fn places_late(self) -> bool {
        matches!(self, Self::MinTip | Self::MaxTip)
    }

    /// Whether a slower rate is always taken before a faster one.
    pub fn slowest_first(self) -> bool {
        matches!(self, Self::FfHa | Self::FfHaPlus)
    }

    /// Whether gaps between reservations are used at all.
    pub fn uses_gaps(self) -> bool {
        self != Self::Lact
    }
}
