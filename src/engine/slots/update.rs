//! What a run in slots tells: what changed in the plan, and what was asked for beside it.

use super::cost::{CostAsked, CostTold};
use super::elastic::{Answer, Asked};
use super::metrics::Metrics;
use super::overlap::Reality;
use super::patch::{NodeChange, PlanPatch};
use super::plan_columns::PlanOutline;
use super::request::Slot;
use super::revenue::{MarketFigures, RevenuePart};
use super::scenario::Machine;
use super::step::StepReport;
use crate::core::columns::{Column, Columns};
use serde::{Deserialize, Serialize};

/// What is to be seen of a study in slots beside its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotsQuery {
    /// First slot after what is on screen: what lies before it is told first.
    pub visible: Slot,
    /// Whether the revenue of the plan and of the regimes is wanted.
    pub with_revenue: bool,
    /// Whether the figures of the market are wanted, and for which border between neighbouring classes (0 between classes 1 and 2).
    pub border: Option<u32>,
    /// How many requests are decided in the plan that is told; `None` for the whole plan.
    pub step: Option<u32>,
    /// What is asked of the free nodes of the whole plan.
    pub offers: Option<Asked>,
    /// What is asked about the cost of a request that is added to the whole plan.
    pub cost: Option<CostAsked>,
}

impl Default for SlotsQuery {
    fn default() -> Self {
        Self { visible: Slot::MAX, with_revenue: false, border: None, step: None, offers: None, cost: None }
    }
}

/// A part of what changed in a plan in slots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SlotsUpdate {
    /// A whole plan follows, in pieces.
    Outline(PlanOutline),
    /// The next numbers of that plan. Pieces are small, so that whoever takes them can do other things in between.
    Piece(Vec<u32>),
    /// The plan is as it was, but for this: what is on screen is planned anew, the rest is not.
    Visible(Box<PlanChange>),
    /// The plan is complete.
    Planned {
        /// Number of this plan; counts up.
        number: u32,
        /// What changed; `None` if the plan is a new one, whose pieces have come.
        change: Option<Box<PlanChange>>,
        /// Its figures.
        figures: PlanFigures,
    },
}

/// What changed in a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanChange {
    /// Number of the plan that the patch changes.
    pub base: u32,
    /// Number of the plan that comes of it.
    pub number: u32,
    /// The change.
    pub patch: PlanPatch,
}

/// Figures of a finished plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlanFigures {
    /// Figures of the plan.
    pub metrics: Metrics,
    /// Jobs decided anew for it; the others were kept from the plan before.
    pub jobs_planned: u32,
    /// The machine it was made for.
    pub machine: Machine,
    /// What becomes of it when the real durations come to light, if reservations may overlap.
    pub reality: Option<Reality>,
    /// How many requests are decided in it, if it is told as it was then; `None` for the whole plan.
    pub step: Option<u32>,
}

/// What was asked for beside a plan in slots.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SlotsSnapshot {
    /// The figures of the market.
    Market(Box<MarketFigures>),
    /// A part of the revenue.
    Revenue(Box<RevenuePart>),
    /// How the last request of a step was decided.
    Step(Box<StepReport>),
    /// The offers of a query.
    Offers(Box<OffersAnswer>),
    /// What a request costs, as far as it is computed.
    Cost(Box<CostTold>),
}

/// The answer to a query for offers, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OffersAnswer {
    /// Number of the plan that was asked.
    pub plan: u32,
    /// What was asked.
    pub asked: Asked,
    /// The offers, or what is not allowed in the query.
    pub answer: Result<Answer, String>,
}

impl Columns for SlotsUpdate {
    fn columns(&mut self) -> Vec<Column<'_>> {
        match self {
            Self::Outline(_) | Self::Planned { change: None, .. } => Vec::new(),
            Self::Piece(numbers) => vec![Column::U32(numbers)],
            Self::Visible(change) | Self::Planned { change: Some(change), .. } => {
                let PlanPatch { start, first_start, nodes, .. } = &mut change.patch;
                let mut columns = vec![start, first_start];
                match nodes {
                    NodeChange::All(ids) => columns.push(ids),
                    NodeChange::Some { jobs, ids } => columns.extend([jobs, ids]),
                }
                columns.into_iter().map(Column::U32).collect()
            }
        }
    }
}

impl Columns for SlotsSnapshot {
    fn columns(&mut self) -> Vec<Column<'_>> {
        match self {
            Self::Market(figures) => figures
                .curve
                .iter_mut()
                .flat_map(|curve| [&mut curve.revenue, &mut curve.meets_limit, &mut curve.worth])
                .map(Column::F64)
                .collect(),
            Self::Step(_) | Self::Offers(_) | Self::Cost(_) => Vec::new(),
            Self::Revenue(part) => {
                let run = part.run.iter_mut().flat_map(|run| run.used.iter_mut().chain(&mut run.lost));
                std::iter::once(Column::U64(&mut part.report.per_slot)).chain(run.map(Column::U32)).collect()
            }
        }
    }
}
