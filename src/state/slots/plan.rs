//! The page's copy of a plan in slots, assembled from pieces and updated by patches; and what of it is on screen.

use super::by_type::slots_of;
use super::money::Money;
use super::other_nodes::OtherNodes;
use crate::chart::{Edition, PlanView};
use crate::engine::Study;
use crate::engine::core::edits::RequestId;
use crate::engine::slots::cost::CostTold;
use crate::engine::slots::explain::{Blockade, OVERLAPS_TOLD};
use crate::engine::slots::overlap::Reality;
use crate::engine::slots::plan_columns::PlanAssembly;
use crate::engine::slots::request::Request;
use crate::engine::slots::revenue::MarketFigures;
use crate::engine::slots::scenario::{Machine, Policy, SlotsScenario};
use crate::engine::slots::step::StepReport;
use crate::engine::slots::update::{OffersAnswer, PlanChange, PlanFigures, SlotsSnapshot, SlotsUpdate};
use std::cell::{Ref, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// The copy. There is one plan for as long as the page lives, changed in place.
pub struct SlotsCopy {
    plan: Rc<RefCell<PlanView>>,
    /// The number the engine gave it; `None` where it holds nothing that could be patched.
    number: Option<u32>,
    /// A plan on its way: the pieces that have come.
    assembly: Option<Box<PlanAssembly>>,
    figures: PlanFigures,
    other_nodes: OtherNodes,
}

impl Default for SlotsCopy {
    fn default() -> Self {
        let plan = Rc::new(RefCell::new(PlanView::empty(Machine::default())));
        Self { plan, number: None, assembly: None, figures: PlanFigures::default(), other_nodes: OtherNodes::default() }
    }
}

impl SlotsCopy {
    /// What comes now belongs to another edit than what came before.
    pub fn begin_edit(&mut self) {
        self.other_nodes.begin();
    }

    /// Takes in a part of what changed in the plan of a scenario. `None` if it does not fit what is here: the copy is of no use then, until a whole
    /// plan comes. Else what is to be shown from now on, unless more is to come.
    pub fn take(&mut self, update: SlotsUpdate, study: &Arc<Study>) -> Option<Option<SlotsShown>> {
        let is_complete = matches!(update, SlotsUpdate::Planned { .. });
        match update {
            SlotsUpdate::Outline(outline) => {
                self.number = None;
                self.assembly = Some(Box::new(PlanAssembly::new(outline)));
                return Some(None);
            }
            SlotsUpdate::Piece(numbers) => {
                self.assembly.as_mut()?.add(&numbers)?;
                return Some(None);
            }
            SlotsUpdate::Visible(change) => self.patch(&change)?,
            SlotsUpdate::Planned { number, change, figures } => {
                match change {
                    Some(change) => self.patch(&change)?,
                    None => self.become_whole(number, figures.machine)?,
                }
                self.figures = figures;
            }
        }
        self.mark_violated(slots_of(Some(study)).policy);
        let edition = self.plan.borrow().edition().clone();
        let (plan, study) = (Rc::clone(&self.plan), Arc::clone(study));
        let (figures, other_nodes, blockade) = (self.figures, self.other_nodes.count(), RefCell::default());
        let number = self.number;
        Some(Some(SlotsShown { plan, edition, figures, is_complete, number, study, other_nodes, blockade }))
    }

    fn patch(&mut self, change: &PlanChange) -> Option<()> {
        if Some(change.base) != self.number.take() {
            return None;
        }
        let mut plan = self.plan.borrow_mut();
        let applied = plan.patch(&change.patch)?;
        self.other_nodes.follow(&applied, &plan);
        drop(plan);
        self.number = Some(change.number);
        Some(())
    }

    /// Marks the jobs that will not run where reservations overlap; in very large plans none.
    fn mark_violated(&self, policy: Policy) {
        let mut plan = self.plan.borrow_mut();
        let is_told = policy.planner.overlaps() && plan.arrivals().jobs() <= OVERLAPS_TOLD;
        let violated =
            if is_told { Reality::violated(plan.arrivals(), plan.decisions(), plan.machine(), policy) } else { Vec::new() };
        plan.set_violated(violated);
    }

    fn become_whole(&mut self, number: u32, machine: Machine) -> Option<()> {
        let assembly = self.assembly.take().filter(|assembly| assembly.is_complete())?;
        let (arrivals, decisions, nodes) = assembly.finish();
        self.plan.replace(PlanView::new(arrivals, decisions, nodes, machine)?);
        self.number = Some(number);
        self.other_nodes.begin();
        Some(())
    }
}

/// A plan in slots on screen, and the scenario it is the plan of.
///
/// There is one plan, however many hold on to it: an edit changes it in place, and what was shown before shows the newest plan too until
/// it is drawn again, at once.
pub struct SlotsShown {
    plan: Rc<RefCell<PlanView>>,
    edition: Edition,
    /// Its figures; those of the plan before while only what is on screen is planned anew.
    pub figures: PlanFigures,
    /// Whether all of it is planned.
    pub is_complete: bool,
    /// The number the engine gave the plan; what it answers names it.
    pub number: Option<u32>,
    /// The study it is the plan of.
    pub study: Arc<Study>,
    /// Jobs that the last edit left at their time on other nodes.
    pub other_nodes: usize,
    /// What stands in the way of a refused request (row), as it was asked for last.
    blockade: RefCell<Option<(usize, Option<Rc<Blockade>>)>>,
}

impl SlotsShown {
    /// What stands in the way of the request in `row`, if it was refused for want of nodes. Found out once for each plan.
    pub fn blockade(&self, row: usize) -> Option<Rc<Blockade>> {
        let known = self.blockade.borrow().as_ref().filter(|(known, _)| *known == row).map(|(_, blockade)| blockade.clone());
        known.unwrap_or_else(|| {
            let plan = self.plan();
            let found = Blockade::of_request(plan.arrivals(), plan.decisions(), plan.machine(), self.scenario().policy, row);
            let found = found.map(Rc::new);
            self.blockade.replace(Some((row, found.clone())));
            found
        })
    }

    /// The plan. Not to be held beyond the present task: the next reply of the engine changes it.
    pub fn plan(&self) -> Ref<'_, PlanView> {
        self.plan.borrow()
    }

    /// The scenario it is the plan of.
    pub fn scenario(&self) -> &SlotsScenario {
        slots_of(Some(&self.study))
    }

    /// The request a job belongs to, as it was asked.
    pub fn request_of(&self, job: u32) -> (RequestId, Request) {
        let plan = self.plan();
        let row = plan.request_row(job);
        (plan.arrivals().id[row], plan.decisions().asked(plan.arrivals(), row))
    }
}

/// Equal only while the plan is the same edition.
impl PartialEq for SlotsShown {
    fn eq(&self, other: &Self) -> bool {
        self.edition == other.edition && self.is_complete == other.is_complete
    }
}

/// All that is on screen of a study in slots.
#[derive(Clone, Default, PartialEq)]
pub struct SlotsPlan {
    /// The newest plan; `None` until the first is there.
    pub shown: Option<Rc<SlotsShown>>,
    /// The revenue of the newest plan, as far as it is known.
    pub money: Money,
    /// How the last request of the step that is shown was decided; of an older step until the newest is told.
    pub step: Option<Rc<StepReport>>,
    /// The answer to the last query for offers; of an older one until the newest is answered.
    pub offers: Option<Rc<OffersAnswer>>,
    /// The answer to the last question about the cost of a request; of an older one until the newest is answered.
    pub cost: Option<Rc<CostTold>>,
    /// The figures of the market as it was planned last.
    pub market: Option<Rc<MarketFigures>>,
}

impl SlotsPlan {
    /// Takes in what was asked for by a command of this number.
    pub fn take(&mut self, number: u32, snapshot: SlotsSnapshot) {
        match snapshot {
            SlotsSnapshot::Market(figures) => self.market = Some(Rc::new(*figures)),
            SlotsSnapshot::Step(told) => self.step = Some(Rc::new(*told)),
            SlotsSnapshot::Offers(told) => self.offers = Some(Rc::new(*told)),
            SlotsSnapshot::Cost(told) => self.cost = Some(Rc::new(*told)),
            SlotsSnapshot::Revenue(part) => self.money = self.money.with(number, *part),
        }
    }
}
