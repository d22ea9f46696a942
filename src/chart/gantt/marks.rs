//! Marks of the jobs of one plan by how they differ from another: what bars are coloured by when two plans are compared.

use super::plan_view::Edition;
use bookahead_engine::core::compare::{Difference, DifferenceKind, Differences};

/// How a job differs from the other plan. The numbers are those of the tints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// At the same place in both, or refused by both.
    #[default]
    Same,
    /// Only A accepts it.
    OnlyA,
    /// Only B accepts it.
    OnlyB,
    /// At another place in the other plan.
    Moved,
}

impl From<DifferenceKind> for Mark {
    fn from(kind: DifferenceKind) -> Self {
        match kind {
            DifferenceKind::OnlyA => Self::OnlyA,
            DifferenceKind::OnlyB => Self::OnlyB,
            DifferenceKind::Moved => Self::Moved,
        }
    }
}

/// The marks of all jobs of a plan.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    marks: Vec<Mark>,
    edition: Edition,
}

impl Marks {
    /// The marks of a plan of so many jobs; `row_of` gives the job's row in it.
    pub fn new(jobs: usize, differences: &Differences, row_of: impl Fn(&Difference) -> Option<u32>) -> Self {
        let mut marks = vec![Mark::Same; jobs];
        for difference in differences.iter() {
            if let Some(mark) = row_of(&difference).and_then(|row| marks.get_mut(row as usize)) {
                *mark = difference.kind.into();
            }
        }
        Self { marks, edition: Edition::default() }
    }

    /// The mark of a job (row in the arrivals).
    #[inline]
    pub fn of(&self, job: u32) -> Mark {
        self.marks.get(job as usize).copied().unwrap_or_default()
    }

    /// Names these marks: pictures made with them are kept beside it.
    pub fn edition(&self) -> &Edition {
        &self.edition
    }
}
