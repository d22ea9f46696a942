//! Work in parts: how much of a search may be done before others have their turn.

/// Work that is left to be done at once: pairs of task and node, tasks weighed, and other steps as small.
///
/// It is counted, not timed, so that every machine works in the same parts.
#[derive(Clone, Copy, Debug)]
pub struct Work(i64);

impl Work {
    /// What each task that is mapped counts, besides what is looked at for it.
    pub const TASK: usize = 1_000;

    /// As much as it takes to map a task, times `tasks`; at least one.
    pub fn of_tasks(tasks: usize) -> Self {
        Self(i64::try_from(tasks.max(1)).unwrap_or(i64::MAX).saturating_mul(Self::TASK as i64))
    }

    /// Work without an end.
    pub const fn endless() -> Self {
        Self(i64::MAX)
    }

    /// Whether there is some left.
    pub const fn is_left(self) -> bool {
        self.0 > 0
    }

    /// So many steps are done.
    pub fn spend(&mut self, steps: usize) {
        self.0 = self.0.saturating_sub(i64::try_from(steps).unwrap_or(i64::MAX));
    }

    /// By how many steps more was done than there was to do: the last step is never left half done.
    pub const fn overrun(self) -> u64 {
        if self.0 < 0 { self.0.unsigned_abs() } else { 0 }
    }
}
