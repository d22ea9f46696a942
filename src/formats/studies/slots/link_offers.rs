//! What links say of offers: the planners that make them, and a query with its view (form 4 of version 3), with the order of its list (form 10). Fields and variants are identified by their
//! order: do not reorder, remove or change anything.

use crate::link_parts::{ByNumber, OffersView};
use bookahead_engine::slots::elastic::{Choice, ElasticQuery, OfferOrder, Weights};
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
        let OffersView { query: ElasticQuery { from, to, duration, nodes }, choice, order: _, step } = view;
        let choice = match choice {
            // Who takes the first one is told behind.
            Choice::PaperUser | Choice::First => WireChoice::PaperUser,
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
        Self {
            query: ElasticQuery { from, to: from.wrapping_add(slots), duration, nodes },
            choice,
            order: OfferOrder::default(),
            step,
        }
    }
}

/// The order of the list, and whether the first one on it is taken: from form 10 on.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct WireOfferList {
    order: Option<ByNumber<OfferOrder>>,
    takes_first: bool,
}

impl WireOfferList {
    /// Of a view; `None` if it is as usual.
    pub fn of(view: Option<OffersView>) -> Option<Self> {
        let OffersView { choice, order, .. } = view?;
        let takes_first = choice == Choice::First;
        let order = Some(order).filter(|order| *order != OfferOrder::default()).map(ByNumber);
        (takes_first || order.is_some()).then_some(Self { order, takes_first })
    }

    /// The same view with it.
    pub fn give(self, view: OffersView) -> OffersView {
        let choice = if self.takes_first { Choice::First } else { view.choice };
        OffersView { choice, order: self.order.map_or(view.order, |order| order.0), ..view }
    }
}
