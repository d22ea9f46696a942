//! What links say of offers: the planners that make them, and a query with its view (form 4 of version 3). Fields and variants are identified by their
//! order: do not reorder, remove or change anything.

use crate::link_parts::OffersView;
use bookahead_engine::slots::elastic::{Choice, ElasticQuery, Weights};
use bookahead_engine::slots::scenario::PlannerKind;
use serde::{Deserialize, Serialize};

/// A planner that makes offers.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum WireMaker {
    Osp,
    OspEds,
}

impl WireMaker {
    /// The wire form of a planner that makes offers; none of the others.
    pub fn of(planner: PlannerKind) -> Option<Self> {
        match planner {
            PlannerKind::Osp => Some(Self::Osp),
            PlannerKind::OspEds => Some(Self::OspEds),
            _ => None,
        }
    }
}

impl From<WireMaker> for PlannerKind {
    fn from(maker: WireMaker) -> Self {
        match maker {
            WireMaker::Osp => Self::Osp,
            WireMaker::OspEds => Self::OspEds,
        }
    }
}

/// A query, who chooses, and the step of the algorithm that is shown.
#[derive(Serialize, Deserialize)]
pub(super) struct WireOffersView {
    from: u32,
    slots: u32,
    duration: Option<u32>,
    nodes: Option<u32>,
    choice: WireChoice,
    step: Option<u32>,
}

#[derive(Serialize, Deserialize)]
enum WireChoice {
    PaperUser,
    Cheapest,
    Earliest,
    Largest,
    Weighted { early: u8, long: u8, wide: u8, cheap: u8 },
}

impl From<OffersView> for WireOffersView {
    fn from(view: OffersView) -> Self {
        let OffersView { query: ElasticQuery { from, to, duration, nodes }, choice, step } = view;
        let choice = match choice {
            Choice::PaperUser => WireChoice::PaperUser,
            Choice::Cheapest => WireChoice::Cheapest,
            Choice::Earliest => WireChoice::Earliest,
            Choice::Largest => WireChoice::Largest,
            Choice::Weighted(Weights { early, long, wide, cheap }) => WireChoice::Weighted { early, long, wide, cheap },
        };
        Self { from, slots: to.wrapping_sub(from), duration, nodes, choice, step }
    }
}

impl From<WireOffersView> for OffersView {
    fn from(wire: WireOffersView) -> Self {
        let WireOffersView { from, slots, duration, nodes, choice, step } = wire;
        let choice = match choice {
            WireChoice::PaperUser => Choice::PaperUser,
            WireChoice::Cheapest => Choice::Cheapest,
            WireChoice::Earliest => Choice::Earliest,
            WireChoice::Largest => Choice::Largest,
            WireChoice::Weighted { early, long, wide, cheap } => Choice::Weighted(Weights { early, long, wide, cheap }),
        };
        Self { query: ElasticQuery { from, to: from.wrapping_add(slots), duration, nodes }, choice, step }
    }
}
