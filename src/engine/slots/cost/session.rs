//! Costs at work: the request that is asked about first, then the starts it may ask for, then the map, in parts.

use super::map::CostMap;
use super::price::{Cost, Wanted};
use super::pricing::{Plan, Pricing};
use super::{CostAnswer, CostAsked};
use crate::core::cost_map::{Block, MapAsked, starts_between};
use crate::slots::request::Slot;

/// The costs of a request, of its possible starts and of a map that are computed.
#[derive(Debug)]
pub struct Costing {
    pricing: Pricing,
    answer: CostAnswer,
    /// Starts that are still to be tried, the next one last.
    starts: Vec<Slot>,
    /// Blocks of the map that are still to be computed, the next one last.
    blocks: Vec<Block>,
    current: Option<(Task, Wanted, Plan)>,
}

/// What a plan is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Asked,
    Start,
    Block(Block),
}

impl Costing {
    /// Nothing is computed yet.
    pub fn new(pricing: Pricing, asked: CostAsked) -> Self {
        let answer = CostAnswer { asked, cost: None, cheapest: None, untried: 0, map: None };
        let mut costing = Self { pricing, answer, starts: Vec::new(), blocks: Vec::new(), current: None };
        costing.ask(asked);
        costing
    }

    /// Asks something else of the same plan, of a request that comes at the same time with the same `relax`. What is known of a map stays, if it is of the same
    /// requests.
    pub fn ask(&mut self, asked: CostAsked) {
        let before = std::mem::replace(&mut self.answer.asked, asked);
        self.current = None;
        self.answer.cost = None;
        self.answer.cheapest = None;
        self.starts = asked.latest.map(|latest| starts_between(asked.wanted.start, latest)).unwrap_or_default();
        self.answer.untried = self.starts.len() as u32;
        let wanted = asked.map.map(MapAsked::in_slots);
        let cells = |asked: &CostAsked, map: MapAsked| (map.wanted(asked.wanted, 0, 0), MapAsked { near: None, ..map });
        let kept = self.answer.map.take().zip(wanted).filter(|(map, wanted)| cells(&before, map.asked) == cells(&asked, *wanted));
        self.answer.map = match kept {
            Some((mut map, wanted)) => {
                map.asked = wanted;
                if before.measure != asked.measure {
                    map.mark_all(asked.measure);
                }
                Some(map)
            }
            None => wanted.map(CostMap::new),
        };
        self.blocks = self.answer.map.as_ref().map(CostMap::to_do).unwrap_or_default();
    }

    /// The answer as far as it is computed.
    pub fn answer(&self) -> &CostAnswer {
        &self.answer
    }

    /// Whether everything is computed.
    pub fn is_done(&self) -> bool {
        self.answer.cost.is_some() && self.current.is_none() && self.starts.is_empty() && self.blocks.is_empty()
    }

    fn next(&mut self) -> Option<(Task, Wanted)> {
        let asked = self.answer.asked.wanted;
        if self.answer.cost.is_none() {
            return Some((Task::Asked, asked));
        }
        if let Some(start) = self.starts.pop() {
            return Some((Task::Start, Wanted { start, ..asked }));
        }
        let block = self.blocks.pop()?;
        let map = self.answer.map.as_ref()?;
        Some((Task::Block(block), map.asked.wanted(asked, block.0, block.1)))
    }

    /// Goes on for about as long as so many decisions take.
    pub fn advance(&mut self, decisions: usize) {
        let mut left = decisions;
        if !self.pricing.is_ready() {
            left = left.saturating_sub(self.pricing.prepare(left));
        }
        while left > 0 && self.pricing.is_ready() {
            let (task, wanted, mut plan) = match self.current.take() {
                Some(current) => current,
                None => {
                    let Some((task, wanted)) = self.next() else { return };
                    let wanted = self.pricing.in_range(wanted);
                    (task, wanted, self.pricing.begin(wanted))
                }
            };
            left = left.saturating_sub(plan.advance(left).max(1));
            if !plan.is_done() {
                self.current = Some((task, wanted, plan));
                continue;
            }
            if task == Task::Asked {
                self.answer.cost = Some(self.pricing.difference(&plan));
            }
            let cost = self.pricing.cost(&plan);
            self.take(task, wanted, cost);
        }
    }

    fn take(&mut self, task: Task, wanted: Wanted, cost: Cost) {
        let measure = self.answer.asked.measure;
        match task {
            Task::Asked | Task::Start => {
                self.answer.untried = self.starts.len() as u32;
                let key = |(wanted, cost): &(Wanted, Cost)| (cost.order(measure), wanted.start);
                let new = (wanted, cost);
                if self.answer.cheapest.as_ref().is_none_or(|best| key(&new) < key(best)) {
                    self.answer.cheapest = Some(new);
                }
            }
            Task::Block(block) => {
                if let Some(map) = &mut self.answer.map {
                    map.set(block, cost, measure);
                }
            }
        }
    }
}
