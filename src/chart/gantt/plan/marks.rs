//! Marks of the jobs of one plan by how they differ from another: what bars are coloured by when two plans are compared.

use super::view::Edition;
use bookahead_engine::core::compare::{Difference, DifferenceKind, Differences};

/// What the colours of marks mean, for figures that are taken away.
pub const MARK_WORDS: &str = " Grey: same in both plans; blue: only in A; pink: only in B; yellow: in both, elsewhere.";

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
    /// Jobs that differ, ascending, and their rows in the other plan's workload.
    counterparts: Vec<(u32, u32)>,
    edition: Edition,
}

impl Marks {
    /// The marks of a plan of so many jobs; `rows_of` gives the job's row in it, and in the other plan.
    pub fn new(jobs: usize, differences: &Differences, rows_of: impl Fn(&Difference) -> [Option<u32>; 2]) -> Self {
        let (mut marks, mut counterparts) = (vec![Mark::Same; jobs], Vec::new());
        for difference in differences.iter() {
            let [own, other] = rows_of(&difference);
            if let Some((row, mark)) = own.and_then(|row| Some((row, marks.get_mut(row as usize)?))) {
                *mark = difference.kind.into();
                counterparts.extend(other.map(|other| (row, other)));
            }
        }
        counterparts.sort_unstable();
        Self { marks, counterparts, edition: Edition::default() }
    }

    /// The row of a job that differs in the other plan's workload, if it is there.
    pub fn counterpart(&self, job: u32) -> Option<u32> {
        let at = self.counterparts.binary_search_by_key(&job, |(own, _)| *own).ok()?;
        Some(self.counterparts[at].1)
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
