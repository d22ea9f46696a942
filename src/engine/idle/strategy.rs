//! The strategies: which feasible idle period a job takes, and its start within the period. All ties are resolved here.

use serde::{Deserialize, Serialize};

/// Which feasible idle period [s, e) a job (r, l, d) takes; on a server of rate μ it lasts ⌈l/μ⌉ ticks.
///
/// Where two periods are equal by everything named here, the lowest server wins. Open-ended periods count as infinitely long; where the
/// smallest is wanted the latest start comes first among them, where the largest capacity is wanted the earliest. All strategies work on machines of equal and of different rates;
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
    /// At the slowest rate that has a feasible period: largest nominal capacity, then earliest start; the job starts at max(s, r). Of
    /// open-ended periods the one that starts first is the largest, as μ·(H − s) is for any horizon H. (4.4. The paper stops at the first
    /// period it finds, see [`Strategy::FfHaPlusFirst`]; this looks through all marked subtrees.)
    FfHaPlus,
    /// FF-HA+ as the paper searches: at the slowest rate that has a feasible period, the marked subtrees from the earliest starts on; in
    /// each the pointers to the largest capacity from the latest ends on; the first feasible period is taken. (4.4.2; `first_marked.rs`
    /// says how the trees are balanced.)
    FfHaPlusFirst,
    /// FF-HA+ where of open-ended periods the one that starts *last* counts as the largest; it leaves little idle before a job, as a best
    /// fit does. Ours. Programs before this one called it `ff-ha+`, and their links open with it.
    FfHaPlusLast,
}

impl Strategy {
    /// Every strategy, in the order of the paper.
    pub const ALL: [Self; 12] = [
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
        Self::FfHaPlusFirst,
        Self::FfHaPlusLast,
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
            Self::FfHaPlusFirst => "FF-HA+ (first subtree)",
            Self::FfHaPlusLast => "FF-HA+ (latest open-ended)",
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
            Self::FfHaPlusFirst => {
                "On the slowest servers that can take the job: the first period that the paper’s search in two-level trees meets."
            }
            Self::FfHaPlusLast => {
                "On the slowest servers that can take the job: the open-ended period that starts last, else the one with the largest capacity."
            }
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
            Self::FfHaPlusFirst => "ff-ha+-first-subtree",
            Self::FfHaPlusLast => "ff-ha+-latest",
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
        matches!(self, Self::FfHa | Self::FfHaPlus | Self::FfHaPlusFirst | Self::FfHaPlusLast)
    }

    /// Whether gaps between reservations are used at all.
    pub fn uses_gaps(self) -> bool {
        self != Self::Lact
    }
}
