//! Comparing two plans of the same study: which decisions differ, where the two first differ, and the figures of both.
//!
//! The plans are called A and B. A decision is the place of one job in the final plan, or its refusal. What a place is, each system says.

use super::columns::{Column, Columns};
use super::edits::RequestId;
use super::error::ScenarioError;
use super::run::StudyRun;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// Stands for a job that one of the plans does not have: its request is not in that workload.
pub const NO_JOB: u32 = u32::MAX;

/// A curve of a plan, for figures in which the policies of a study are drawn together. What it shows, each system says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlanCurve {
    /// Places on the axis, ascending.
    pub x: Vec<f64>,
    /// A value for each of them.
    pub y: Vec<f64>,
}

/// How a decision differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum DifferenceKind {
    /// Only A accepts the job.
    OnlyA,
    /// Only B accepts it.
    OnlyB,
    /// Both accept it, at different places.
    Moved,
}

impl DifferenceKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::OnlyA, Self::OnlyB, Self::Moved];

    /// The kind seen with A and B swapped.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::OnlyA => Self::OnlyB,
            Self::OnlyB => Self::OnlyA,
            Self::Moved => Self::Moved,
        }
    }

    /// The name in tables that programs read.
    pub fn name(self) -> &'static str {
        match self {
            Self::OnlyA => "only A",
            Self::OnlyB => "only B",
            Self::Moved => "moved",
        }
    }
}

/// How many decisions differ, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifferenceCounts {
    /// Jobs compared: those of both workloads, each once.
    pub decisions: u32,
    /// Jobs that only A accepts.
    pub only_a: u32,
    /// Jobs that only B accepts.
    pub only_b: u32,
    /// Jobs that both accept, at different places.
    pub moved: u32,
}

impl DifferenceCounts {
    /// Decisions that differ.
    pub fn differing(&self) -> u32 {
        self.only_a + self.only_b + self.moved
    }

    /// Decisions that are the same: accepted at the same place, or in neither plan.
    pub fn same(&self) -> u32 {
        self.decisions - self.differing()
    }

    /// Decisions of one kind.
    pub fn of(&self, kind: DifferenceKind) -> u32 {
        match kind {
            DifferenceKind::OnlyA => self.only_a,
            DifferenceKind::OnlyB => self.only_b,
            DifferenceKind::Moved => self.moved,
        }
    }

    /// The counts with A and B swapped.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self { only_a: self.only_b, only_b: self.only_a, ..self }
    }
}

/// The decisions that differ, in order of arrival, one row for each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differences {
    /// How it differs: place in [`DifferenceKind::ALL`].
    pub kind: Vec<u32>,
    /// The request.
    pub request: Vec<RequestId>,
    /// The job's row in A's workload, or [`NO_JOB`].
    pub a: Vec<u32>,
    /// The job's row in B's workload, or [`NO_JOB`].
    pub b: Vec<u32>,
}

/// One decision that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How it differs.
    pub kind: DifferenceKind,
    /// The request.
    pub request: RequestId,
    /// The job's row in A's workload, if the request is there.
    pub a: Option<u32>,
    /// The job's row in B's workload, if the request is there.
    pub b: Option<u32>,
}

impl Differences {
    /// Number of decisions that differ.
    pub fn len(&self) -> usize {
        self.kind.len()
    }

    /// Whether all decisions are the same.
    pub fn is_empty(&self) -> bool {
        self.kind.is_empty()
    }

    /// One of them.
    pub fn get(&self, at: usize) -> Option<Difference> {
        let job = |jobs: &Vec<u32>| jobs.get(at).copied().filter(|&job| job != NO_JOB);
        Some(Difference {
            kind: *DifferenceKind::ALL.get(*self.kind.get(at)? as usize)?,
            request: *self.request.get(at)?,
            a: job(&self.a),
            b: job(&self.b),
        })
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Difference> {
        (0..self.len()).filter_map(|at| self.get(at))
    }

    fn push(&mut self, of: &Difference) {
        self.kind.push(of.kind as u32);
        self.request.push(of.request);
        self.a.push(of.a.unwrap_or(NO_JOB));
        self.b.push(of.b.unwrap_or(NO_JOB));
    }
}

impl Columns for Differences {
    fn columns(&mut self) -> Vec<Column<'_>> {
        [&mut self.kind, &mut self.request, &mut self.a, &mut self.b].map(Column::U32).into()
    }
}

/// One job in both plans: its request, its row and its place in each. A job that a workload does not have has no row there.
#[derive(Clone, Copy, Debug)]
pub struct JobPair<P> {
    /// The request.
    pub request: RequestId,
    /// Row in A's workload, and place in plan A (`None`: refused).
    pub a: Option<(u32, Option<P>)>,
    /// Row in B's workload, and place in plan B.
    pub b: Option<(u32, Option<P>)>,
}

/// Compares all jobs of two plans, which come in order of arrival.
pub fn differences<P: PartialEq>(pairs: impl Iterator<Item = JobPair<P>>) -> (DifferenceCounts, Differences) {
    let (mut counts, mut found) = (DifferenceCounts::default(), Differences::default());
    for JobPair { request, a, b } in pairs {
        counts.decisions += 1;
        let (row_a, row_b) = (a.as_ref().map(|(row, _)| *row), b.as_ref().map(|(row, _)| *row));
        let (count, kind) = match (a.and_then(|(_, place)| place), b.and_then(|(_, place)| place)) {
            (Some(_), None) => (&mut counts.only_a, DifferenceKind::OnlyA),
            (None, Some(_)) => (&mut counts.only_b, DifferenceKind::OnlyB),
            (Some(a), Some(b)) if a != b => (&mut counts.moved, DifferenceKind::Moved),
            _ => continue,
        };
        *count += 1;
        found.push(&Difference { kind, request, a: row_a, b: row_b });
    }
    (counts, found)
}

/// The first decision on which two plans differ, when it was made. Later moves may have undone the difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstDifference {
    /// The request.
    pub request: RequestId,
    /// What it is called: "request 7".
    pub name: String,
    /// What A and B decide and why: "A accepts it at 12, B refuses it: …".
    pub words: String,
}

/// What a figure counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A whole number.
    Count,
    /// A share, 0 to 1.
    Share,
    /// A real number.
    Number,
}

/// A figure of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureName {
    /// Its name for programs.
    pub key: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// How it is computed.
    pub formula: &'static str,
    /// What it counts in.
    pub unit: Unit,
}

/// A figure: its names for programs and for people, how it is computed, and what it counts in.
pub const fn figure(key: &'static str, name: &'static str, formula: &'static str, unit: Unit) -> FigureName {
    FigureName { key, name, formula, unit }
}

/// The figures of a plan, in the order of [`Comparable::figure_names`]; `None` where a plan has no such figure.
pub type FigureValues = Vec<Option<f64>>;

/// Two plans compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlanComparison {
    /// How many decisions differ.
    pub counts: DifferenceCounts,
    /// Where they first differ; `None` if all decisions are the same.
    pub first: Option<FirstDifference>,
    /// The figures of A and of B.
    pub figures: [FigureValues; 2],
    /// The decisions that differ.
    pub differences: Differences,
}

impl PlanComparison {
    /// B − A of every figure that both have.
    pub fn change(&self) -> FigureValues {
        let [a, b] = &self.figures;
        a.iter().zip(b).map(|(a, b)| Some((*b)? - (*a)?)).collect()
    }
}

/// A study whose plans can be compared.
pub trait Comparable: StudyRun<Scenario: Debug> {
    /// A run of another scenario with the source of requests of this one; a list in `scenario` is not read. Nothing is decided yet.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    fn fork(&self, scenario: Self::Scenario) -> Result<Self, ScenarioError>;

    /// Shows as much of this plan as is shown of the one it stands beside, where a study shows its plan step by step; tells whether that is another
    /// part than before. Without steps, both plans are always whole.
    fn follow(&mut self, _: &Self) -> bool {
        false
    }

    /// Compares this plan, A, with another of the same system, B: of each what is shown of it. Both are complete.
    fn compare(&self, b: &Self) -> PlanComparison;

    /// The figures of the plan as it stands.
    fn figures(&self) -> FigureValues;

    /// What the figures are.
    fn figure_names(&self) -> &'static [FigureName];

    /// The curves of the plan as it stands, for figures in which all policies are drawn together.
    fn curves(&self) -> Vec<PlanCurve> {
        Vec::new()
    }

    /// The scenario under each policy of the study, in the order of [`super::run::Recipe::policies`]; lists of requests may be left out.
    fn policies(&self) -> Vec<Self::Scenario>;
}
