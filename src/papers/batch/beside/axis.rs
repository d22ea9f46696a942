//! What the curves are drawn against, what is measured, and who schedules the queue.

use bookahead_engine::batch::scheduler::Scheduler;

/// What the curves are drawn against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BesideAxis {
    /// The share of the jobs that are reservations; they get the first start there is.
    Share,
    /// The window between the earliest and the latest start of a fifth of the jobs, in per cent of the mean wait of the queue without reservations.
    Window,
}

/// Who schedules the queue, and what is known of run times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The queue.
    pub scheduler: Scheduler,
    /// Whether estimates are twice as exact as usual.
    pub is_exact: bool,
}

impl Line {
    const fn of(scheduler: Scheduler) -> Self {
        Self { scheduler, is_exact: false }
    }

    /// The name in CSV.
    pub fn key(self) -> String {
        format!("{}{}", self.scheduler.name(), if self.is_exact { "_exact" } else { "" })
    }

    /// In words.
    pub fn words(self) -> String {
        format!("{}{}", self.scheduler.title(), if self.is_exact { ", estimates twice as exact" } else { "" })
    }
}

/// FCFS.
pub(super) const FCFS: usize = 0;
/// EASY.
pub(super) const EASY: usize = 1;
/// Conservative backfilling.
pub(super) const CONSERVATIVE: usize = 2;
/// EASY with estimates that are twice as exact.
pub(super) const EXACT: usize = 3;

/// The lines, in the order of the numbers above.
const LINES: [Line; 4] = [
    Line::of(Scheduler::Fcfs),
    Line::of(Scheduler::Easy),
    Line::of(Scheduler::Conservative),
    Line { scheduler: Scheduler::Easy, is_exact: true },
];

impl BesideAxis {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Share, Self::Window];

    /// The name on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Self::Share => "beside-share",
            Self::Window => "beside-window",
        }
    }

    /// The one with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|axis| axis.key() == key)
    }

    /// In words, with the unit.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Share => "reservations, in per cent of the jobs",
            Self::Window => "window, in per cent of the mean wait of the queue",
        }
    }

    /// The places, in per cent, in ascending order.
    pub(super) fn places(self) -> &'static [u32] {
        match self {
            Self::Share => &[0, 10, 20, 30, 40],
            Self::Window => &[0, 25, 50, 100, 200, 400],
        }
    }

    /// The place of a number on the axis; 0 if it is not there.
    pub(super) fn place_of(self, per_cent: u32) -> usize {
        self.places().iter().position(|place| *place == per_cent).unwrap_or(0)
    }

    /// The lines of each picture.
    pub(super) fn lines(self) -> &'static [Line] {
        match self {
            Self::Share => &LINES[..EXACT],
            Self::Window => &LINES,
        }
    }

    /// What is measured: the name in CSV, and words.
    pub(super) fn measures(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Share => &[
                ("longer", "wait of the others: by how much longer on average than without reservations, in per cent"),
                ("use", "use of the nodes from the first to the last submission, in per cent"),
            ],
            Self::Window => &[
                ("refused", "refused reservations, in per cent of those that ask"),
                ("use", "use of the nodes from the first to the last submission, in per cent"),
                ("queued", "wait of the queued jobs: mean, in hours"),
                ("response", "response: from the earliest start to the end of accepted reservations, mean in hours"),
            ],
        }
    }
}
